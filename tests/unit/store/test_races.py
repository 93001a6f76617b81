"""Two connections let go at once on one database: one commits, the other is refused by a fence, neither hangs."""

import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.domain.decisions import Resolution, Verdict, Voiding
from counterfoil.domain.errors import FenceError
from counterfoil.domain.events import EventKind, verify
from counterfoil.ports.store import PendingAction
from tests.unit.store import made
from tests.unit.store.conftest import StoppedClock
from tests.unit.store.made import A

Step = Callable[[SqliteStore, PendingAction], None]


def approve(store: SqliteStore, action: PendingAction) -> None:
    """The end of the wait as approved; kim has voted before."""
    with store.write() as rows:
        rows.add_resolution(action, Resolution.APPROVED, "", made.event(rows, EventKind.WAIT_ENDED))


def withdraw(store: SqliteStore, action: PendingAction) -> None:
    """The end of the wait as withdrawn by the message mb."""
    with store.write() as rows:
        rows.add_resolution(action, Resolution.WITHDRAWN, "mb", made.event(rows, EventKind.WAIT_ENDED))


def void(store: SqliteStore, action: PendingAction) -> None:
    """The approval given up."""
    with store.write() as rows:
        rows.add_voiding(action, Voiding.DRIFTED, "", made.event(rows, EventKind.APPROVAL_VOIDED))


def vote(store: SqliteStore, action: PendingAction) -> None:
    """A vote of one and the same person."""
    with store.write() as rows:
        rows.add_decision(made.decision(person="eve"), made.event(rows, EventKind.DECISION_MADE))


RACES: dict[str, tuple[bool, Step, Step]] = {  # whether it is approved before, and the two steps
    "two votes of one person": (False, vote, vote),
    "approve, withdraw": (False, approve, withdraw),
    "two executors": (True, made.claim, made.claim),
    "execute, void": (True, made.claim, void),
}


def ready(store: SqliteStore, approved: bool) -> PendingAction:
    """A refund with a vote, a message that withdraws, and, if so wanted, its approval."""
    made.arrive(store)
    action = made.quote(store)
    with store.write() as rows:
        rows.add_message(made.message("mb"), b"")
        rows.add_decision(made.decision(), made.event(rows, EventKind.DECISION_MADE))
    if approved:
        approve(store, action)
    return action


@pytest.mark.parametrize("name", RACES)
def test_one_of_two_wins(store: SqliteStore, path: Path, clock: StoppedClock, name: str) -> None:
    """One of the two commits, the other leaves neither row nor event, and the chain verifies."""
    approved, *steps = RACES[name]
    action, start, ends = ready(store, approved), threading.Barrier(len(steps)), list[str]()

    def run(step: Step) -> None:
        with closing(SqliteStore.open(path, clock)) as own:
            start.wait(10)
            try:
                step(own, action)
                ends.append("won")
            except FenceError:
                ends.append("refused")

    before = len(_events(store))
    threads = [threading.Thread(target=run, args=(step,)) for step in steps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(ends) == ["refused", "won"]
    assert len(_events(store)) == before + 1


def _events(store: SqliteStore) -> list[EventKind]:
    with store.read() as rows:
        chain = rows.events(A)
    verify(chain)
    return [event.kind for event in chain]


def test_denial_beats_a_late_approval(store: SqliteStore) -> None:
    """A denial written between the vote and the approval holds the approval back."""
    action = ready(store, approved=False)
    with store.write() as rows:
        rows.add_decision(made.decision(Verdict.DENIED, "bob"), made.event(rows, EventKind.DECISION_MADE))
    with pytest.raises(FenceError, match="no quorum"):
        approve(store, action)
