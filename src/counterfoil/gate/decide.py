"""Stores one person's signed verdict, and ends the wait when it was the last one needed. The only way to decide."""

from counterfoil.domain.decisions import Decision, Resolution, Verdict
from counterfoil.domain.errors import NotAllowedError, NotFoundError, TooLateError
from counterfoil.domain.events import EventKind
from counterfoil.domain.executions import state_of
from counterfoil.domain.pending import PendingBody
from counterfoil.domain.templates import State
from counterfoil.gate import chain, signed
from counterfoil.gate.ends import resolve
from counterfoil.gate.signed import Court
from counterfoil.ports.store import PendingAction, Rows, Store


def decide(store: Store, court: Court, decision: Decision) -> State:
    """The state of the action after this verdict.

    Raises NotFoundError, TooLateError, DigestError, NotAllowedError or SignatureError, and FenceError when the database
    refuses (an incomplete plan, no room left on the payment); then nothing was stored.
    """
    with store.write() as rows:
        action = rows.pending(decision.pending)
        if action is None:
            raise NotFoundError(f"there is no action {decision.pending}")
        body = signed.read(action)
        _in_time(rows, action, body)
        _once(rows, decision)
        signed.check(court, action, decision, signed.requester(rows, body))
        return _store(rows, action, body, decision)


def _in_time(rows: Rows, action: PendingAction, body: PendingBody) -> None:
    state = state_of(action.record)
    if state is not State.WAITING:
        raise TooLateError(f"this action is {state.value} already", pending=action.pending)
    if rows.now() >= body.expires_at:
        raise TooLateError("the time to decide on this action is over", pending=action.pending)


def _once(rows: Rows, decision: Decision) -> None:
    if any(other.person == decision.person for other in rows.decisions(decision.pending)):
        raise NotAllowedError(f"{decision.person} has decided on this action already", pending=decision.pending)


def _store(rows: Rows, action: PendingAction, body: PendingBody, decision: Decision) -> State:
    event = {
        "digest": decision.digest,
        "nonce": decision.nonce,
        "person": decision.person,
        "verdict": decision.verdict.value,
    }
    rows.add_decision(decision, chain.append(rows, action.pending, EventKind.DECISION_MADE, event))
    if decision.verdict is Verdict.DENIED:
        resolve(rows, action, Resolution.DENIED)
        return State.DENIED
    approvals = [row for row in rows.decisions(action.pending) if row.verdict is Verdict.APPROVED]
    if len(approvals) < body.quorum:
        return State.WAITING
    resolve(rows, action, Resolution.APPROVED)
    return State.APPROVED
