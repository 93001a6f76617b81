"""The readable text of one message, with what its markup already says about who wrote which characters."""

from dataclasses import dataclass, replace

from counterfoil.domain.texts import Flag, SpanAuthor

TEXT_LIMIT = 200_000  # characters that are read; the bytes are kept whole by others


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Characters `start` to `end` (exclusive) are by `author`, whatever the lines look like."""

    start: int
    end: int
    author: SpanAuthor


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """Text with line feeds only, at most TEXT_LIMIT characters."""

    text: str
    marks: tuple[Mark, ...] = ()
    flags: frozenset[Flag] = frozenset()

    def flagged(self, *flags: Flag) -> "Body":
        """The same body with more flags."""
        return replace(self, flags=self.flags | frozenset(flags))


def clean(text: str) -> str:
    """`text` with every line ending as a line feed, and half surrogate pairs replaced."""
    whole = text.encode("utf-8", "replace").decode("utf-8") if _has_surrogate(text) else text
    return whole.replace("\r\n", "\n").replace("\r", "\n")


def cut(body: Body) -> Body:
    """`body` within TEXT_LIMIT; TRUNCATED where something was cut."""
    if len(body.text) <= TEXT_LIMIT:
        return body
    marks = tuple(
        Mark(start=mark.start, end=min(mark.end, TEXT_LIMIT), author=mark.author)
        for mark in body.marks
        if mark.start < TEXT_LIMIT
    )
    return Body(text=body.text[:TEXT_LIMIT], marks=marks, flags=body.flags | {Flag.TRUNCATED})


def joined(bodies: list[Body]) -> Body:
    """The bodies below one another. Only the first is the message; the words of the others are UNKNOWN."""
    if not bodies:
        return Body(text="")
    text, marks = bodies[0].text, list(bodies[0].marks)
    for more in bodies[1:]:
        start = len(text)
        text = f"{text}\n{more.text}"
        marks.append(Mark(start=start, end=len(text), author=SpanAuthor.UNKNOWN))
    return Body(text=text, marks=tuple(marks), flags=frozenset().union(*(body.flags for body in bodies)))


def _has_surrogate(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False
