"""Builds the schema from the numbered files and compares a database with it, object by object."""

import sqlite3
from functools import cache
from importlib.resources import files

from counterfoil.adapters.store import sql
from counterfoil.domain.errors import SchemaError

VERSION = 1
APPLICATION_ID = 0x43464F4C  # "CFOL", in the header of the file

_OBJECTS = "SELECT type || ' ' || name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*'"  # SQLite's own left out


def build(connection: sqlite3.Connection) -> None:
    """Create every table, index, view and trigger in an empty database. The caller holds the transaction."""
    for statement in statements():
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


@cache
def statements() -> tuple[str, ...]:
    """Every statement of the schema, in order; read from the files once."""
    names = sorted(entry.name for entry in files(sql).iterdir() if entry.name.endswith(".sql"))
    return tuple(found for name in names for found in _statements((files(sql) / name).read_text(encoding="utf-8")))


def check(connection: sqlite3.Connection) -> None:
    """SchemaError unless the database has exactly the objects of this version, to the letter."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise SchemaError("this file is not a Counterfoil database", advice="Make one with `counterfoil init`.")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version != VERSION:
        raise SchemaError(f"the database is of version {version}; this program needs version {VERSION}")
    found, wanted = _objects(connection), _wanted()
    for name in sorted(wanted.keys() | found.keys()):
        if name not in found:
            raise SchemaError(f"the database lacks the {name}")
        if name not in wanted:
            raise SchemaError(f"the database has a {name} that does not belong to it")
        if found[name] != wanted[name]:
            raise SchemaError(f"the {name} of the database was changed")


def _objects(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute(_OBJECTS).fetchall())


def _wanted() -> dict[str, str]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.create_function("counterfoil_now", 0, lambda: 0)
        build(connection)
        return _objects(connection)
    finally:
        connection.close()


def _statements(text: str) -> list[str]:
    """The statements of a file; a trigger holds semicolons, so completeness is SQLite's own judgement."""
    found, buffer = [], ""
    for line in text.splitlines(keepends=True):
        if not buffer and (not line.strip() or line.startswith("--")):
            continue
        buffer += line
        if sqlite3.complete_statement(buffer):
            found.append(buffer.strip())
            buffer = ""
    return found
