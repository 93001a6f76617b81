"""What every payment provider promises the gate, asked of the play-money process and of the fake in memory."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from counterfoil.adapters.payments.play import PlayProvider, launch
from counterfoil.domain.digests import canonical
from counterfoil.domain.errors import MoneyError, ProviderError
from counterfoil.domain.executions import Outcome, Receipt
from counterfoil.domain.ids import PaymentId
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Dispute
from counterfoil.ports.refunds import RefundRequest
from counterfoil.testing.clock import FixedClock
from counterfoil.testing.provider import StrictProvider

Provider = PlayProvider | StrictProvider

PAID = PaymentId("pay_1")


def eur(minor: int) -> Money:
    """Cents."""
    return Money(minor, "EUR")


def asking(amount: Money, payment: str = PAID, key: str = "key-1", pending: str = "pnd_1") -> RefundRequest:
    """A request as the gate makes it."""
    metadata = {"installation": "ins_1", "pending": pending}
    return RefundRequest(
        payment=PaymentId(payment),
        amount=amount,
        installation="ins_1",
        pending=pending,
        idempotency_key=key,
        body=canonical({"amount": amount.body(), "metadata": metadata, "payment": payment}),
    )


@pytest.fixture(scope="module", params=["play", "strict"])
def fresh(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Provider]]:
    """Makes a provider that has no payments yet."""
    if request.param == "strict":
        yield lambda: StrictProvider(clock=FixedClock())
        return
    with _processes(tmp_path_factory) as make:
        yield make


@contextmanager
def _processes(folders: pytest.TempPathFactory) -> Iterator[Callable[[], Provider]]:
    opened = []

    def make() -> Provider:
        opened.append(launch(folders.mktemp("play")))
        return opened[-1].__enter__()

    try:
        yield make
    finally:
        for one in opened:
            one.__exit__(None, None, None)


@pytest.fixture
def provider(fresh: Callable[[], Provider]) -> Provider:
    """A provider with one payment of 100.00 EUR."""
    made = fresh()
    made.register(PAID, eur(10000))
    return made


def test_names_itself_play_money(provider: Provider) -> None:
    """The name and the mode say that no real money moves."""
    assert (provider.provider, provider.mode) == ("play", "play")


def test_refund_is_paid_and_listed(provider: Provider) -> None:
    """A refund within what was captured succeeds, and is listed with its metadata."""
    receipt = provider.refund(asking(eur(4000)))
    (listed,) = provider.refunds_of(PAID)
    assert (receipt.outcome, receipt.detail) == (Outcome.SUCCEEDED, "")
    assert (listed.reference, listed.amount, listed.outcome) == (receipt.reference, eur(4000), Outcome.SUCCEEDED)
    assert (listed.installation, listed.pending, listed.payment) == ("ins_1", "pnd_1", PAID)


def test_facts_follow_refunds(provider: Provider) -> None:
    """The payment's facts count what was refunded."""
    provider.refund(asking(eur(4000)))
    facts = provider.payment(PAID)
    assert facts is not None
    assert (facts.captured, facts.refunded, facts.dispute) == (eur(10000), eur(4000), Dispute.NONE)


def test_exact_remainder_is_paid_and_one_cent_more_is_not(provider: Provider) -> None:
    """The last cent can be refunded and no cent beyond it."""
    provider.refund(asking(eur(4000)))
    over = provider.refund(asking(eur(6001), key="key-2", pending="pnd_2"))
    exact = provider.refund(asking(eur(6000), key="key-3", pending="pnd_3"))
    assert (over.outcome, over.detail) == (Outcome.FAILED, "amount_over_remaining")
    assert exact.outcome is Outcome.SUCCEEDED


@pytest.mark.parametrize(
    ("request_", "detail"),
    [
        (asking(eur(10001)), "amount_over_remaining"),
        (asking(eur(0)), "amount_not_positive"),
        (asking(Money(100, "USD")), "wrong_currency"),
        (asking(Money(100, "JPY")), "wrong_currency"),
        (asking(eur(100), "pay_unknown"), "unknown_payment"),
        (asking(eur(100), "pay/1?x=é #"), "unknown_payment"),
    ],
)
def test_refuses_what_is_not_owed(provider: Provider, request_: RefundRequest, detail: str) -> None:
    """A refusal is final, names its reason, and moves nothing."""
    assert provider.refund(request_) == Receipt(outcome=Outcome.FAILED, reference="", detail=detail)
    assert provider.refunds_of(PAID) == ()


@pytest.mark.parametrize("dispute", [Dispute.OPEN, Dispute.LOST])
def test_disputed_payment_is_not_refunded(provider: Provider, dispute: Dispute) -> None:
    """While the payer's bank takes the money back, no refund is paid too."""
    provider.set_dispute(PAID, dispute)
    assert provider.refund(asking(eur(100))).detail == "payment_disputed"
    facts = provider.payment(PAID)
    assert facts is not None
    assert facts.dispute is dispute


def test_won_dispute_allows_refunds(provider: Provider) -> None:
    """A dispute that the shop won is over."""
    provider.set_dispute(PAID, Dispute.WON)
    assert provider.refund(asking(eur(100))).outcome is Outcome.SUCCEEDED


def test_same_key_same_body_pays_once(provider: Provider) -> None:
    """A repeated request gets the same answer and pays nothing more."""
    first = provider.refund(asking(eur(100)))
    assert provider.refund(asking(eur(100))) == first
    assert len(provider.refunds_of(PAID)) == 1


def test_same_key_other_body_pays_nothing(provider: Provider) -> None:
    """A key that comes back with another body is an error; what the first try did stays unknown to this one."""
    provider.refund(asking(eur(100)))
    again = provider.refund(asking(eur(200)))
    assert again.outcome is Outcome.UNKNOWN
    assert "another body" in again.detail
    assert [row.amount for row in provider.refunds_of(PAID)] == [eur(100)]


def test_refusal_is_remembered_with_its_key(provider: Provider) -> None:
    """A key that was refused stays refused, even when there is room later."""
    provider.set_dispute(PAID, Dispute.OPEN)
    provider.refund(asking(eur(100)))
    provider.set_dispute(PAID, Dispute.WON)
    assert provider.refund(asking(eur(100))).detail == "payment_disputed"
    assert provider.refund(asking(eur(100), key="key-2")).outcome is Outcome.SUCCEEDED


def test_body_that_is_not_the_request_is_not_sent(provider: Provider) -> None:
    """What is signed is the body; a request that differs from it goes nowhere."""
    receipt = provider.refund(replace(asking(eur(100)), amount=eur(9000)))
    assert receipt.outcome is Outcome.FAILED
    assert provider.refunds_of(PAID) == ()


def test_refunds_made_elsewhere_leave_less_room(provider: Provider) -> None:
    """A refund outside the gate is listed without metadata and counts."""
    assert provider.refund_elsewhere(PAID, eur(9000), "dashboard").outcome is Outcome.SUCCEEDED
    (listed,) = provider.refunds_of(PAID)
    assert (listed.installation, listed.pending) == ("", "")
    assert provider.refund(asking(eur(1001))).detail == "amount_over_remaining"


def test_unknown_payment_has_no_facts(provider: Provider) -> None:
    """An unknown payment is None, with an empty list."""
    assert provider.payment(PaymentId("pay_unknown")) is None
    assert provider.refunds_of(PaymentId("pay_unknown")) == ()


def test_payments_are_listed_apart(provider: Provider) -> None:
    """A refund is listed with its own payment only, whatever the ids look like."""
    other = PaymentId("pay/1?x=é #")
    provider.register(other, eur(500))
    provider.refund(asking(eur(100), other))
    assert provider.refunds_of(PAID) == ()
    assert len(provider.refunds_of(other)) == 1


def test_registering_again_with_the_same_facts_changes_nothing(provider: Provider) -> None:
    """An order file may be imported twice, also after refunds."""
    provider.refund(asking(eur(100)))
    assert provider.register(PAID, eur(10000)) is False
    facts = provider.payment(PAID)
    assert facts is not None
    assert facts.refunded == eur(100)


@pytest.mark.parametrize("captured", [eur(20000), eur(5000), Money(10000, "USD")])
def test_registering_another_amount_is_refused(provider: Provider, captured: Money) -> None:
    """What was captured stays as it was."""
    with pytest.raises(ProviderError, match="other facts"):
        provider.register(PAID, captured)


def test_registering_takes_in_what_others_did_since(provider: Provider) -> None:
    """A newer order file may bring a dispute and more refunds elsewhere, each once."""
    provider.refund(asking(eur(100)))
    for _ in range(2):
        assert provider.register(PAID, eur(10000), Dispute.OPEN, eur(400)) is False
    facts = provider.payment(PAID)
    assert facts is not None
    assert (facts.dispute, facts.refunded) == (Dispute.OPEN, eur(500))


def test_registering_an_old_file_again_undoes_nothing(provider: Provider) -> None:
    """A dispute that the provider learnt of itself survives the import of what was known before."""
    provider.set_dispute(PAID, Dispute.OPEN)
    provider.register(PAID, eur(10000))
    facts = provider.payment(PAID)
    assert facts is not None
    assert facts.dispute is Dispute.OPEN


@pytest.mark.parametrize("elsewhere", [eur(399), eur(9901)])
def test_refunds_elsewhere_neither_shrink_nor_exceed_what_is_left(provider: Provider, elsewhere: Money) -> None:
    """Money that went back stays gone, and none goes back twice."""
    provider.register(PAID, eur(10000), Dispute.NONE, eur(400))
    provider.refund(asking(eur(100)))
    with pytest.raises(ProviderError, match="other facts"):
        provider.register(PAID, eur(10000), Dispute.OPEN, elsewhere)
    facts = provider.payment(PAID)
    assert facts is not None
    assert (facts.dispute, facts.refunded) == (Dispute.NONE, eur(500))


def test_registers_what_was_refunded_before(provider: Provider) -> None:
    """What others refunded before the payment was registered counts from the start."""
    payment = PaymentId("pay_2")
    assert provider.register(payment, eur(1000), Dispute.WON, eur(400)) is True
    facts = provider.payment(payment)
    assert facts is not None
    assert (facts.refunded, facts.dispute) == (eur(400), Dispute.WON)
    assert provider.register(payment, eur(1000), Dispute.WON, eur(400)) is False


def test_impossible_charges_are_not_registered(provider: Provider) -> None:
    """Nothing captured, or more refunded than captured, is no charge."""
    with pytest.raises(ProviderError):
        provider.register(PaymentId("pay_3"), eur(0))
    with pytest.raises((ProviderError, MoneyError)):
        provider.register(PaymentId("pay_4"), eur(10), elsewhere=eur(11))
    assert provider.payment(PaymentId("pay_4")) is None


def test_dispute_of_unknown_payment_is_an_error(provider: Provider) -> None:
    """A dispute needs its payment."""
    with pytest.raises(ProviderError):
        provider.set_dispute(PaymentId("pay_unknown"), Dispute.OPEN)


def test_refunds_are_listed_oldest_first_by_the_providers_clock(provider: Provider) -> None:
    """The list is in order, and its times are the provider's own."""
    for number in range(3):
        provider.refund(asking(eur(100 + number), key=f"key-{number}", pending=f"pnd_{number}"))
    listed = provider.refunds_of(PAID)
    assert [row.amount.minor for row in listed] == [100, 101, 102]
    assert all(0 <= provider.now() - row.created_at < 60 for row in listed)


def test_minor_units_are_taken_as_they_are(provider: Provider) -> None:
    """Currencies without and with three decimals are refunded to the last unit."""
    for currency in ("JPY", "KWD", "ISK"):
        payment = PaymentId(f"pay_{currency}")
        provider.register(payment, Money(1999, currency))
        receipt = provider.refund(asking(Money(1999, currency), payment, key=currency))
        assert receipt.outcome is Outcome.SUCCEEDED


def test_two_at_once_pay_once(provider: Provider) -> None:
    """Of several requests at once for more than is there, only as many are paid as fit."""
    answers: list[Receipt] = []

    def ask(number: int) -> None:
        answers.append(provider.refund(asking(eur(6000), key=f"key-{number}", pending=f"pnd_{number}")))

    if isinstance(provider, StrictProvider):
        for number in range(4):
            ask(number)
    else:
        threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(answer.outcome.value for answer in answers) == ["FAILED", "FAILED", "FAILED", "SUCCEEDED"]


def test_ledger_outlives_the_process(tmp_path: Path) -> None:
    """Keys and refunds are remembered after a restart, for ever."""
    with launch(tmp_path) as before:
        before.register(PAID, eur(10000))
        first = before.refund(asking(eur(100)))
    with launch(tmp_path) as after:
        assert after.refund(asking(eur(100))) == first
        assert len(after.refunds_of(PAID)) == 1
