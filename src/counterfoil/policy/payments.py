"""Which payments an owed amount goes back to, exactly and never above what each has left."""

from collections.abc import Mapping
from dataclasses import dataclass

from counterfoil.domain.ids import ComponentId, PaymentId
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Component, Dispute, Order, Payment, PaymentKind
from counterfoil.policy.owed import Owed, Refusal, Refused

_BLOCKING = frozenset({Dispute.OPEN, Dispute.LOST})


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What goes back to one payment."""

    payment: Payment
    allocations: tuple[tuple[Component, Money], ...]  # each above zero

    @property
    def amount(self) -> Money:
        """The sum of the allocations."""
        first, *others = [amount for _, amount in self.allocations]
        return sum(others, first)


def split(order: Order, owed: Owed, refunded_by_us: Mapping[PaymentId, int]) -> tuple[Part, ...] | Refused:
    """Divide `owed` over the order's card payments: exactly all of it, each part within captured, less all refunds.

    `refunded_by_us` holds minor units per payment, done or promised. One open or lost dispute refuses everything, for
    the bank may pay back what we would. Goes to one payment where one has room, else each component to one where it
    fits; the same facts always give the same parts.
    """
    if any(payment.dispute in _BLOCKING for payment in order.payments):
        return Refused(reason=Refusal.DISPUTED)
    currency = owed.amount.currency
    rooms = {row.payment: _room(row, currency, refunded_by_us) for row in order.payments}
    if sum(rooms.values()) < owed.amount.minor:
        others = any(not _refundable(row, currency) for row in order.payments)
        return Refused(reason=Refusal.PAYMENT_KIND if others or not order.payments else Refusal.NO_ROOM)
    shares = _share(owed, rooms)
    return tuple(
        Part(payment=row, allocations=allocations)
        for row in order.payments
        if (allocations := _of(row.payment, owed, shares))
    )


def _refundable(payment: Payment, currency: str) -> bool:
    return payment.kind is PaymentKind.CARD and payment.captured.currency == currency


def _room(payment: Payment, currency: str, refunded_by_us: Mapping[PaymentId, int]) -> int:
    if not _refundable(payment, currency):
        return 0
    gone = payment.elsewhere.minor + max(0, refunded_by_us.get(payment.payment, 0))
    return max(0, payment.captured.minor - gone)


_Shares = dict[tuple[PaymentId, ComponentId], int]


def _share(owed: Owed, rooms: dict[PaymentId, int]) -> _Shares:
    """Minor units by payment and component. The rooms must hold the amount."""
    whole = next((payment for payment, room in rooms.items() if room >= owed.amount.minor), None)
    if whole is not None:
        return {(whole, part.component): amount.minor for part, amount in owed.allocations}
    shares: _Shares = {}
    left = dict(rooms)
    for part, amount in sorted(owed.allocations, key=lambda pair: -pair[1].minor):  # large ones first: fewer are cut
        _place(part.component, amount.minor, left, shares)
    return shares


def _place(component: ComponentId, minor: int, left: dict[PaymentId, int], shares: _Shares) -> None:
    fitting = [payment for payment, room in left.items() if room >= minor]
    for payment in fitting[:1] or list(left):
        taken = min(minor, left[payment])
        if taken:
            shares[payment, component] = taken
        left[payment] -= taken
        minor -= taken


def _of(payment: PaymentId, owed: Owed, shares: _Shares) -> tuple[tuple[Component, Money], ...]:
    return tuple(
        (part, Money(shares[payment, part.component], amount.currency))
        for part, amount in owed.allocations
        if (payment, part.component) in shares
    )
