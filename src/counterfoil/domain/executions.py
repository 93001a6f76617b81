"""What the provider was asked and what it answered; and the one function that says which state a money action is in."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from counterfoil.domain.decisions import Resolution, Voiding
from counterfoil.domain.ids import PendingId
from counterfoil.domain.templates import State


class Outcome(Enum):
    """What is known about a refund that was asked for."""

    SUCCEEDED = "SUCCEEDED"
    PENDING = "PENDING"  # taken, not final; it may still fail
    FAILED = "FAILED"  # final: another try is a new decision
    UNKNOWN = "UNKNOWN"  # no answer came; counts as paid until the executor's own reading says otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """One answer of the provider, or its absence."""

    outcome: Outcome
    reference: str  # the provider's own id of the refund; "" where there is none
    detail: str  # the provider's reason or error code; never a secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """The intent that was committed before the provider was called."""

    pending: PendingId
    idempotency_key: str
    request: str  # canonical text of the request body
    at: int  # seconds since 1970, UTC


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What the rows say about one money action."""

    resolution: Resolution | None = None
    voiding: Voiding | None = None
    claimed: bool = False
    receipts: Sequence[Receipt] = ()


def state_of(record: Record) -> State:
    """The state of a money action. It is never a column: it is what the rows say."""
    if record.receipts:
        return State[record.receipts[-1].outcome.value]
    if record.claimed:
        return State.CLAIMED
    if record.voiding is not None:
        return State.VOIDED
    match record.resolution:
        case None:
            return State.WAITING
        case Resolution.APPROVED:
            return State.APPROVED
        case Resolution.DENIED:
            return State.DENIED
        case Resolution.SUPERSEDED:
            return State.SUPERSEDED
        case Resolution.EXPIRED:
            return State.EXPIRED
        case Resolution.WITHDRAWN:
            return State.WITHDRAWN
        case _:
            assert_never(record.resolution)
