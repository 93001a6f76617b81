"""Opens the SQLite database with every safety setting set and read back, and runs one transaction at a time."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from counterfoil.adapters.store import schema
from counterfoil.adapters.store.rows import SqliteRows
from counterfoil.domain.errors import (
    CounterfoilError,
    FenceError,
    StoreBusyError,
    StoreError,
    StoreSettingsError,
    StoreUnwritableError,
)
from counterfoil.domain.ids import InstallationId
from counterfoil.ports.clock import Clock

BUSY_SECONDS = 10.0
_SETTINGS: tuple[tuple[str, str, object], ...] = (  # name, what is set, what must be read back
    ("journal_mode", "WAL", "wal"),
    ("synchronous", "FULL", 2),
    ("foreign_keys", "ON", 1),
    ("recursive_triggers", "ON", 1),
    ("ignore_check_constraints", "OFF", 0),
)


class SqliteStore:
    """`ports.store.Store` on one SQLite file. Not for use by several threads; open one store each."""

    def __init__(self, connection: sqlite3.Connection, clock: Clock) -> None:
        """Use `create` or `open`: they check the file first."""
        self._connection = connection
        self._clock = clock
        self._now = 0
        connection.create_function("counterfoil_now", 0, lambda: self._now)

    @classmethod
    def create(cls, path: Path, installation: InstallationId, clock: Clock) -> Self:
        """A new database; StoreError when the file exists."""
        if path.exists():
            raise StoreError(
                f"{path} exists already", advice="Choose another directory, or use the database that is there."
            )
        with _told(path):
            store = cls(_connect(path, "rwc"), clock)
            with store._transaction("BEGIN IMMEDIATE"):
                schema.build(store._connection)
                store._connection.execute(
                    "INSERT INTO installation (only_row, installation_id) VALUES (1, ?)", (installation,)
                )
        return store

    @classmethod
    def open(cls, path: Path, clock: Clock) -> Self:
        """An existing database, its settings read back and its schema compared.

        Else StoreError and nothing is opened.
        """
        if not path.is_file():
            raise StoreError(f"there is no database at {path}", advice="Make one with `counterfoil init`.")
        with _told(path):
            connection = _connect(path, "rw")
            try:
                schema.check(connection)
            except BaseException:
                connection.close()
                raise
        return cls(connection, clock)

    @property
    def installation(self) -> InstallationId:
        """The random id of this deployment."""
        (found,) = self._connection.execute("SELECT installation_id FROM installation").fetchone()
        return InstallationId(found)

    @contextmanager
    def write(self) -> Iterator[SqliteRows]:
        """A transaction that holds the write lock from its start and is rolled back when the block raises."""
        with _told(), self._transaction("BEGIN IMMEDIATE"):
            yield SqliteRows(self._connection, self._now)

    @contextmanager
    def read(self) -> Iterator[SqliteRows]:
        """A consistent snapshot; an attempt to write through it is refused."""
        with _told():
            self._connection.execute("PRAGMA query_only = ON")
            try:
                with self._transaction("BEGIN"):
                    yield SqliteRows(self._connection, self._now)
            finally:
                self._connection.execute("PRAGMA query_only = OFF")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        self._connection.execute(begin)
        self._now = self._clock.now()
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    for name, value, expected in _SETTINGS:
        connection.execute(f"PRAGMA {name} = {value}")
        (found,) = connection.execute(f"PRAGMA {name}").fetchone()
        if found != expected:
            connection.close()
            raise StoreSettingsError(f"the setting {name} is {found!r} and would not become {value}")
    return connection


@contextmanager
def _told(path: Path | None = None) -> Iterator[None]:
    """SQLite's own errors as ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise _as_ours(error, path) from error


def _as_ours(error: sqlite3.Error, path: Path | None) -> CounterfoilError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    where = f" ({path})" if path else ""
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusyError(f"the database is locked by another process{where}")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return StoreUnwritableError(f"the database can't be written: {error}{where}")
    if isinstance(error, sqlite3.IntegrityError):
        return FenceError(f"the database refused the row: {error}")
    return StoreError(f"the database can't be used: {error}{where}")
