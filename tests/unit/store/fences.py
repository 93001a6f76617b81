"""Takes the schema apart into its fences, and builds it without some of them.

A fence is one CHECK, one foreign key, one unique key beside the primary one, one rule of a trigger, or one condition of
a view or of a rule that several conditions make. Primary keys and NOT NULL stay: without them there is no table.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from counterfoil.adapters.store import schema

NO_FENCE = "CHECK (1)"
_CREATED = re.compile(r"CREATE (TABLE|TRIGGER|VIEW) (\w+)(?: (?:BEFORE|AFTER) (?:INSERT|UPDATE|DELETE) ON (\w+))?")
_KEY = re.compile(r"FOREIGN KEY \([^)]*\) REFERENCES \w+ \([^)]*\)")
_COLUMN = re.compile(r"\w+ +TEXT[A-Z ]* (REFERENCES \w+|UNIQUE)(?=,)")
_UNIQUE = re.compile(r"UNIQUE \(([^)]*)\)")
_RULE = re.compile(r"SELECT RAISE\(ABORT, '([^']*)'\)[^;]*;")
_PRIMARY = re.compile(r"PRIMARY KEY \(([^)]*)\)|(\w+) +\w+ PRIMARY KEY")
_WITHIN = (  # rules and views that several conditions make: where, the condition, what stands there without it
    (
        "decision_rules",
        "k.action_count <> (SELECT count(*) FROM parked_actions a WHERE a.parking_id = k.parking_id)",
        "0",
    ),
    ("decision_rules", "a.effect = 'MOVES_MONEY'", "0"),
    ("decision_rules", "p.amount_minor <> (SELECT coalesce(sum(amount_minor), 0)", "0 <> (SELECT 0"),
    ("decision_rules", "json_array_length(p.text, '$.allocations') <> (SELECT count(*)", "0 <> (SELECT 0"),
    ("resolution_rules", "d.verdict = 'APPROVED') < p.quorum", "d.verdict = 'APPROVED') < 0"),
    ("resolution_rules", "d.verdict = 'APPROVED') < p.quorum", "d.verdict = 'APPROVED') < 1"),
    ("resolution_rules", "d.verdict = 'DENIED')", "0)"),
    ("successions", "later.ticket_id = earlier.ticket_id", "1"),
    ("successions", "later.order_id = earlier.order_id", "1"),
    ("successions", "later.rowid > earlier.rowid", "1"),
    ("successions", "b.component_id = a.component_id", "1"),
    ("successions", "s.value = earlier.pending_id", "1"),
    (
        "successions",
        "EXISTS (SELECT 1 FROM json_each(later.text, '$.supersedes') s WHERE s.value = earlier.pending_id)",
        "1",
    ),
    ("withdrawals", "m.ticket_id = p.ticket_id", "1"),
    ("withdrawals", "m.rowid > asked.rowid", "1"),
    ("withdrawals", "m.author = 'CUSTOMER'", "1"),
    ("withdrawals", "m.identity <> 'NONE'", "1"),
    ("withdrawals", "t.sender = author.text", "1"),
    ("live_refunds", "f.outcome = 'FAILED'", "f.outcome IN ('FAILED', 'UNKNOWN')"),
    ("live_refunds", "f.outcome = 'FAILED'", "f.outcome IN ('FAILED', 'SUCCEEDED')"),
    ("payment_room", "'OPEN', ", ""),
    ("payment_room", ", 'LOST'", ""),
    ("payment_room", "- s.elsewhere_minor", ""),
    ("payment_room", "- (SELECT coalesce(sum(l.amount_minor), 0)", "- (SELECT 0"),
    ("component_room", "- (SELECT coalesce(sum(a.amount_minor), 0)", "- (SELECT 0"),
    ("run_rules", "WHEN a.waits_for IS NULL THEN NEW.pending = ''", "WHEN a.waits_for IS NULL THEN 1"),
    ("run_rules", "NEW.pending = '' AND q.refusal IS NOT NULL", "NEW.pending = ''"),
    ("run_rules", "p.pending_id = NEW.pending", "1"),
    ("execution_rules", "json_extract(text, '$.request') IS NOT NEW.request OR ", ""),
    ("execution_rules", " OR json_extract(text, '$.idempotency_key') IS NOT NEW.idempotency_key", ""),
    ("execution_rules", "'OPEN', ", ""),
    ("execution_rules", ", 'LOST'", ""),
    ("parked_action_in_plan", ".action') IS NEW.body", ".action') IS NOT NULL"),
    (
        "parked_action_in_plan",
        "AND json_extract(k.plan, '$.actions[' || NEW.ordinal || '].waits.ordinal') IS CAST(NEW.waits_for AS TEXT)",
        "",
    ),
    (
        "parked_action_in_plan",
        "AND json_extract(k.plan, '$.actions[' || NEW.ordinal || '].waits.state') IS NEW.waits_state",
        "",
    ),
    ("pending_in_plan", "json_extract(a.body, '$.order') IS NEW.order_id", "1"),
    ("pending_in_plan", "json_extract(NEW.text, '$.kind') IS a.kind", "1"),
    ("pending_in_plan", "json_extract(NEW.text, '$.message') IS k.message_id", "1"),
    ("pending_in_plan", "json_extract(NEW.text, '$.plan_sha256') IS k.plan_sha256", "1"),
    ("allocation_in_text", "json_extract(j.value, '$.component') IS NEW.component_id", "1"),
    ("allocation_in_text", "json_extract(j.value, '$.amount.minor') IS CAST(NEW.amount_minor AS TEXT)", "1"),
    ("allocation_in_text", "json_extract(j.value, '$.amount.currency') IS p.currency", "1"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """One fence: where it stands, what it says, and what to write there instead to take it away."""

    place: str  # the table, trigger or view
    table: str  # whose rows it guards; "" for a view, which guards several
    statement: int
    text: str
    instead: str
    name: str


def statements() -> list[str]:
    """Every statement of the schema, in order."""
    return list(schema.statements())


def fences() -> list[Fence]:
    """All fences of the schema."""
    found = [fence for number, statement in enumerate(statements()) for fence in _of(number, statement)]
    return found + list(_within())


def without(removed: Iterable[Fence]) -> sqlite3.Connection:
    """An empty database whose schema lacks these fences."""
    texts = statements()
    for fence in removed:
        if fence.text not in texts[fence.statement]:
            raise ValueError(f"{fence.name} is not in the schema")
        texts[fence.statement] = texts[fence.statement].replace(fence.text, fence.instead)
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.create_function("counterfoil_now", 0, lambda: 10)
    for text in texts:
        if text:
            connection.execute(text)
    return connection


def _of(number: int, statement: str) -> Iterator[Fence]:
    created = _CREATED.match(statement)
    if created and created[1] == "TABLE":
        for text, instead in _constraints(statement):
            name = f"{created[2]}: {' '.join(text.split())}"
            yield Fence(place=created[2], table=created[2], statement=number, text=text, instead=instead, name=name)
    if created and created[1] == "TRIGGER":
        rules = list(_RULE.finditer(statement))
        for rule in rules:
            text, instead = (statement, "") if len(rules) == 1 else (rule[0], "")
            name = f"{created[2]}: {rule[1]}"
            yield Fence(place=created[2], table=created[3], statement=number, text=text, instead=instead, name=name)


def _constraints(statement: str) -> Iterator[tuple[str, str]]:
    for start in re.finditer(r"CHECK \(", statement):
        yield _balanced(statement, start.start()), NO_FENCE
    for key in _KEY.finditer(statement):
        yield key[0], NO_FENCE
    for column in _COLUMN.finditer(statement):
        yield column[0], column[0].removesuffix(column[1])
    primary = _PRIMARY.search(statement)
    keys = {column.strip() for column in (primary[1] or primary[2]).split(",")} if primary else set()
    for unique in _UNIQUE.finditer(statement):
        columns = {column.strip() for column in unique[1].split(",")}
        if not keys <= columns:  # else the primary key says it already, and this one only serves foreign keys
            yield unique[0], NO_FENCE


def _balanced(statement: str, start: int) -> str:
    depth = 0
    for end in range(statement.index("(", start), len(statement)):
        depth += {"(": 1, ")": -1}.get(statement[end], 0)
        if depth == 0:
            return statement[start : end + 1]
    raise ValueError(f"no end of {statement[start:]}")


def _within() -> Iterator[Fence]:
    made = {found[2]: (number, found) for number, text in enumerate(statements()) if (found := _CREATED.match(text))}
    for place, text, instead in _WITHIN:
        number, created = made[place]
        name = f"{place}: condition {text!r} as {instead!r}"
        yield Fence(place=place, table=created[3] or "", statement=number, text=text, instead=instead, name=name)
