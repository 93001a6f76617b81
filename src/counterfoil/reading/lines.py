"""Who wrote each line of a text, from the marks that mail programs leave. In doubt a line is not the requester's."""

import re
from dataclasses import dataclass

from counterfoil.domain.texts import SpanAuthor
from counterfoil.reading import phrases

REQUESTER, QUOTED, FORWARDED = SpanAuthor.REQUESTER, SpanAuthor.QUOTED, SpanAuthor.FORWARDED
SIGNATURE, UNKNOWN = SpanAuthor.SIGNATURE, SpanAuthor.UNKNOWN

_INTRO_LINES = 4  # lines over which "On ... wrote:" may be folded
_INTRO_LENGTH = 400  # characters
_DEVICE_LENGTH = 90  # characters
_WRAPPED = 60  # characters: a longer quoted line may have been broken, its rest standing without ">"
_RULE = re.compile(r"[-_=*\s]{0,80}")
_FIELD = re.compile(r"[*_\s]{0,4}([^\W\d][^:*<>@]{0,24}?)[*_\s]{0,4}[::][*_\s]{0,4}(.{0,1000})")
_DATED = re.compile(r"\d{1,4}[-./:]\d{1,2}|\d{4}|\d{1,2}\.? \w{3,12}|\w{3,12}\.? \d{1,2}\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line. `quoted`: it starts with ">", or all its words are known to be somebody else's."""

    text: str
    quoted: bool

    @property
    def blank(self) -> bool:
        """Whether nothing stands on it."""
        return not self.text.strip()


def authors(lines: list[Line], forwarded: bool = False) -> list[SpanAuthor]:
    """The author of each line; `forwarded`: the subject says that the mail passes another one on."""
    return _Walk(lines, forwarded).run()


class _Walk:
    """One walk from the first line to the last."""

    def __init__(self, lines: list[Line], forwarded: bool) -> None:
        self._lines = lines
        self._header = FORWARDED if forwarded else QUOTED
        self._found: list[SpanAuthor] = []
        self._own = REQUESTER  # whose a line is that nothing else speaks of

    def run(self) -> list[SpanAuthor]:
        while len(self._found) < len(self._lines):
            at = len(self._found)
            line = self._lines[at]
            if is_forward(line.text.strip()):
                self._rest(FORWARDED)
            elif line.quoted:
                self._take(1, QUOTED)
                self._after_quote(at)
            elif line.blank:
                self._take(1, self._found[-1] if self._found else self._own)
            else:
                self._unquoted(at)
        return self._found

    def _take(self, count: int, author: SpanAuthor) -> None:
        room = len(self._lines) - len(self._found)
        self._found.extend([author] * min(count, room))

    def _rest(self, author: SpanAuthor) -> None:
        self._take(len(self._lines), author)

    def _unquoted(self, at: int) -> None:
        text = self._lines[at].text.strip()
        if is_original(text) or self._is_header(at):
            self._rest(self._header)
        elif count := self._intro(at):
            self._quote_below(at, count)
        elif text in {"--", "—", "-- "} or self._lines[at].text == "-- ":
            self._take(1, SIGNATURE)
            self._own = SIGNATURE
        elif is_device(text) and self._stands_alone(at):
            self._take(1, SIGNATURE)
        else:
            self._take(1, self._own)

    def _after_quote(self, at: int) -> None:
        """After a quote, a signature has ended; what stands right below a long quoted line may be its broken rest."""
        if self._own is SIGNATURE:
            self._own = UNKNOWN
        follower = at + 1
        if len(self._lines[at].text.rstrip()) < _WRAPPED:
            return
        while follower < len(self._lines) and not self._lines[follower].blank and not self._lines[follower].quoted:
            self._take(1, UNKNOWN)
            follower += 1

    def _quote_below(self, at: int, count: int) -> None:
        """An intro above lines with ">" is only itself quoted; above other lines, everything below it is."""
        below = next((line for line in self._lines[at + count :] if not line.blank), None)
        if below is not None and below.quoted:
            self._take(count, QUOTED)
        else:
            self._rest(QUOTED)

    def _intro(self, at: int) -> int:
        """How many lines the "On ... wrote:" takes that starts here; 0 for none."""
        joined = ""
        for count, line in enumerate(self._lines[at : at + _INTRO_LINES], start=1):
            if line.blank or line.quoted or len(joined) + len(line.text) > _INTRO_LENGTH:
                return 0
            joined = " ".join(f"{joined} {line.text}".split())
            if joined.endswith((":", ":", ": *")):
                return count if is_intro(joined, self._is_quoted(at + count)) else 0
        return 0

    def _stands_alone(self, at: int) -> bool:
        """Whether nothing stands right above or below: within a paragraph the words are the requester's."""
        around = (*self._lines[max(0, at - 1) : at], *self._lines[at + 1 : at + 2])
        return all(line.blank or line.quoted for line in around)

    def _is_quoted(self, at: int) -> bool:
        return any(line.quoted for line in self._lines[at : at + 2])

    def _is_header(self, at: int) -> bool:
        """Whether the fields of a quoted message start here: its sender, and its date or subject close below."""
        if field_name(self._lines[at].text) not in phrases.FROM:
            return False
        names = [field_name(line.text) for line in self._lines[at + 1 : at + 8]]
        return any(name in phrases.SENT or name in phrases.SUBJECT for name in names)


def field_name(text: str) -> str:
    """The name of the header field on this line in lower case, or ""."""
    found = _FIELD.fullmatch(text.strip())
    return found[1].strip().lower() if found else ""


def is_intro(text: str, above_quote: bool) -> bool:
    """Whether `text`, which ends in a colon, says who wrote what follows."""
    lower = text.lower()
    named = "@" in lower or ("<" in lower and ">" in lower)
    if any(verb in lower for verb in phrases.WROTE):
        return above_quote or named or _DATED.search(lower) is not None
    return named and _DATED.search(lower) is not None


def is_original(text: str) -> bool:
    """Whether a line such as "-----Original Message-----" stands here."""
    return text.startswith(("-", "_", "*")) and _inner(text) in phrases.ORIGINAL


def is_forward(text: str) -> bool:
    """Whether a line such as "---------- Forwarded message" or "Begin forwarded message:" stands here."""
    inner = _inner(text)
    if text.startswith("-"):
        return any(inner.startswith(words) for words in phrases.FORWARDED)
    return text.endswith(":") and inner in phrases.FORWARDED


def is_device(text: str) -> bool:
    """Whether a phone or a mail program wrote the line below the message."""
    lower = text.lower().strip("<>[]()* ")
    if len(text) > _DEVICE_LENGTH:
        return False
    if lower.startswith(("von meinem ", "von mobile")):
        return "gesendet" in lower
    return lower.startswith(phrases.DEVICE)


def _inner(text: str) -> str:
    return text.lower().strip("-_=* :") if len(text) < 200 else ""
