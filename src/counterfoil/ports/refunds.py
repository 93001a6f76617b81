"""The one function that moves money. Only `gate.execute` calls it."""

from dataclasses import dataclass
from typing import Protocol

from counterfoil.domain.executions import Receipt
from counterfoil.domain.ids import PaymentId
from counterfoil.domain.money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundRequest:
    """One refund. The same key must come with the same request, always."""

    payment: PaymentId
    amount: Money
    installation: str  # metadata that the provider keeps with the refund
    pending: str  # metadata: the pending action; how a lost answer is found again
    idempotency_key: str
    body: str  # the canonical text of the request, for the provider's comparison of repeated keys


class Refunds(Protocol):
    """A payment provider that can pay back."""

    def refund(self, request: RefundRequest) -> Receipt:
        """Ask for the refund once. Never raises for an answer or its absence: no answer is Outcome.UNKNOWN."""
        ...
