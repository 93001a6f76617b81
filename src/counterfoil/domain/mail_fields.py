"""The header fields of a mail, cut from its bytes in one way for everybody, and what they say about who wrote it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header

HEADER_LIMIT = 256 * 1024  # bytes: no honest header is longer
_FIELD = re.compile(rb"([!-9;-~]{1,200})[ \t]{0,20}:(.*)", re.DOTALL)
_COMMENT = re.compile(r"\([^()]{0,500}\)")
_MACHINE_PRECEDENCE = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_MACHINE_FIELDS = frozenset({"list-id", "x-autoreply", "x-autorespond", "x-failed-recipients", "feedback-id"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """All header fields in order, topmost first: name in lower case, value unfolded."""

    pairs: tuple[tuple[str, str], ...]
    clean: bool  # False: lines that are no field, a bare CR, a NUL, or too long; nothing here may prove anything

    def all(self, name: str) -> tuple[str, ...]:
        """The values of every field of this lower-case name, topmost first."""
        return tuple(value for found, value in self.pairs if found == name)

    def first(self, name: str) -> str:
        """The topmost value, or ""."""
        return next(iter(self.all(name)), "")


def fields(raw: bytes) -> Fields:
    """The header of `raw`: ends at the first empty line. Never raises."""
    head = raw[:HEADER_LIMIT]
    pairs: list[tuple[bytes, list[bytes]]] = []
    clean, ended = True, False
    for position, line in enumerate(_lines(head)):
        if not line:
            ended = True
            break
        found = _FIELD.fullmatch(line)
        if line[:1] in b" \t" and pairs:
            pairs[-1][1].append(line)
        elif found and b"\r" not in line:
            pairs.append((found[1].lower(), [found[2]]))
        elif position or not line.startswith(b"From "):
            clean = False
    clean = clean and (ended or len(raw) <= HEADER_LIMIT) and not any(b"\r" in b"".join(v) for _, v in pairs)
    clean = clean and b"\0" not in b"".join(part for _, value in pairs for part in value)
    return Fields(pairs=tuple((name.decode("ascii"), _text(value)) for name, value in pairs), clean=clean)


def decoded(value: str) -> str:
    """An unstructured field with its encoded words (RFC 2047) read; on one line. Never raises."""
    try:
        parts = decode_header(value)
    except (HeaderParseError, ValueError):
        return _one_line(value)
    return _one_line("".join(_word(part, charset) for part, charset in parts))


def automatic(found: Fields) -> bool:
    """Whether a program sent it: RFC 3834, delivery reports (RFC 3464), the null sender, lists and bulk."""
    submitted = {_COMMENT.sub(" ", value).split(";")[0].strip().lower() for value in found.all("auto-submitted")}
    if submitted - {"no", ""}:
        return True
    if any(value.strip().lower() in _MACHINE_PRECEDENCE for value in found.all("precedence")):
        return True
    if found.first("return-path").replace(" ", "") == "<>" or any(found.all(name) for name in _MACHINE_FIELDS):
        return True
    kind = found.first("content-type").lower()
    return kind.strip().startswith("multipart/report") or _suppressed(found.all("x-auto-response-suppress"))


def _suppressed(values: Iterable[str]) -> bool:
    wanted = {word.strip().lower() for value in values for word in value.split(",")}
    return bool(wanted & {"all", "oof", "autoreply"})


def _lines(head: bytes) -> Iterable[bytes]:
    return (line.removesuffix(b"\r") for line in head.split(b"\n"))


def _text(value: list[bytes]) -> str:
    return b"".join(value).decode("utf-8", "surrogateescape").strip(" \t")


def _word(part: bytes | str, charset: str | None) -> str:
    if isinstance(part, str):
        return part
    try:
        return part.decode(charset or "utf-8", "replace")
    except (LookupError, ValueError):
        return part.decode("utf-8", "replace")


def _one_line(text: str) -> str:
    whole = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return " ".join(whole.split())
