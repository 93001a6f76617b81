"""What --json prints has the keys that docs/reference/json.md names."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = "---\ntitle: Refunds\naudience: public\nlanguage: en\n---\n\n# Refunds\n\nA refund takes 3 days.\n"
MESSAGE = {
    "id": "m-1",
    "from": "maria@post.example",
    "subject": "Desk lamp",
    "text": "Hello, the desk lamp of order A-1 arrived broken. Please refund it. Maria",
    "identity": "session",
}


def order() -> dict[str, Any]:
    """An order that was delivered last week."""
    today = datetime.now(UTC).date()
    line = {"id": "1", "kind": "LINE", "title": "Desk lamp", "options": "", "sku": "", "quantity": 1}
    payment = {"id": "p", "kind": "CARD", "captured": "79.00", "refunded_elsewhere": "0.00", "dispute": "NONE"}
    return {
        "order": "A-1",
        "customer": "maria@post.example",
        "currency": "EUR",
        "placed_on": str(today - timedelta(days=9)),
        "status": "DELIVERED",
        "delivered_on": str(today - timedelta(days=7)),
        "components": [{**line, "price": "79.00", "redeemable": False}],
        "payments": [payment],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A deployment in which one refund was asked for, approved, paid and told; what each command printed."""

    home: Path
    printed: dict[str, Any]

    def run(self, name: str, *more: str) -> Any:  # noqa: ANN401 - whatever the command prints as JSON
        """Run a command with --json and remember what it printed."""
        command = [sys.executable, "-m", "counterfoil.cli.main", *name.split(), *more, "--json"]
        done = subprocess.run(command, cwd=self.home, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        self.printed[f"counterfoil {name}"] = json.loads(done.stdout)
        return self.printed[f"counterfoil {name}"]


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Day:
    """The day, lived once."""
    day = Day(home=tmp_path_factory.mktemp("json"), printed={})
    (day.home / "kb").mkdir()
    (day.home / "kb" / "refunds.md").write_text(DOCUMENT, encoding="utf-8")
    (day.home / "orders.jsonl").write_text(json.dumps(order()), encoding="utf-8")
    (day.home / "messages.jsonl").write_text(json.dumps(MESSAGE), encoding="utf-8")
    day.run("init", "--person", "ann", "--name", "Ann Example")
    day.run("kb import", "kb")
    day.run("kb accept", "--all")
    day.run("kb show", day.run("kb list")[0]["revision"])
    day.run("orders import", "orders.jsonl")
    day.run("handle", "messages.jsonl", "--trust-identity")
    day.run("executor run", "--once")
    action = day.run("queue")[0]["id"]
    day.run("approve", action, "--digest", day.run("show", action)["digest"])
    day.run("executor run", "--once")
    day.run("show", action)
    day.run("desk run", "--once")
    day.run("ledger verify")
    day.run("reviewer enrol", "ben", "--name", "Ben Example", "--key", "keys/ann.key")
    day.run("reviewer list")
    return day


def section(name: str) -> str:
    """What the page says of a command."""
    text = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    return next(part for part in re.split(r"^## ", text, flags=re.MULTILINE) if name in part.split("\n")[0].split(", "))


def keys(value: object, inside: tuple[str, ...]) -> set[str]:
    """The keys of the objects in `value`, but not of those below `inside`."""
    if isinstance(value, list):
        return set().union(*(keys(item, inside) for item in value)) if value else set()
    if not isinstance(value, dict):
        return set()
    return set(value).union(*(keys(below, inside) for key, below in value.items() if key not in inside))


COMMANDS = (
    "approve", "desk run", "executor run", "handle", "init", "kb accept", "kb import", "kb list", "ledger verify",
    "orders import", "queue", "reviewer enrol", "reviewer list", "show",
)  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_every_key_is_documented(day: Day, name: str) -> None:
    """Each key that the command printed stands in its section; the digested body and follow-ons are one value each."""
    found = keys(day.printed[f"counterfoil {name}"], ("body", "follow_ons"))
    assert found
    assert [key for key in sorted(found) if f"`{key}`" not in section(f"counterfoil {name}")] == []


def test_show_revision_is_a_row_of_the_list_and_its_blocks(day: Day) -> None:
    """`kb show` prints the object of `kb list` and the blocks, as its section says."""
    shown, listed = day.printed["counterfoil kb show"], day.printed["counterfoil kb list"][0]
    assert set(shown) == {*listed, "blocks"}
    assert set(shown["blocks"][0]) == {"heading", "text", "sha256"}


def test_body_is_what_was_signed(day: Day) -> None:
    """In the body of `show`, numbers are texts and amounts are minor units, as the page says."""
    body = day.printed["counterfoil show"]["body"]
    assert body["amount"] == {"currency": "EUR", "minor": "7900"}
    assert body["quorum"] == "1"
