"""A database is opened only when it is ours, whole and safely set; else it stays as it is."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from counterfoil.adapters.store import schema, sqlite
from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.domain.errors import (
    SchemaError,
    StoreError,
    StoreSettingsError,
)
from counterfoil.domain.ids import InstallationId
from counterfoil.ports.clock import Clock


def spoil(path: Path, *statements: str) -> None:
    """What a tool that knows nothing of ours does to the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.create_function("counterfoil_now", 0, lambda: 0)
        for statement in statements:
            other.execute(statement)


@pytest.mark.parametrize(("name", "value", "expected"), sqlite._SETTINGS)
def test_settings_are_in_force(
    store: SqliteStore, path: Path, clock: Clock, name: str, value: str, expected: object
) -> None:
    """Every safety setting reads back as wanted on a new store and on an opened one."""
    with closing(SqliteStore.open(path, clock)) as opened:
        for each in (store, opened):
            assert each._connection.execute(f"PRAGMA {name}").fetchone() == (expected,)


@pytest.mark.parametrize("name", [row[0] for row in sqlite._SETTINGS])
def test_setting_that_does_not_take_refuses(
    store: SqliteStore, path: Path, clock: Clock, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One setting that reads back otherwise, and the store is not opened."""
    changed = tuple((n, v, "otherwise" if n == name else e) for n, v, e in sqlite._SETTINGS)
    monkeypatch.setattr(sqlite, "_SETTINGS", changed)
    with pytest.raises(StoreSettingsError, match=name):
        SqliteStore.open(path, clock)


SPOILT = {
    "a missing trigger": ("DROP TRIGGER decision_rules", "lacks the trigger decision_rules"),
    "a missing index": ("DROP INDEX pending_by_payment", "lacks the index"),
    "a missing view": ("DROP VIEW payment_room", "lacks the view"),
    "an extra trigger": (
        "CREATE TRIGGER helpful AFTER INSERT ON decisions BEGIN SELECT 1; END",
        "has a trigger helpful that does not belong",
    ),
    "an extra trigger that hides among SQLite's own": (
        "CREATE TRIGGER sqlitex AFTER INSERT ON decisions BEGIN SELECT 1; END",
        "has a trigger sqlitex",
    ),
    "an extra table": ("CREATE TABLE notes (note TEXT)", "has a table notes"),
    "another version": ("PRAGMA user_version = 99", "version 99; this program needs version"),
    "another application": ("PRAGMA application_id = 1", "not a Counterfoil database"),
    "an extra column": ("ALTER TABLE tickets ADD COLUMN note TEXT", "table tickets of the database was changed"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_spoilt_schema_is_refused(store: SqliteStore, path: Path, clock: Clock, how: str) -> None:
    """The database is not opened, and the error names the very object."""
    statement, words = SPOILT[how]
    spoil(path, statement)
    with pytest.raises(SchemaError, match=words):
        SqliteStore.open(path, clock)


def test_trigger_with_other_words_is_refused(store: SqliteStore, path: Path, clock: Clock) -> None:
    """A rule that was loosened by one character is seen."""
    (rule,) = store._connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'decision_rules'").fetchone()
    spoil(path, "DROP TRIGGER decision_rules", rule.replace(">= expires_at", "> expires_at"))
    with pytest.raises(SchemaError, match="decision_rules of the database was changed"):
        SqliteStore.open(path, clock)


def test_what_is_no_database_is_refused(path: Path, clock: Clock) -> None:
    """Text, a torn file and an empty one are refused and stay as they are."""
    for content in (b"dear sir or madam " * 400, b"SQLite format 3\x00" + b"\x01" * 90, b""):
        path.write_bytes(content)
        with pytest.raises(StoreError):
            SqliteStore.open(path, clock)
        assert path.read_bytes() == content


def test_strangers_database_stays_as_it_is(path: Path, clock: Clock) -> None:
    """Another program's database is refused before a setting could change it."""
    spoil(path, "CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(SchemaError, match="not a Counterfoil database"):
        SqliteStore.open(path, clock)
    assert path.read_bytes() == before


def test_missing_file_and_directory(tmp_path: Path, clock: Clock) -> None:
    """What is not there is said, for opening and for creating; nothing is made."""
    away = tmp_path / "away" / "desk.db"
    with pytest.raises(StoreError, match="no database at"):
        SqliteStore.open(away, clock)
    with pytest.raises(StoreError, match="no directory"):
        SqliteStore.create(away, InstallationId("i"), clock)
    with pytest.raises(StoreError, match="no database at"):
        SqliteStore.open(tmp_path, clock)
    assert list(tmp_path.iterdir()) == []


def test_create_refuses_an_existing_file(store: SqliteStore, path: Path, clock: Clock) -> None:
    """A database, or any other file, is never overwritten."""
    with pytest.raises(StoreError, match="exists already"):
        SqliteStore.create(path, InstallationId("inst_b"), clock)
    assert store.installation == InstallationId("inst_a")
    other = path.with_name("letter.txt")
    other.write_text("dear")
    with pytest.raises(StoreError, match="exists already"):
        SqliteStore.create(other, InstallationId("inst_b"), clock)
    assert other.read_text() == "dear"


def test_failed_creation_leaves_nothing(path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """When building fails half-way, no file stands in the way of the next attempt."""

    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE half (x)")
        raise sqlite3.OperationalError("out of luck")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "build", fail)
        with pytest.raises(StoreError, match="out of luck"):
            SqliteStore.create(path, InstallationId("i"), clock)
    assert list(path.parent.iterdir()) == []
    SqliteStore.create(path, InstallationId("i"), clock).close()
