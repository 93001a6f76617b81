"""Pricing: from the record only, refused with a reason, sealed whole."""

from dataclasses import replace

import pytest

from counterfoil.domain.decisions import Resolution
from counterfoil.domain.errors import CanonicalError, FenceError
from counterfoil.domain.ids import PaymentId
from counterfoil.domain.orders import Dispute, OrderStatus
from counterfoil.domain.pending import PendingBody, pending_digest
from counterfoil.domain.templates import State
from counterfoil.domain.tickets import Identity
from counterfoil.gate.quote import money_action, quote
from counterfoil.gate.review import sheet
from counterfoil.ports.store import ParkedAction
from tests.unit.gate.house import MARA, House, eur, lamp_order, refund_of


def body_of(house: House, pending: str) -> PendingBody:
    """The parsed text of an action."""
    with house.store.read() as rows:
        action = rows.pending(pending)  # type: ignore[arg-type]
    assert action
    return PendingBody.from_text(action.text)


def test_amount_comes_from_the_record(house: House) -> None:
    """A refund of one line costs what was paid for that line."""
    body = body_of(house, house.quoted("1"))
    assert body.amount == eur(6000)
    assert body.pricing.rule == "CHANGED_MIND"
    assert (body.pricing.days_since, body.pricing.window_days) == (3, 30)


def test_digest_is_the_hash_of_the_stored_text(house: House) -> None:
    """What is filed as digest is the digest of exactly the stored text."""
    pending = house.quoted("1")
    assert pending_digest(body_of(house, pending).text()) == house.digest(pending)


def test_request_body_is_under_the_digest(house: House) -> None:
    """The very request that the provider will get stands in the digested text."""
    body = body_of(house, house.quoted("1", "2"))
    assert body.body()["request"] == {
        "amount": {"currency": "EUR", "minor": "9000"},
        "metadata": {"installation": "inst_test", "pending": body.pending},
        "payment": "pay_LL-1",
    }


def test_all_outcomes_are_sealed_with_their_slots(house: House) -> None:
    """What the customer will hear in each state is part of what is signed."""
    body = body_of(house, house.quoted("1"))
    assert {row.state for row in body.follow_ons} == {
        "SUCCEEDED", "PENDING", "FAILED", "DENIED", "EXPIRED", "WITHDRAWN", "VOIDED"
    }  # fmt: skip


def test_unverified_sender_gets_no_quote(house: House) -> None:
    """Nobody verified asked: refused, whatever the order."""
    parking = house.park(refund_of("1"), message=house.message(identity=Identity.NONE))
    assert quote(house.quoting, parking, 0) == "UNVERIFIED"


def test_foreign_order_gets_no_quote(house: House) -> None:
    """Somebody else's order number leads nowhere."""
    parking = house.park(refund_of("1"), message=house.message(sender="eve@post.example"))
    assert quote(house.quoting, parking, 0) == "NOT_OWN_ORDER"


def test_order_that_does_not_exist_gets_no_quote(house: House) -> None:
    """A number that names nothing is refused like somebody else's, so that it tells nothing."""
    assert quote(house.quoting, house.park(refund_of("1", order="LL-999")), 0) == "NOT_OWN_ORDER"


def test_open_dispute_gets_no_quote(house: House) -> None:
    """While the bank takes the money back, nothing is refunded on top."""
    payment = PaymentId("pay_LL-1")
    house.provider.payments[payment] = replace(house.provider.payments[payment], dispute=Dispute.OPEN)
    assert quote(house.quoting, house.park(refund_of("1")), 0) == "DISPUTED"


def test_refunded_elsewhere_leaves_no_room(house: House) -> None:
    """What somebody else refunded at the provider is seen, written down, and not paid again."""
    payment = PaymentId("pay_LL-1")
    house.provider.payments[payment] = replace(house.provider.payments[payment], refunded=eur(9000))
    assert quote(house.quoting, house.park(refund_of("1")), 0) == "NO_ROOM"
    with house.store.read() as rows:
        order = rows.order(refund_of("1").order)
    assert order
    assert order.payments[0].elsewhere == eur(9000)


def test_window_past_gets_no_quote(house: House) -> None:
    """The executor asks policy again: the desk's opinion is not enough."""
    house.later(40 * 24 * 3600)
    assert quote(house.quoting, house.park(refund_of("1")), 0) == "WINDOW_PAST"


def test_pending_order_is_not_returned(house: House) -> None:
    """A return needs a delivery."""
    house.add_order(replace(lamp_order("LL-2"), status=OrderStatus.PENDING, delivered_on=None))
    assert quote(house.quoting, house.park(refund_of("1", order="LL-2")), 0) == "NOT_DELIVERED"


def test_quote_is_given_once(house: House) -> None:
    """A second quote of the same action is refused by the database."""
    parking = house.park(refund_of("1"))
    assert quote(house.quoting, parking, 0) == ""
    with pytest.raises(FenceError):
        quote(house.quoting, parking, 0)


def test_second_request_supersedes_the_undecided_first(house: House) -> None:
    """The same author asks again for the same line: the first waits no more and names its successor."""
    first, second = house.quoted("1"), house.quoted("1", "2")
    with house.store.read() as rows:
        assert sheet(rows, first).state is State.SUPERSEDED
        assert sheet(rows, second).body.supersedes == (first,)


def test_disjoint_requests_are_siblings(house: House) -> None:
    """Requests for different lines both wait."""
    first = house.quoted("1")
    house.quoted("2")
    with house.store.read() as rows:
        assert sheet(rows, first).state is State.WAITING


def test_other_authors_request_is_not_superseded(house: House) -> None:
    """Only the same author replaces a request; another one's waits beside it."""
    first = house.quoted("1")
    house.add_order(lamp_order("LL-7", customer="joe@post.example"))
    house.park(refund_of("1", order="LL-7"), message=house.message(sender="joe@post.example"))
    with house.store.read() as rows:
        action = rows.pending(first)
    assert action
    assert action.record.resolution is not Resolution.SUPERSEDED


def test_approved_request_is_not_superseded_but_uses_up_the_component(house: House) -> None:
    """What is signed stays; asking again for it finds nothing left."""
    house.approve(house.quoted("1"))
    assert quote(house.quoting, house.park(refund_of("1")), 0) == "NOTHING_LEFT"


def test_only_money_actions_are_quoted() -> None:
    """Any other parked row is an error, never a price."""
    row = ParkedAction(
        ordinal=0, kind="Escalate", effect="INTERNAL", waits_for=None, when=None, body='{"kind":"Escalate"}'
    )
    with pytest.raises(CanonicalError):
        money_action(row)


def test_requester_is_committed_not_written(house: House) -> None:
    """The digested text holds no personal text, only salted hashes of it."""
    body = body_of(house, house.quoted("1"))
    assert MARA not in body.text()
    assert "send it back" not in body.text()


def test_request_taken_back_before_it_was_priced_gets_no_quote(house: House) -> None:
    """A withdrawal that came before the price ends the request all the same; what was asked for after it stays."""
    early = house.park(refund_of("1"))
    house.take_back()
    late = house.park(refund_of("2"))
    assert quote(house.quoting, early, 0) == "WITHDRAWN"
    assert quote(house.quoting, late, 0) == ""


def test_another_senders_withdrawal_changes_nothing(house: House) -> None:
    """Only the author's own withdrawal counts."""
    parking = house.park(refund_of("1"))
    house.take_back(house.message(sender="eve@post.example"))
    assert quote(house.quoting, parking, 0) == ""
