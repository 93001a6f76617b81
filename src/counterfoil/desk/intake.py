"""Takes messages in: each is stored once, on its ticket, with its bytes whole."""

from dataclasses import dataclass

from counterfoil.domain.digests import sha256
from counterfoil.domain.ids import RANDOM_BYTES, MessageId, TicketId, spell
from counterfoil.domain.tickets import Arrival, Author, Identity, Message
from counterfoil.ports.entropy import Entropy
from counterfoil.ports.store import Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A stored message, and whether it was there before."""

    message: MessageId
    ticket: TicketId
    duplicate: bool


def receive(rows: Rows, arrival: Arrival, entropy: Entropy) -> Received:
    """Store `arrival` unless the same channel id came with the same bytes.

    The same id with other bytes is a new message.
    """
    body = sha256(arrival.raw)
    known = rows.known_message(arrival.channel, arrival.channel_id, body)
    stored = rows.message(known) if known else None
    if stored:
        return Received(message=stored.message, ticket=stored.ticket, duplicate=True)
    message = Message(
        message=MessageId(spell("msg", entropy.draw(RANDOM_BYTES))),
        ticket=_thread(rows, arrival) or _new_ticket(rows, arrival, entropy),
        channel=arrival.channel,
        channel_id=arrival.channel_id,
        body_sha256=body,
        author=arrival.author,
        identity=arrival.identity,
        sender=arrival.sender,
        subject=arrival.subject,
    )
    rows.add_message(message, arrival.raw)
    return Received(message=message.message, ticket=message.ticket, duplicate=False)


def _thread(rows: Rows, arrival: Arrival) -> TicketId | None:
    """The ticket that the message names, if its sender is on it: a stranger who names it gets a ticket of their own."""
    named = rows.ticket_of(arrival.channel, arrival.references)
    hinted = rows.tickets_named(arrival.channel, arrival.ticket_hint) if arrival.ticket_hint else ()
    candidates = (*hinted, *((named,) if named else ()))
    return next((ticket for ticket in candidates if _belongs(rows, ticket, arrival)), None)


def _belongs(rows: Rows, ticket: TicketId, arrival: Arrival) -> bool:
    """Machines may write on any ticket, staff when verified; a customer only where the same address has written."""
    if arrival.author is Author.MACHINE:
        return True
    if arrival.author is Author.STAFF:
        return arrival.identity is not Identity.NONE
    senders = {message.sender for message in rows.messages_of(ticket) if message.author is Author.CUSTOMER}
    return bool(arrival.sender) and arrival.sender in senders


def _new_ticket(rows: Rows, arrival: Arrival, entropy: Entropy) -> TicketId:
    ticket = TicketId(spell("tkt", entropy.draw(RANDOM_BYTES)))
    rows.add_ticket(ticket, arrival.channel, arrival.ticket_hint)
    return ticket
