"""Rows of the outbox: what is due, once, in the state that it waits for."""

from collections.abc import Callable

import pytest

from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.domain.decisions import Verdict
from counterfoil.domain.errors import FenceError
from counterfoil.domain.executions import Outcome
from counterfoil.domain.ids import ParkingId
from counterfoil.ports.store import DueFollowOn
from tests.unit.store import made
from tests.unit.store.made import KA, A, T


def due(store: SqliteStore) -> list[tuple[int, str | None, str]]:
    """Ordinal, pending action and state of everything due."""
    with store.read() as rows:
        return [(each.ordinal, each.pending, each.state) for each in rows.due()]


def run(store: SqliteStore, sent: str = "") -> None:
    """The first thing due is done."""
    with store.write() as rows:
        rows.add_run(rows.due()[0], "RAN", "", sent)


def test_what_waits_for_nothing_is_due_at_once(store: SqliteStore) -> None:
    """The hand-over is due as soon as the plan is parked; a money action never is; what waits for one isn't yet."""
    made.arrive(store)
    assert due(store) == [(4, None, "")]
    run(store)
    assert due(store) == []


def test_due_action_is_told_whole(store: SqliteStore) -> None:
    """What is due comes with its text, ticket and message."""
    made.arrive(store)
    action = made.parked().actions[4]
    with store.read() as rows:
        assert rows.due() == (
            DueFollowOn(
                parking=KA,
                ordinal=4,
                pending=None,
                kind="Escalate",
                state="",
                body=action.body,
                ticket=T,
                message=made.message().message,
            ),
        )


def test_refusal_is_told(store: SqliteStore) -> None:
    """When the executor refuses to quote, what waits for the refusal is due, once."""
    made.arrive(store)
    run(store)
    with store.write() as rows:
        rows.add_quote(KA, 0, "NOT_OWED", 0)
    assert due(store) == [(3, None, "REFUSED")]
    run(store, "Sorry.")
    assert due(store) == []


def test_success_is_told_only_after_it(store: SqliteStore) -> None:
    """Nothing says refunded while the refund waits, is approved, claimed, unknown or pending; then it is due once."""
    made.arrive(store)
    run(store)
    action = made.quote(store)
    steps: list[Callable[[], None]] = [
        lambda: made.decide(store, action, Verdict.APPROVED),
        lambda: made.claim(store, action),
        lambda: made.receive(store, Outcome.UNKNOWN),
        lambda: made.receive(store, Outcome.PENDING),
    ]
    assert due(store) == []
    for step in steps:
        step()
        assert due(store) == []
    made.receive(store, Outcome.SUCCEEDED)
    assert due(store) == [(1, A, "SUCCEEDED")]
    run(store, "Refunded.")
    assert due(store) == []


def test_denial_is_told(store: SqliteStore) -> None:
    """A denial makes its own follow-on due, and no other."""
    made.arrive(store)
    run(store)
    made.decide(store, made.quote(store), Verdict.DENIED)
    assert due(store) == [(2, A, "DENIED")]


def test_runs_are_read_back(store: SqliteStore) -> None:
    """How each due action ended is kept with the text that went out; a skipped one has its reason and no text."""
    made.arrive(store)
    with store.write() as rows:
        rows.add_run(rows.due()[0], "SKIPPED", "STALE", "")
    made.decide(store, made.quote(store), Verdict.DENIED)
    run(store, "No refund.")
    with store.read() as rows:
        assert rows.runs_of(KA) == ((4, "", "SKIPPED", "STALE", ""), (2, A, "RAN", "", "No refund."))
        assert rows.sent_texts(T) == ("No refund.",)
        assert rows.runs_of(ParkingId("none")) == ()


def test_nothing_is_sent_twice(store: SqliteStore) -> None:
    """The same due action can't be run again, not even by another process that read it before."""
    made.arrive(store)
    with store.read() as rows:
        (late,) = rows.due()
    run(store)
    with pytest.raises(FenceError, match="exists"), store.write() as rows:
        rows.add_run(late, "RAN", "", "again")


def test_answer_is_kept(store: SqliteStore) -> None:
    """The drafted answer comes back with the mark it was written after; it is written once."""
    made.arrive(store)
    with store.write() as rows:
        rows.set_answer(KA, 4, '["piece"]', "mark")
    with store.read() as rows:
        assert (rows.answer(KA, 4), rows.answer(KA, 3)) == (('["piece"]', "mark"), None)
    with pytest.raises(FenceError, match="exists"), store.write() as rows:
        rows.set_answer(KA, 4, '["other"]', "mark")
