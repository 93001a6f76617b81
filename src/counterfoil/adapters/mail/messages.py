"""One mail's bytes -> Arrival. Reads the header only; the words are another room's."""

import hashlib
import re

from counterfoil.adapters.mail.identity import identity, sender
from counterfoil.adapters.mail.source import MailSource
from counterfoil.domain.mail_fields import Fields, automatic, decoded, fields
from counterfoil.domain.tickets import Arrival, Author

_ID = re.compile(r"<[^<>\s]{1,500}>")
MOST_REFERENCES = 100


def arrival(raw: bytes, settings: MailSource) -> Arrival | None:
    """The mail as an Arrival; None when `raw` has no header field at all, so is no mail."""
    found = fields(raw)
    if not found.pairs:
        return None
    author = sender(found)
    ids = _ID.findall(found.first("message-id"))
    return Arrival(
        channel="mail",
        channel_id=ids[0] if ids else f"sha256:{hashlib.sha256(raw).hexdigest()}",
        references=_references(found),
        ticket_hint="",
        sender=author.address,
        identity=identity(found, settings.authserv_id),
        author=_author(found, author.address, settings),
        subject=decoded(found.first("subject")),
        raw=raw,
    )


def _author(found: Fields, address: str, settings: MailSource) -> Author:
    if automatic(found):
        return Author.MACHINE
    return Author.STAFF if address in settings.own_addresses else Author.CUSTOMER


def _references(found: Fields) -> tuple[str, ...]:
    """The ids of References, then of In-Reply-To, nearest last, each once."""
    named = [*_ID.findall(found.first("references")), *_ID.findall(found.first("in-reply-to"))]
    latest = dict.fromkeys(reversed(named))
    return tuple(reversed(list(latest)[:MOST_REFERENCES]))
