"""The sample shop's sixty tickets through the real desk, held against what was expected before it was built."""

import json
from pathlib import Path
from typing import Any

import pytest

from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.adapters.system import SystemClock
from counterfoil.bootstrap.reports import Handling
from counterfoil.domain.digests import parse
from counterfoil.domain.ids import MessageId

ROWS = [json.loads(line) for line in Path(__file__).with_name("shop_expected.jsonl").read_text("utf-8").splitlines()]
FLOOR = 60  # acceptable outcomes of 60, as measured
SHOWN = {
    "answered": "answer",
    "handed over": "hand_over",
    "asked back": "ask_back",
    "withdrawn": "withdraw",
    "not answered": "nothing",
    "duplicate": "nothing",
}

Told = tuple[Path, tuple[Handling, ...]]


def _outcome(row: Handling) -> str:
    if row.outcome == "parked":
        return "cancel" if "CancelOrder" in row.detail else "refund"
    return SHOWN[row.outcome]


@pytest.fixture(scope="session")
def money(handled: Told) -> dict[str, list[dict[str, Any]]]:
    """The money actions parked for each message, by our id of it."""
    home, told = handled
    store = SqliteStore.open(home / "counterfoil.db", SystemClock())
    found: dict[str, list[dict[str, Any]]] = {}
    with store.read() as rows:
        for row in told:
            parking = rows.parking_of(MessageId(row.message))
            parked = rows.parked(parking) if parking else None
            actions = parked.actions if parked else ()
            wanted = [a for a in actions if a.kind in ("RefundComponents", "CancelOrder")]
            found[row.source] = [{"kind": a.kind, **parse(a.body)} for a in wanted]
    store.close()
    return found


def test_every_ticket_is_handled(handled: Told) -> None:
    """Sixty mails in, sixty told, none failed, in the order of the mailbox."""
    _, told = handled
    assert [row.sender for row in told] == [row["from"] for row in ROWS]
    assert all(row.outcome != "failed" for row in told)


def test_identity_is_right_for_all(handled: Told) -> None:
    """Verified where the sample host says so and nowhere else."""
    _, told = handled
    assert [(n, row.identity) for n, row in enumerate(told, 1)] == [(row["n"], row["identity"]) for row in ROWS]


def test_no_undue_money_is_asked_for(handled: Told, money: dict[str, list[dict[str, Any]]]) -> None:
    """No proposal for an order or for components other than those expected, and none where none is due."""
    wrong = []
    for expected, row in zip(ROWS, handled[1], strict=True):
        if row.outcome == "duplicate":
            continue
        due = {one["order"]: set(one["components"]) for one in (expected, *expected.get("more", []))}
        for action in money[row.source]:
            parts = due.get(action["order"])
            if action["order"] is None or parts is None or set(action.get("components", parts)) - parts:
                wrong.append((expected["n"], expected["about"], action))
    assert not wrong


def test_outcomes_are_acceptable(handled: Told) -> None:
    """At least as many acceptable outcomes as were measured; the failure names the others."""
    table = [(_outcome(row), expected) for expected, row in zip(ROWS, handled[1], strict=True)]
    missed = [(outcome, row) for outcome, row in table if outcome not in row["acceptable"]]
    assert len(table) - len(missed) >= FLOOR, missed


def test_what_answers_is_quoted(handled: Told) -> None:
    """An answer quotes at least one of the documents that answer the question."""
    missed = [
        (expected["n"], expected["docs"], row.citations)
        for expected, row in zip(ROWS, handled[1], strict=True)
        if row.outcome == "answered" and row.citations and not set(row.citations) & set(expected["docs"])
    ]
    assert not missed
