"""Messages, their texts, and bytes that could not be handled."""

from counterfoil.adapters.store.base import Base
from counterfoil.domain.ids import MessageId, Sha256, TicketId
from counterfoil.domain.tickets import Author, Identity, Message
from counterfoil.ports.store import FailedMessage

_MESSAGE = """
SELECT m.message_id, m.ticket_id, m.channel, m.channel_id, m.body_sha256, m.author, m.identity,
       coalesce(t.sender, ''), coalesce(t.subject, '')
  FROM messages m LEFT JOIN message_texts t USING (message_id)
"""


def _message(row: tuple[str, ...]) -> Message:
    return Message(
        message=MessageId(row[0]),
        ticket=TicketId(row[1]),
        channel=row[2],
        channel_id=row[3],
        body_sha256=Sha256(row[4]),
        author=Author(row[5]),
        identity=Identity(row[6]),
        sender=row[7],
        subject=row[8],
    )


class IntakeRows(Base):
    """`ports.store.IntakeRows` on SQLite."""

    def known_message(self, channel: str, channel_id: str, sha256: Sha256) -> MessageId | None:
        """The message with this channel id and these very bytes, or None."""
        found = self._one(
            "SELECT message_id FROM messages WHERE channel = ? AND channel_id = ? AND body_sha256 = ?",
            channel,
            channel_id,
            sha256,
        )
        return MessageId(found[0]) if found else None

    def ticket_of(self, channel: str, channel_ids: tuple[str, ...]) -> TicketId | None:
        """The ticket of the nearest of these earlier messages; `channel_ids` come nearest last."""
        for channel_id in reversed(channel_ids):
            found = self._one(
                "SELECT ticket_id FROM messages WHERE channel = ? AND channel_id = ? ORDER BY rowid LIMIT 1",
                channel,
                channel_id,
            )
            if found:
                return TicketId(found[0])
        return None

    def tickets_named(self, channel: str, channel_ticket: str) -> tuple[TicketId, ...]:
        """All tickets that the channel calls by this id, oldest first."""
        rows = self._all(
            "SELECT ticket_id FROM tickets WHERE channel = ? AND channel_ticket = ? ORDER BY rowid",
            channel,
            channel_ticket,
        )
        return tuple(TicketId(row[0]) for row in rows)

    def add_ticket(self, ticket: TicketId, channel: str, channel_ticket: str = "") -> None:
        """A new ticket; `channel_ticket` is the channel's own id for it, where it has one."""
        self._put("tickets", ticket_id=ticket, channel=channel, channel_ticket=channel_ticket)

    def add_message(self, message: Message, raw: bytes) -> None:
        """A message with its bytes, whole."""
        self._put(
            "messages",
            message_id=message.message,
            ticket_id=message.ticket,
            channel=message.channel,
            channel_id=message.channel_id,
            body_sha256=message.body_sha256,
            author=message.author.value,
            identity=message.identity.value,
        )
        self._put("message_texts", message_id=message.message, sender=message.sender, subject=message.subject, raw=raw)

    def message(self, message: MessageId) -> Message | None:
        """The message of that id, or None."""
        found = self._one(f"{_MESSAGE} WHERE m.message_id = ?", message)
        return _message(found) if found else None

    def raw(self, message: MessageId) -> bytes | None:
        """The message's bytes as they arrived; None once erased."""
        found = self._one("SELECT raw FROM message_texts WHERE message_id = ?", message)
        return bytes(found[0]) if found else None

    def messages_of(self, ticket: TicketId) -> tuple[Message, ...]:
        """All messages of a ticket, oldest first."""
        return tuple(_message(row) for row in self._all(f"{_MESSAGE} WHERE m.ticket_id = ? ORDER BY m.rowid", ticket))

    def add_failure(self, failure: str, source: str, reason: str, raw: bytes) -> None:
        """Keep bytes that could not be handled."""
        self._put("failures", failure_id=failure, source=source, reason=reason, raw=raw)

    def failures(self) -> tuple[FailedMessage, ...]:
        """Everything that could not be handled, oldest first."""
        rows = self._all("SELECT failure_id, source, reason, failed_at, length(raw) FROM failures ORDER BY rowid")
        return tuple(FailedMessage(failure=r[0], source=r[1], reason=r[2], at=r[3], size=r[4]) for r in rows)

    def sent_texts(self, ticket: TicketId) -> tuple[str, ...]:
        """Every text that we sent on a ticket, oldest first."""
        rows = self._all(
            "SELECT s.text FROM sent_texts s JOIN parkings k USING (parking_id) WHERE k.ticket_id = ? ORDER BY s.rowid",
            ticket,
        )
        return tuple(row[0] for row in rows)

    def unanswered(self) -> tuple[MessageId, ...]:
        """Customers' messages that have no plan yet, oldest first: what a crash left undone."""
        rows = self._all(
            "SELECT m.message_id FROM messages m LEFT JOIN parkings k USING (message_id)"
            " WHERE m.author = 'CUSTOMER' AND k.parking_id IS NULL ORDER BY m.rowid"
        )
        return tuple(MessageId(row[0]) for row in rows)
