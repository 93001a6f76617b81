"""What is due to be sent, what was sent, and what was skipped."""

from counterfoil.adapters.store.rows_decisions import DecisionRows
from counterfoil.domain.digests import sha256
from counterfoil.domain.executions import state_of
from counterfoil.domain.ids import MessageId, ParkingId, PendingId, TicketId
from counterfoil.domain.templates import State
from counterfoil.ports.store import DueFollowOn

_NOT_RUN = """
NOT EXISTS (SELECT 1 FROM action_runs u
             WHERE u.parking_id = a.parking_id AND u.ordinal = a.ordinal AND u.pending = {key})
"""
_WAITS_FOR_NOTHING = f"""
SELECT a.parking_id, a.ordinal, a.kind, a.body, k.ticket_id, k.message_id, ''
  FROM parked_actions a JOIN parkings k USING (parking_id)
 WHERE a.waits_for IS NULL AND a.effect <> 'MOVES_MONEY' AND {_NOT_RUN.format(key="''")} ORDER BY a.rowid
"""
_REFUSED = f"""
SELECT a.parking_id, a.ordinal, a.kind, a.body, k.ticket_id, k.message_id, a.waits_state
  FROM parked_actions a JOIN parkings k USING (parking_id)
  JOIN quotes q ON q.parking_id = a.parking_id AND q.ordinal = a.waits_for AND q.refusal <> 'WITHDRAWN'
 WHERE a.waits_state = 'REFUSED' AND {_NOT_RUN.format(key="''")} ORDER BY a.rowid
"""
_ENDED = f"""
SELECT a.parking_id, a.ordinal, a.kind, a.body, k.ticket_id, k.message_id, a.waits_state, p.pending_id
  FROM parked_actions a JOIN parkings k USING (parking_id)
  JOIN pending_actions p ON p.parking_id = a.parking_id AND p.ordinal = a.waits_for
 WHERE EXISTS (SELECT 1 FROM resolutions r WHERE r.pending_id = p.pending_id)
   AND {_NOT_RUN.format(key="p.pending_id")} ORDER BY a.rowid
"""


def _due(row: tuple[str, int, str, str, str, str, str], pending: str = "") -> DueFollowOn:
    return DueFollowOn(
        parking=ParkingId(row[0]),
        ordinal=row[1],
        pending=PendingId(pending) if pending else None,
        kind=row[2],
        state=row[6],
        body=row[3],
        ticket=TicketId(row[4]),
        message=MessageId(row[5]),
    )


class OutboxRows(DecisionRows):
    """`ports.store.OutboxRows` on SQLite."""

    def due(self) -> tuple[DueFollowOn, ...]:
        """Everything that is due now and has not been run, answers first."""
        found = [_due(row) for row in self._all(_WAITS_FOR_NOTHING)]
        found += [_due(row) for row in self._all(_REFUSED)]
        for *row, pending in self._all(_ENDED):
            action = self.pending(PendingId(pending))
            if action and state_of(action.record) is State(row[6]):
                found.append(_due((row[0], row[1], row[2], row[3], row[4], row[5], row[6]), pending))
        return tuple(found)

    def add_run(self, due: DueFollowOn, outcome: str, reason: str, sent: str) -> None:
        """How a due action ended: RAN or SKIPPED, why, and the text that went out ("" when none did)."""
        key = {"parking_id": due.parking, "ordinal": due.ordinal, "pending": due.pending or ""}
        digest = sha256(sent.encode()) if sent else ""
        self._put("action_runs", **key, outcome=outcome, reason=reason, sent_sha256=digest)
        if sent:
            self._put("sent_texts", **key, text=sent)

    def set_answer(self, parking: ParkingId, ordinal: int, draft: str, after: str) -> None:
        """The rendered pieces of a reply as JSON, and the mark of the ticket that it was written after."""
        self._put("answer_texts", parking_id=parking, ordinal=ordinal, draft=draft, after=after)

    def answer(self, parking: ParkingId, ordinal: int) -> tuple[str, str] | None:
        """What `set_answer` stored, or None."""
        found = self._one(
            "SELECT draft, after FROM answer_texts WHERE parking_id = ? AND ordinal = ?", parking, ordinal
        )
        return (found[0], found[1]) if found else None

    def runs_of(self, parking: ParkingId) -> tuple[tuple[int, str, str, str, str], ...]:
        """Ordinal, pending action ("" for none), outcome, reason and sent text of every run of a plan, in order."""
        rows = self._all(
            "SELECT u.ordinal, u.pending, u.outcome, u.reason, coalesce(s.text, '') FROM action_runs u"
            " LEFT JOIN sent_texts s USING (parking_id, ordinal, pending) WHERE u.parking_id = ? ORDER BY u.rowid",
            parking,
        )
        return tuple((row[0], row[1], row[2], row[3], row[4]) for row in rows)
