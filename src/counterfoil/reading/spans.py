"""Cuts a body into spans by author: markup, our own sentences, then lines."""

from collections.abc import Sequence

from counterfoil.domain.texts import Span, SpanAuthor
from counterfoil.reading.bodies import Body
from counterfoil.reading.lines import Line, authors
from counterfoil.reading.sent import own_words

_ORDER = tuple(SpanAuthor)
_CODE = {author: code for code, author in enumerate(_ORDER)}
_REQUESTER = _CODE[SpanAuthor.REQUESTER]
_FORWARDS = ("fwd:", "fw:", "wg:", "tr:", "rv:", "i:", "doorst:", "enc:", "pd:", "vb:", "vs:", "weitergeleitet:")


def spans(body: Body, subject: str, sent_before: Sequence[str]) -> tuple[Span, ...]:
    """Spans that cover the text of `body` exactly, in order; neighbours have different authors."""
    text = body.text
    codes = bytearray(len(text))
    for mark in (*own_words(text, sent_before), *body.marks):
        codes[mark.start : mark.end] = bytes([_CODE[mark.author]]) * (min(mark.end, len(text)) - mark.start)
    places = _places(text)
    lines = [_line(text, codes, place) for place in places]
    for (start, end), author in zip(places, authors(lines, subject.lower().startswith(_FORWARDS)), strict=True):
        _lay(codes, start, end, author)
    return _runs(codes)


def _places(text: str) -> list[tuple[int, int]]:
    """Start and end of every line, its line feed included."""
    places = []
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        places.append((start, end))
        start = end
    return places


def _line(text: str, codes: bytearray, place: tuple[int, int]) -> Line:
    start, end = place
    words = text[start:end].rstrip("\n")
    own = any(code == _REQUESTER and char.isalnum() for char, code in zip(words, codes[start:end], strict=False))
    others = not own and any(codes[start:end]) and any(map(str.isalnum, words))
    return Line(text=words, quoted=words.lstrip(" \t\u00a0\ufeff").startswith(">") or others)


def _lay(codes: bytearray, start: int, end: int, author: SpanAuthor) -> None:
    """Give the characters that nobody has yet to `author`; a forwarded line is forwarded, marked as quote or not."""
    for at in range(start, end):
        if codes[at] == _REQUESTER or author is SpanAuthor.FORWARDED:
            codes[at] = _CODE[author]


def _runs(codes: bytearray) -> tuple[Span, ...]:
    found = []
    start = 0
    for at in range(1, len(codes) + 1):
        if at == len(codes) or codes[at] != codes[start]:
            found.append(Span(start=start, end=at, author=_ORDER[codes[start]]))
            start = at
    return tuple(found)
