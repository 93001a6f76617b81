"""Which orders and lines a message means: by their own numbers and titles, or none when it can't be told."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from counterfoil.brain import numbers
from counterfoil.brain.gathering import Gathered, gather
from counterfoil.brain.intent import Act, Said
from counterfoil.brain.kinds import ASKING, Kind, sort
from counterfoil.brain.titles import Line, lines_of
from counterfoil.domain.choices import OrderChoice
from counterfoil.domain.orders import Order, OrderStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """The orders meant. `items_unclear`: these orders, but not told which of their lines."""

    orders: tuple[OrderChoice, ...] = ()
    items_unclear: bool = False


def meant(said: Sequence[Said], subject: Sequence[Said], orders: Sequence[Order]) -> Meant:
    """What the clauses that ask point at; the other clauses help only where these name nothing.

    Cancellations and returns are told apart first. Where one of them can't be placed, or both name the same order,
    nothing of the message is.
    """
    if not orders or any(numbers.foreign(item.clause.text, orders) for item in [*said, *subject]):
        return Meant()
    kinds = sort(said) or {Kind.BACK: []}
    found = [
        _meant([item for item in said if item in asked or item.act not in ASKING], subject, orders, kind)
        for kind, asked in kinds.items()
    ]
    picked = [chosen for part in found for chosen in part.orders]
    apart = len({chosen.order for chosen in picked}) == len(picked)
    if not apart or not all(part.orders for part in found):
        return Meant()
    return Meant(
        orders=tuple(sorted(picked, key=lambda chosen: chosen.order)),
        items_unclear=any(part.items_unclear for part in found),
    )


def _meant(said: Sequence[Said], subject: Sequence[Said], orders: Sequence[Order], kind: Kind) -> Meant:
    named = _named(said, orders) or _named(subject, orders)
    candidates = named or _fitting(orders, kind)
    lines = [line for line in lines_of(orders) if line.order in candidates]
    asked = gather([item for item in said if item.act in ASKING], orders, lines)
    if not (asked.lines or asked.everything or asked.whole or asked.doubt):
        more = _elsewhere(said, subject, orders, lines)
        asked.lines, asked.doubt = more.lines, more.doubt
    asked.doubt |= _kept(said, orders, lines, asked)
    found = _settle(asked, orders, candidates, bool(named))
    cancels = kind is Kind.CANCEL
    return replace(found, orders=tuple(replace(chosen, cancels=cancels) for chosen in found.orders))


def _kept(said: Sequence[Said], orders: Sequence[Order], lines: Sequence[Line], asked: Gathered) -> bool:
    """Whether a line that is asked for is also named as one that stays."""
    kept = gather([item for item in said if item.act is Act.KEEP], orders, lines).lines
    return any(indexes & kept.get(order, set()) for order, indexes in asked.lines.items())


def _elsewhere(
    said: Sequence[Said], subject: Sequence[Said], orders: Sequence[Order], lines: Sequence[Line]
) -> Gathered:
    """What the plain clauses name; the subject only where these name nothing."""
    plain = gather([item for item in said if item.act is Act.PLAIN], orders, lines)
    return plain if plain.lines or plain.doubt else gather(subject, orders, lines)


def _named(said: Sequence[Said], orders: Sequence[Order]) -> tuple[int, ...]:
    """Orders whose numbers stand in clauses that ask, else anywhere but in what is kept."""
    for acts in (ASKING, frozenset(Act) - {Act.KEEP}):
        found = [index for item in said if item.act in acts for index in numbers.named(item.clause.text, orders)]
        if found:
            return tuple(dict.fromkeys(found))
    return ()


def _fitting(orders: Sequence[Order], kind: Kind) -> tuple[int, ...]:
    """Orders in the state that a cancellation or a return needs; all when none is."""
    wanted = OrderStatus.PENDING if kind is Kind.CANCEL else OrderStatus.DELIVERED
    fitting = tuple(index for index, order in enumerate(orders) if order.status is wanted)
    return fitting or tuple(range(len(orders)))


def _settle(found: Gathered, orders: Sequence[Order], candidates: tuple[int, ...], numbered: bool) -> Meant:
    if found.doubt or (found.everything and found.lines and not found.excepted):
        return _unclear(candidates, numbered)
    if found.lines or found.whole:
        return _chosen(found, candidates, numbered)
    if found.unmatched or len(candidates) != 1:
        return _whole(candidates) if numbered and found.everything else _unclear(candidates, numbered)
    order = candidates[0]
    single = len([line for line in lines_of(orders) if line.order == order]) == 1
    return _whole(candidates) if found.everything or single else _unclear(candidates, numbered)


def _chosen(found: Gathered, candidates: tuple[int, ...], numbered: bool) -> Meant:
    chosen = {order: tuple(sorted(indexes)) for order, indexes in found.lines.items()}
    chosen |= dict.fromkeys(found.whole, ())
    if numbered and set(chosen) != set(candidates):
        return _unclear(candidates, numbered)
    if not numbered and len(chosen) > 1:
        return Meant()
    return Meant(orders=tuple(OrderChoice(order=order, components=chosen[order]) for order in sorted(chosen)))


def _whole(candidates: tuple[int, ...]) -> Meant:
    return Meant(orders=tuple(OrderChoice(order=order, components=()) for order in sorted(candidates)))


def _unclear(candidates: tuple[int, ...], numbered: bool) -> Meant:
    if not numbered and len(candidates) != 1:
        return Meant()
    return Meant(orders=_whole(candidates).orders, items_unclear=True)
