"""The parts of a mail -> the one text that its sender wrote, and flags for the rest."""

import re
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from typing import TypeAlias

from counterfoil.domain.texts import Flag
from counterfoil.reading.bodies import Body, cut, joined
from counterfoil.reading.charsets import decode
from counterfoil.reading.html import html_body

DEPTH_LIMIT = 20  # parts within parts
PART_LIMIT = 200  # parts that are looked at
DECODE_LIMIT = 4_000_000  # bytes of one text part that are decoded
_POORER = 2  # the plain part has less than one half of the letters of the HTML part
_WORTH_COMPARING = 40  # letters
_WORD = re.compile(r"\w+")
Part: TypeAlias = "Message[str, str]"


def mail_body(raw: bytes) -> Body:
    """The text of the mail `raw`. Never raises; an empty text when there is nothing readable."""
    try:
        found = _Parts().bodies(message_from_bytes(raw, policy=compat32), 0)
    except RecursionError:
        return Body(text="", flags=frozenset({Flag.TRUNCATED}))
    except (ValueError, LookupError, TypeError, AttributeError):  # what the standard library raises for odd headers
        return Body(text="", flags=frozenset({Flag.DECODED_WITH_LOSS}))
    return cut(joined(found))


class _Parts:
    """One walk over the parts, counting them."""

    def __init__(self) -> None:
        self._seen = 0

    def bodies(self, part: Part, depth: int) -> list[Body]:
        self._seen += 1
        if depth > DEPTH_LIMIT or self._seen > PART_LIMIT:
            return [Body(text="", flags=frozenset({Flag.TRUNCATED}))]
        kind = part.get_content_type()
        if part.is_multipart() and kind.startswith("multipart/"):
            return self._children(part, kind, depth)
        if kind not in {"text/plain", "text/html"} or _is_attached(part):
            return [Body(text="", flags=frozenset({Flag.HAS_ATTACHMENTS}))]
        text = _text(part)
        return [html_body(text.text).flagged(*text.flags) if kind == "text/html" else text]

    def _children(self, part: Part, kind: str, depth: int) -> list[Body]:
        children = [child for child in _payload(part) if isinstance(child, Message)]
        if kind == "multipart/alternative":
            return [_alternative([self._whole(child, depth) for child in children[:PART_LIMIT]])]
        found = [body for child in children[:PART_LIMIT] for body in self.bodies(child, depth + 1)]
        flags = frozenset[Flag]().union(*(body.flags for body in found))
        readable = [body for body in found if body.text.strip()]
        return [joined(readable).flagged(*flags)]

    def _whole(self, child: Part, depth: int) -> tuple[str, Body]:
        return _inner_kind(child), joined(self.bodies(child, depth + 1))


def _inner_kind(part: Part) -> str:
    """The type of what the part shows: of multipart/related, its first child's."""
    kind, inner = part.get_content_type(), part
    for _ in range(DEPTH_LIMIT):
        children = _payload(inner)
        if not kind.startswith("multipart/") or not children or not isinstance(children[0], Message):
            return kind
        inner, kind = children[0], children[0].get_content_type()
    return kind


def _payload(part: Part) -> list[object]:
    if not part.is_multipart():
        return []  # the standard library would decode it, and raises for odd character sets
    payload: object = part.get_payload()
    return list(payload) if isinstance(payload, list) else []


def _alternative(found: list[tuple[str, Body]]) -> Body:
    """The plain text, unless it is empty or clearly poorer than the HTML (then PARTS_DIFFER)."""
    plain = next((body for kind, body in found if kind == "text/plain"), None)
    rich = next((body for kind, body in found if kind == "text/html"), None)
    flags = frozenset[Flag]().union(*(body.flags for _, body in found))
    if plain is None or rich is None or not plain.text.strip() or not rich.text.strip():
        shown = next((body for body in (plain, rich, *(body for _, body in found)) if body and body.text.strip()), None)
        return (shown or Body(text="")).flagged(*flags)
    if not _differ(plain.text, rich.text):
        return plain.flagged(*flags)
    poorer = _letters(plain.text) * _POORER < _letters(rich.text)
    return (rich if poorer else plain).flagged(Flag.PARTS_DIFFER, *flags)


def _differ(plain: str, rich: str) -> bool:
    """Whether a fifth of the words of either part are missing in the other."""
    some, others = set(_WORD.findall(plain.lower())), set(_WORD.findall(rich.lower()))
    if max(_letters(plain), _letters(rich)) < _WORTH_COMPARING:
        return some != others
    return 5 * len(others - some) > len(others) or 5 * len(some - others) > len(some)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _is_attached(part: Part) -> bool:
    return str(part.get("content-disposition", "")).strip().lower().startswith("attachment") or _has_name(part)


def _has_name(part: Part) -> bool:
    try:
        return part.get_filename() is not None
    except (LookupError, ValueError, TypeError, AttributeError):
        return True


def _text(part: Part) -> Body:
    try:
        raw = part.get_payload(decode=True)
        declared = part.get_content_charset("") or ""
    except (LookupError, ValueError, TypeError, AttributeError):
        return Body(text="", flags=frozenset({Flag.DECODED_WITH_LOSS}))
    content = raw if isinstance(raw, bytes) else b""
    found = decode(content[:DECODE_LIMIT], declared)
    flags = {Flag.DECODED_WITH_LOSS} if found.lossy else set()
    flags |= {Flag.TRUNCATED} if len(content) > DECODE_LIMIT else set()
    return Body(text=found.text, flags=frozenset(flags))
