"""The embedded helpdesk: one folder a ticket, with replies as .eml files and notes for staff as .txt files in `notes/`.

A file is named by the key of what it holds, so a second delivery changes nothing. A person of the shop who answers
outside puts a copy of the mail (any other `*.eml`) into the ticket's folder; from then on prepared answers are stale.
Our own replies never make one another stale.
"""

import os
import re
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import default as plain
from email.utils import format_datetime
from pathlib import Path

from counterfoil.domain.digests import sha256
from counterfoil.domain.errors import HelpdeskError, StaleTicketError
from counterfoil.domain.ids import TicketId
from counterfoil.ports.clock import Clock
from counterfoil.ports.helpdesk import Outgoing

_TICKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}", re.ASCII)
_MAILBOX = re.compile(r"([^\s<>()\[\],;:\\\"@]{1,64})@([A-Za-z0-9.-]{1,190}|\[[0-9a-fA-F:.]+\])")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,900}>", re.ASCII)
_RE = re.compile(r"\s*re\s*:", re.IGNORECASE)
_OURS = re.compile(r"reply-[0-9a-f]{32}\.eml", re.ASCII)
_SUBJECT_LIMIT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderHelpdesk:
    """Implements Helpdesk in `directory`; `address` is the From of every reply; the clock gives the Date header."""

    directory: Path
    address: str
    clock: Clock

    def last_public(self, ticket: TicketId) -> str:
        """A mark that changes when a person puts an .eml into the ticket's folder; "" while there is none."""
        folder = self._folder(ticket)
        try:
            stats = {path.name: path.stat() for path in folder.glob("*.eml") if not _OURS.fullmatch(path.name)}
        except OSError as error:
            raise HelpdeskError(f"{folder} can't be read: {error}", ticket=ticket) from None
        lines = "\n".join(f"{name} {stats[name].st_size} {stats[name].st_mtime_ns}" for name in sorted(stats))
        return sha256(lines.encode("utf-8", "surrogateescape")) if stats else ""

    def reply(self, outgoing: Outgoing, after: str) -> None:
        """Write the mail, once for its key. StaleTicketError: a person has answered; HelpdeskError: a bad address."""
        path = self._folder(outgoing.ticket) / f"reply-{_name(outgoing)}.eml"
        if path.exists():
            return
        if self.last_public(outgoing.ticket) != after:
            raise StaleTicketError("somebody has written on the ticket since it was read", ticket=outgoing.ticket)
        _write(path, self._mail(outgoing))

    def note(self, outgoing: Outgoing) -> None:
        """Write the note, once for its key."""
        path = self._folder(outgoing.ticket) / "notes" / f"note-{_name(outgoing)}.txt"
        if not path.exists():
            _write(path, f"{outgoing.text}\n".encode("utf-8", "backslashreplace"))

    def _folder(self, ticket: TicketId) -> Path:
        if not _TICKET.fullmatch(ticket):
            raise HelpdeskError(f"{ticket!r} can't name a folder", ticket=ticket)
        return self.directory / ticket

    def _mail(self, outgoing: Outgoing) -> bytes:
        mail = EmailMessage(policy=plain)
        mail["From"] = _address(self.address, outgoing.ticket)
        mail["To"] = _address(outgoing.recipient, outgoing.ticket)
        mail["Subject"] = _subject(outgoing.subject)
        mail["Date"] = format_datetime(datetime.fromtimestamp(self.clock.now(), UTC))
        mail["Message-ID"] = f"<{_name(outgoing)}@{self.address.rpartition('@')[2]}>"
        if _MESSAGE_ID.fullmatch(outgoing.in_reply_to):
            mail["In-Reply-To"] = outgoing.in_reply_to
            mail["References"] = outgoing.in_reply_to
        mail["Auto-Submitted"] = "auto-replied"
        mail.set_content(outgoing.text.encode("utf-8", "backslashreplace").decode())
        return mail.as_bytes()


def _name(outgoing: Outgoing) -> str:
    return sha256(outgoing.key.encode())[:32]


def _address(text: str, ticket: TicketId) -> Address:
    found = _MAILBOX.fullmatch(text)
    try:
        if found and text.isprintable():
            return Address(username=found[1], domain=found[2])
    except (ValueError, IndexError):
        pass  # an address that the mail library refuses is refused like any other
    raise HelpdeskError(f"{text!r} is not an address that mail can be sent to", ticket=ticket)


def _subject(text: str) -> str:
    flat = " ".join("".join(char if char.isprintable() else " " for char in text).split())[:_SUBJECT_LIMIT]
    return flat if _RE.match(flat) else f"Re: {flat}".rstrip()


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all, and on the disk before this returns."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=".part-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(part).replace(path)
        except OSError:
            with suppress(OSError):
                Path(part).unlink()
            raise
        _sync(path.parent)
    except OSError as error:
        raise HelpdeskError(f"{path} can't be written: {error}") from None


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
