"""Ablation: the schema is built without each fence in turn, and then a planted violation succeeds. None is decoration.

Some are doubled on purpose (a foreign key, and a rule that holds when foreign keys are off; a unique key, and a rule
against replacing): those are taken away together. A violation counts when its steps before passed and it was accepted.
"""

import sqlite3
import sys
from collections import Counter
from contextlib import closing

import pytest

from tests.unit.store.catalogue import VIOLATIONS
from tests.unit.store.fences import Fence, fences, without
from tests.unit.store.story import Story, opened

pytestmark = pytest.mark.slow

SUCCESSOR, AUTHOR = "not its successor", "not a withdrawal by its author"
PRICED = (
    "pending_actions: FOREIGN KEY (parking_id, ordinal, effect) REFERENCES parked_actions (parking_id, ordinal, effect)"
)
# A fence that another one doubles: both are taken away. Keys of uniqueness are doubled by `<table>_no_replace: exists`.
DOUBLED = {
    "parked_actions: CHECK (ordinal >= 0)": ("parked_action_in_plan: plan is sealed",),
    "parked_actions: CHECK (waits_for IS NULL OR waits_for < ordinal)": (
        "parked_action_in_plan: waits for no money action",
    ),
    "parked_actions: FOREIGN KEY (parking_id, waits_for) REFERENCES parked_actions (parking_id, ordinal)": (
        "parked_action_in_plan: waits for no money action",
    ),
    "parked_actions: parking_id TEXT NOT NULL REFERENCES parkings": ("parked_action_in_plan: plan is sealed",),
    "pending_actions: CHECK (effect = 'MOVES_MONEY')": (PRICED,),
    PRICED: ("pending_in_plan: not what was parked",),
    "quotes: CHECK (parts >= 0)": ("quote_is_whole: quote is incomplete",),
    "events: CHECK (seq >= 0)": (
        "events: FOREIGN KEY (pending_id, prev_seq, prev_hash) REFERENCES events (pending_id, seq, hash)",
    ),
    "resolutions: successor TEXT REFERENCES pending_actions": (f"resolution_rules: {SUCCESSOR}",),
    "resolutions: withdrawal TEXT REFERENCES messages": (f"resolution_rules: {AUTHOR}",),
    "approval_ends: CHECK (outcome = 'APPROVED')": (
        "approval_ends: FOREIGN KEY (pending_id, digest, outcome) REFERENCES resolutions (pending_id, digest, outcome)",
    ),
    "approval_ends: FOREIGN KEY (pending_id, digest, outcome) REFERENCES resolutions (pending_id, digest, outcome)": (
        "approval_end_rules: not approved",
    ),
    "approval_ends: successor TEXT REFERENCES pending_actions": (f"approval_end_rules: {SUCCESSOR}",),
    "approval_ends: withdrawal TEXT REFERENCES messages": (f"approval_end_rules: {AUTHOR}",),
    "executions: CHECK (kind = 'CLAIM')": (
        "executions: FOREIGN KEY (pending_id, kind) REFERENCES approval_ends (pending_id, kind)",
    ),
    "executions: FOREIGN KEY (pending_id, kind) REFERENCES approval_ends (pending_id, kind)": (
        "execution_rules: not claimed",
    ),
    "receipts: CHECK (seq >= 0)": ("receipt_rules: receipts out of order",),
}
ALL = {fence.name: fence for fence in fences()}


def removed(name: str) -> list[Fence]:
    """The fence and those that double it."""
    unique = f"{ALL[name].place}_no_replace: exists" if "UNIQUE" in name else ""
    return [ALL[each] for each in (name, *DOUBLED.get(name, ()), unique) if each]


def accepted(taken: list[Fence]) -> str | None:
    """The first planted violation that a database without these fences accepts."""
    guarded = {fence.table for fence in taken}
    with closing(without(taken)) as empty:
        world = opened(empty)
    for name, case in VIOLATIONS.items():
        if not taken or "" in guarded or case.table in guarded:
            desk = Story.copy(world)
            try:
                case.before(desk)
                case.bad(desk)
            except sqlite3.Error:
                continue
            return name
    return None


@pytest.fixture(scope="module")
def bitten() -> dict[str, str | None]:
    """Of each fence, the violation that gets through without it."""
    return {name: accepted(removed(name)) for name in ALL}


def test_every_fence_bites(bitten: dict[str, str | None], capsys: pytest.CaptureFixture[str]) -> None:
    """Without any one fence a planted violation succeeds. Prints which."""
    rows = [f"{name[:90]:90}  {'(doubled) ' if len(removed(name)) > 1 else ''}{bitten[name]}" for name in bitten]
    rows.append(str(Counter("doubled" if len(removed(name)) > 1 else "alone" for name in bitten)))
    with capsys.disabled():
        sys.stdout.write("\n".join(["", *rows, ""]))
    assert [name for name, violation in bitten.items() if violation is None] == []


def test_doubled_fences_hold_alone() -> None:
    """What is listed as doubled really is: without it alone, nothing gets through."""
    doubled = [name for name in ALL if len(removed(name)) > 1]
    assert {name: found for name in doubled if (found := accepted([ALL[name]]))} == {}


def test_whole_schema_accepts_nothing() -> None:
    """The control: with every fence in place the same loop finds no violation that succeeds."""
    assert accepted([]) is None
