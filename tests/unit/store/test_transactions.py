"""Transactions: what can't be written is undone whole and said in words of ours; reading writes nothing."""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from counterfoil.adapters.store import schema, sqlite
from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.domain.errors import (
    FenceError,
    StoreBusyError,
    StoreUnwritableError,
)
from counterfoil.domain.ids import InstallationId, TicketId
from counterfoil.ports.clock import Clock

NOBODY = 65534
T = TicketId("t")


def add(store: SqliteStore, *names: str) -> None:
    """Tickets of these names, in one transaction."""
    with store.write() as rows:
        for name in names:
            rows.add_ticket(TicketId(name), "mail")


def add_and(store: SqliteStore, last: Callable[[], None]) -> None:
    """A ticket, then something that raises."""
    with store.write() as rows:
        rows.add_ticket(T, "mail")
        last()


def big(store: SqliteStore, name: str) -> None:
    """A ticket and a hundred thousand bytes, in one transaction."""
    with store.write() as rows:
        rows.add_ticket(TicketId(name), "mail")
        rows.add_failure(name, "box", "too big", b"x" * 100_000)


def open_and_add(path: Path, clock: Clock, name: str) -> None:
    """A ticket, by a store of its own."""
    with closing(SqliteStore.open(path, clock)) as store:
        add(store, name)


def tickets(path: Path) -> int:
    """How many tickets the file holds."""
    with closing(sqlite3.connect(path)) as other:
        return int(other.execute("SELECT count(*) FROM tickets").fetchone()[0])


@contextmanager
def unprivileged() -> Iterator[Path]:
    """A directory, and a user to whom file permissions apply (root ignores them)."""
    schema.statements()  # read while we may: the checkout need not be open to everybody
    was, nobody = os.geteuid(), NOBODY if os.geteuid() == 0 else os.geteuid()
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        os.seteuid(was)
        if was == 0:
            os.chown(name, nobody, -1)
        os.seteuid(nobody)
        try:
            yield Path(name)
        finally:
            os.seteuid(was)


def test_locked_database(store: SqliteStore, path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """While somebody else writes, a writer is told after its patience ends, and reading goes on."""
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other, closing(SqliteStore.open(path, clock)) as late:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError, match="locked by another process"):
            add(late, "t")
        with late.read() as rows:
            assert rows.order_count() == 0
        other.execute("ROLLBACK")
        add(late, "t")
    assert tickets(path) == 1


def test_full_disk_keeps_what_was_there(store: SqliteStore, path: Path) -> None:
    """When no page is left, the transaction is undone as a whole and the store can go on."""
    add(store, "t")
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreUnwritableError, match="full"):
        big(store, "t2")
    assert tickets(path) == 1
    store._connection.execute("PRAGMA max_page_count = 1000000")
    big(store, "t2")
    assert tickets(path) == 2


@pytest.mark.parametrize("what", ["file", "directory"])
def test_read_only(clock: Clock, what: str) -> None:
    """A file or directory that may not be written gives an error of ours, and no row."""
    with unprivileged() as directory:
        path = directory / "desk.db"
        with closing(SqliteStore.create(path, InstallationId("i"), clock)) as made, made.write() as rows:
            rows.add_ticket(T, "mail")
        path.chmod(0o444)
        directory.chmod(0o755 if what == "file" else 0o555)
        with pytest.raises(StoreUnwritableError, match="can't be written"):
            open_and_add(path, clock, "t2")
        directory.chmod(0o755)
        path.chmod(0o644)
        with closing(SqliteStore.open(path, clock)) as store, store.read() as rows:
            assert rows.messages_of(T) == ()
        assert tickets(path) == 1


def test_creation_where_nobody_may_write(clock: Clock) -> None:
    """A directory that may not be written is said, and nothing is left in it."""
    with unprivileged() as directory:
        directory.chmod(0o555)
        with pytest.raises(StoreUnwritableError, match="can't be made"):
            SqliteStore.create(directory / "desk.db", InstallationId("i"), clock)
        assert list(directory.iterdir()) == []
        directory.chmod(0o755)


def test_reading_refuses_writes(store: SqliteStore, path: Path) -> None:
    """Nothing can be written through `read`, and writing works again afterwards."""
    with pytest.raises(StoreUnwritableError), store.read() as rows:
        rows.add_ticket(T, "mail")
    assert tickets(path) == 0
    add(store, "t")
    assert tickets(path) == 1


def _boom() -> None:
    raise KeyError("boom")


def _fence() -> None:
    raise sqlite3.IntegrityError("some rule")


@pytest.mark.parametrize(("fail", "seen"), [(_boom, KeyError), (_fence, FenceError)])
def test_writing_is_undone_when_the_block_raises(
    store: SqliteStore, path: Path, fail: Callable[[], None], seen: type[Exception]
) -> None:
    """Whatever is raised inside, no row stays, and the next transaction works."""
    with pytest.raises(seen):
        add_and(store, fail)
    assert tickets(path) == 0
    add(store, "t")
    assert tickets(path) == 1


def test_failing_clock_leaves_no_transaction_open(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that raises undoes the transaction: the write lock is not kept."""
    with monkeypatch.context() as patch:
        patch.setattr(type(store._clock), "now", lambda _: _boom())
        with pytest.raises(KeyError):
            add(store, "t")
    add(store, "t")


def test_fence_is_named(store: SqliteStore) -> None:
    """What the database refuses arrives as FenceError with the rule's own words."""
    with pytest.raises(FenceError, match="the database refused the row: exists"):
        add(store, "t", "t")


def test_time_stands_still_within_a_transaction(store: SqliteStore, path: Path) -> None:
    """Rows of one transaction bear one time: the database's, which `now()` tells."""
    with store.write() as rows:
        rows.add_ticket(T, "mail")
        store._clock.at = 2000  # type: ignore[attr-defined] # the stopped clock of the tests
        rows.add_ticket(TicketId("t2"), "mail")
        assert rows.now() == 1000
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT DISTINCT opened_at FROM tickets").fetchall() == [(1000,)]
