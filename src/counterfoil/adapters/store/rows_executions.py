"""Claims, the intents committed with them, and the provider's receipts."""

from counterfoil.adapters.store.base import Base
from counterfoil.domain.digests import sha256
from counterfoil.domain.executions import Execution, Receipt
from counterfoil.domain.ids import PendingId
from counterfoil.ports.store import PendingAction


class ExecutionRows(Base):
    """`ports.store.ExecutionRows` on SQLite."""

    def approved(self) -> tuple[PendingId, ...]:
        """Approved and neither claimed nor voided, oldest approval first."""
        rows = self._all(
            "SELECT r.pending_id FROM resolutions r WHERE r.outcome = 'APPROVED'"
            " AND NOT EXISTS (SELECT 1 FROM approval_ends e WHERE e.pending_id = r.pending_id) ORDER BY r.rowid"
        )
        return tuple(PendingId(row[0]) for row in rows)

    def add_claim(self, pending: PendingAction, execution: Execution, event_seq: int) -> None:
        """Claim an approval and write down exactly what will be sent, before it is sent."""
        self._put(
            "approval_ends",
            pending_id=pending.pending,
            digest=pending.digest,
            kind="CLAIM",
            event_seq=event_seq,
            event_kind="ApprovalClaimed",
        )
        self._put(
            "executions",
            pending_id=pending.pending,
            idempotency_key=execution.idempotency_key,
            request=execution.request,
            request_sha256=sha256(execution.request.encode()),
        )

    def execution(self, pending: PendingId) -> Execution | None:
        """The intent, or None."""
        found = self._one("SELECT idempotency_key, request, intended_at FROM executions WHERE pending_id = ?", pending)
        return Execution(pending=pending, idempotency_key=found[0], request=found[1], at=found[2]) if found else None

    def unsettled(self) -> tuple[PendingId, ...]:
        """Executions without a receipt, or whose last receipt is UNKNOWN or PENDING, oldest first."""
        rows = self._all(
            "SELECT x.pending_id FROM executions x WHERE coalesce((SELECT outcome FROM receipts r"
            " WHERE r.pending_id = x.pending_id ORDER BY seq DESC LIMIT 1), 'UNKNOWN') IN ('UNKNOWN', 'PENDING')"
            " ORDER BY x.rowid"
        )
        return tuple(PendingId(row[0]) for row in rows)

    def add_receipt(self, pending: PendingId, receipt: Receipt, event_seq: int) -> None:
        """One answer of the provider."""
        self._put(
            "receipts",
            pending_id=pending,
            seq=self._next_seq("receipts", "pending_id", pending),
            outcome=receipt.outcome.value,
            reference=receipt.reference,
            detail=receipt.detail,
            event_seq=event_seq,
        )
