"""What a person signs, and how a wait ends."""

from dataclasses import dataclass, replace
from enum import Enum

from counterfoil.domain.digests import Body, canonical
from counterfoil.domain.ids import InstallationId, PendingId, PersonId, Sha256

NONCE_BYTES = 32


class Verdict(Enum):
    """A person's answer. There is no third one and no default."""

    APPROVED = "APPROVED"
    DENIED = "DENIED"


class Resolution(Enum):
    """How the wait for persons ended, once."""

    APPROVED = "APPROVED"
    DENIED = "DENIED"  # one denial is enough
    SUPERSEDED = "SUPERSEDED"  # the same author asked again for some of the same components
    EXPIRED = "EXPIRED"
    WITHDRAWN = "WITHDRAWN"  # the customer took it back


class Voiding(Enum):
    """Why an approval was given up before it was executed."""

    EXPIRED = "EXPIRED"
    WITHDRAWN = "WITHDRAWN"
    SUPERSEDED = "SUPERSEDED"
    DRIFTED = "DRIFTED"  # order or payment changed by others since it was signed
    DISPUTED = "DISPUTED"  # the payer's bank is taking the money back


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One person's signed verdict on one digest. `nonce` is 32 random bytes in hex, drawn where it was signed."""

    installation: InstallationId
    pending: PendingId
    digest: Sha256
    verdict: Verdict
    person: PersonId
    reason: str  # why it was denied; "" for an approval; at most 500 characters
    nonce: str
    signature: str = ""  # Ed25519 in hex over `statement`

    def statement(self) -> bytes:
        """The bytes that are signed: purpose, installation, pending action, digest, verdict, person, reason, nonce."""
        body: Body = {
            "digest": self.digest,
            "installation": self.installation,
            "nonce": self.nonce,
            "pending": self.pending,
            "person": self.person,
            "purpose": "counterfoil/decision/v1",
            "reason": self.reason,
            "verdict": self.verdict.value,
        }
        return canonical(body).encode()

    def signed(self, signature: str) -> "Decision":
        """This decision with a signature over `statement`."""
        return replace(self, signature=signature)
