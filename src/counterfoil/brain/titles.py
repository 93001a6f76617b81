"""Matches the words of a clause with the titles and options of order lines. The titles are the shop's own words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from counterfoil.brain.words import listed
from counterfoil.domain.orders import Component, ComponentKind, Order

_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?")
_WORD_OR_MARK = re.compile(rf"{_WORD.pattern}|[,;:.(){{}}/]")
_SMALL = listed("a an the of for with and in on to by")
_BEFORE = listed(  # words that may stand before the noun of a title without naming another thing
    """a an the my our this that these those both all two three four five six seven eight nine ten one of and or
    new old other first second third beautiful lovely nice broken damaged faulty defective wrong unused unopened
    unwanted return refund cancel returning back only also for whole entire same said mentioned just please her his
    their its your wonderful expensive cheap big small little large heavy light single pair sets set get give take send
    from extra
    """
)
_UNITS = listed("mm cm m km in inch ml cl l g kg oz lb w v")
_PLURAL_ENDS = (("ies", "y"), ("ves", "f"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of an order by its index among the order's components, with its words."""

    order: int
    index: int
    quantity: int
    title: tuple[str, ...]  # stems up to the first comma, without numbers; the last one is the noun
    options: frozenset[str]
    plural: bool  # the title itself is in the plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a clause names. `doubt`: it names something that can't be told apart, or a part of a line."""

    lines: frozenset[tuple[int, int]] = frozenset()  # order index, component index
    doubt: bool = False


def tokens(text: str) -> tuple[str, ...]:
    """The words of folded text."""
    return tuple(_WORD.findall(text))


def stem(word: str) -> str:
    """The singular of an English noun, roughly; the same for a word and its plural."""
    bare = word.removesuffix("'s")
    for plural, singular in _PLURAL_ENDS:
        if len(bare) > len(plural) + 1 and bare.endswith(plural):
            return bare.removesuffix(plural) + singular
    if len(bare) > 3 and bare.endswith("s") and not bare.endswith(("ss", "us", "is")):
        return bare[:-1]
    return bare


def lines_of(orders: Sequence[Order]) -> tuple[Line, ...]:
    """Every goods line of the orders."""
    return tuple(
        _line(place, index, part)
        for place, order in enumerate(orders)
        for index, part in enumerate(order.components)
        if part.kind is ComponentKind.LINE
    )


def find(clause: str, lines: Sequence[Line]) -> Found:
    """The lines that the clause names: by whole title, by its noun, or by an option that only one line has."""
    words = tuple(_WORD_OR_MARK.findall(clause))
    stems = tuple(stem(word) for word in words)
    found: set[tuple[int, int]] = set()
    doubt = False
    for position in range(len(words)):
        named = [line for line in lines if _names(line, words, stems, position)]
        if named:
            best = _best(named, stems, position)
            plural = words[position] != stems[position]
            doubt |= _doubtful(best, plural)
            found |= {(line.order, line.index) for line in best}
    if not found:
        found = _by_option(stems, lines)
    return Found(lines=frozenset(found), doubt=doubt)


def _line(place: int, index: int, part: Component) -> Line:
    title = tokens(part.title.lower().split(",")[0])
    named = [word for word in title if not any(char.isdigit() for char in word) and word not in _SMALL | _UNITS]
    nouns = named or list(title) or [""]
    rest = tokens(f"{part.options} {part.title.lower().partition(',')[2]}".lower())
    options = frozenset(stem(word) for word in rest if word not in _SMALL) - {stem(word) for word in nouns}
    return Line(
        order=place,
        index=index,
        quantity=part.quantity,
        title=tuple(stem(word) for word in nouns),
        options=options,
        plural=stem(nouns[-1]) != nouns[-1],
    )


def _names(line: Line, words: Sequence[str], stems: Sequence[str], position: int) -> bool:
    """Whether the noun of the title stands at `position`, with nothing before it that would make it another thing."""
    if stems[position] != line.title[-1]:
        return False
    if len(line.title) > 1 and _run(line.title, stems, position):
        return True
    if position + 1 < len(words) and stems[position + 1] in _COMPOUND:
        return False
    if position == 0:
        return True
    before, word = stems[position - 1], words[position - 1]
    return before in line.title or before in line.options or word in _BEFORE or not word.isalpha()


_COMPOUND = frozenset({"cover", "case", "bag", "box", "stand", "cleaner", "lid", "repair"})


def _run(title: Sequence[str], stems: Sequence[str], position: int) -> bool:
    start = position - len(title) + 1
    return start >= 0 and tuple(stems[start : position + 1]) == tuple(title)


def _best(named: Sequence[Line], stems: Sequence[str], position: int) -> list[Line]:
    """Those of `named` that most words near the noun speak for."""
    near = frozenset(stems[max(0, position - 6) : position + 9])
    close = frozenset(stems[max(0, position - 2) : position])

    def score(line: Line) -> tuple[int, int, int]:
        run = len(line.title) if _run(line.title, stems, position) else 0
        return (run, len(near & (frozenset(line.title) | line.options)), len(close & line.options))

    top = max(score(line) for line in named)
    return [line for line in named if score(line) == top]


def _doubtful(best: Sequence[Line], plural: bool) -> bool:
    """Several lines that nothing tells apart, or one piece of a line of several."""
    if len(best) > 1:
        same_order = len({line.order for line in best}) == 1
        return not (plural and same_order)
    return best[0].quantity > 1 and not plural and not best[0].plural


def _by_option(stems: Sequence[str], lines: Sequence[Line]) -> set[tuple[int, int]]:
    """The line that an option names ("the terracotta ones"), if just one line has that option."""
    if not {"one", "colour", "color", "size", "version"} & set(stems):
        return set()
    having = {(line.order, line.index) for line in lines if line.options & (set(stems) - _BEFORE)}
    return having if len(having) == 1 else set()
