"""Nobody can add a table and forget its fences: 080 (times) and 090 (insert-only) cover every table and every key."""

import re
from importlib.resources import files

import pytest

from counterfoil.adapters.store import sql
from tests.unit.store.desk import Desk
from tests.unit.store.planted_tables import ERASABLE, KEPT, TIMES, everything, tables
from tests.unit.store.story import Story, opened

DESK = Desk()
TABLES = tables(DESK)
TRIGGERS = {row[0]: row[1] for row in DESK.db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")}
GUARDED = [table for table in TABLES if table not in KEPT]


def keys(table: str) -> list[tuple[str, ...]]:
    """The columns of every unique key of the table, the primary key included."""
    found = []
    for name, unique in DESK.db.execute(f"SELECT name, \"unique\" FROM pragma_index_list('{table}')").fetchall():
        if unique:
            found.append(
                tuple(row[0] for row in DESK.db.execute(f"SELECT name FROM pragma_index_info('{name}') ORDER BY seqno"))
            )
    return found or [("only_row",)]  # an integer primary key has no index


def instants(table: str) -> list[str]:
    """The columns that hold when a row was written."""
    defaults = DESK.db.execute(
        f"SELECT name FROM pragma_table_info('{table}') WHERE dflt_value LIKE '%counterfoil_now%'"
    )
    return [row[0] for row in defaults]


@pytest.mark.parametrize("table", GUARDED)
def test_table_is_insert_only(table: str) -> None:
    """Triggers refuse updates, replacement and, unless its text may be erased, deletion."""
    wanted = {f"{table}_no_update", f"{table}_no_replace"} | (
        {f"{table}_no_delete"} if table not in ERASABLE else set()
    )
    written = (files(sql) / "090_insert_only.sql").read_text(encoding="utf-8")
    assert wanted == {name for name in TRIGGERS if re.fullmatch(rf"{table}_no_\w+", name)}
    assert all(f"CREATE TRIGGER {name} " in written for name in wanted)


@pytest.mark.parametrize("table", GUARDED)
def test_replacement_is_refused_by_every_key(table: str) -> None:
    """The trigger against replacing compares each unique key and the rowid: SQLite would replace by any of them."""
    trigger = TRIGGERS[f"{table}_no_replace"]
    every = keys(table)
    for key in every:
        said = " AND ".join(f"{column} = NEW.{column}" for column in key)
        smaller = any(set(other) < set(key) for other in every)  # a part of this key is unique by itself
        assert smaller or said in trigger
    assert "rowid = NEW.rowid" in trigger or "only_row = NEW.only_row" in trigger


@pytest.mark.parametrize("table", GUARDED)
def test_time_is_the_databases(table: str) -> None:
    """Each time column that the database fills has a trigger that refuses any other time, and a planted violation."""
    columns = instants(table) + (["at"] if table == "events" else [])
    assert (table in TIMES) == bool(columns)
    for column in columns:
        assert f"NEW.{column} IS NOT counterfoil_now()" in TRIGGERS[f"{table}_time"]


def test_no_time_is_forgotten() -> None:
    """A column named like a time is filled by the database or copied from a row that is checked."""
    timed = {(t, c) for t, columns in TABLES.items() for c in columns if c.endswith("_at") or c == "at"}
    ours = {(t, c) for t in GUARDED for c in instants(t)} | {("events", "at")}
    assert timed - ours == {
        ("pending_actions", "expires_at"),
        ("open_queue", "quoted_at"),
        ("open_queue", "expires_at"),
    }


@pytest.mark.parametrize("table", ERASABLE)
def test_personal_text_can_be_erased(table: str) -> None:
    """Rows of personal text may be deleted, and nothing else refers to them."""
    desk = everything(Story.copy(opened()))
    desk.run(f"DELETE FROM {table}")
    assert desk.value(f"SELECT count(*) FROM {table}") == 0


def test_every_table_has_a_row_to_violate() -> None:
    """The planted updates and deletions really meet a row in every table."""
    desk = everything(Story.copy(opened()))
    assert [table for table in TABLES if not desk.value(f"SELECT count(*) FROM {table}")] == []


def test_every_table_is_strict() -> None:
    """Columns hold the type they name; only the words of the full-text search stand outside."""
    loose = DESK.db.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict AND type = 'table'"
    )
    assert [name for (name,) in loose if not name.startswith("sqlite_")] == []
