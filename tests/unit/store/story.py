"""What happens to a parked action, as plain inserts: votes, ends, claims, executions, receipts, runs."""

import sqlite3
from typing import Self

from counterfoil.domain.digests import canonical
from counterfoil.domain.events import EventKind
from tests.unit.store.desk import HASH, Desk, hexed


class Story(Desk):
    """A desk that also knows what comes after parking. Every step writes its event first."""

    def vote(self, p: str, person: str = "kim", verdict: str = "APPROVED", **change: object) -> Self:
        """A signed verdict."""
        self.event(p, EventKind.DECISION_MADE)
        return self.bare_vote(p, person, verdict=verdict, **change)

    def bare_vote(self, p: str, person: str, verb: str = "INSERT", /, **change: object) -> Self:
        """A verdict that brings no event of its own."""
        row = {"pending_id": p, "person": person, "digest": self.digest(p), "verdict": "APPROVED", "reason": ""}
        row |= {"nonce": hexed(p, person), "signature": HASH * 2, "event_seq": self.seq(p)}
        return self.put("decisions", verb, **{**row, **change})

    def end(self, p: str, outcome: str = "APPROVED", **change: object) -> Self:
        """The end of the wait."""
        self.event(p, EventKind.WAIT_ENDED)
        row = {"pending_id": p, "digest": self.digest(p), "outcome": outcome, "event_seq": self.seq(p)}
        return self.put("resolutions", **{**row, **change})

    def approve(self, p: str) -> Self:
        """One vote and the approval."""
        return self.vote(p).end(p)

    def claim(self, p: str, **change: object) -> Self:
        """A claim to execute."""
        self.event(p, EventKind.APPROVAL_CLAIMED)
        row = {"pending_id": p, "digest": self.digest(p), "kind": "CLAIM", "event_kind": "ApprovalClaimed"}
        return self.put("approval_ends", **{**row, "event_seq": self.seq(p), **change})

    def void(self, p: str, reason: str | None = "DRIFTED", /, **change: object) -> Self:
        """An approval given up."""
        self.event(p, EventKind.APPROVAL_VOIDED)
        row = {"pending_id": p, "digest": self.digest(p), "kind": "VOIDING", "event_kind": "ApprovalVoided"}
        return self.put("approval_ends", **{**row, "reason": reason, "event_seq": self.seq(p), **change})

    def execute(self, p: str, **change: object) -> Self:
        """The intent."""
        body = self.prices[p].body(p)
        row = {"pending_id": p, "idempotency_key": body.idempotency_key(), "request": canonical(body.request())}
        return self.put("executions", **{**row, "request_sha256": HASH, **change})

    def sent(self, p: str) -> Self:
        """Approved, claimed and sent; no answer yet."""
        return self.approve(p).claim(p).execute(p)

    def receipt(self, p: str, outcome: str, reference: str | None = None, **change: object) -> Self:
        """The provider's answer."""
        self.event(p, EventKind.RECEIPT_STORED)
        seq = self.value("SELECT count(*) FROM receipts WHERE pending_id = ?", p)
        row = {"pending_id": p, "seq": seq, "outcome": outcome, "detail": "", "event_seq": self.seq(p)}
        return self.put("receipts", **{**row, "reference": "re_" + p if reference is None else reference, **change})

    def ran(self, p: str, ordinal: int = 0, **change: object) -> Self:
        """A run of a parked action."""
        row = {"parking_id": "k" + p, "ordinal": ordinal, "pending": "", "outcome": "RAN", "reason": ""}
        return self.put("action_runs", **{**row, "sent_sha256": "", **change})

    @classmethod
    def copy(cls, source: "Story") -> "Story":
        """A copy that can be spoilt."""
        twin = cls(source=source.db)
        twin.prices = dict(source.prices)
        return twin


def opened(build: "sqlite3.Connection | None" = None) -> Story:
    """The base world with the refunds that the planted violations speak of, all of ann@mail.example on ticket t.

    a: c1, 600. b: c2, 500 (with a more than the payment). s, s2: c3, 200 each (together more than the component).
    q: c4, 90, two persons. x: c1 of the order on ticket t2. o2: c1 of order o2. h: a hand-over, no refund.
    """
    desk = Story(source=build) if build else Story()
    if build:
        desk.base()
    desk.park("a").park("b", parts=(("c2", 500),)).park("s", parts=(("c3", 200),)).park("s2", parts=(("c3", 200),))
    desk.park("q", parts=(("c4", 90),), quorum=2).park("x", ticket="t2", parts=(("c1", 100),))
    desk.plan("h", ({"kind": "Escalate", "why": "UNCLEAR"}, "")).action("h")
    return desk.park("o2", order="o2", payment="pay2")
