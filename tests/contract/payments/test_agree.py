"""The fake in memory and the provider's ledger answer alike, whatever is asked in whatever order."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from counterfoil.adapters.payments.play.book import Asked, Charge, Conflict, PlayBook
from counterfoil.domain.digests import canonical
from counterfoil.domain.errors import ProviderError
from counterfoil.domain.executions import Outcome
from counterfoil.domain.ids import PaymentId
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Dispute
from counterfoil.ports.refunds import RefundRequest
from counterfoil.testing.clock import FixedClock
from counterfoil.testing.provider import StrictProvider

PAYMENTS = st.sampled_from(["pay_1", "pay_2"])
AMOUNTS = st.integers(0, 6)
DISPUTES = st.sampled_from(list(Dispute))
STEPS = st.one_of(
    st.tuples(st.just("refund"), PAYMENTS, AMOUNTS, st.sampled_from(["EUR", "USD"]), st.integers(0, 5)),
    st.tuples(st.just("register"), PAYMENTS, st.sampled_from([8, 8, 8, 9]), DISPUTES, AMOUNTS),
    st.tuples(st.just("dispute"), PAYMENTS, DISPUTES),
)


def act_on_fake(fake: StrictProvider, step: tuple[object, ...]) -> str:
    """What the fake answers."""
    match step:
        case ("refund", str(payment), int(minor), str(currency), int(key)):
            return _outcome(fake, payment, Money(minor, currency), f"key-{key}")
        case ("register", str(payment), int(captured), Dispute() as dispute, int(elsewhere)):
            try:
                amounts = Money(captured, "EUR"), dispute, Money(elsewhere, "EUR")
                return str(fake.register(PaymentId(payment), *amounts))
            except ProviderError:
                return "refused"
        case ("dispute", str(payment), Dispute() as dispute):
            try:
                fake.set_dispute(PaymentId(payment), dispute)
            except ProviderError:
                return "False"
            return "True"
        case _:
            raise ValueError(step)


def _outcome(fake: StrictProvider, payment: str, amount: Money, key: str) -> str:
    body = canonical({"amount": amount.body(), "metadata": {"installation": "i", "pending": key}, "payment": payment})
    request = RefundRequest(
        payment=PaymentId(payment), amount=amount, installation="i", pending=key, idempotency_key=key, body=body
    )
    receipt = fake.refund(request)
    return "refused" if receipt.outcome is Outcome.UNKNOWN else f"{receipt.outcome.value} {receipt.detail}"


def act_on_book(book: PlayBook, step: tuple[object, ...]) -> str:
    """What the ledger answers."""
    try:
        match step:
            case ("refund", str(payment), int(minor), str(currency), int(key)):
                asked = Asked(payment=payment, minor=minor, currency=currency, installation="i", pending=f"key-{key}")
                answer = book.refund(f"key-{key}", f"{payment} {minor} {currency}".encode(), asked)
                return f"{answer['outcome']} {answer['detail']}"
            case ("register", str(payment), int(captured), Dispute() as dispute, int(elsewhere)):
                charge = Charge(
                    payment=payment, captured=captured, currency="EUR", elsewhere=elsewhere, dispute=dispute.value
                )
                return str(book.register(charge))
            case ("dispute", str(payment), Dispute() as dispute):
                return str(book.set_dispute(payment, dispute.value))
            case _:
                raise ValueError(step)
    except Conflict:
        return "refused"


@settings(max_examples=60)
@given(st.lists(STEPS, max_size=25))
def test_fake_and_ledger_agree(steps: Sequence[tuple[object, ...]]) -> None:
    """Every answer and every fact is the same, and never is more refunded than was captured."""
    fake = StrictProvider(clock=FixedClock())
    with TemporaryDirectory() as folder:
        book = PlayBook(Path(folder) / "play.db", lambda: 0)
        try:
            for step in steps:
                assert act_on_fake(fake, step) == act_on_book(book, step)
                _compare(fake, book)
        finally:
            book.close()


def _compare(fake: StrictProvider, book: PlayBook) -> None:
    for payment in ("pay_1", "pay_2"):
        facts, charge = fake.payment(PaymentId(payment)), book.charge(payment)
        if facts is None or charge is None:
            assert (facts, charge) == (None, None)
            continue
        assert (facts.captured.minor, facts.refunded.minor) == (charge["captured"], charge["refunded"])
        assert facts.dispute.value == charge["dispute"]
        assert facts.refunded <= facts.captured
        listed = [(row.amount.minor, row.outcome.value) for row in fake.refunds_of(PaymentId(payment))]
        assert listed == [(row["amount"], row["outcome"]) for row in book.refunds(payment)]
