"""Planted violations: prices, allocations and quotes (030)."""

import json
from typing import Any

from counterfoil.domain.digests import canonical
from tests.unit.store.desk import SALT, Price
from tests.unit.store.planted import KEYS, check, planted
from tests.unit.store.planted_plans import (
    C4,
    OTHER_PART,
    PRICE,
    again,
    half_allocated,
    price,
    priced,
    ready,
    spelt,
    told,
    unlike,
)

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


def _other_currency(currency: str) -> dict[str, Any]:
    text: dict[str, Any] = json.loads(PRICE.body("z").text())
    text["allocations"][0]["amount"]["currency"] = currency
    return text


def _other_component(component: str) -> dict[str, Any]:
    text: dict[str, Any] = json.loads(PRICE.body("z").text())
    text["allocations"][0]["component"] = component
    return text
