"""Order numbers in a message: only the shown orders' own numbers count, and one that is not among them is noticed."""

import re
from collections.abc import Sequence

from counterfoil.brain.clauses import fold
from counterfoil.domain.orders import Order

_LOOKALIKE = re.compile(r"#\s?[a-z]{0,4}-?\d{3,}[a-z0-9-]*|(?<!\w)[a-z]{1,4}-\d{3,}(?![\w])")
_AFTER_WORD = re.compile(r"(?<!\w)order(?:s)?(?: (?:number|no\.?|nr\.?|id))?[:# ]{1,3}([a-z]{0,4}-?\d{3,}[a-z0-9-]*)")


def named(clause: str, orders: Sequence[Order]) -> tuple[int, ...]:
    """The indexes of the orders whose number stands in the folded clause, in the order they are named."""
    places = [(place, index) for index, order in enumerate(orders) if (place := _find(clause, order)) is not None]
    return tuple(index for _, index in sorted(places))


def foreign(text: str, orders: Sequence[Order]) -> bool:
    """Whether folded `text` names something that looks like an order number and is none of these orders'."""
    own = {_bare(order.order) for order in orders}
    seen = {found.group() for found in _LOOKALIKE.finditer(text)} | {found[1] for found in _AFTER_WORD.finditer(text)}
    shapes = {_shape(number) for number in own}
    alike = {
        word for word in re.findall(r"[a-z0-9-]+", text) if any(c.isdigit() for c in word) and _shape(word) in shapes
    }
    if not any(re.search("[a-z]", shape) for shape in shapes):
        alike = set()  # plain figures are too common to be taken for order numbers
    return any(_bare(number) not in own for number in seen | alike)


def _find(clause: str, order: Order) -> int | None:
    found = re.search(rf"(?<![\w-])#?{re.escape(_bare(order.order))}(?![\w]|-\w)", clause)
    return found.start() if found else None


def _bare(number: str) -> str:
    return fold(number).strip("# ")


def _shape(number: str) -> str:
    return re.sub(r"\d", "0", number)
