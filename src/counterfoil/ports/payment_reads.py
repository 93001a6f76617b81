"""What the payment provider says about payments; reading only."""

from dataclasses import dataclass
from typing import Protocol

from counterfoil.domain.executions import Outcome
from counterfoil.domain.ids import PaymentId
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Dispute


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentFacts:
    """A payment as the provider has it now."""

    payment: PaymentId
    captured: Money
    refunded: Money  # by anybody, not failed
    dispute: Dispute


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderRefund:
    """A refund as the provider has it now. `installation` and `pending` are its metadata, "" where none."""

    reference: str
    payment: PaymentId
    amount: Money
    outcome: Outcome
    installation: str
    pending: str
    created_at: int  # seconds since 1970, UTC, by the provider's clock


class PaymentReads(Protocol):
    """Reads payments. Raises ProviderError when the provider can't be reached."""

    @property
    def provider(self) -> str:
        """The provider's name, part of every digest."""
        ...

    @property
    def mode(self) -> str:
        """What kind of money it moves: "play" for play money."""
        ...

    def payment(self, payment: PaymentId) -> PaymentFacts | None:
        """The payment's facts, or None when the provider has no such payment."""
        ...

    def refunds_of(self, payment: PaymentId) -> tuple[ProviderRefund, ...]:
        """All refunds of the payment, oldest first, whoever made them."""
        ...

    def now(self) -> int:
        """The provider's clock, seconds since 1970, UTC."""
        ...
