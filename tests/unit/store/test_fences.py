"""Each fence refuses a violation planted straight into the database, for its own reason. The steps before it pass."""

import re
import sqlite3

import pytest

from tests.unit.store.catalogue import VIOLATIONS
from tests.unit.store.story import Story, opened


@pytest.fixture(scope="module")
def world() -> Story:
    """The refunds that the violations speak of. Never changed: each test takes a copy."""
    return opened()


def words(why: str) -> str:
    """A pattern for the database's words; a bar separates alternatives."""
    return "|".join(re.escape(part) for part in why.split("|"))


@pytest.mark.parametrize("name", VIOLATIONS)
def test_planted_violation_is_refused(world: Story, name: str) -> None:
    """The steps before it pass; the violation is refused in the words of its own fence and leaves no row."""
    case, desk = VIOLATIONS[name], Story.copy(world)
    case.before(desk)
    rows = desk.value(f"SELECT count(*) FROM {case.table}")
    with pytest.raises(sqlite3.Error, match=words(case.why)):
        case.bad(desk)
    assert desk.value(f"SELECT count(*) FROM {case.table}") == rows
