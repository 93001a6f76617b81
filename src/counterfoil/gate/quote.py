"""Prices what the desk asked for from the record, or refuses with a reason. Reads no text."""

from dataclasses import dataclass
from enum import Enum

from counterfoil.domain.actions import CancelOrder, MoneyAction, RefundComponents
from counterfoil.domain.choices import Reason
from counterfoil.domain.digests import parse
from counterfoil.domain.errors import CanonicalError, NotFoundError
from counterfoil.domain.ids import ComponentId, OrderId, ParkingId, PaymentId
from counterfoil.domain.orders import Order
from counterfoil.domain.rules import Rules
from counterfoil.gate import payments
from counterfoil.gate.payments import Seen
from counterfoil.gate.sealing import Priced, Request, seal
from counterfoil.policy.calendar import day
from counterfoil.policy.owed import Refused, owed
from counterfoil.policy.payments import split
from counterfoil.ports.entropy import Entropy
from counterfoil.ports.payment_reads import PaymentReads
from counterfoil.ports.store import ParkedAction, Rows, Store


class NoQuote(Enum):
    """Why the executor refuses to price an action, beside what policy says."""

    UNVERIFIED = "UNVERIFIED"  # nobody verified asked for it
    WITHDRAWN = "WITHDRAWN"  # the author took the request back before it was priced
    NOT_OWN_ORDER = "NOT_OWN_ORDER"  # the order is not the author's, or does not exist


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoting:
    """What the executor quotes with."""

    store: Store
    reads: PaymentReads
    rules: Rules
    entropy: Entropy


def quote(tools: Quoting, parking: ParkingId, ordinal: int) -> str:
    """Price one money action of a plan: "" when it now waits for persons, else the reason why it was refused.

    ProviderError when the provider can't be reached: nothing was written and the action stays unquoted.
    """
    with tools.store.read() as rows:
        parked = rows.parked(parking)
        if parked is None:
            raise NotFoundError(f"there is no plan {parking}")
        action = money_action(parked.actions[ordinal])
        order = rows.order(action.order)
    seen = payments.look(tools.reads, order.payments if order else ())
    with tools.store.write() as rows:
        message = rows.message(parked.message)
        address = (message.verified_address if message else None) or ""
        request = Request(parked=parked, ordinal=ordinal, action=action, address=address)
        return _quote(tools, rows, request, seen)


def money_action(parked: ParkedAction) -> MoneyAction:
    """The action that a parked row's canonical text spells; CanonicalError for any other."""
    match parse(parked.body):
        case {"kind": "CancelOrder", "order": str(order)}:
            return CancelOrder(order=OrderId(order))
        case {"kind": "RefundComponents", "order": str(order), "components": list(parts), "reason": str(reason)}:
            components = tuple(ComponentId(str(part)) for part in parts)
            return RefundComponents(order=OrderId(order), components=components, reason=Reason(reason))
        case _:
            raise CanonicalError("not a money action")


def _quote(tools: Quoting, rows: Rows, request: Request, seen: dict[PaymentId, Seen]) -> str:
    order = rows.order(request.action.order)
    if not request.address:
        result: Priced | str = NoQuote.UNVERIFIED.value
    elif rows.withdrawn_after(request.parked.message):
        result = NoQuote.WITHDRAWN.value
    elif order is None or order.customer != request.address:
        result = NoQuote.NOT_OWN_ORDER.value
    else:
        result = _price(tools, rows, payments.record(rows, order, seen, tools.store.installation), request)
    if isinstance(result, str):
        rows.add_quote(request.parked.parking, request.ordinal, result, 0)
        return result
    seal(tools.store.installation, rows, request, result, tools.entropy)
    return ""


def _price(tools: Quoting, rows: Rows, order: Order, request: Request) -> Priced | str:
    found = owed(order, request.action, rows.allocated(order.order), tools.rules, day(rows.now(), tools.rules.zone))
    if isinstance(found, Refused):
        return found.reason.value
    ours = {row.payment: rows.refunded_by_us(row.payment) for row in order.payments}
    parts = split(order, found, ours)
    if isinstance(parts, Refused):
        return parts.reason.value
    return Priced(
        order=order,
        owed=found,
        parts=parts,
        refunded_by_us=ours,
        provider=tools.reads.provider,
        mode=tools.reads.mode,
        expires_at=rows.now() + tools.rules.expires_after,
    )
