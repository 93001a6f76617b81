"""A helpdesk in memory."""

from dataclasses import dataclass, field

from counterfoil.domain.errors import StaleTicketError
from counterfoil.domain.ids import TicketId
from counterfoil.ports.helpdesk import Outgoing


@dataclass(slots=True)
class MemoryHelpdesk:
    """Implements Helpdesk; `replies` and `notes` are what it took, in order."""

    replies: list[Outgoing] = field(default_factory=list)
    notes: list[Outgoing] = field(default_factory=list)
    by_people: dict[TicketId, int] = field(default_factory=dict)

    def last_public(self, ticket: TicketId) -> str:
        """A mark that changes when somebody else than us writes publicly on the ticket."""
        count = self.by_people.get(ticket, 0)
        return str(count) if count else ""

    def reply(self, outgoing: Outgoing, after: str) -> None:
        """Take the reply once; StaleTicketError when a person wrote since `after`."""
        if _known(self.replies, outgoing):
            return
        if self.last_public(outgoing.ticket) != after:
            raise StaleTicketError("somebody has written on the ticket since it was read", ticket=outgoing.ticket)
        self.replies.append(outgoing)

    def note(self, outgoing: Outgoing) -> None:
        """Take the note once."""
        if not _known(self.notes, outgoing):
            self.notes.append(outgoing)

    def person_writes(self, ticket: TicketId) -> None:
        """A person of the shop answers publicly."""
        self.by_people[ticket] = self.by_people.get(ticket, 0) + 1


def _known(taken: list[Outgoing], outgoing: Outgoing) -> bool:
    return any((row.ticket, row.key) == (outgoing.ticket, outgoing.key) for row in taken)
