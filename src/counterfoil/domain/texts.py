"""What was read: exact text in spans by author, views used only to detect, and text with code points made visible."""

import unicodedata
from dataclasses import dataclass
from enum import Enum

_PLAIN = frozenset("\n\t")
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"})


class SpanAuthor(Enum):
    """Whose words a span holds."""

    REQUESTER = "REQUESTER"  # written by the sender of this message, for this message
    QUOTED = "QUOTED"  # an earlier message, quoted
    FORWARDED = "FORWARDED"  # somebody else's message, passed on
    SIGNATURE = "SIGNATURE"  # a signature block or a device line
    MACHINE = "MACHINE"  # written by a program: auto-reply, bounce
    UNKNOWN = "UNKNOWN"  # can't be told; never asks for anything


class ViewKind(Enum):
    """How a view was made from the raw text."""

    NORMALISED = "NORMALISED"  # NFKC, zero-width and tag characters removed, white space folded


class Flag(Enum):
    """What the reader noticed about a message."""

    HIDDEN_TEXT = "HIDDEN_TEXT"  # the mail holds text that its reader would not see; it counts for nothing
    INVISIBLE_CHARACTERS = "INVISIBLE_CHARACTERS"  # zero-width, bidi or tag characters in the text
    DECODED_WITH_LOSS = "DECODED_WITH_LOSS"  # some bytes are not text in the declared character set
    NO_BODY = "NO_BODY"  # nothing readable in the message
    AUTOMATIC = "AUTOMATIC"  # the headers say that a program wrote it (RFC 3834, RFC 3464)
    HAS_ATTACHMENTS = "HAS_ATTACHMENTS"  # attachments are kept and never request anything
    TRUNCATED = "TRUNCATED"  # longer than the reader takes in; the bytes are kept whole
    PARTS_DIFFER = "PARTS_DIFFER"  # the plain and the HTML part say different things


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Characters `start` to `end` (exclusive) of a Reading's text, and whose words they are."""

    start: int
    end: int
    author: SpanAuthor


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A transformed copy of the text. Only for detection: never content, argument or quote."""

    kind: ViewKind
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """An ISO 639-1 code in lower case, and how sure the detector is, from 0 to 1."""

    code: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One message, read. `spans` cover `text` without gap or overlap, in order."""

    subject: str
    text: str
    spans: tuple[Span, ...]
    views: tuple[View, ...]
    language: Language | None  # None: too short or too uncertain to say
    flags: frozenset[Flag]

    def by(self, author: SpanAuthor) -> str:
        """The text of all spans by `author`, joined by line feeds."""
        return "\n".join(self.text[span.start : span.end] for span in self.spans if span.author is author)


def visible(text: str) -> str:
    """`text`, each control, format, private and unassigned code point written as ⟨U+202E⟩; line feeds, tabs stay."""
    return "".join(_shown(char) for char in text)


def visible_line(text: str) -> str:
    """As `visible`, on one line: line feeds and tabs are written as code points too."""
    return "".join(f"⟨U+{ord(char):04X}⟩" if char in _PLAIN else _shown(char) for char in text)


def _shown(char: str) -> str:
    if char in _PLAIN or unicodedata.category(char) not in _HIDDEN_CATEGORIES:
        return char
    return f"⟨U+{ord(char):04X}⟩"
