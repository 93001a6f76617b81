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
        """A new database; StoreError when the file exists. A failure leaves no file in the way of the next attempt."""
        _claim(path)
        try:
            with _told(path), _closed_on_failure(path) as connection:
                _secure(connection)
                store = cls(connection, clock)
                with store._transaction("BEGIN IMMEDIATE"):
                    schema.build(connection)
                    connection.execute(
                        "INSERT INTO installation (only_row, installation_id) VALUES (1, ?)", (installation,)
                    )
        except BaseException:
            for suffix in ("", "-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            raise
        return store

    @classmethod
    def open(cls, path: Path, clock: Clock) -> Self:
        """An existing database, schema compared and settings read back; else StoreError and nothing is opened."""
        if not path.is_file():
            raise StoreError(f"there is no database at {path}", advice="Make one with `counterfoil init`.")
        with _told(path), _closed_on_failure(path) as connection:
            schema.check(connection)  # before the settings: they would change a file that is not ours
            _secure(connection)
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
        try:
            self._now = self._clock.now()
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


def _claim(path: Path) -> None:
    """Make the file, empty, if it is not there; of two processes one is told that it exists."""
    try:
        path.open("xb").close()
    except FileExistsError:
        advice = "Choose another directory, or use the database that is there."
        raise StoreError(f"{path} exists already", advice=advice) from None
    except (FileNotFoundError, NotADirectoryError):
        raise StoreError(f"there is no directory {path.parent}", advice="Make it, or correct the path.") from None
    except OSError as error:
        raise StoreUnwritableError(f"the database can't be made: {error.strerror} ({path})") from error


@contextmanager
def _closed_on_failure(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a file that is there."""
    uri = f"{path.resolve().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


def _secure(connection: sqlite3.Connection) -> None:
    """Set every safety setting and read it back."""
    for name, value, expected in _SETTINGS:
        connection.execute(f"PRAGMA {name} = {value}")
        (found,) = connection.execute(f"PRAGMA {name}").fetchone()
        if found != expected:
            raise StoreSettingsError(f"the setting {name} is {found!r} and would not become {value}")


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
