"""Planted violations that every table knows: a time brought along, an update, a deletion, a row replaced (080, 090)."""

from counterfoil.domain.events import EventKind
from tests.unit.store.desk import SALT, Desk
from tests.unit.store.planted import Planted, Step, planted
from tests.unit.store.planted_orders import block, order_state, revision, state, tier
from tests.unit.store.planted_plans import C4, priced, ready
from tests.unit.store.story import Story

ERASABLE = ("message_texts", "failures", "evidence_texts", "requester_texts", "answer_texts", "sent_texts")
KEPT = ("open_queue",)  # rebuilt from the others by triggers
LATER = 50


def failure(**change: object) -> Step:
    """Bytes that could not be handled."""
    return lambda d: d.put("failures", **{"failure_id": "f", "source": "", "reason": "", "raw": b"", **change})


def everything(d: Story) -> Story:
    """At least one row in every table, the last of each free to be replaced as far as the other rules go."""
    d.sent("a").receipt("a", "PENDING").ran("h").put("sent_texts", parking_id="kh", ordinal=0, pending="", text="Hello")
    d.put("answer_texts", parking_id="ka", ordinal=0, draft="", after="")
    d.put("evidence_texts", parking_id="ka", ordinal=0, salt=SALT, text="please")
    for step in (failure(), revision(), tier(), block()):
        step(d)
    d.vote("s", "kim", "DENIED").end("s", "DENIED")
    return d.priced("u", parts=C4)


# The one row of each table that says when, brought with another time.
TIMES: dict[str, tuple[Step, Step]] = {
    "installation": (
        lambda d: d.put("installation", only_row=1, installation_id="inst", made_at=LATER),
        lambda d: d.run("DROP TRIGGER installation_no_delete").run("DELETE FROM installation"),
    ),
    "tickets": (lambda d: d.ticket("z", opened_at=LATER), lambda d: d),
    "messages": (lambda d: d.message("z", received_at=LATER), lambda d: d),
    "failures": (failure(failed_at=LATER), lambda d: d),
    "order_states": (order_state(seen_at=LATER), lambda d: d),
    "payment_states": (state(seen_at=LATER), lambda d: d),
    "parkings": (lambda d: d.plan("z", ({"kind": "Escalate"}, ""), parked_at=LATER), lambda d: d),
    "pending_actions": (lambda d: d.pending("z", quoted_at=LATER), ready),
    "quotes": (lambda d: d.quote("z", quoted_at=LATER), priced),
    "events": (lambda d: d.event("a", EventKind.DECISION_MADE, at=LATER), lambda d: d),
    "decisions": (lambda d: d.vote("a", decided_at=LATER), lambda d: d),
    "resolutions": (lambda d: d.end("a", ended_at=LATER), lambda d: d.vote("a")),
    "approval_ends": (lambda d: d.claim("a", ended_at=LATER), lambda d: d.approve("a")),
    "executions": (lambda d: d.execute("a", intended_at=LATER), lambda d: d.approve("a").claim("a")),
    "receipts": (lambda d: d.receipt("a", "UNKNOWN", stored_at=LATER), lambda d: d.sent("a")),
    "action_runs": (lambda d: d.ran("h", ran_at=LATER), lambda d: d),
    "revisions": (revision(imported_at=LATER), lambda d: d),
    "revision_tiers": (tier(set_at=LATER), revision()),
}


def tables(d: Desk) -> dict[str, list[str]]:
    """Every table that is ours, with its columns."""
    names = d.db.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict"
    ).fetchall()
    return {name: [row[1] for row in d.db.execute(f"PRAGMA table_info({name})")] for (name,) in sorted(names)}


def _changed(table: str, columns: list[str]) -> dict[str, Planted]:
    """A row of this table changed, deleted, replaced by itself, and replaced by a new row through its rowid."""
    first = f"SELECT {{}} FROM {table} ORDER BY rowid DESC LIMIT 1"
    listed = ", ".join(columns)
    same = f"INSERT OR REPLACE INTO {table} ({listed}) {first.format(listed)}"
    found = {
        f"update of {table}": planted(
            table, lambda d: d.run(f"UPDATE {table} SET {columns[-1]} = {columns[-1]}"), "insert-only", everything
        ),
        f"replacement in {table}": planted(table, lambda d: d.careless(keys=False).run(same), "exists", everything),
    }
    if table not in ERASABLE:
        delete = f"DELETE FROM {table}"
        found[f"deletion from {table}"] = planted(
            table, lambda d: d.careless(keys=False).run(delete), "insert-only", everything
        )
    return found


EVERY_TABLE = {
    name: case
    for table, columns in tables(Desk()).items()
    if table not in KEPT
    for name, case in _changed(table, columns).items()
}
EVERY_TABLE |= {
    f"a time brought to {table}": planted(table, bad, "time is set by the database", before)
    for table, (bad, before) in TIMES.items()
}


def by_rowid(verb: str) -> Step:
    """A vote of bob that takes the rowid of kim's denial."""

    def step(d: Story) -> object:
        d.careless().event("q", EventKind.DECISION_MADE)
        return d.bare_vote("q", "bob", verb, rowid=d.value("SELECT rowid FROM decisions WHERE verdict = 'DENIED'"))

    return step


def denied(d: Story) -> Story:
    """A denial of q by kim."""
    return d.vote("q", verdict="DENIED")


EVERY_TABLE |= {
    "a denial replaced through its rowid": planted("decisions", by_rowid("INSERT OR REPLACE"), "exists", denied),
    "a denial turned by an upsert": planted(
        "decisions",
        lambda d: d.run(
            "INSERT INTO decisions SELECT * FROM decisions WHERE true ON CONFLICT DO UPDATE SET verdict = 'APPROVED'"
        ),
        "exists",
        denied,
    ),
    "an event changed, replacing what is in the way": planted(
        "events", lambda d: d.careless(keys=False).run("UPDATE OR REPLACE events SET seq = 0"), "insert-only"
    ),
}
