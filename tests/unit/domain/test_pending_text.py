"""The text of a money action, and decisions on it."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest

from counterfoil.domain.choices import Reason
from counterfoil.domain.decisions import Decision, Verdict
from counterfoil.domain.digests import canonical, parse
from counterfoil.domain.errors import CanonicalError
from counterfoil.domain.ids import (
    ComponentId,
    InstallationId,
    MessageId,
    OrderId,
    ParkingId,
    PaymentId,
    PendingId,
    PersonId,
    Sha256,
    TicketId,
)
from counterfoil.domain.money import Money
from counterfoil.domain.pending import Allocation, PaymentSeen, PendingBody, Pricing, SealedFollowOn, pending_digest

ALLOCATION = Allocation(
    component=ComponentId("c1"), title="Blue mug", net=Money(1999, "EUR"), amount=Money(1999, "EUR")
)
PAYMENT = PaymentSeen(
    payment=PaymentId("pay_1"),
    provider="play",
    mode="play",
    state=3,
    captured=Money(5000, "EUR"),
    refunded_by_us=Money(0, "EUR"),
    elsewhere=Money(10, "EUR"),
    dispute="NONE",
)
PRICING = Pricing(rule="CHANGED_MIND", order_state=2, days_since=4, window_days=30)
FOLLOW_ON = SealedFollowOn(
    state="DENIED",
    template="refund_denied",
    language="en",
    revision=Sha256("a" * 64),
    slots={"order": {"kind": "ORDER", "value": "1001"}},
)
ACTION = PendingBody(
    installation=InstallationId("ins_1"),
    pending=PendingId("pnd_1"),
    parking=ParkingId("prk_1"),
    plan_sha256=Sha256("b" * 64),
    ticket=TicketId("tkt_1"),
    message=MessageId("msg_1"),
    kind="RefundComponents",
    reason=Reason.CHANGED_MIND,
    order=OrderId("1001"),
    allocations=(ALLOCATION,),
    amount=Money(1999, "EUR"),
    payment=PAYMENT,
    pricing=PRICING,
    requester=Sha256("c" * 64),
    evidence=(Sha256("d" * 64),),
    follow_ons=(FOLLOW_ON,),
    quorum=1,
    expires_at=1_800_000_000,
    supersedes=(PendingId("pnd_0"),),
)
DECISION = Decision(
    installation=InstallationId("ins_1"),
    pending=PendingId("pnd_1"),
    digest=Sha256("a" * 64),
    verdict=Verdict.APPROVED,
    person=PersonId("ann"),
    reason="",
    nonce="0" * 64,
)


def _other(value: Any) -> Any:  # noqa: ANN401 (any field of any of the dataclasses)
    match value:
        case Reason():
            return Reason.DAMAGED
        case Verdict():
            return Verdict.DENIED
        case Money():
            return Money(value.minor + 1, value.currency)
        case str():
            return value + "x"
        case int():
            return value + 1
        case dict():
            return {}
        case tuple():
            return (*value, value[0])
        case _:
            first = fields(value)[0].name
            return replace(value, **{first: _other(getattr(value, first))})


def _variants(value: Any) -> list[Any]:  # noqa: ANN401 (any field of any of the dataclasses)
    return [replace(value, **{one.name: _other(getattr(value, one.name))}) for one in fields(value)]


CHANGED: list[PendingBody] = [
    *_variants(ACTION),
    *(replace(ACTION, allocations=(one,)) for one in _variants(ALLOCATION)),
    *(replace(ACTION, payment=one) for one in _variants(PAYMENT)),
    *(replace(ACTION, pricing=one) for one in _variants(PRICING)),
    *(replace(ACTION, follow_ons=(one,)) for one in _variants(FOLLOW_ON)),
    replace(ACTION, pricing=replace(PRICING, days_since=None)),
    replace(ACTION, pricing=replace(PRICING, window_days=None)),
]


@pytest.mark.parametrize("action", [ACTION, *CHANGED])
def test_text_reads_back(action: PendingBody) -> None:
    """The text gives the same action again, and that the same text."""
    again = PendingBody.from_text(action.text())
    assert again == action
    assert again.text() == action.text()


@pytest.mark.parametrize("action", CHANGED)
def test_every_field_is_in_the_digest(action: PendingBody) -> None:
    """Changing any field, at any depth, gives another digest: no signature carries over."""
    assert pending_digest(action.text()) != pending_digest(ACTION.text())


@pytest.mark.parametrize(
    "change", [{"note": "pay twice"}, {"version": "2"}, {"quorum": "01"}, {"idempotency_key": "x"}]
)
def test_texts_with_something_else_are_refused(change: dict[str, str]) -> None:
    """An extra key, another version, spelling or key of the provider is no text of an action."""
    with pytest.raises(CanonicalError):
        PendingBody.from_text(canonical({**ACTION.body(), **change}))


@pytest.mark.parametrize("key", sorted(ACTION.body()))
def test_texts_without_a_key_are_refused(key: str) -> None:
    """A text that leaves something out is refused."""
    with pytest.raises(CanonicalError):
        PendingBody.from_text(canonical({name: value for name, value in ACTION.body().items() if name != key}))


@pytest.mark.parametrize("key", sorted(ACTION.body()))
def test_texts_of_another_shape_are_refused(key: str) -> None:
    """An array of one text in the place of any value is refused or, where it is one, another action."""
    text = canonical({**ACTION.body(), key: ["x"]})
    if key in {"evidence", "supersedes"}:
        assert PendingBody.from_text(text) != ACTION
        return
    with pytest.raises(CanonicalError):
        PendingBody.from_text(text)


def test_other_spellings_are_refused() -> None:
    """White space and doubled keys never pass, so one action has one digest."""
    text = ACTION.text()
    for other in (json.dumps(json.loads(text)), text + " ", '{"allocations":[],' + text[1:]):
        with pytest.raises(CanonicalError):
            PendingBody.from_text(other)


def test_request_names_amount_payment_and_action() -> None:
    """The provider is asked for the signed amount of the signed payment, and can tell which action asked."""
    assert ACTION.request() == {
        "amount": {"currency": "EUR", "minor": "1999"},
        "metadata": {"installation": "ins_1", "pending": "pnd_1"},
        "payment": "pay_1",
    }
    assert parse(ACTION.text())["request"] == ACTION.request()


def test_key_is_that_of_the_action() -> None:
    """The key follows from installation and action alone: the same for every send, another for any other action."""
    assert ACTION.idempotency_key() == "ins_1:pnd_1"
    assert replace(ACTION, amount=Money(1, "EUR")).idempotency_key() == "ins_1:pnd_1"
    assert replace(ACTION, pending=PendingId("pnd_2")).idempotency_key() != ACTION.idempotency_key()
    assert replace(ACTION, installation=InstallationId("ins_2")).idempotency_key() != ACTION.idempotency_key()


@pytest.mark.parametrize("name", [one.name for one in fields(Decision) if one.name != "signature"])
def test_statement_covers_every_field(name: str) -> None:
    """Changing any field of a decision changes the bytes that are signed."""
    assert replace(DECISION, **{name: _other(getattr(DECISION, name))}).statement() != DECISION.statement()


def test_signature_is_outside_its_statement() -> None:
    """Signing changes nothing of what is signed, and the statement names its purpose."""
    signed = DECISION.signed("ff")
    assert signed.signature == "ff"
    assert signed.statement() == DECISION.statement()
    assert parse(signed.statement().decode())["purpose"] == "counterfoil/decision/v1"


def test_request_follows_what_was_signed() -> None:
    """Another amount, payment, action or installation is another request; nothing else is told to the provider."""
    asked = [
        replace(ACTION, amount=Money(1, "EUR")),
        replace(ACTION, payment=replace(PAYMENT, payment=PaymentId("pay_2"))),
        replace(ACTION, pending=PendingId("pnd_2")),
        replace(ACTION, installation=InstallationId("ins_2")),
    ]
    assert len({canonical(one.request()) for one in (ACTION, *asked)}) == len(asked) + 1
    assert replace(ACTION, ticket=TicketId("tkt_2"), quorum=2).request() == ACTION.request()


@pytest.mark.parametrize("amount", ["1999", {"currency": "EUR"}, {"currency": "XXX", "minor": "1"}])
def test_bad_amounts_are_not_canonical(amount: str | dict[str, str]) -> None:
    """A text whose amount is none is refused as every other text that is no action."""
    with pytest.raises(CanonicalError):
        PendingBody.from_text(canonical({**ACTION.body(), "amount": amount}))
