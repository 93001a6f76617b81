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

PRICES = {
    "a price of a plan that is not there": planted(
        "pending_actions", price(parking_id="none"), "not what was parked", ready
    ),
    "a price of a hand-over": planted(
        "pending_actions",
        lambda d: d.pending("z", PRICE),
        "not what was parked",
        lambda d: told(d).action("z"),
    ),
    "a price that moves no money": planted(
        "pending_actions", price(effect="INTERNAL"), check("effect = 'MOVES_MONEY'"), ready
    ),
    "a price for another order": planted(
        "pending_actions",
        lambda d: d.pending("z", Price(order="o2", payment="pay2")),
        "not what was parked",
        ready,
    ),
    "a price for another kind of action": unlike("kind", "CancelOrder", "not what was parked"),
    "a price for another message": unlike("message", "ma", "not what was parked"),
    "a price for another plan": unlike("plan_sha256", "1" * 64, "not what was parked"),
    "a text of another action": unlike("pending", "a", check("json_extract(text, '$.pending')")),
    "a text of another parking": unlike("parking", "ka", check("json_extract(text, '$.parking')")),
    "a text of another ticket": unlike("ticket", "t2", check("json_extract(text, '$.ticket')")),
    "a text of another order": unlike("order", "o2", check("json_extract(text, '$.order')")),
    "a text of another reading of the order": unlike(
        "pricing.order_state", "1", check("json_extract(text, '$.pricing.order_state')")
    ),
    "a text of another payment": unlike("payment.payment", "pay2", check("json_extract(text, '$.payment.payment')")),
    "a request for another payment": unlike(
        "request.payment", "pay2", check("json_extract(text, '$.payment.payment')")
    ),
    "a text of another reading of the payment": unlike(
        "payment.state", "1", check("json_extract(text, '$.payment.state')")
    ),
    "a text of another amount": unlike("amount.minor", "91", check("json_extract(text, '$.amount.minor')")),
    "a request for another amount": unlike(
        "request.amount.minor", "91", check("json_extract(text, '$.request.amount.minor')")
    ),
    "a text in another currency": unlike("amount.currency", "USD", check("json_extract(text, '$.amount.currency')")),
    "a request in another currency": unlike(
        "request.amount.currency", "USD", check("json_extract(text, '$.amount.currency')")
    ),
    "a text of another quorum": unlike("quorum", "2", check("json_extract(text, '$.quorum')")),
    "a text of another expiry": unlike("expires_at", "900", check("json_extract(text, '$.expires_at')")),
    "a price of nothing": planted(
        "pending_actions", lambda d: d.pending("z", Price(parts=C4, amount=0)), check("amount_minor > 0"), ready
    ),
    "a price that nobody need approve": planted(
        "pending_actions", lambda d: d.pending("z", Price(parts=C4, quorum=0)), check("quorum >= 1"), ready
    ),
    "a price that expired before": planted(
        "pending_actions",
        lambda d: d.pending("z", Price(parts=C4, expires_at=10)),
        check("expires_at > quoted_at"),
        ready,
    ),
    "a price with half a digest": planted("pending_actions", price(digest="0"), check("length(digest)"), ready),
    "a part before the first": planted("pending_actions", price(part=-1), check("part >= 0"), ready),
    "a price on another ticket": planted(
        "pending_actions", lambda d: d.pending("z", Price(parts=C4, ticket="t2")), KEYS, ready
    ),
    "a price against another order's payment": planted(
        "pending_actions", lambda d: d.pending("z", Price(parts=C4, payment="pay2")), KEYS, ready
    ),
    "a price from a reading of the payment that never was": planted(
        "pending_actions", price(payment_state=7, text=spelt("payment.state", "7")), KEYS, ready
    ),
    "a price from a reading of the order that never was": planted(
        "pending_actions", price(order_state=7, text=spelt("pricing.order_state", "7")), KEYS, ready
    ),
    "a second price for one part": planted(
        "pending_actions",
        again("pending_actions", "pending_id = 'z'", pending_id="zz", text=spelt("pending", "zz")),
        "exists",
        priced,
    ),
    "a price after the quote": planted(
        "pending_actions",
        again("pending_actions", "pending_id = 'a'", pending_id="zz", part=1, text=OTHER_PART),
        "quote is sealed",
    ),
}

QUOTES = {
    "an allocation after the quote": planted(
        "allocations",
        lambda d: d.put("allocations", pending_id="a", order_id="o", component_id="c2", amount_minor=1),
        "quote is sealed",
    ),
    "an allocation that the text does not name": planted(
        "allocations",
        lambda d: d.put("allocations", pending_id="z", order_id="o", component_id="c2", amount_minor=90),
        "not in the text",
        priced,
    ),
    "an allocation of another amount": planted(
        "allocations", lambda d: d.allocate("z", amount_minor=89), "not in the text", priced
    ),
    "an allocation of another order": planted(
        "allocations", lambda d: d.allocate("z", order_id="o2"), KEYS, lambda d: d.planned("z").pending("z")
    ),
    "an allocation in another currency": planted(
        "allocations",
        lambda d: d.allocate("z"),
        "not in the text",
        lambda d: ready(d).pending("z", text=canonical(_other_currency("USD"))),
    ),
    "an allocation that the text names, after the quote": planted(
        "allocations",
        lambda d: d.put("allocations", pending_id="z", order_id="o", component_id="c4", amount_minor=80),
        "quote is sealed",
        lambda d: half_allocated(d).quote("z"),
    ),
    "an allocation of a component that is not there": planted(
        "allocations",
        lambda d: d.put("allocations", pending_id="z", order_id="o", component_id="c9", amount_minor=90),
        KEYS,
        lambda d: ready(d).pending("z", text=canonical(_other_component("c9"))),
    ),
    "an allocation of nothing": planted(
        "allocations",
        lambda d: d.allocate("z"),
        check("amount_minor > 0"),
        lambda d: ready(d).pending("z", Price(parts=(("c4", 0),), amount=90)),
    ),
    "a requester of nothing": planted(
        "requester_texts", lambda d: d.put("requester_texts", pending_id="none", salt=SALT, text=""), KEYS
    ),
    "a requester with a short salt": planted(
        "requester_texts",
        lambda d: d.put("requester_texts", pending_id="z", salt=b"s", text=""),
        check("length(salt)"),
        priced,
    ),
    "a quote of more parts than there are": planted(
        "quotes", lambda d: d.quote("z", parts=2), "quote is incomplete", priced
    ),
    "a quote of fewer parts than there are": planted(
        "quotes", lambda d: d.quote("z", parts=0, refusal="NO"), "quote is incomplete", priced
    ),
    "a quote of a hand-over": planted(
        "quotes", lambda d: d.quote("z", parts=0, refusal="NO"), KEYS, lambda d: told(d).action("z")
    ),
    "a quote of what moves no money": planted(
        "quotes",
        lambda d: d.quote("z", parts=0, refusal="NO", effect="INTERNAL"),
        check("effect = 'MOVES_MONEY'"),
        lambda d: told(d).action("z"),
    ),
    "a quote of fewer than no parts": planted(
        "quotes", lambda d: d.quote("z", parts=-1, refusal="NO"), "quote is incomplete|parts >= 0", ready
    ),
    "a refusal of a priced action": planted(
        "quotes", lambda d: d.quote("z", refusal="NO"), check("(refusal IS NULL) = (parts > 0)"), priced
    ),
    "neither a price nor a reason": planted(
        "quotes", lambda d: d.quote("z", parts=0), check("(refusal IS NULL) = (parts > 0)"), ready
    ),
}


def _plan(message: str, ticket: str) -> Body:
    return {"actions": [{"action": REFUND, "waits": ""}], "message": message, "ticket": ticket}


def _other_currency(currency: str) -> dict[str, Any]:
    text: dict[str, Any] = json.loads(PRICE.body("z").text())
    text["allocations"][0]["amount"]["currency"] = currency
    return text


def _other_component(component: str) -> dict[str, Any]:
    text: dict[str, Any] = json.loads(PRICE.body("z").text())
    text["allocations"][0]["component"] = component
    return text
