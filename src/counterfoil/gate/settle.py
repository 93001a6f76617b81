"""Stores what the provider answered. Facts are always recorded."""

from counterfoil.domain.events import EventKind
from counterfoil.domain.executions import Outcome, Receipt
from counterfoil.domain.ids import PendingId
from counterfoil.gate import chain
from counterfoil.ports.payment_reads import ProviderRefund
from counterfoil.ports.store import Rows


def settle(rows: Rows, pending: PendingId, receipt: Receipt) -> bool:
    """Store `receipt` unless the last one says the same; whether it was stored."""
    action = rows.pending(pending)
    if action and action.record.receipts and action.record.receipts[-1].outcome is receipt.outcome:
        return False
    body = {"detail": receipt.detail, "outcome": receipt.outcome.value, "reference": receipt.reference}
    rows.add_receipt(pending, receipt, chain.append(rows, pending, EventKind.RECEIPT_STORED, body))
    return True


def found(refund: ProviderRefund) -> Receipt:
    """What the provider's own list says about a refund, as a receipt."""
    detail = "found in the provider's list" if refund.outcome is not Outcome.UNKNOWN else ""
    return Receipt(outcome=refund.outcome, reference=refund.reference, detail=detail)
