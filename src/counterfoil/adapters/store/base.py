"""The two or three statements that every row file needs."""

import sqlite3
from typing import Any


class Base:
    """One transaction: its connection, and its time in whole seconds since 1970, UTC."""

    def __init__(self, connection: sqlite3.Connection, now: int) -> None:
        self._connection = connection
        self._now = now

    def now(self) -> int:
        """The database's time, the same throughout the transaction."""
        return self._now

    def _put(self, table: str, **row: object) -> None:
        """Insert one row; table and column names are literals of this package."""
        marks = ", ".join("?" * len(row))
        self._connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))

    def _all(self, statement: str, *values: object) -> list[Any]:
        return self._connection.execute(statement, values).fetchall()

    def _one(self, statement: str, *values: object) -> Any:  # noqa: ANN401 - a row of whatever the statement selects
        return self._connection.execute(statement, values).fetchone()

    def _next_seq(self, table: str, key: str, value: str) -> int:
        (last,) = self._one(f"SELECT coalesce(max(seq), -1) FROM {table} WHERE {key} = ?", value)
        return int(last) + 1
