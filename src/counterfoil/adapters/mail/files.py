"""Files of messages on disk -> arrivals, one at a time. Never raises for what a file holds."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from counterfoil.adapters.mail import jsonl, mbox, messages
from counterfoil.adapters.mail.source import MailSource, Unreadable
from counterfoil.domain.errors import MailError
from counterfoil.domain.tickets import Arrival

NO_HEADER = "there is no header field in these bytes, so this is no mail; export the message again"


def arrivals(path: Path, settings: MailSource) -> Iterator[Arrival | Unreadable]:
    """Every message of a .eml, .mbox or .jsonl file, in order; bad pieces as Unreadable.

    MailError at once when the suffix is another or the file can't be opened.
    """
    read = _READERS.get(path.suffix.lower())
    if read is None:
        raise MailError(
            f"{path} is none of {', '.join(sorted(_READERS))}",
            advice="Name it by its kind: .eml for one mail, .mbox for a mailbox, .jsonl for JSON lines.",
        )
    try:
        stream = path.open("rb")
    except OSError as error:
        raise _unopened(path, error) from None
    return _closing(path, stream, read(stream, str(path), settings))


def _closing(path: Path, stream: BinaryIO, found: Iterator[Arrival | Unreadable]) -> Iterator[Arrival | Unreadable]:
    with stream:
        try:
            yield from found
        except OSError as error:
            raise _unopened(path, error) from None


def _unopened(path: Path, error: OSError) -> MailError:
    return MailError(
        f"{path} can't be read: {error.strerror or error}",
        advice="Check that the file exists, is a file, and that you may read it; nothing of it was lost.",
    )


def _eml(stream: BinaryIO, name: str, settings: MailSource) -> Iterator[Arrival | Unreadable]:
    raw = stream.read(mbox.PIECE_LIMIT + 1)
    if len(raw) > mbox.PIECE_LIMIT:
        reason = f"the mail is larger than {mbox.PIECE_LIMIT // 1024**2} MB; handle it by hand"
        yield Unreadable(source=f"{name}:0", reason=reason, raw=raw[:-1])
    else:
        yield _mail(raw, f"{name}:0", settings)


def _mbox(stream: BinaryIO, name: str, settings: MailSource) -> Iterator[Arrival | Unreadable]:
    for piece in mbox.pieces(stream):
        source = f"{name}:{piece.offset}"
        if piece.trouble:
            yield Unreadable(source=source, reason=piece.trouble, raw=piece.raw)
        else:
            yield _mail(piece.raw, source, replace(settings, authserv_id="") if piece.doubtful else settings)


def _mail(raw: bytes, source: str, settings: MailSource) -> Arrival | Unreadable:
    return messages.arrival(raw, settings) or Unreadable(source=source, reason=NO_HEADER, raw=raw)


def _jsonl(stream: BinaryIO, name: str, settings: MailSource) -> Iterator[Arrival | Unreadable]:
    for number, line in enumerate(_lines(stream), start=1):
        if line.strip():
            bare = line.rstrip(b"\r\n")
            found = jsonl.arrival(bare, settings) if len(line) <= jsonl.LINE_LIMIT else "the line is too long; cut it"
            yield (
                Unreadable(source=f"{name}:{number}", reason=f"line {number}: {found}", raw=bare)
                if isinstance(found, str)
                else found
            )


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines; of one that is too long, the start, as one byte more than is taken."""
    while line := stream.readline(jsonl.LINE_LIMIT + 1):
        yield line
        while len(line) > jsonl.LINE_LIMIT and not line.endswith(b"\n"):
            line = stream.readline(jsonl.LINE_LIMIT + 1)
            if not line:
                return


_READERS: dict[str, Callable[[BinaryIO, str, MailSource], Iterator[Arrival | Unreadable]]] = {
    ".eml": _eml,
    ".jsonl": _jsonl,
    ".mbox": _mbox,
}
