"""Where answers go."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from counterfoil.domain.ids import TicketId


class ReplyMode(Enum):
    """What happens to an answer. It is a setting of the desk."""

    SHADOW = "shadow"  # nothing leaves; the answer is only recorded
    NOTE = "note"  # an internal note with the text, for a person to use
    REPLY = "reply"  # a public reply to the customer


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """One text for one ticket. `key` is ours and the same for every try, so that a second delivery changes nothing."""

    key: str
    ticket: TicketId
    recipient: str
    subject: str
    in_reply_to: str  # the channel's own id of the message answered
    text: str


class Helpdesk(Protocol):
    """A helpdesk, or the embedded folder that stands for one."""

    def last_public(self, ticket: TicketId) -> str:
        """A mark that changes whenever somebody writes publicly on the ticket; "" for an empty ticket."""
        ...

    def reply(self, outgoing: Outgoing, after: str) -> None:
        """Send to the customer. StaleTicketError unless `last_public` is still `after`; a repeated key isn't resent."""
        ...

    def note(self, outgoing: Outgoing) -> None:
        """Put on the ticket for staff only; never visible to the customer."""
        ...
