"""What a planted violation is: the steps that must pass, the one that must be refused, and by which words."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.unit.store.story import Story

Step = Callable[[Story], object]

KEYS = "FOREIGN KEY constraint failed"


def nothing(_: Story) -> None:
    """No steps before the violation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """One violation. `table` is where it is planted; `why` is part of the database's own words."""

    table: str
    bad: Step
    why: str
    before: Step = nothing


def planted(table: str, bad: Step, why: str, before: Step = nothing) -> Planted:
    """A violation, short to write."""
    return Planted(table=table, bad=bad, why=why, before=before)


def check(expression: str) -> str:
    """The words of a CHECK whose expression contains this."""
    return f"CHECK constraint failed: {expression}"
