"""What a person reads before deciding.

Parsed from the digested text, with every erasable text checked against its commitment.
"""

from dataclasses import dataclass

from counterfoil.domain.answers import Draft, render, sealed_line, verify
from counterfoil.domain.decisions import Decision
from counterfoil.domain.digests import commitment
from counterfoil.domain.errors import NotFoundError
from counterfoil.domain.executions import Receipt, state_of
from counterfoil.domain.ids import PendingId, Sha256
from counterfoil.domain.pending import PendingBody
from counterfoil.domain.templates import State
from counterfoil.gate import signed
from counterfoil.ports.store import PendingAction, Rows, StoredText


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A text behind a commitment. `text` is None when it was erased or is not the text that was committed to."""

    sha256: Sha256
    text: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sibling:
    """Another money action of the same plan."""

    pending: PendingId
    body: PendingBody
    state: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Facts first, then the words that asked. Nothing of it is truncated."""

    body: PendingBody
    digest: Sha256
    state: State
    quoted_at: int  # seconds since 1970, UTC
    requester: Opened
    evidence: tuple[Opened, ...]
    follow_ons: tuple[tuple[str, str], ...]  # state, and the text the customer will then be sent
    siblings: tuple[Sibling, ...]
    decisions: tuple[Decision, ...]
    receipts: tuple[Receipt, ...]


def sheet(rows: Rows, pending: PendingId) -> Sheet:
    """The sheet of one action; NotFoundError, CanonicalError or DigestError when there is nothing sound to show."""
    action = rows.pending(pending)
    if action is None:
        raise NotFoundError(f"there is no action {pending}")
    body = signed.read(action)
    requester = rows.requester(pending)
    return Sheet(
        body=body,
        digest=action.digest,
        state=state_of(action.record),
        quoted_at=action.quoted_at,
        requester=_open(body.requester, (requester,) if requester else ()),
        evidence=tuple(_open(sha, rows.evidence(pending)) for sha in body.evidence),
        follow_ons=tuple((row.state, follow_on_text(body, State[row.state])) for row in body.follow_ons),
        siblings=tuple(_sibling(row) for row in rows.pendings_of(action.parking) if row.pending != pending),
        decisions=rows.decisions(pending),
        receipts=tuple(action.record.receipts),
    )


def follow_on_text(body: PendingBody, state: State) -> str:
    """What the customer is sent when the action reaches `state`; "" for nothing. The outbox calls this too.

    QuoteError when a template is no longer the one whose revision was signed.
    """
    lines = [
        sealed_line(row.template, row.language, row.revision, row.slots)
        for row in body.follow_ons
        if row.state == state.value
    ]
    draft = Draft(pieces=tuple(lines))
    verify(draft, lambda _block: None)
    return render(draft)


def _open(sha: Sha256, texts: tuple[StoredText, ...]) -> Opened:
    found = next((row.text for row in texts if commitment(row.salt, row.text) == sha), None)
    return Opened(sha256=sha, text=found)


def _sibling(action: PendingAction) -> Sibling:
    return Sibling(pending=action.pending, body=signed.read(action), state=state_of(action.record))
