"""Decisions, how waits ended, and the chain of events of each money action."""

from counterfoil.adapters.store.base import Base
from counterfoil.domain.decisions import Decision, Resolution, Verdict, Voiding
from counterfoil.domain.events import Event, EventKind
from counterfoil.domain.executions import Outcome, Receipt, Record
from counterfoil.domain.ids import InstallationId, OrderId, ParkingId, PendingId, PersonId, Sha256, TicketId
from counterfoil.ports.store import PendingAction, QueueRow, StoredText

_PENDING = """
SELECT p.pending_id, p.parking_id, p.ordinal, p.ticket_id, p.text, p.digest, p.quoted_at,
       r.outcome, r.ended_at, e.kind, e.reason
  FROM pending_actions p LEFT JOIN resolutions r USING (pending_id) LEFT JOIN approval_ends e USING (pending_id)
"""
_EVENT = "SELECT pending_id, seq, prev_hash, kind, at, body, hash FROM events WHERE pending_id = ? ORDER BY seq"


def _event(row: tuple[str, int, str, str, int, str, str]) -> Event:
    pending, seq, previous, kind, at, body, found = row
    return Event(
        pending=PendingId(pending),
        seq=seq,
        previous=Sha256(previous),
        kind=EventKind(kind),
        at=at,
        body=body,
        hash=Sha256(found),
    )


class DecisionRows(Base):
    """`ports.store.DecisionRows` on SQLite."""

    def pending(self, pending: PendingId) -> PendingAction | None:
        """The priced action of that id with everything the rows say about it, or None."""
        found = self._one(f"{_PENDING} WHERE p.pending_id = ?", pending)
        return self._pending(found) if found else None

    def pendings_of(self, parking: ParkingId) -> tuple[PendingAction, ...]:
        """All priced actions of a plan, in order."""
        rows = self._all(f"{_PENDING} WHERE p.parking_id = ? ORDER BY p.ordinal, p.part", parking)
        return tuple(self._pending(row) for row in rows)

    def find_pending(self, prefix: str) -> tuple[PendingId, ...]:
        """Up to ten ids that start with `prefix`."""
        rows = self._all(
            "SELECT pending_id FROM pending_actions WHERE substr(pending_id, 1, ?) = ? LIMIT 10", len(prefix), prefix
        )
        return tuple(PendingId(row[0]) for row in rows)

    def requester(self, pending: PendingId) -> StoredText | None:
        """The verified address that asked; None once erased."""
        found = self._one("SELECT salt, text FROM requester_texts WHERE pending_id = ?", pending)
        return StoredText(salt=bytes(found[0]), text=found[1]) if found else None

    def evidence(self, pending: PendingId) -> tuple[StoredText, ...]:
        """The words that asked, in order."""
        rows = self._all(
            "SELECT t.salt, t.text FROM evidence_texts t JOIN pending_actions p USING (parking_id)"
            " WHERE p.pending_id = ? ORDER BY t.ordinal",
            pending,
        )
        return tuple(StoredText(salt=bytes(row[0]), text=row[1]) for row in rows)

    def open_queue(self) -> tuple[QueueRow, ...]:
        """What waits for persons, oldest first."""
        rows = self._all(
            "SELECT q.pending_id, p.ticket_id, p.order_id, p.amount_minor, p.currency, q.quoted_at, q.expires_at"
            " FROM open_queue q JOIN pending_actions p USING (pending_id) ORDER BY q.quoted_at, q.rowid"
        )
        return tuple(
            QueueRow(
                pending=PendingId(row[0]),
                ticket=TicketId(row[1]),
                order=OrderId(row[2]),
                amount_minor=row[3],
                currency=row[4],
                quoted_at=row[5],
                expires_at=row[6],
            )
            for row in rows
        )

    def last_event(self, pending: PendingId) -> Event | None:
        """The newest link of the chain, or None before the first."""
        rows = self._all(f"{_EVENT} DESC LIMIT 1", pending)
        return _event(rows[0]) if rows else None

    def events(self, pending: PendingId) -> list[Event]:
        """The whole chain, oldest first."""
        return [_event(row) for row in self._all(_EVENT, pending)]

    def chains(self) -> tuple[PendingId, ...]:
        """Every priced action, oldest first."""
        return tuple(PendingId(row[0]) for row in self._all("SELECT pending_id FROM pending_actions ORDER BY rowid"))

    def add_event(self, event: Event) -> None:
        """The next link."""
        self._put(
            "events",
            pending_id=event.pending,
            seq=event.seq,
            prev_seq=event.seq - 1 if event.seq else None,
            prev_hash=event.previous,
            kind=event.kind.value,
            at=event.at,
            body=event.body,
            hash=event.hash,
        )

    def add_decision(self, decision: Decision, event_seq: int) -> None:
        """A person's signed verdict."""
        self._put(
            "decisions",
            pending_id=decision.pending,
            person=decision.person,
            digest=decision.digest,
            verdict=decision.verdict.value,
            reason=decision.reason,
            nonce=decision.nonce,
            signature=decision.signature,
            event_seq=event_seq,
        )

    def decisions(self, pending: PendingId) -> tuple[Decision, ...]:
        """Everybody's verdict, in order."""
        rows = self._all(
            "SELECT digest, verdict, person, reason, nonce, signature FROM decisions"
            " WHERE pending_id = ? ORDER BY event_seq",
            pending,
        )
        (installation,) = self._one("SELECT installation_id FROM installation")
        return tuple(
            Decision(
                installation=InstallationId(installation),
                pending=pending,
                digest=Sha256(row[0]),
                verdict=Verdict(row[1]),
                person=PersonId(row[2]),
                reason=row[3],
                nonce=row[4],
                signature=row[5],
            )
            for row in rows
        )

    def add_resolution(self, pending: PendingAction, outcome: Resolution, cause: str, event_seq: int) -> None:
        """How the wait ended. `cause`: the successor's id, or the id of the message that withdrew; else ""."""
        self._put(
            "resolutions",
            pending_id=pending.pending,
            digest=pending.digest,
            outcome=outcome.value,
            successor=cause if outcome is Resolution.SUPERSEDED else None,
            withdrawal=cause if outcome is Resolution.WITHDRAWN else None,
            event_seq=event_seq,
        )

    def add_voiding(self, pending: PendingAction, reason: Voiding, cause: str, event_seq: int) -> None:
        """An approval given up. `cause` as for `add_resolution`."""
        self._put(
            "approval_ends",
            pending_id=pending.pending,
            digest=pending.digest,
            kind="VOIDING",
            reason=reason.value,
            successor=cause if reason is Voiding.SUPERSEDED else None,
            withdrawal=cause if reason is Voiding.WITHDRAWN else None,
            event_seq=event_seq,
            event_kind="ApprovalVoided",
        )

    def expired(self) -> tuple[PendingId, ...]:
        """What nobody decided, or nobody executed, in time and has no end yet."""
        rows = self._all(
            "SELECT q.pending_id FROM open_queue q WHERE q.expires_at <= ?"
            " UNION ALL SELECT r.pending_id FROM resolutions r JOIN pending_actions p USING (pending_id)"
            " WHERE r.outcome = 'APPROVED' AND p.expires_at <= ?"
            " AND NOT EXISTS (SELECT 1 FROM approval_ends e WHERE e.pending_id = r.pending_id)",
            self._now,
            self._now,
        )
        return tuple(PendingId(row[0]) for row in rows)

    def withdrawable(self, ticket: TicketId) -> tuple[PendingId, ...]:
        """Actions of the ticket that have not ended and are not being executed."""
        rows = self._all(
            "SELECT p.pending_id FROM pending_actions p LEFT JOIN resolutions r USING (pending_id)"
            " LEFT JOIN approval_ends e USING (pending_id)"
            " WHERE p.ticket_id = ? AND (r.outcome IS NULL OR r.outcome = 'APPROVED') AND e.kind IS NULL"
            " ORDER BY p.rowid",
            ticket,
        )
        return tuple(PendingId(row[0]) for row in rows)

    def _pending(
        self, row: tuple[str, str, int, str, str, str, int, str | None, int | None, str | None, str | None]
    ) -> PendingAction:
        pending = PendingId(row[0])
        record = Record(
            resolution=Resolution(row[7]) if row[7] else None,
            voiding=Voiding(row[10]) if row[10] else None,
            claimed=row[9] == "CLAIM",
            receipts=self._receipts(pending),
        )
        return PendingAction(
            pending=pending,
            parking=ParkingId(row[1]),
            ordinal=row[2],
            ticket=TicketId(row[3]),
            text=row[4],
            digest=Sha256(row[5]),
            quoted_at=row[6],
            record=record,
            approved_at=row[8] if row[7] == "APPROVED" else None,
            columns=self._columns(pending),
        )

    def _columns(self, pending: PendingId) -> tuple[str, ...]:
        facts = self._one(
            "SELECT parking_id, ticket_id, order_id, payment_id, currency, amount_minor, quorum, expires_at"
            " FROM pending_actions WHERE pending_id = ?",
            pending,
        )
        parts = self._all(
            "SELECT component_id, amount_minor FROM allocations WHERE pending_id = ?"
            " ORDER BY component_id, amount_minor",
            pending,
        )
        return tuple(str(fact) for fact in (*facts, *(fact for part in parts for fact in part)))

    def _receipts(self, pending: PendingId) -> tuple[Receipt, ...]:
        rows = self._all("SELECT outcome, reference, detail FROM receipts WHERE pending_id = ? ORDER BY seq", pending)
        return tuple(Receipt(outcome=Outcome(row[0]), reference=row[1], detail=row[2]) for row in rows)
