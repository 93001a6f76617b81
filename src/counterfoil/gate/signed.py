"""Whether a decision is signed by the person it names, who may decide this.

Asked when it is stored and again before execution.
"""

from dataclasses import dataclass

from counterfoil.domain.decisions import NONCE_BYTES, Decision
from counterfoil.domain.digests import commitment
from counterfoil.domain.errors import CounterfoilError, DigestError, NotAllowedError, SignatureError
from counterfoil.domain.ids import InstallationId
from counterfoil.domain.pending import PendingBody, pending_digest
from counterfoil.ports.roster import Roster
from counterfoil.ports.signatures import Verifier
from counterfoil.ports.store import PendingAction, Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Court:
    """Who may decide here, and how signatures are checked."""

    installation: InstallationId
    roster: Roster
    verifier: Verifier


def read(action: PendingAction) -> PendingBody:
    """What the stored text says; CanonicalError or DigestError when it is not what was digested under this id."""
    body = PendingBody.from_text(action.text)
    if pending_digest(action.text) != action.digest or body.pending != action.pending:
        raise DigestError("the stored action does not have the digest that it is filed under", pending=action.pending)
    if action.columns != body.columns():
        raise DigestError("the columns of the stored action differ from its text", pending=action.pending)
    return body


def requester(rows: Rows, body: PendingBody) -> str | None:
    """The address that asked; None once erased, or when it is not the one that the signed text commits to."""
    stored = rows.requester(body.pending)
    if stored is None or commitment(stored.salt, stored.text) != body.requester:
        return None
    return stored.text


def check(court: Court, action: PendingAction, decision: Decision, address: str | None) -> None:
    """Raise unless `decision` counts: DigestError, NotAllowedError or SignatureError say why not.

    `address` is what `requester` says; None: nobody can be shown to be a stranger, so it is refused.
    """
    body = read(action)
    ids = {"pending": decision.pending, "person": decision.person}
    if decision.digest != action.digest or decision.pending != body.pending:
        raise DigestError("this is not the digest of this action as it stands now", **ids)
    if decision.installation != court.installation or body.installation != court.installation:
        raise SignatureError("signed for another installation", **ids)
    person = court.roster.person(decision.person)
    if person is None:
        raise NotAllowedError(f"{decision.person} is not in the roster", **ids)
    if not person.may_decide(body.amount):
        raise NotAllowedError(f"{person.name} may not decide on {body.amount}", **ids)
    if address is None or address in person.addresses:
        raise NotAllowedError(f"{person.name} may not decide on their own request", **ids)
    if len(decision.nonce) != 2 * NONCE_BYTES:
        raise SignatureError("the nonce is not 32 bytes", **ids)
    if not court.verifier.verify(person.public_key, decision.statement(), decision.signature):
        raise SignatureError(f"not signed by the key of {person.name}", **ids)


def genuine(court: Court, decision: Decision) -> bool:
    """Whether some key that the person has had signed this decision; says nothing about who may decide today."""
    statement, keys = decision.statement(), court.roster.keys(decision.person)
    return any(court.verifier.verify(key, statement, decision.signature) for key in keys)


def counts(court: Court, action: PendingAction, decision: Decision, address: str | None) -> bool:
    """Whether `check` passes."""
    try:
        check(court, action, decision, address)
    except CounterfoilError:
        return False
    return True
