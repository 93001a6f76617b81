"""How a money action ends before it is executed: superseded, expired, withdrawn, or an approval voided."""

from counterfoil.domain.decisions import Resolution, Voiding
from counterfoil.domain.events import EventKind
from counterfoil.domain.ids import PendingId
from counterfoil.domain.tickets import Message
from counterfoil.gate import chain, signed
from counterfoil.ports.store import PendingAction, Rows


def resolve(rows: Rows, action: PendingAction, outcome: Resolution, cause: str = "") -> None:
    """End the wait for persons. `cause`: the successor, or the message that withdrew."""
    body = {"cause": cause, "digest": action.digest, "outcome": outcome.value}
    seq = chain.append(rows, action.pending, EventKind.WAIT_ENDED, body)
    rows.add_resolution(action, outcome, cause, seq)


def void(rows: Rows, action: PendingAction, reason: Voiding, cause: str = "") -> None:
    """Give up an approval that was not claimed. FenceError when it was claimed or voided meanwhile."""
    body = {"cause": cause, "digest": action.digest, "reason": reason.value}
    seq = chain.append(rows, action.pending, EventKind.APPROVAL_VOIDED, body)
    rows.add_voiding(action, reason, cause, seq)


def expire(rows: Rows) -> tuple[PendingId, ...]:
    """End everything that nobody decided, or nobody executed, in time. Any process may do it."""
    expired = rows.expired()
    for pending in expired:
        action = rows.pending(pending)
        if action and action.record.resolution is None:
            resolve(rows, action, Resolution.EXPIRED)
        elif action:
            void(rows, action, Voiding.EXPIRED)
    return expired


def withdrawable(rows: Rows, message: Message) -> tuple[PendingId, ...]:
    """What the verified author of `message` asked for on its ticket, has not ended, and is not being executed."""
    address = message.verified_address
    found = []
    for pending in rows.withdrawable(message.ticket) if address else ():
        action = rows.pending(pending)
        if action and signed.requester(rows, signed.read(action)) == address:
            found.append(pending)
    return tuple(found)


def withdraw(rows: Rows, message: Message) -> tuple[PendingId, ...]:
    """End what the verified author of `message` asked for on its ticket and is not being executed.

    Others' requests stay.
    """
    ended = withdrawable(rows, message)
    for pending in ended:
        action = rows.pending(pending)
        if action and action.record.resolution is None:
            resolve(rows, action, Resolution.WITHDRAWN, message.message)
        elif action:
            void(rows, action, Voiding.WITHDRAWN, message.message)
    return ended
