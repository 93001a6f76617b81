"""Puts the answer together: whole blocks and locked templates, and nothing else."""

from collections.abc import Iterator, Sequence

from counterfoil.brain.propose import Proposed, sound
from counterfoil.domain.answers import Draft, Line, Quote, line, quote
from counterfoil.domain.choices import Choice, Intent
from counterfoil.domain.knowledge import Hit
from counterfoil.domain.orders import Order, OrderStatus
from counterfoil.domain.templates import template


def compose(choice: Choice, proposed: Proposed, hits: Sequence[Hit], orders: Sequence[Order], language: str) -> Draft:
    """The one answer to a message, an ask-back included when `proposed` holds one.

    Quotes only chosen blocks that are among `hits`; names only orders of `orders`. An unsound choice is not quoted at
    all. `proposed.money` must hold what policy has left of it: each order there is confirmed to the customer as passed
    on. Templates that `language` lacks come in English.
    """
    blocks = _quotes(choice, hits) if sound(choice, orders, hits) else ()
    pieces: list[Quote | Line] = []
    if blocks:
        pieces += [line(template("answer_intro", language)), *blocks]
        pieces += [line(template("general_rule", language))] if _own_case(choice, proposed) else []
    pieces += _record(proposed, orders, language)
    pieces += proposed.ask_back.pieces if proposed.ask_back else ()
    if proposed.hand_over or not pieces:
        pieces.append(line(template("hand_over", language)))
    return Draft(pieces=(*pieces, line(template("automated", language))))


def _quotes(choice: Choice, hits: Sequence[Hit]) -> tuple[Quote, ...]:
    shown = {hit.block.block: hit.block for hit in hits}
    return tuple(quote(shown[block]) for block in choice.blocks)


def _own_case(choice: Choice, proposed: Proposed) -> bool:
    """Whether the message is about the customer's own order, so that a rule must not read like a promise."""
    return bool(proposed.money or proposed.ask_back) or choice.intent in (Intent.ASKS_FOR, Intent.STATUS)


def _record(proposed: Proposed, orders: Sequence[Order], language: str) -> Iterator[Line]:
    own = {order.order: order for order in orders}
    for action in proposed.money:
        if action.order in own:
            yield line(template("request_received", language), order=action.order)
    if proposed.withdraws:
        yield line(template("withdrawal_received", language))
    for number in proposed.status:
        if number in own:
            yield _status(own[number], language)


def _status(order: Order, language: str) -> Line:
    if order.status is OrderStatus.DELIVERED and order.delivered_on is not None:
        return line(template("status_delivered", language), order=order.order, delivered=order.delivered_on)
    names = {
        OrderStatus.PENDING: "status_pending",
        OrderStatus.SHIPPED: "status_shipped",
        OrderStatus.DELIVERED: "status_shipped",
        OrderStatus.CANCELLED: "status_cancelled",
    }
    return line(template(names[order.status], language), order=order.order)
