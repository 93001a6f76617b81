"""The hash chain of a money action: one event for each change of its state."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from counterfoil.domain.digests import Body, Canonical, canonical, digest
from counterfoil.domain.errors import LedgerError
from counterfoil.domain.ids import PendingId, Sha256

FIRST = Sha256("0" * 64)  # what the first event of a chain names as the one before


class EventKind(Enum):
    """What happened."""

    ACTION_PARKED = "ActionParked"
    DECISION_MADE = "DecisionMade"
    WAIT_ENDED = "WaitEnded"
    APPROVAL_CLAIMED = "ApprovalClaimed"
    APPROVAL_VOIDED = "ApprovalVoided"
    RECEIPT_STORED = "ReceiptStored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One link. `hash` covers everything else in it, and through `previous` every link before."""

    pending: PendingId
    seq: int  # from 0, without gaps
    previous: Sha256
    kind: EventKind
    at: int  # seconds since 1970, UTC, by the database
    body: str  # canonical text: what the row of this change says
    hash: Sha256


def link(pending: PendingId, before: Event | None, kind: EventKind, at: int, body: Mapping[str, Canonical]) -> Event:
    """The next event after `before`."""
    seq, previous = (before.seq + 1, before.hash) if before else (0, FIRST)
    text = canonical(body)
    return Event(
        pending=pending,
        seq=seq,
        previous=previous,
        kind=kind,
        at=at,
        body=text,
        hash=hash_of(pending, seq, previous, kind.value, at, text),
    )


def hash_of(pending: str, seq: int, previous: str, kind: str, at: int, body: str) -> Sha256:  # noqa: PLR0913
    """The hash of an event with these fields."""
    fields: Body = {
        "at": str(at),
        "body": body,
        "kind": kind,
        "pending": pending,
        "previous": previous,
        "seq": str(seq),
    }
    return digest("event", canonical(fields))


def verify(chain: list[Event]) -> None:
    """LedgerError naming the first link that does not follow from the one before."""
    previous, at = FIRST, 0
    for seq, event in enumerate(chain):
        expected = hash_of(event.pending, seq, previous, event.kind.value, event.at, event.body)
        if (event.seq, event.previous, event.hash) != (seq, previous, expected):
            raise LedgerError(
                f"event {seq} of {event.pending} does not follow from the one before", pending=event.pending
            )
        if event.at < at:
            raise LedgerError(f"event {seq} of {event.pending} is older than the one before", pending=event.pending)
        previous, at = event.hash, event.at
