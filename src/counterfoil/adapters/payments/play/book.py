"""The provider's own ledger in SQLite: charges, refunds and remembered keys. It is not the product's database.

Payments whose id starts with one of these behave as a real provider sometimes does, for tests and trials:
`test_fail_` declines every refund; `test_pending_` takes a refund and finishes it when it is next listed;
`test_late_fail_` takes it and fails it when it is next listed.
"""

import hashlib
import json
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_SCHEMA = """
CREATE TABLE IF NOT EXISTS charges (
    payment TEXT PRIMARY KEY, captured INTEGER NOT NULL CHECK (captured > 0), currency TEXT NOT NULL,
    registered TEXT NOT NULL, dispute TEXT NOT NULL CHECK (dispute IN ('NONE', 'OPEN', 'WON', 'LOST'))
) STRICT;
CREATE TABLE IF NOT EXISTS refunds (
    seq INTEGER PRIMARY KEY, reference TEXT NOT NULL UNIQUE, payment TEXT NOT NULL REFERENCES charges,
    amount INTEGER NOT NULL CHECK (amount > 0),
    outcome TEXT NOT NULL CHECK (outcome IN ('SUCCEEDED', 'PENDING', 'FAILED')),
    installation TEXT NOT NULL, pending TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS keys (key TEXT PRIMARY KEY, body_sha256 TEXT NOT NULL, answer TEXT NOT NULL) STRICT;
"""
_ROOM = """
SELECT charges.captured - coalesce((
    SELECT sum(amount) FROM refunds WHERE refunds.payment = charges.payment AND outcome <> 'FAILED'), 0)
FROM charges WHERE payment = ?
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A refund as asked for, in minor units. `installation` and `pending` are metadata that is kept with it."""

    payment: str
    minor: int
    currency: str
    installation: str = ""
    pending: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """A charge as the operator registers it: minor units captured, refunded by others so far, and its dispute."""

    payment: str
    captured: int
    currency: str
    elsewhere: int
    dispute: str


class Conflict(Exception):  # noqa: N818  # an answer of the provider, not an error of the product
    """The same id or key came with something else than before."""


class PlayBook:
    """One ledger file. Every change is one durable transaction; `now` gives the provider's time in seconds, UTC."""

    def __init__(self, path: Path, now: Callable[[], int]) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        self._lock = threading.Lock()
        self.now = now
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        self._db.executescript(_SCHEMA)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def register(self, charge: Charge) -> bool:
        """Take in a charge as the operator knows it; whether it is new.

        A known one may get a new dispute and more refunds elsewhere since it was last registered. Conflict when another
        amount was captured, or when what is refunded elsewhere shrank or has no room.
        """
        with self._transaction() as db:
            known = db.execute("SELECT registered FROM charges WHERE payment = ?", (charge.payment,)).fetchone()
            if known is None:
                db.execute(
                    "INSERT INTO charges VALUES (?, ?, ?, ?, ?)",
                    (charge.payment, charge.captured, charge.currency, _facts(charge), charge.dispute),
                )
                self._elsewhere(db, charge, charge.elsewhere)
            elif known[0] != _facts(charge):
                self._move_on(db, charge, json.loads(known[0]))
            return known is None

    def set_dispute(self, payment: str, dispute: str) -> bool:
        """What the payer's bank did; False when there is no such payment."""
        with self._transaction() as db:
            return db.execute("UPDATE charges SET dispute = ? WHERE payment = ?", (dispute, payment)).rowcount == 1

    def refund(self, key: str, body: bytes, asked: Asked) -> dict[str, str]:
        """Pay back once for `key`; the same key with the same body gives the same answer, with another one Conflict."""
        sha256 = hashlib.sha256(body).hexdigest()
        with self._transaction() as db:
            known = db.execute("SELECT body_sha256, answer FROM keys WHERE key = ?", (key,)).fetchone()
            if known:
                if known[0] != sha256:
                    raise Conflict("the idempotency key was used with another body")
                answer: dict[str, str] = json.loads(known[1])
                return answer
            answer = self._decide(db, asked)
            db.execute("INSERT INTO keys VALUES (?, ?, ?)", (key, sha256, json.dumps(answer)))
            return answer

    def charge(self, payment: str) -> dict[str, str | int] | None:
        """The payment's facts, or None."""
        with self._transaction() as db:
            row = db.execute("SELECT captured, currency, dispute FROM charges WHERE payment = ?", (payment,)).fetchone()
            if row is None:
                return None
            room: int = db.execute(_ROOM, (payment,)).fetchone()[0]
            return {"captured": row[0], "currency": row[1], "dispute": row[2], "refunded": row[0] - room}

    def refunds(self, payment: str) -> list[dict[str, str | int]]:
        """All refunds of the payment, oldest first; what was taken earlier by a `test_` payment is finished now."""
        final = "FAILED" if payment.startswith("test_late_fail_") else "SUCCEEDED"
        with self._transaction() as db:
            db.execute("UPDATE refunds SET outcome = ? WHERE payment = ? AND outcome = 'PENDING'", (final, payment))
            cursor = db.execute(
                "SELECT reference, amount, currency, outcome, installation, pending, created_at FROM refunds "
                "JOIN charges USING (payment) WHERE payment = ? ORDER BY seq",
                (payment,),
            )
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    def _move_on(self, db: sqlite3.Connection, charge: Charge, known: tuple[int, str, int, str]) -> None:
        captured, currency, elsewhere, dispute = known
        if (charge.captured, charge.currency) != (captured, currency) or charge.elsewhere < elsewhere:
            raise Conflict(f"payment {charge.payment} is registered with other facts")
        self._elsewhere(db, charge, charge.elsewhere - elsewhere)
        if charge.dispute != dispute:
            db.execute("UPDATE charges SET dispute = ? WHERE payment = ?", (charge.dispute, charge.payment))
        db.execute("UPDATE charges SET registered = ? WHERE payment = ?", (_facts(charge), charge.payment))

    def _elsewhere(self, db: sqlite3.Connection, charge: Charge, minor: int) -> None:
        if minor > db.execute(_ROOM, (charge.payment,)).fetchone()[0]:
            raise Conflict(f"payment {charge.payment} has other facts: no room for that refund")
        if minor:
            self._insert(db, Asked(payment=charge.payment, minor=minor, currency=charge.currency), "SUCCEEDED")

    def _decide(self, db: sqlite3.Connection, asked: Asked) -> dict[str, str]:
        refusal = self._refusal(db, asked)
        if refusal:
            return {"outcome": "FAILED", "reference": "", "detail": refusal}
        if asked.payment.startswith("test_fail_"):
            outcome, detail = "FAILED", "declined"
        elif asked.payment.startswith(("test_pending_", "test_late_fail_")):
            outcome, detail = "PENDING", ""
        else:
            outcome, detail = "SUCCEEDED", ""
        return {"outcome": outcome, "reference": self._insert(db, asked, outcome), "detail": detail}

    def _refusal(self, db: sqlite3.Connection, asked: Asked) -> str:
        row = db.execute("SELECT currency, dispute FROM charges WHERE payment = ?", (asked.payment,)).fetchone()
        if row is None:
            return "unknown_payment"
        if row[0] != asked.currency:
            return "wrong_currency"
        if asked.minor <= 0:
            return "amount_not_positive"
        if row[1] in ("OPEN", "LOST"):
            return "payment_disputed"
        room: int = db.execute(_ROOM, (asked.payment,)).fetchone()[0]
        return "amount_over_remaining" if asked.minor > room else ""

    def _insert(self, db: sqlite3.Connection, asked: Asked, outcome: str) -> str:
        reference = f"re_{secrets.token_hex(12)}"
        db.execute(
            "INSERT INTO refunds (reference, payment, amount, outcome, installation, pending, created_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (reference, asked.payment, asked.minor, outcome, asked.installation, asked.pending, self.now()),
        )
        return reference

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise


def _facts(charge: Charge) -> str:
    return json.dumps([charge.captured, charge.currency, charge.elsewhere, charge.dispute])
