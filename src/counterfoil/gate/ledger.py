"""Replays every chain of events and holds the rows against it; names the first thing that does not fit."""

from dataclasses import dataclass

from counterfoil.domain import events
from counterfoil.domain.digests import Body, parse
from counterfoil.domain.errors import LedgerError
from counterfoil.domain.events import Event, EventKind
from counterfoil.domain.ids import PendingId
from counterfoil.gate import signed
from counterfoil.gate.signed import Court
from counterfoil.ports.store import PendingAction, Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What was replayed."""

    chains: int
    events: int
    signatures: int  # of decisions that were checked against the roster


def verify(rows: Rows, court: Court) -> Verified:
    """Replay everything. LedgerError names the first chain that is broken or differs from the rows it tells of."""
    counted, links, signatures = 0, 0, 0
    for pending in rows.chains():
        chain = rows.events(pending)
        events.verify(chain)
        signatures += _hold(rows, court, pending, chain)
        counted, links = counted + 1, links + len(chain)
    return Verified(chains=counted, events=links, signatures=signatures)


def _hold(rows: Rows, court: Court, pending: PendingId, chain: list[Event]) -> int:
    action = rows.pending(pending)
    if action is None or not chain:
        raise LedgerError(f"{pending} has no chain of events", pending=pending)
    signed.read(action)
    told = [parse(event.body) for event in chain]
    _same(action, "the digest", told[0].get("digest"), action.digest)
    kinds = [event.kind for event in chain]
    _same(action, "the end of its wait", _field(told, kinds, EventKind.WAIT_ENDED, "outcome"), _outcome(action))
    receipts = [body.get("outcome") for body, kind in zip(told, kinds, strict=True) if kind is EventKind.RECEIPT_STORED]
    _same(action, "its receipts", receipts, [receipt.outcome.value for receipt in action.record.receipts])
    decided = [body for body, kind in zip(told, kinds, strict=True) if kind is EventKind.DECISION_MADE]
    return _decisions(rows, court, action, decided)


def _decisions(rows: Rows, court: Court, action: PendingAction, told: list[Body]) -> int:
    decisions = rows.decisions(action.pending)
    stored = [(row.person, row.verdict.value, row.nonce) for row in decisions]
    _same(action, "its decisions", [(row["person"], row["verdict"], row["nonce"]) for row in told], stored)
    for decision in decisions:
        if decision.digest != action.digest or not signed.genuine(court, decision):
            raise LedgerError(
                f"the decision of {decision.person} on {action.pending} does not verify", pending=action.pending
            )
    return len(decisions)


def _field(told: list[Body], kinds: list[EventKind], kind: EventKind, name: str) -> object:
    return next((body.get(name) for body, found in zip(told, kinds, strict=True) if found is kind), None)


def _outcome(action: PendingAction) -> str | None:
    return action.record.resolution.value if action.record.resolution else None


def _same(action: PendingAction, what: str, told: object, stored: object) -> None:
    if told != stored:
        raise LedgerError(f"{what} of {action.pending} differs from what its chain tells", pending=action.pending)
