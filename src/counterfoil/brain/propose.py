"""Turns a Choice into actions, an ask-back or a hand-over. The choice is not trusted: every index and id is checked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from counterfoil.domain.actions import CancelOrder, HandOver, MoneyAction, RefundComponents
from counterfoil.domain.answers import Draft, Line, line
from counterfoil.domain.choices import Choice, Intent, OrderChoice, Reason
from counterfoil.domain.ids import ComponentId, OrderId
from counterfoil.domain.knowledge import Hit
from counterfoil.domain.orders import ComponentKind, Order
from counterfoil.domain.proposals import Evidence
from counterfoil.domain.templates import template
from counterfoil.domain.texts import Reading, SpanAuthor
from counterfoil.domain.tickets import Message

MOST_OPTIONS = 10  # orders that an ask-back lists; a customer with more is asked by a person


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What should follow from a message. At most one of `money` and `ask_back` holds something."""

    money: tuple[MoneyAction, ...] = ()  # one an order, rising by the orders shown; not yet checked by policy
    ask_back: Draft | None = None
    hand_over: tuple[HandOver, ...] = ()  # without repeats
    status: tuple[OrderId, ...] = ()  # own orders whose state was asked for
    withdraws: bool = False  # a verified author takes a request back
    evidence: tuple[Evidence, ...] = ()  # all of the requester's own words


def propose(
    choice: Choice, message: Message, reading: Reading, orders: Sequence[Order], hits: Sequence[Hit]
) -> Proposed:
    """What `choice` comes to for the author's own `orders`.

    Nothing that was not shown can come out: an index out of range, unsorted or repeated, or a block that is not among
    `hits`, voids the whole choice and hands over. An unverified author is never asked back and never gets a proposal.
    """
    evidence = _evidence(reading)
    if not sound(choice, orders, hits):
        return Proposed(hand_over=(HandOver.UNCLEAR,), evidence=evidence)
    person = (HandOver.WANTS_PERSON,) if choice.wants_person else ()
    if _of_an_account(choice) and message.verified_address is None:
        return Proposed(hand_over=(*person, HandOver.UNVERIFIED), evidence=evidence)
    found = _by_intent(choice, orders)
    if person:
        found = Proposed(withdraws=found.withdraws, status=found.status, hand_over=(*person, *found.hand_over))
    return replace(found, evidence=evidence)


def _of_an_account(choice: Choice) -> bool:
    """Whether only the owner of an account may hear more than a quoted rule."""
    if choice.intent is Intent.STATUS:
        return not choice.blocks
    return choice.intent in (Intent.ASKS_FOR, Intent.WITHDRAWS)


def sound(choice: Choice, orders: Sequence[Order], hits: Sequence[Hit]) -> bool:
    """Whether `choice` names only what was shown: `orders` by rising index and blocks of `hits`, nothing twice."""
    shown = {hit.block.block for hit in hits}
    blocks = choice.blocks
    if len(set(blocks)) != len(blocks) or not set(blocks) <= shown:
        return False
    if not _rising(tuple(picked.order for picked in choice.orders), len(orders)):
        return False
    return all(_rising(picked.components, len(orders[picked.order].components)) for picked in choice.orders)


def _rising(indexes: tuple[int, ...], count: int) -> bool:
    in_range = all(type(index) is int and 0 <= index < count for index in indexes)
    return in_range and all(before < after for before, after in pairwise(indexes))


def _by_intent(choice: Choice, orders: Sequence[Order]) -> Proposed:
    if choice.intent is Intent.ASKS_FOR:
        return _asked_for(choice, orders)
    if choice.intent is Intent.STATUS:
        return _status(choice, orders)
    if choice.intent is Intent.WITHDRAWS:
        return Proposed(withdraws=True)
    if choice.intent is Intent.UNCLEAR:
        return Proposed(hand_over=(HandOver.UNCLEAR,))
    return Proposed(hand_over=() if choice.blocks else (HandOver.NO_ANSWER,))


def _asked_for(choice: Choice, orders: Sequence[Order]) -> Proposed:
    if not choice.orders:
        return _which_order(orders)
    if choice.items_unclear:
        return _which_items(choice, orders)
    cancelled = [picked for picked in choice.orders if choice.cancels or picked.cancels]
    if not all(_whole(picked, orders[picked.order]) for picked in cancelled):
        return Proposed(hand_over=(HandOver.NOT_SUPPORTED,))
    return Proposed(money=tuple(_action(choice, picked, orders[picked.order]) for picked in choice.orders))


def _action(choice: Choice, picked: OrderChoice, order: Order) -> MoneyAction:
    if choice.cancels or picked.cancels:
        return CancelOrder(order=order.order)
    components = _components(picked, order)
    reason = Reason.CHANGED_MIND if choice.reason is Reason.NOT_SHIPPED else choice.reason
    return RefundComponents(order=order.order, components=components, reason=reason)


def _components(picked: OrderChoice, order: Order) -> tuple[ComponentId, ...]:
    """The components picked; of a whole order its lines, for shipping and tax follow by rule."""
    lines = [part.component for part in order.components if part.kind is ComponentKind.LINE]
    named = [order.components[index].component for index in picked.components]
    return tuple(sorted(named or lines or [part.component for part in order.components]))


def _whole(picked: OrderChoice, order: Order) -> bool:
    lines = {index for index, part in enumerate(order.components) if part.kind is ComponentKind.LINE}
    return not picked.components or lines <= set(picked.components)


def _which_order(orders: Sequence[Order]) -> Proposed:
    """Ask among several own orders; with one it is the item that is unclear; with none a person looks."""
    if not orders or len(orders) > MOST_OPTIONS:
        return Proposed(hand_over=(HandOver.UNCLEAR,))
    if len(orders) == 1:
        return Proposed(ask_back=_draft(line(template("ask_item", "en"), order=orders[0].order)))
    options = [
        line(template("ask_order_option", "en"), ordinal=ordinal, order=order.order, placed=order.placed_on)
        for ordinal, order in enumerate(orders, 1)
    ]
    return Proposed(ask_back=_draft(line(template("ask_order", "en")), *options))


def _which_items(choice: Choice, orders: Sequence[Order]) -> Proposed:
    questions = [line(template("ask_item", "en"), order=orders[picked.order].order) for picked in choice.orders]
    return Proposed(ask_back=_draft(*questions))


def _draft(*lines: Line) -> Draft:
    return Draft(pieces=lines)


def _status(choice: Choice, orders: Sequence[Order]) -> Proposed:
    picked = [orders[chosen.order] for chosen in choice.orders] or (list(orders) if len(orders) == 1 else [])
    missing = (HandOver.UNCLEAR,) if choice.reason is Reason.NOT_RECEIVED else ()
    answered = bool(picked or choice.blocks)
    return Proposed(
        status=tuple(order.order for order in picked), hand_over=missing if answered else (HandOver.NO_ANSWER,)
    )


def _evidence(reading: Reading) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(start=span.start, end=span.end, text=reading.text[span.start : span.end])
        for span in reading.spans
        if span.author is SpanAuthor.REQUESTER
    )
