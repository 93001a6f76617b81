"""Planted violations: plans, prices and quotes (030)."""

import json
from dataclasses import replace
from typing import Any

from counterfoil.domain.digests import Body, canonical
from counterfoil.domain.ids import PendingId
from tests.unit.store.desk import HASH, SALT, Price
from tests.unit.store.planted import KEYS, Planted, Step, check, planted
from tests.unit.store.story import Story

C4 = (("c4", 90),)
PRICE = Price(parts=C4)
REFUND = PRICE.action()
FOLLOW: Body = {"kind": "FollowOn", "language": "en", "revision": HASH, "template": "refund-succeeded"}
WAITS: Body = {"ordinal": "0", "state": "SUCCEEDED"}
LOOK: Body = {"kind": "Escalate", "why": "UNCLEAR"}


def bare(d: Story) -> Story:
    """A plan z of one refund, without its action row."""
    d.prices["z"] = PRICE
    return d.plan("z", (REFUND, ""))


def ready(d: Story) -> Story:
    """A plan z of one refund that is not priced."""
    return bare(d).action("z")


def priced(d: Story) -> Story:
    """A price z without allocations and quote."""
    return ready(d).pending("z")


def followed(d: Story) -> Story:
    """A plan z of a refund and what the customer hears when it succeeded; only the refund's row is there."""
    return d.plan("z", (REFUND, ""), (FOLLOW, WAITS)).action("z")


def told(d: Story) -> Story:
    """A plan z of one hand-over, without its action row."""
    return d.plan("z", (LOOK, ""))


def half_allocated(d: Story) -> Story:
    """A price z of two components, of which only the first is allocated."""
    d.planned("z", parts=(("c3", 10), ("c4", 80)), amount=10).pending("z")
    return d.put("allocations", pending_id="z", order_id="o", component_id="c3", amount_minor=10)


def spelt(path: str, value: str) -> str:
    """The text of z with another value at a path such as `amount.minor`."""
    text: dict[str, Any] = json.loads(PRICE.body("z").text())
    *way, last = path.split(".")
    inner = text
    for step in way:
        inner = inner[step]
    inner[last] = value
    return canonical(text)


def unlike(path: str, value: str, why: str) -> Planted:
    """A price whose text says something else than its column."""
    return planted("pending_actions", lambda d: d.pending("z", text=spelt(path, value)), why, ready)


def action(ordinal: int = 0, **change: object) -> Step:
    """The row of an action of z."""
    return lambda d: d.action("z", ordinal, **change)


def price(**change: object) -> Step:
    """The price z."""
    return lambda d: d.pending("z", **change)


def again(table: str, key: str, **change: object) -> Step:
    """A row like the one where `key` holds, with some columns different."""

    def step(d: Story) -> Story:
        found = d.db.execute(f"SELECT * FROM {table} WHERE {key}")
        names = [column[0] for column in found.description]
        return d.put(table, **{**dict(zip(names, found.fetchone(), strict=True)), **change})

    return step


OTHER_PART = replace(Price().body("a"), pending=PendingId("zz")).text()

PARKINGS = {
    "a plan on another ticket than its message": planted(
        "parkings",
        lambda d: d.plan("z", (REFUND, ""), ticket_id="t2", plan=canonical(_plan("mz", "t2"))),
        KEYS,
    ),
    "a plan whose text names another message": planted(
        "parkings", lambda d: d.plan("z", (REFUND, ""), plan=canonical(_plan("ma", "t"))), check("json_extract(plan")
    ),
    "a plan whose text names another ticket": planted(
        "parkings", lambda d: d.plan("z", (REFUND, ""), plan=canonical(_plan("mz", "t2"))), check("json_extract(plan")
    ),
    "a second plan for one message": planted(
        "parkings", again("parkings", "parking_id = 'ka'", parking_id="k"), "exists"
    ),
    "a plan that counts more actions than it lists": planted(
        "parkings", lambda d: d.plan("z", (REFUND, ""), action_count=2), check("json_array_length(plan")
    ),
    "a plan without actions": planted("parkings", lambda d: d.plan("z"), check("action_count >= 1")),
    "a plan with half a hash": planted(
        "parkings", lambda d: d.plan("z", (REFUND, ""), plan_sha256="0"), check("length(plan_sha256)")
    ),
}

PARKED = {
    "an action of no plan": planted(
        "parked_actions", again("parked_actions", "parking_id = 'ka'", parking_id="none"), "plan is sealed"
    ),
    "an action more than the plan has": planted(
        "parked_actions", again("parked_actions", "parking_id = 'ka'", ordinal=1), "plan is sealed"
    ),
    "an action before the first": planted(
        "parked_actions", again("parked_actions", "parking_id = 'ka'", ordinal=-1), "plan is sealed|JSON path"
    ),
    "an action unlike the sealed plan": planted(
        "parked_actions", action(body=canonical(Price().action())), "plan is sealed", bare
    ),
    "an action spelt unlike the sealed plan": planted(
        "parked_actions", action(body='{"kind":"Escalate", "why":"UNCLEAR"}'), "plan is sealed", told
    ),
    "a follow-on that waits for nothing, unlike the plan": planted(
        "parked_actions", action(1, waits_for=None, waits_state=None), "plan is sealed", followed
    ),
    "a follow-on that waits for another state": planted(
        "parked_actions", action(1, waits_state="APPROVED"), "plan is sealed", followed
    ),
    "a follow-on that waits for no state": planted(
        "parked_actions",
        action(1),
        check(r"(waits_for IS NULL) = (waits_state IS NULL)"),
        lambda d: d.plan("z", (REFUND, ""), (FOLLOW, {"ordinal": "0"})).action("z"),
    ),
    "a follow-on that waits for itself": planted(
        "parked_actions", action(), "waits for no money action", lambda d: d.plan("z", (FOLLOW, WAITS))
    ),
    "an action that waits for a hand-over": planted(
        "parked_actions",
        action(1),
        "waits for no money action",
        lambda d: d.plan("z", (LOOK, ""), (FOLLOW, WAITS)).action("z"),
    ),
    "an action that waits for one that is not there yet": planted(
        "parked_actions",
        action(1),
        "waits for no money action",
        lambda d: d.plan("z", (REFUND, ""), (FOLLOW, WAITS)),
    ),
    "a follow-on that waits for another refund": planted(
        "parked_actions",
        action(2, waits_for=1),
        "plan is sealed",
        lambda d: d.plan("z", (REFUND, ""), (REFUND, ""), (FOLLOW, WAITS)).action("z").action("z", 1),
    ),
    "a refund called internal": planted(
        "parked_actions", action(effect="INTERNAL"), check("(effect = 'MOVES_MONEY') = (kind IN"), bare
    ),
    "an unknown effect": planted("parked_actions", action(effect="NONE"), check("effect IN"), told),
    "an unknown kind of action": planted(
        "parked_actions", action(), check("kind IN"), lambda d: d.plan("z", ({"kind": "PayOut"}, ""))
    ),
    "an action of another kind than its body": planted(
        "parked_actions", action(kind="AskBack"), check("json_extract(body, '$.kind') IS kind"), told
    ),
    "evidence of no plan": planted(
        "evidence_texts", lambda d: d.put("evidence_texts", parking_id="none", ordinal=0, salt=SALT, text=""), KEYS
    ),
    "evidence with a short salt": planted(
        "evidence_texts",
        lambda d: d.put("evidence_texts", parking_id="ka", ordinal=0, salt=b"s", text=""),
        check("length(salt)"),
    ),
    "evidence before the first": planted(
        "evidence_texts",
        lambda d: d.put("evidence_texts", parking_id="ka", ordinal=-1, salt=SALT, text=""),
        check("ordinal >= 0"),
    ),
}


def _plan(message: str, ticket: str) -> Body:
    return {"actions": [{"action": REFUND, "waits": ""}], "message": message, "ticket": ticket}
