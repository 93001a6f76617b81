"""Cuts a mailbox (mboxrd and mboxo, RFC 4155) into messages, one in memory at a time.

Only for mailboxes whose writer quotes "From " lines in bodies as ">From ". One that doesn't (mboxcl, which counts bytes
instead) lets any sender put a second message, header and all, into the mailbox: where a count reaches over the next
"From " line, what follows within it is doubtful.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

PIECE_LIMIT = 64 * 1024 * 1024  # bytes: longer pieces are cut here and unreadable
_LINE_LIMIT = 1024 * 1024  # bytes read at once; a longer line comes in several
_START = re.compile(rb"From \S{1,500} .{0,100}\d{4}[^\n]{0,40}\r?\n?")
_HEAD = 256 * 1024  # bytes in which Content-Length is looked for
_LENGTH = re.compile(rb"^content-length[ \t]{0,20}:[ \t]{0,20}(\d{1,12})", re.IGNORECASE | re.MULTILINE)
_QUOTED = re.compile(rb">{1,50}From ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """The bytes between two "From " lines, quoting undone. `trouble` says why they can't be a message, or is ""."""

    offset: int  # of its "From " line in the file, in bytes
    raw: bytes
    trouble: str
    doubtful: bool  # may be a part of another message's body: its header proves nothing


def pieces(stream: BinaryIO) -> Iterator[Piece]:
    """Every piece of the mailbox, in order; what stands before the first "From " line is a piece with trouble."""
    piece = _Building(offset=0, started=False)
    counted = 0
    offset, blank_before, line_start = 0, True, True
    while line := stream.readline(_LINE_LIMIT):
        if line_start and blank_before and _START.fullmatch(line):
            counted = max(counted, piece.counted_end())
            yield from piece.done()
            piece = _Building(offset=offset, started=True, doubtful=offset < counted)
            blank_before = False
        else:
            piece.add(line, line_start)
            blank_before = line_start and line in {b"\n", b"\r\n"}
        offset += len(line)
        line_start = line.endswith(b"\n")
    yield from piece.done()


class _Building:
    """A piece that is still being read."""

    def __init__(self, *, offset: int, started: bool, doubtful: bool = False) -> None:
        self._offset = offset
        self._doubtful = doubtful
        self._started = started
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, line: bytes, line_start: bool) -> None:
        room = PIECE_LIMIT - self._size
        self._size += len(line)
        if room > 0:
            quoted = line_start and _QUOTED.match(line)
            self._parts.append(line[1:] if quoted else line[:room])

    def counted_end(self) -> int:
        """Where in the file this message ends by its own Content-Length, at least; 0 without one."""
        head = b"".join(self._parts)[:_HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
        found = _LENGTH.search(head)
        return self._offset + len(head) + int(found[1]) if found else 0

    def done(self) -> Iterator[Piece]:
        raw = b"".join(self._parts)
        if not self._started and not raw.strip():
            return
        yield Piece(offset=self._offset, raw=_unended(raw), trouble=self._trouble(raw), doubtful=self._doubtful)

    def _trouble(self, raw: bytes) -> str:
        if self._size > PIECE_LIMIT:
            return f"the message is larger than {PIECE_LIMIT // 1024**2} MB and was cut; handle it by hand"
        if not self._started:
            return 'there is no "From " line before these bytes: cut off, or not a mailbox; export it again as mbox'
        if b"\0" in raw.split(b"\n\n", 1)[0]:
            return "the header holds NUL bytes: the mailbox is damaged here; export it again"
        return (
            "" if raw.strip() else 'nothing stands after the "From " line: the mailbox ends too early; export it again'
        )


def _unended(raw: bytes) -> bytes:
    """`raw` without the empty line that the mailbox adds after a message."""
    for ending in (b"\r\n\r\n", b"\n\n"):
        if raw.endswith(ending):
            return raw[: -len(ending) // 2]
    return raw
