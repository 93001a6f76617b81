"""The door: the one place that moves money.

Everything is checked again, the intent is committed, then the provider is called once.
"""

from dataclasses import dataclass
from typing import Protocol

from counterfoil.domain.decisions import Verdict, Voiding
from counterfoil.domain.digests import canonical
from counterfoil.domain.errors import NotAllowedError, NotFoundError, TooLateError
from counterfoil.domain.events import EventKind
from counterfoil.domain.executions import Execution, Outcome, Receipt, state_of
from counterfoil.domain.ids import PaymentId, PendingId
from counterfoil.domain.orders import Dispute
from counterfoil.domain.pending import PendingBody
from counterfoil.domain.rules import Rules
from counterfoil.domain.templates import State
from counterfoil.gate import chain, payments, signed
from counterfoil.gate.ends import void
from counterfoil.gate.payments import Seen
from counterfoil.gate.settle import found, settle
from counterfoil.gate.signed import Court
from counterfoil.ports.payment_reads import PaymentReads
from counterfoil.ports.refunds import RefundRequest, Refunds
from counterfoil.ports.store import PendingAction, Rows, Store

RESEND_WITHIN = 12 * 60 * 60  # seconds by the provider's clock; providers may forget a key after 24 hours


class Provider(PaymentReads, Refunds, Protocol):
    """A payment provider, read and paid through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paying:
    """What the executor pays with."""

    store: Store
    court: Court
    provider: Provider
    rules: Rules


def execute(tools: Paying, pending: PendingId) -> State:
    """Pay what was signed, once, and return the state it is in now.

    An approval that no longer fits the record is voided, not paid. Raises NotFoundError, TooLateError (not approved, or
    the undo window is still open), NotAllowedError (not enough signatures of the roster), DigestError, CanonicalError,
    ProviderError; then nothing was sent.
    """
    with tools.store.read() as rows:
        action = _approved(rows, pending)
        body = signed.read(action)
        order = rows.order(body.order)
        started_at = tools.provider.now()
    seen = payments.look(tools.provider, order.payments if order else ())
    with tools.store.write() as rows:
        action = _approved(rows, pending)
        _check_signatures(tools, rows, action, body)
        _check_time(tools, rows, action, body)
        order = rows.order(body.order)
        order = payments.record(rows, order, seen, tools.store.installation) if order else None
        changed = _changed(rows, body) or _paid_before(rows, body, seen)
        if changed:
            void(rows, action, changed)
            return State.VOIDED
        execution = _claim(rows, action, body)
    return _send(tools, execution, body, started_at)


def reconcile(tools: Paying, pending: PendingId) -> State:
    """Find out what became of a refund whose answer is missing or not final.

    Resends only if the provider never heard of it.

    The same key and body are sent again, and only within twelve hours by the provider's clock; after that the state
    stays UNKNOWN, which counts as paid, until a person looks. Raises ProviderError when it can't be reached.
    """
    with tools.store.read() as rows:
        action, execution = rows.pending(pending), rows.execution(pending)
    if action is None or execution is None:
        raise NotFoundError(f"there is no execution of {pending}")
    body = signed.read(action)
    for refund in tools.provider.refunds_of(body.payment.payment):
        if (refund.installation, refund.pending) == (body.installation, body.pending):
            return _settled(tools, pending, found(refund))
    if state_of(action.record) is State.PENDING:
        return State.PENDING
    return _send(tools, execution, body, execution.at)


def _approved(rows: Rows, pending: PendingId) -> PendingAction:
    action = rows.pending(pending)
    if action is None:
        raise NotFoundError(f"there is no action {pending}")
    state = state_of(action.record)
    if state is not State.APPROVED:
        raise TooLateError(f"this action is {state.value}, not APPROVED", pending=pending)
    return action


def _check_signatures(tools: Paying, rows: Rows, action: PendingAction, body: PendingBody) -> None:
    address = signed.requester(rows, body)
    decisions = rows.decisions(action.pending)
    valid = {
        row.person
        for row in decisions
        if row.verdict is Verdict.APPROVED and signed.counts(tools.court, action, row, address)
    }
    if len(valid) < body.quorum or any(row.verdict is Verdict.DENIED for row in decisions):
        raise NotAllowedError(
            f"{len(valid)} of the {body.quorum} signatures needed are by persons of the roster", pending=action.pending
        )


def _check_time(tools: Paying, rows: Rows, action: PendingAction, body: PendingBody) -> None:
    if rows.now() >= body.expires_at:
        raise TooLateError("the approval has expired", pending=action.pending)
    if action.approved_at is None or rows.now() < action.approved_at + tools.rules.undo_window:
        raise TooLateError("the undo window is still open", pending=action.pending)


def _changed(rows: Rows, body: PendingBody) -> Voiding | None:
    """Why the record is no longer what was signed: any change of order or payment that is not our own refund."""
    order = rows.order(body.order)
    payment = next((row for row in order.payments if row.payment == body.payment.payment), None) if order else None
    if order is None or payment is None:
        return Voiding.DRIFTED
    if payment.dispute in (Dispute.OPEN, Dispute.LOST):
        return Voiding.DISPUTED
    before = (body.payment.captured, body.payment.elsewhere, body.payment.dispute, body.pricing.order_state)
    now = (payment.captured, payment.elsewhere, payment.dispute.value, order.state)
    return Voiding.DRIFTED if now != before else None


def _paid_before(rows: Rows, body: PendingBody, seen: dict[PaymentId, Seen]) -> Voiding | None:
    """DRIFTED when the provider's own list, read through the signed texts, has no room for a component any more.

    The database asks the same of its rows; this holds where somebody has changed them.
    """
    left = {row.component: row.net.minor - row.amount.minor for row in body.allocations}
    refunds = [refund for payment in seen.values() for refund in payment.refunds]
    for refund in refunds:
        if refund.installation != body.installation or refund.outcome is Outcome.FAILED:
            continue
        action = rows.pending(PendingId(refund.pending))
        if action is None:
            return Voiding.DRIFTED
        earlier = signed.read(action)
        for row in earlier.allocations if earlier.order == body.order else ():
            if row.component in left:
                left[row.component] -= row.amount.minor
    return Voiding.DRIFTED if any(minor < 0 for minor in left.values()) else None


def _claim(rows: Rows, action: PendingAction, body: PendingBody) -> Execution:
    """Claim the approval and commit what will be sent; FenceError when somebody else claimed or voided it."""
    key, request = body.idempotency_key(), canonical(body.request())
    execution = Execution(pending=action.pending, idempotency_key=key, request=request, at=rows.now())
    seq = chain.append(rows, action.pending, EventKind.APPROVAL_CLAIMED, {"digest": action.digest, "key": key})
    rows.add_claim(action, execution, seq)
    return execution


def _send(tools: Paying, execution: Execution, body: PendingBody, since: int) -> State:
    """Ask the provider.

    An executor that slept since `since` looks at the time immediately before, and does not send late.
    """
    if tools.provider.now() - since >= RESEND_WITHIN:
        return _settled(
            tools, execution.pending, Receipt(outcome=Outcome.UNKNOWN, reference="", detail="too late to send")
        )
    request = RefundRequest(
        payment=body.payment.payment,
        amount=body.amount,
        installation=body.installation,
        pending=body.pending,
        idempotency_key=execution.idempotency_key,
        body=execution.request,
    )
    return _settled(tools, execution.pending, tools.provider.refund(request))


def _settled(tools: Paying, pending: PendingId, receipt: Receipt) -> State:
    with tools.store.write() as rows:
        settle(rows, pending, receipt)
    return State[receipt.outcome.value]
