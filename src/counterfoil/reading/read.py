"""One message's bytes -> Reading. Pure: the same bytes always give the same reading."""

import json
from collections.abc import Sequence

from counterfoil.domain.mail_fields import automatic, decoded, fields
from counterfoil.domain.texts import Flag, Language, Reading, Span, SpanAuthor
from counterfoil.reading.bodies import Body, clean, cut
from counterfoil.reading.language import language
from counterfoil.reading.mime import mail_body
from counterfoil.reading.spans import spans
from counterfoil.reading.views import has_invisible, views

JSON_LINES = "jsonl"  # the channel whose bytes are a JSON object; those of every other channel are a mail


def read(arrival_channel: str, raw: bytes, sent_before: Sequence[str] = ()) -> Reading:
    """`raw`, read. `sent_before` are the texts that we sent on this ticket: found again, they are QUOTED.

    Never raises, whatever the bytes are: the worst is a reading without text and with Flag.NO_BODY.
    """
    subject, body = _json(raw) if arrival_channel == JSON_LINES else _mail(raw)
    flags = set(body.flags)
    if not body.text.strip():
        flags.add(Flag.NO_BODY)
    if has_invisible(body.text) or has_invisible(subject):
        flags.add(Flag.INVISIBLE_CHARACTERS)
    found = _machine(body) if Flag.AUTOMATIC in flags else spans(body, subject, sent_before)
    return Reading(
        subject=subject,
        text=body.text,
        spans=found,
        views=views(body.text),
        language=_language(subject, body.text, found),
        flags=frozenset(flags),
    )


def _mail(raw: bytes) -> tuple[str, Body]:
    found = fields(raw)
    body = mail_body(raw)
    return decoded(found.first("subject")), body.flagged(Flag.AUTOMATIC) if automatic(found) else body


def _json(raw: bytes) -> tuple[str, Body]:
    try:
        found = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return "", Body(text="")
    if not isinstance(found, dict):
        return "", Body(text="")
    subject, text = found.get("subject"), found.get("text")
    body = cut(Body(text=clean(text))) if isinstance(text, str) else Body(text="")
    return " ".join(clean(subject).split()) if isinstance(subject, str) else "", body


def _machine(body: Body) -> tuple[Span, ...]:
    return (Span(start=0, end=len(body.text), author=SpanAuthor.MACHINE),) if body.text else ()


def _language(subject: str, text: str, found: tuple[Span, ...]) -> Language | None:
    wanted = SpanAuthor.MACHINE if any(span.author is SpanAuthor.MACHINE for span in found) else SpanAuthor.REQUESTER
    own = "\n".join(text[span.start : span.end] for span in found if span.author is wanted)
    return language(f"{own}\n{subject}")
