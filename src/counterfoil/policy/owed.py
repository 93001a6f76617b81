"""What the record owes for a money action, or why it owes nothing. Arithmetic only: no text is read here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import assert_never

from counterfoil.domain.actions import CancelOrder, MoneyAction, RefundComponents
from counterfoil.domain.choices import Reason
from counterfoil.domain.ids import ComponentId
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Component, ComponentKind, Order, OrderStatus
from counterfoil.domain.rules import Rules

CANCELLED_BEFORE_SHIPPING = "CANCELLED_BEFORE_SHIPPING"  # the rule's name for a cancellation; else the reason's own


class Refusal(Enum):
    """Why nothing is owed, or why it can't be paid back through the gate."""

    OTHER_ORDER = "OTHER_ORDER"  # the action names another order than the one given
    UNKNOWN_COMPONENT = "UNKNOWN_COMPONENT"  # none named, one named twice, or one that the order doesn't have
    NOT_DELIVERED = "NOT_DELIVERED"  # a return needs a delivery that has happened
    WINDOW_PAST = "WINDOW_PAST"  # more calendar days since delivery than the rule allows
    NOT_OWED_BY_RULE = "NOT_OWED_BY_RULE"  # no rule owes this for this reason
    ALREADY_SHIPPED = "ALREADY_SHIPPED"  # too late to cancel
    ALREADY_CANCELLED = "ALREADY_CANCELLED"  # the shop has already ended this order
    REDEEMABLE = "REDEEMABLE"  # worth money by itself: never refunded
    NOTHING_LEFT = "NOTHING_LEFT"  # everything named is refunded, or promised to an earlier action
    PAYMENT_KIND = "PAYMENT_KIND"  # was paid in a way that the gate can't refund
    DISPUTED = "DISPUTED"  # the payer's bank has been asked for the money
    NO_ROOM = "NO_ROOM"  # more than the payments have left


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Nothing is owed."""

    reason: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """What is owed for one action: each amount above zero and at most the component's net less what is allocated."""

    allocations: tuple[tuple[Component, Money], ...]  # in the order of the order's components
    rule: str  # the name of the rule that owes it
    days_since: int | None  # whole calendar days since delivery; None where the rule has no window
    window_days: int | None

    @property
    def amount(self) -> Money:
        """The sum of the allocations."""
        first, *others = [amount for _, amount in self.allocations]
        return sum(others, first)


def owed(
    order: Order, action: MoneyAction, allocated: Mapping[ComponentId, int], rules: Rules, today: date
) -> Owed | Refused:
    """What `order` owes for `action` on `today`, the shop's calendar day, or why nothing.

    `allocated` holds minor units per component that are refunded or promised already. A return needs a delivery, and
    its window's last day counts. Shipping comes with a return when the reason is one that refunds it and the action
    names every line of the order; tax comes with its lines, by their share of the lines' net (see `_tax_due`).
    Neither can be asked for by itself. A cancellation owes every component. A redeemable line refuses the whole action.
    """
    if action.order != order.order:
        return Refused(reason=Refusal.OTHER_ORDER)
    match action:
        case CancelOrder():
            return _cancelled(order, allocated)
        case RefundComponents():
            return _returned(order, action, allocated, _Calendar(rules=rules, today=today))
        case _:
            assert_never(action)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Calendar:
    rules: Rules
    today: date


def _cancelled(order: Order, allocated: Mapping[ComponentId, int]) -> Owed | Refused:
    match order.status:
        case OrderStatus.SHIPPED | OrderStatus.DELIVERED:
            return Refused(reason=Refusal.ALREADY_SHIPPED)
        case OrderStatus.CANCELLED:
            return Refused(reason=Refusal.ALREADY_CANCELLED)
        case OrderStatus.PENDING:
            pass
        case _:
            assert_never(order.status)
    if any(part.redeemable for part in order.components):
        return Refused(reason=Refusal.REDEEMABLE)
    due = {part.component: _left(part, allocated) for part in order.components}
    return _owed(order, due, CANCELLED_BEFORE_SHIPPING, None)


def _returned(
    order: Order, action: RefundComponents, allocated: Mapping[ComponentId, int], calendar: _Calendar
) -> Owed | Refused:
    named = set(action.components)
    parts = [part for part in order.components if part.component in named]
    if not named or len(named) != len(action.components) or len(parts) != len(named):
        return Refused(reason=Refusal.UNKNOWN_COMPONENT)
    days = _days(order, action.reason, calendar)
    if isinstance(days, Refusal):
        return Refused(reason=days)
    if any(part.redeemable for part in parts):
        return Refused(reason=Refusal.REDEEMABLE)
    due = _due(order, action, allocated, calendar.rules)
    if not named <= due.keys():
        return Refused(reason=Refusal.NOT_OWED_BY_RULE)
    return _owed(order, due, action.reason.value, days)


def _days(order: Order, reason: Reason, calendar: _Calendar) -> tuple[int, int] | Refusal:
    """Calendar days since delivery and the window, or why the record owes nothing for this reason now."""
    if order.status is OrderStatus.CANCELLED:
        return Refusal.ALREADY_CANCELLED
    window = None if reason is Reason.NOT_SHIPPED else calendar.rules.window(reason)
    if window is None:
        return Refusal.NOT_OWED_BY_RULE
    if order.status is not OrderStatus.DELIVERED or order.delivered_on is None:
        return Refusal.NOT_DELIVERED
    since = (calendar.today - order.delivered_on).days
    if since < 0:
        return Refusal.NOT_DELIVERED
    return (since, window) if since <= window else Refusal.WINDOW_PAST


def _due(
    order: Order, action: RefundComponents, allocated: Mapping[ComponentId, int], rules: Rules
) -> dict[ComponentId, int]:
    """Minor units by component: the lines named, and the shipping and tax that the rules give with them."""
    named = set(action.components)
    lines = [part for part in order.components if part.kind is ComponentKind.LINE]
    due = {part.component: _left(part, allocated) for part in lines if part.component in named}
    whole = bool(due) and len(due) == len(lines)
    if whole and action.reason in rules.shipping_refunded_for:
        due |= {part.component: _left(part, allocated) for part in _of(order, ComponentKind.SHIPPING)}
    if due:
        due |= {part.component: _tax_due(part, lines, due, allocated) for part in _of(order, ComponentKind.TAX)}
    return due


def _tax_due(
    tax: Component, lines: Iterable[Component], due: Mapping[ComponentId, int], allocated: Mapping[ComponentId, int]
) -> int:
    """The tax share of all lines refunded so far and now, rounded down, less the tax allocated already.

    Counting from the start keeps the remainders: the shares of partial returns add up to the tax exactly when the last
    line is returned, and never exceed it before. Redeemable lines carry no tax and don't count.
    """
    taxed = [line for line in lines if not line.redeemable]
    base = sum(line.net.minor for line in taxed)
    if base == 0:
        return 0
    back = sum(min(line.net.minor, allocated.get(line.component, 0)) + due.get(line.component, 0) for line in taxed)
    return max(0, tax.net.minor * back // base - allocated.get(tax.component, 0))


def _of(order: Order, kind: ComponentKind) -> list[Component]:
    return [part for part in order.components if part.kind is kind]


def _left(part: Component, allocated: Mapping[ComponentId, int]) -> int:
    return max(0, part.net.minor - max(0, allocated.get(part.component, 0)))


def _owed(order: Order, due: Mapping[ComponentId, int], rule: str, days: tuple[int, int] | None) -> Owed | Refused:
    pairs = [(part, due.get(part.component, 0)) for part in order.components]
    allocations = tuple((part, Money(minor, part.net.currency)) for part, minor in pairs if minor)
    if not allocations:
        return Refused(reason=Refusal.NOTHING_LEFT)
    since, window = days or (None, None)
    return Owed(allocations=allocations, rule=rule, days_since=since, window_days=window)
