"""A database in memory and the plain inserts a store would make, row by row, so that a test can plant a wrong one.

Every step takes columns to override and returns the desk, so steps read as a story. The base world has two orders:
`o` with the components c1 (600), c2 (500), c3 (300), c4 (90) and one card payment of 1000; `o2` with c1 and its own.
"""

import json
import sqlite3
import weakref
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Self

from counterfoil.adapters.store import schema
from counterfoil.domain.choices import Reason
from counterfoil.domain.digests import Body, Canonical, canonical, commitment
from counterfoil.domain.events import Event, EventKind, link
from counterfoil.domain.ids import (
    ComponentId,
    InstallationId,
    MessageId,
    OrderId,
    ParkingId,
    PaymentId,
    PendingId,
    Sha256,
    TicketId,
)
from counterfoil.domain.money import Money
from counterfoil.domain.pending import Allocation, PaymentSeen, PendingBody, Pricing, pending_digest

HASH, SALT, ANN = "0" * 64, b"s" * 16, "ann@mail.example"
COMPONENTS = {"o": {"c1": 600, "c2": 500, "c3": 300, "c4": 90}, "o2": {"c1": 600}}


def hexed(*parts: object) -> str:
    """64 hex digits that belong to these words."""
    return sha256(repr(parts).encode()).hexdigest()


def eur(minor: int) -> Money:
    """So many cents."""
    return Money(minor, "EUR")


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a pending action of the tests says; its canonical text and its columns both come from here."""

    parts: tuple[tuple[str, int], ...] = (("c1", 600),)
    order: str = "o"
    payment: str = "pay"
    ticket: str = "t"
    quorum: int = 1
    expires_at: int = 100
    supersedes: tuple[str, ...] = ()
    kind: str = "RefundComponents"
    requester: str = ANN
    amount: int | None = None  # when not the sum of the parts
    plan_sha256: str = HASH

    @property
    def total(self) -> int:
        """Minor units of the action."""
        return sum(minor for _, minor in self.parts) if self.amount is None else self.amount

    def action(self) -> Body:
        """The parked action that this answers."""
        parts = [component for component, _ in self.parts]
        return {"components": parts, "kind": "RefundComponents", "order": self.order, "reason": "DAMAGED"}

    def body(self, p: str) -> PendingBody:
        """Everything that a yes would cover."""
        return PendingBody(
            installation=InstallationId("inst"),
            pending=PendingId(p),
            parking=ParkingId("k" + p),
            plan_sha256=Sha256(self.plan_sha256),
            ticket=TicketId(self.ticket),
            message=MessageId("m" + p),
            kind=self.kind,
            reason=Reason.DAMAGED,
            order=OrderId(self.order),
            allocations=tuple(
                Allocation(component=ComponentId(c), title=c, net=eur(COMPONENTS[self.order][c]), amount=eur(minor))
                for c, minor in self.parts
            ),
            amount=eur(self.total),
            payment=PaymentSeen(
                payment=PaymentId(self.payment),
                provider="play",
                mode="play",
                state=0,
                captured=eur(1000),
                refunded_by_us=eur(0),
                elsewhere=eur(0),
                dispute="NONE",
            ),
            pricing=Pricing(rule="damaged", order_state=0, days_since=3, window_days=30),
            requester=commitment(SALT, self.requester),
            evidence=(),
            follow_ons=(),
            quorum=self.quorum,
            expires_at=self.expires_at,
            supersedes=tuple(PendingId(old) for old in self.supersedes),
        )


class Desk:
    """One connection, with a clock that stands still until it is set."""

    def __init__(self, *, source: sqlite3.Connection | None = None) -> None:
        """A fresh database with the base world in it, or a copy of `source`."""
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        weakref.finalize(self, self.db.close)
        self.now = 10
        self.prices: dict[str, Price] = {}
        self.db.create_function("counterfoil_now", 0, lambda: self.now)
        if source:
            source.backup(self.db)
        else:
            schema.build(self.db)
        self.careless(False)
        if not source:
            self.base()

    def careless(self, careless: bool = True, /, *, keys: bool | None = None) -> Self:
        """As a tool that knows nothing of ours: recursive triggers off, and foreign keys too if `keys` is False."""
        self.db.execute(f"PRAGMA recursive_triggers = {not careless}")
        self.db.execute(f"PRAGMA foreign_keys = {True if keys is None else keys}")
        return self

    def run(self, statement: str) -> Self:
        """Raw SQL."""
        self.db.execute(statement)
        return self

    def clock(self, now: int) -> Self:
        """Set the time."""
        self.now = now
        return self

    def put(self, table: str, verb: str = "INSERT", /, **row: object) -> Self:
        """One row, as it is."""
        marks = ", ".join("?" * len(row))
        self.db.execute(f"{verb} INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
        return self

    def value(self, statement: str, *values: object) -> object:
        """The first column of the first row, or None."""
        found = self.db.execute(statement, values).fetchone()
        return found[0] if found else None

    def base(self) -> Self:
        """Two tickets, two orders, two payments."""
        self.put("installation", only_row=1, installation_id="inst")
        self.ticket("t").ticket("t2")
        for order, payment in (("o", "pay"), ("o2", "pay2")):
            self.order(order)
            for component, net in COMPONENTS[order].items():
                self.component(order, component, net_minor=net)
            self.put("order_states", order_id=order, seq=0, status="DELIVERED")
            self.payment(payment, order).state(payment)
        return self

    def ticket(self, ticket: str, **change: object) -> Self:
        """A ticket."""
        return self.put("tickets", **{"ticket_id": ticket, "channel": "mail", **change})

    def order(self, order: str, **change: object) -> Self:
        """An order without components."""
        row = {"order_id": order, "customer": ANN, "currency": "EUR", "placed_on": "2026-01-02"}
        return self.put("orders", **{**row, **change})

    def component(self, order: str, component: str, **change: object) -> Self:
        """A component of 100."""
        row = {"order_id": order, "component_id": component, "kind": "LINE", "title": "", "options": "", "sku": ""}
        return self.put("components", **{**row, "quantity": 1, "net_minor": 100, "redeemable": 0, **change})

    def payment(self, payment: str, order: str = "o", **change: object) -> Self:
        """A card payment without a state."""
        row = {"payment_id": payment, "order_id": order, "currency": "EUR", "provider": "play", "kind": "CARD"}
        return self.put("payments", **{**row, **change})

    def state(self, payment: str = "pay", **change: object) -> Self:
        """What the provider says of the payment now."""
        seq = self.value("SELECT count(*) FROM payment_states WHERE payment_id = ?", payment)
        row = {"payment_id": payment, "seq": seq, "captured_minor": 1000, "elsewhere_minor": 0, "dispute": "NONE"}
        return self.put("payment_states", **{**row, **change})

    def message(self, message: str, ticket: str = "t", sender: str = ANN, /, **change: object) -> Self:
        """A message by a verified customer, with its text."""
        row = {"message_id": message, "ticket_id": ticket, "channel": "mail", "channel_id": message}
        row |= {"body_sha256": HASH, "author": "CUSTOMER", "identity": "DMARC"}
        self.put("messages", **{**row, **change})
        return self.put("message_texts", message_id=message, sender=sender, subject="", raw=b"")

    def plan(self, p: str, *actions: tuple[Body, Canonical], ticket: str = "t", **change: object) -> Self:
        """The message `m`+p and the plan `k`+p of these actions, each with what it waits for. No action rows yet."""
        self.message("m" + p, ticket)
        rows: list[Canonical] = [{"action": action, "waits": waits} for action, waits in actions]
        plan = canonical({"actions": rows, "message": "m" + p, "ticket": ticket})
        row = {"parking_id": "k" + p, "message_id": "m" + p, "ticket_id": ticket, "plan": plan, "plan_sha256": HASH}
        return self.put("parkings", **{**row, "action_count": len(actions), **change})

    def action(self, p: str, ordinal: int = 0, **change: object) -> Self:
        """The row of one action of the plan `k`+p, as the plan has it."""
        plan = json.loads(str(self.value("SELECT plan FROM parkings WHERE parking_id = ?", "k" + p)))
        action, waits = plan["actions"][ordinal]["action"], plan["actions"][ordinal]["waits"] or {}
        effect = {"RefundComponents": "MOVES_MONEY", "CancelOrder": "MOVES_MONEY", "Escalate": "INTERNAL"}
        row = {"parking_id": "k" + p, "ordinal": ordinal, "kind": action["kind"], "body": canonical(action)}
        row |= {"effect": effect.get(action["kind"], "REACHES_CUSTOMER"), "waits_state": waits.get("state")}
        return self.put("parked_actions", **{**row, "waits_for": waits.get("ordinal"), **change})

    def pending(self, p: str, price: Price | None = None, /, **change: object) -> Self:
        """The priced action with its first event. Columns come from its text."""
        price = self.prices[p] = price or self.prices[p]
        text = price.body(p).text()
        row = {"pending_id": p, "parking_id": "k" + p, "ordinal": 0, "effect": "MOVES_MONEY", "part": 0}
        row |= {"ticket_id": price.ticket, "order_id": price.order, "order_state": 0, "payment_id": price.payment}
        row |= {"payment_state": 0, "currency": "EUR", "amount_minor": price.total, "quorum": price.quorum}
        row |= {"expires_at": price.expires_at, "text": text, "digest": pending_digest(str(change.get("text", text)))}
        self.put("pending_actions", **{**row, **change})
        return self.event(p, EventKind.ACTION_PARKED)

    def allocate(self, p: str, **change: object) -> Self:
        """The allocations of the action."""
        for component, minor in self.prices[p].parts:
            row = {"pending_id": p, "order_id": self.prices[p].order, "component_id": component, "amount_minor": minor}
            self.put("allocations", **{**row, **change})
        return self

    def quote(self, p: str, ordinal: int = 0, **change: object) -> Self:
        """The quote that seals the price."""
        row = {"parking_id": "k" + p, "ordinal": ordinal, "effect": "MOVES_MONEY", "refusal": None, "parts": 1}
        return self.put("quotes", **{**row, **change})

    def planned(self, p: str, price: Price | None = None, /, **change: object) -> Self:
        """Message, plan and action row of one refund."""
        self.prices[p] = replace(price or Price(), **change)  # type: ignore[arg-type] # fields of Price
        return self.plan(p, (self.prices[p].action(), ""), ticket=self.prices[p].ticket).action(p)

    def priced(self, p: str, **change: object) -> Self:
        """A planned refund and its price, not yet sealed by a quote."""
        self.planned(p, **change).pending(p)
        return self.allocate(p).put("requester_texts", pending_id=p, salt=SALT, text=self.prices[p].requester)

    def park(self, p: str, **change: object) -> Self:
        """All of it: a refund that waits for persons."""
        return self.priced(p, **change).quote(p)

    def last(self, p: str) -> Event | None:
        """The newest event."""
        found = self.db.execute(
            "SELECT seq, hash FROM events WHERE pending_id = ? ORDER BY seq DESC LIMIT 1", (p,)
        ).fetchone()
        if not found:
            return None
        kind = EventKind.ACTION_PARKED
        return Event(pending=PendingId(p), seq=found[0], previous=Sha256(HASH), kind=kind, at=0, body="", hash=found[1])

    def event(self, p: str, kind: EventKind, /, **change: object) -> Self:
        """The next link."""
        new = link(PendingId(p), self.last(p), kind, self.now, {})
        row = {"pending_id": p, "seq": new.seq, "prev_seq": new.seq - 1 if new.seq else None, "prev_hash": new.previous}
        row |= {"kind": kind.value, "at": new.at, "body": new.body, "hash": new.hash}
        return self.put("events", **{**row, **change})

    def seq(self, p: str) -> int:
        """The number of the newest event."""
        last = self.last(p)
        return last.seq if last else 0

    def digest(self, p: str) -> object:
        """The digest of the action."""
        return self.value("SELECT digest FROM pending_actions WHERE pending_id = ?", p)
