"""What single clauses name: lines, whole orders, everything, or something that can't be placed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from counterfoil.brain import numbers, words
from counterfoil.brain.intent import Said
from counterfoil.brain.titles import Found, Line, find
from counterfoil.domain.orders import Order

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


@dataclass(slots=True)
class Gathered:
    """What the clauses named so far."""

    lines: dict[int, set[int]] = field(default_factory=dict)  # component indexes by order index
    whole: set[int] = field(default_factory=set)  # orders meant whole
    everything: bool = False  # "everything", of no order in particular
    excepted: bool = False  # "everything but ...": the lines are what is left
    doubt: bool = False  # something can't be told apart
    unmatched: bool = False  # a thing that is none of the lines


def gather(said: Sequence[Said], orders: Sequence[Order], lines: Sequence[Line]) -> Gathered:
    """All that the clauses name of `lines`. After an order's number, the lines are that order's until the next one."""
    found = Gathered()
    here: tuple[int, ...] = ()
    for item in said:
        text = item.clause.text
        own = numbers.named(text, orders)
        here = own or here
        within = [line for line in lines if line.order in here] if here else list(lines)
        _take(found, text, within, own)
    return found


def _take(found: Gathered, text: str, lines: Sequence[Line], own: tuple[int, ...]) -> None:
    wanted, spared = _divide(text)
    hit = find(_ASIDE.sub(" ; ", wanted), lines)
    found.doubt |= hit.doubt or _doubtful(wanted, hit, lines, own)
    if words.WHOLE.search(wanted):
        found.everything = True
        _spare(found, find(spared, lines), lines, own, excepted=bool(spared))
        return
    for order, index in hit.lines:
        found.lines.setdefault(order, set()).add(index)
    if not hit.lines:
        _take_other(found, text, own)


def _take_other(found: Gathered, text: str, own: tuple[int, ...]) -> None:
    """A clause that names no line: the whole order, something else, or nothing."""
    if _WHOLE_ORDER.search(text) or (own and _DIRECT.search(text)):
        found.whole |= set(own)
        found.everything |= not own
    elif _ONE.search(text):
        found.doubt = True
    elif words.SOME_ITEMS.search(text) or _SOMETHING.search(text):
        found.unmatched = True


def _doubtful(text: str, hit: Found, lines: Sequence[Line], own: tuple[int, ...]) -> bool:
    """A part of a line, one thing or another, a thing that is spoken of beside, or one that is none of the lines."""
    if words.PART_OF_LINE.search(text) or (_OR.search(text) and len(hit.lines) + len(own) > 1):
        return True
    beside = " ; ".join(_ASIDE.findall(text))
    everything = words.WHOLE.search(text)
    return bool(find(beside, lines).lines) or (bool(hit.lines) and not everything and _left_out(text, lines))


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


def _spare(found: Gathered, kept: Found, lines: Sequence[Line], own: tuple[int, ...], *, excepted: bool) -> None:
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
