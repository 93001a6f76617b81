"""Which orders and lines a message means: by their own numbers and titles, or none when it can't be told."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from counterfoil.brain import numbers, words
from counterfoil.brain.intent import Act, Said
from counterfoil.brain.kinds import ASKING, Kind, sort
from counterfoil.brain.titles import Found, Line, find, lines_of
from counterfoil.domain.choices import OrderChoice
from counterfoil.domain.orders import Order, OrderStatus

_WHOLE_ORDER = re.compile(
    r"(?:return|refund|cancel|stop|back|take back|reimburse|money|off)(?: back| for| of| on| me)*"
    r"(?: (?:my|our|the|this|that|pending|recent|latest|last|new|whole|entire|complete|full))*"
    r"(?: order| purchase| delivery)(?! (?:was|is|has))"
)
_DIRECT = re.compile(
    r"(?:return|refund|cancel|stop|back|for)(?: for| of)? (?:order )?(?:number |no\.? )?#?[a-z]*-?\d{3,}"
)

_ONE = re.compile(
    r"(?<!\w)(?:this|that|the|these|those) (?:[\w'-]+ ){0,2}ones?(?!\w)"
)  # points at what it does not name
_SOMETHING = re.compile(  # an object that is neither one of the lines nor a word for the order or the money
    r"(?<!\w)(?:for|of|return|cancel|refund|reimburse|back|off) (?:the|my|our|this|that|these|those|an?) "
    r"(?!(?:[\w'-]+ ){0,2}(?:orders?|purchases?|money|refund|cash|payment|amount|price|cost|total|parcel|package"
    r"|delivery|shipment|stuff|goods|return|cancellation|reimbursement|reason|card|account|credit|paypal|way|time|days?)(?!\w))"
    r"[\w'-]+"
)
_OR = re.compile(r"(?<!\w)(?:or|either|whichever)(?!\w)")
_ASIDE = re.compile(  # things that are spoken of beside what is asked for
    r"(?<!\w)(?:with|like|unlike|than|matching|beside|next to|that|which) "
    r"(?:the|my|our|your|i|we|came|goes|go|is|was|are)(?: [\w'-]+){1,6}"
)
_LIST = re.compile(r",|;|:|/|(?<!\w)(?:and|plus|or|from|as well as|along with)(?!\w)|\.$")
_THING = re.compile(  # a short noun phrase that isn't about the order, the money or the payment
    r"(?:(?:also|both|and) )*(?:the|my|our|this|that|these|those|an?|one|two|three)"
    r"(?! (?:order|refund|money|reason|whole|entire|full|rest|amount|price|card|account|payment|original|same|parcel"
    r"|credit|gift|paypal|only|day|days|week|weeks|month|two|three|others?|return|cancellation|number)s?(?!\w))"
    r"(?: [\w'-]+){1,3}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """The orders meant. `items_unclear`: these orders, but not told which of their lines."""

    orders: tuple[OrderChoice, ...] = ()
    items_unclear: bool = False


@dataclass(slots=True)
class _Gathered:
    lines: dict[int, set[int]] = field(default_factory=dict)
    whole: set[int] = field(default_factory=set)
    named: list[int] = field(default_factory=list)
    everything: bool = False
    doubt: bool = False
    unmatched: bool = False
    excepted: bool = False


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
    asked = _gather([item for item in said if item.act in ASKING], orders, lines)
    if not (asked.lines or asked.everything or asked.whole or asked.doubt):
        more = _elsewhere(said, subject, orders, lines)
        asked.lines, asked.doubt = more.lines, more.doubt
    found = _settle(asked, orders, candidates, bool(named))
    cancels = kind is Kind.CANCEL
    return replace(found, orders=tuple(replace(chosen, cancels=cancels) for chosen in found.orders))


def _elsewhere(
    said: Sequence[Said], subject: Sequence[Said], orders: Sequence[Order], lines: Sequence[Line]
) -> _Gathered:
    """What the plain clauses name; the subject only where these name nothing."""
    plain = _gather([item for item in said if item.act is Act.PLAIN], orders, lines)
    return plain if plain.lines or plain.doubt else _gather(subject, orders, lines)


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


def _gather(said: Sequence[Said], orders: Sequence[Order], lines: Sequence[Line]) -> _Gathered:
    found = _Gathered()
    here: tuple[int, ...] = ()
    for item in said:
        text = item.clause.text
        own = numbers.named(text, orders)
        here = own or here
        within = [line for line in lines if line.order in here] if here else list(lines)
        _take(found, text, within, own)
    return found


def _take(found: _Gathered, text: str, lines: Sequence[Line], own: tuple[int, ...]) -> None:
    wanted, spared = _divide(text)
    named, beside = _ASIDE.sub(" ; ", wanted), " ; ".join(_ASIDE.findall(wanted))
    hit = find(named, lines)
    found.doubt |= bool(find(beside, lines).lines) or (_OR.search(text) is not None and len(hit.lines) + len(own) > 1)
    found.doubt |= hit.doubt or bool(words.PART_OF_LINE.search(wanted))
    found.named += own
    if words.WHOLE.search(wanted):
        found.everything = True
        _spare(found, find(spared, lines), lines, own, excepted=bool(spared))
        return
    found.doubt |= bool(hit.lines) and _left_out(wanted, lines)
    for order, index in hit.lines:
        found.lines.setdefault(order, set()).add(index)
    if hit.lines:
        return
    if _WHOLE_ORDER.search(text) or (own and _direct(text)):
        found.whole |= set(own)
        found.everything |= not own
    elif _ONE.search(text):
        found.doubt = True
    elif words.SOME_ITEMS.search(text) or _SOMETHING.search(text):
        found.unmatched = True


def _left_out(text: str, lines: Sequence[Line]) -> bool:
    """Whether a list that names some lines also names a thing that none of them is."""
    items = [item.strip() for item in _LIST.split(text)]
    return any(_THING.fullmatch(item) and not find(item, lines).lines for item in items)


def _divide(text: str) -> tuple[str, str]:
    """The part before and the part after "except"; "everything but" itself says everything."""
    cut = words.EXCEPT.search(text)
    if not cut:
        return text, ""
    return text[: cut.start()] + (" everything" if cut.group().endswith(" but") else ""), text[cut.end() :]


def _spare(found: _Gathered, kept: Found, lines: Sequence[Line], own: tuple[int, ...], *, excepted: bool) -> None:
    if not excepted:
        found.whole |= set(own)
        return
    found.excepted = True
    if not kept.lines or kept.doubt:
        found.doubt = True
    spared_orders = {order for order, _ in kept.lines}
    for line in lines:
        if line.order in spared_orders and (line.order, line.index) not in kept.lines:
            found.lines.setdefault(line.order, set()).add(line.index)


def _direct(text: str) -> bool:
    """Whether a verb takes the order number as its object: "return LL-1044", and nothing between."""
    return bool(_DIRECT.search(text))


def _settle(found: _Gathered, orders: Sequence[Order], candidates: tuple[int, ...], numbered: bool) -> Meant:
    if found.doubt or (found.everything and found.lines and not found.excepted):
        return _unclear(candidates, numbered)
    if found.lines or found.whole:
        return _chosen(found, candidates, numbered)
    if found.unmatched or len(candidates) != 1:
        return _whole(candidates) if numbered and found.everything else _unclear(candidates, numbered)
    order = candidates[0]
    single = len([line for line in lines_of(orders) if line.order == order]) == 1
    return _whole(candidates) if found.everything or single else _unclear(candidates, numbered)


def _chosen(found: _Gathered, candidates: tuple[int, ...], numbered: bool) -> Meant:
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
