"""Whether a clause that asks wants a cancellation before shipping or something back."""

from collections.abc import Sequence
from enum import Enum

from counterfoil.brain import asking
from counterfoil.brain.intent import Act, Said

ASKING = frozenset({Act.REQUEST, Act.PLEA})


class Kind(Enum):
    """What a clause asks for."""

    CANCEL = "CANCEL"
    BACK = "BACK"  # a return, or money for something that was delivered


def sort(said: Sequence[Said]) -> dict[Kind, list[Said]]:
    """The clauses that ask, by kind. One that says neither is of the kind before it, else of the one after it."""
    asking_clauses = [item for item in said if item.act in ASKING]
    kinds = [_kind(item.clause.text) for item in asking_clauses]
    first = next((kind for kind in kinds if kind), Kind.BACK)
    found: dict[Kind, list[Said]] = {}
    for item, kind in zip(asking_clauses, kinds, strict=True):
        first = kind or first
        found.setdefault(first, []).append(item)
    return found


def _kind(text: str) -> Kind | None:
    if asking.GIVE_BACK.search(text):
        return Kind.BACK
    return Kind.CANCEL if asking.CANCEL.search(text) else None
