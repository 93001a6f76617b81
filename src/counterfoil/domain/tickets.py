"""Tickets, the messages on them, and how sure we are who wrote."""

from dataclasses import dataclass
from enum import Enum

from counterfoil.domain.ids import MessageId, Sha256, TicketId


class Identity(Enum):
    """How sure we are who wrote. Only DMARC and SESSION are verified; NONE gets general answers only."""

    NONE = "NONE"  # anybody: the default for files
    DMARC = "DMARC"  # the configured host's own topmost result says pass for the From address
    SESSION = "SESSION"  # a signed-in customer, stated by a source that the operator trusts


class Author(Enum):
    """Who wrote a message."""

    CUSTOMER = "CUSTOMER"  # whoever wrote to us
    STAFF = "STAFF"  # a person of the shop
    AGENT = "AGENT"  # this agent
    MACHINE = "MACHINE"  # an auto-reply, a bounce, a list


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """What an intake adapter makes of some bytes, before it has an id. All but `identity` is the sender's word."""

    channel: str  # "mail", "jsonl"
    channel_id: str  # the channel's own id (Message-ID); never empty
    references: tuple[str, ...]  # channel ids of earlier messages of the thread, nearest last
    ticket_hint: str  # the channel's own ticket id, or ""
    sender: str  # address as written, lower case; "" when there is none
    identity: Identity
    author: Author
    subject: str
    raw: bytes  # exactly what arrived


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One immutable entry on a ticket."""

    message: MessageId
    ticket: TicketId
    channel: str
    channel_id: str
    body_sha256: Sha256
    author: Author
    identity: Identity
    sender: str  # lower case
    subject: str

    @property
    def verified_address(self) -> str | None:
        """The sender's address when it is verified, else None."""
        return self.sender if self.identity is not Identity.NONE and self.sender else None
