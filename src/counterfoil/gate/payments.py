"""Reads what the provider says about an order's payments now, and writes it down where it is new."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from counterfoil.domain.executions import Outcome
from counterfoil.domain.ids import InstallationId, PaymentId
from counterfoil.domain.money import Money, total
from counterfoil.domain.orders import Order, Payment, PaymentKind
from counterfoil.ports.payment_reads import PaymentFacts, PaymentReads, ProviderRefund
from counterfoil.ports.store import Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A payment as the provider has it at this moment."""

    facts: PaymentFacts
    refunds: tuple[ProviderRefund, ...]


def look(reads: PaymentReads, payments: Sequence[Payment]) -> dict[PaymentId, Seen]:
    """What the provider says about each card payment it knows. ProviderError when it can't be reached.

    No transaction is open.
    """
    found = {}
    for payment in payments:
        facts = reads.payment(payment.payment) if payment.kind is PaymentKind.CARD else None
        if facts is not None:
            found[payment.payment] = Seen(facts=facts, refunds=reads.refunds_of(payment.payment))
    return found


def record(rows: Rows, order: Order, seen: dict[PaymentId, Seen], installation: InstallationId) -> Order:
    """`order` with its payments as seen; a reading that says something new is appended. Facts are never refused."""
    return replace(
        order, payments=tuple(_record(rows, row, seen.get(row.payment), installation) for row in order.payments)
    )


def _record(rows: Rows, payment: Payment, seen: Seen | None, installation: InstallationId) -> Payment:
    if seen is None:
        return payment
    now = replace(
        payment,
        captured=seen.facts.captured,
        elsewhere=seen.facts.refunded - _ours(seen, installation),
        dispute=seen.facts.dispute,
    )
    return payment if now == payment else replace(now, state=rows.add_payment_state(now))


def _ours(seen: Seen, installation: InstallationId) -> Money:
    ours = [
        refund.amount
        for refund in seen.refunds
        if refund.installation == installation and refund.outcome is not Outcome.FAILED
    ]
    return total(ours, seen.facts.captured.currency)
