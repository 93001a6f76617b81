"""Paying: only what was signed, checked again, once, and found again when the answer is lost."""

from dataclasses import replace

import pytest

from counterfoil.domain.errors import DigestError, NotAllowedError, NotFoundError, TooLateError
from counterfoil.domain.executions import Outcome
from counterfoil.domain.ids import PaymentId, PendingId
from counterfoil.domain.orders import Dispute, OrderStatus
from counterfoil.domain.rules import Rules
from counterfoil.domain.templates import State
from counterfoil.gate.execute import RESEND_WITHIN
from tests.unit.gate.house import House, Roster, eur, lamp_order, person

PAYMENT = PaymentId("pay_LL-1")


def approved(house: House, *components: str) -> PendingId:
    """An approved action."""
    pending = house.quoted(*(components or ("1",)))
    house.approve(pending)
    return pending


def state(house: House, pending: PendingId) -> State:
    """The state as the rows say."""
    from counterfoil.gate.review import sheet

    with house.store.read() as rows:
        return sheet(rows, pending).state


def test_signed_refund_is_paid(house: House) -> None:
    """An approved action is paid with exactly its amount."""
    assert house.execute(approved(house)) is State.SUCCEEDED
    assert house.provider.paid == 6000


def test_second_execution_pays_nothing(house: House) -> None:
    """One approval, one payment."""
    pending = approved(house)
    house.execute(pending)
    with pytest.raises(TooLateError):
        house.execute(pending)
    assert house.provider.calls == 1


def test_unsigned_is_not_paid(house: House) -> None:
    """What only waits is not paid."""
    with pytest.raises(TooLateError):
        house.execute(house.quoted("1"))
    assert house.provider.calls == 0


def test_unknown_id_is_named(house: House) -> None:
    """There is nothing to pay under an unknown id."""
    with pytest.raises(NotFoundError):
        house.execute(PendingId("act_none"))


def test_approval_by_a_database_writer_is_not_paid(house: House) -> None:
    """Rows that say APPROVED are not enough: the signature must be by a key of the roster."""
    pending = approved(house)
    house.roster = Roster(person("ben"))
    with pytest.raises(NotAllowedError):
        house.execute(pending)
    assert house.provider.calls == 0


def test_person_who_lost_the_role_approves_nothing(house: House) -> None:
    """Roles are asked again when it is paid."""
    pending = approved(house)
    house.roster = Roster(person("ann", roles=frozenset()))
    with pytest.raises(NotAllowedError):
        house.execute(pending)


def test_expired_approval_is_not_paid(house: House) -> None:
    """An approval that nobody executed in time is over."""
    pending = approved(house)
    house.later()
    with pytest.raises(TooLateError):
        house.execute(pending)


def test_undo_window_is_kept(house: House) -> None:
    """Within the undo window nothing is paid; after it, it is."""
    house.rules = Rules(undo_window=300)
    pending = approved(house)
    house.later(299)
    with pytest.raises(TooLateError):
        house.execute(pending)
    house.later(1)
    assert house.execute(pending) is State.SUCCEEDED


@pytest.mark.parametrize(
    "change", [{"refunded": eur(100)}, {"captured": eur(9000)}, {"dispute": Dispute.OPEN}, {"dispute": Dispute.WON}]
)
def test_payment_changed_by_others_voids(house: House, change: dict[str, object]) -> None:
    """When the payment is not what was signed, the approval is voided and nothing is paid."""
    pending = approved(house)
    facts = house.provider.payments[PAYMENT]
    house.provider.payments[PAYMENT] = replace(facts, **change)  # type: ignore[arg-type]
    assert house.execute(pending) is State.VOIDED
    assert (house.provider.calls, state(house, pending)) == (0, State.VOIDED)


def test_order_changed_since_voids(house: House) -> None:
    """A new state of the order makes the approval void."""
    pending = approved(house)
    with house.store.write() as rows:
        rows.add_order_state(replace(lamp_order(), status=OrderStatus.CANCELLED, delivered_on=None))
    assert house.execute(pending) is State.VOIDED


def test_our_own_refund_is_no_drift(house: House) -> None:
    """Paying one sibling doesn't void the other."""
    one, two = approved(house, "1"), approved(house, "2")
    assert house.execute(one) is State.SUCCEEDED
    assert house.execute(two) is State.SUCCEEDED
    assert house.provider.paid == 9000


def test_lost_answer_is_found_again(house: House) -> None:
    """The money moved and the answer was lost: it is found by its metadata, not paid again."""
    pending = approved(house)
    house.provider.lose = True
    assert house.execute(pending) is State.UNKNOWN
    assert house.reconcile(pending) is State.SUCCEEDED
    assert (house.provider.calls, house.provider.paid) == (1, 6000)


def test_unheard_request_is_sent_again_with_the_same_key(house: House) -> None:
    """The provider never heard of it: the same key and body are sent again, and it is paid once."""
    pending = approved(house)
    house.provider.unheard = True
    assert house.execute(pending) is State.UNKNOWN
    house.provider.unheard = False
    assert house.reconcile(pending) is State.SUCCEEDED
    assert (house.provider.calls, house.provider.paid, len(house.provider.made)) == (2, 6000, 1)


def test_late_resend_is_left_to_a_person(house: House) -> None:
    """After twelve hours nothing is sent again: the provider may have forgotten the key."""
    pending = approved(house)
    house.provider.unheard = True
    house.execute(pending)
    house.provider.unheard = False
    house.later(RESEND_WITHIN)
    assert house.reconcile(pending) is State.UNKNOWN
    assert house.provider.calls == 1


def test_unknown_counts_as_paid(house: House) -> None:
    """While nobody knows, the component is used up."""
    from counterfoil.gate.quote import quote
    from tests.unit.gate.house import refund_of

    house.provider.unheard = True
    house.execute(approved(house))
    assert quote(house.quoting, house.park(refund_of("1")), 0) == "NOTHING_LEFT"


def test_pending_refund_settles_later(house: House) -> None:
    """PENDING becomes what the provider's list says later."""
    pending = approved(house)
    house.provider.answer = Outcome.PENDING
    assert house.execute(pending) is State.PENDING
    assert house.reconcile(pending) is State.PENDING
    key, refund = next(iter(house.provider.made.items()))
    house.provider.made[key] = replace(refund, outcome=Outcome.FAILED)
    assert house.reconcile(pending) is State.FAILED


def test_failure_is_final_and_frees_the_component(house: House) -> None:
    """FAILED is the end of this approval; another try is a new action with a new decision."""
    facts = house.provider.payments[PAYMENT]
    pending = approved(house)
    house.provider.answer = Outcome.FAILED
    assert house.execute(pending) is State.FAILED
    house.provider.payments[PAYMENT] = facts
    house.provider.answer = Outcome.SUCCEEDED
    again = approved(house)
    assert house.execute(again) is State.SUCCEEDED


def test_intent_is_committed_before_the_provider_is_called(house: House) -> None:
    """A crash inside the call leaves a claim that the next round reconciles: paid once all the same."""
    pending = approved(house)
    refund = house.provider.refund

    def crash(request: object) -> object:
        refund(request)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    house.provider.refund = crash  # type: ignore[method-assign,assignment]
    with pytest.raises(KeyboardInterrupt):
        house.execute(pending)
    assert state(house, pending) is State.CLAIMED
    assert house.reconcile(pending) is State.SUCCEEDED
    assert house.provider.paid == 6000


def forge(house: House, *statements: str) -> None:
    """What a writer of the database file does: drop the triggers and change rows."""
    with house.store.write() as rows:
        names = rows._all("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        for (name,) in names:
            rows._connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            rows._connection.execute("PRAGMA ignore_check_constraints = ON")
            rows._connection.execute(statement)
            rows._connection.execute("PRAGMA ignore_check_constraints = OFF")


@pytest.mark.parametrize("statement", ["UPDATE pending_actions SET amount_minor = 1", "DELETE FROM allocations"])
def test_changed_columns_are_not_decided_on(house: House, statement: str) -> None:
    """The columns that room is computed from must say what the signed text says."""
    pending = house.quoted("1")
    forge(house, statement)
    with pytest.raises(DigestError):
        house.approve(pending)


def test_line_is_not_paid_twice_by_a_forger_of_rows(house: House) -> None:
    """Two requests for one line, the room forged: the provider's own list and the signed texts still say no."""
    one, two = house.quoted("1"), house.quoted("1", message=house.message(ticket="tkt_2"))
    house.approve(one)
    house.execute(one)
    forge(house, "UPDATE components SET net_minor = 99999", "UPDATE payment_states SET captured_minor = 99999")
    house.approve(two)
    assert house.execute(two) is State.VOIDED
    assert house.provider.paid == 6000
