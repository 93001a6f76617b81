"""Small mails for the tests of reading."""

from email.message import EmailMessage

from counterfoil.domain.texts import Reading, SpanAuthor
from counterfoil.reading.read import read


def plain(text: str, *, subject: str = "Hi", charset: str = "utf-8", **more: str) -> bytes:
    """A mail of plain text; `more` are header fields, "_" standing for "-"."""
    fields = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in more.items())
    kind = f'Content-Type: text/plain; charset="{charset}"\nContent-Transfer-Encoding: 8bit\n'
    return f"From: a@post.example\nSubject: {subject}\n{fields}{kind}\n".encode() + text.encode(charset)


def html(source: str) -> bytes:
    """A mail of HTML alone."""
    return b"From: a@post.example\nContent-Type: text/html; charset=utf-8\n\n" + source.encode()


def both(text: str, source: str) -> bytes:
    """A mail with the two as alternatives."""
    message = EmailMessage()
    message["From"] = "a@post.example"
    message.set_content(text)
    message.add_alternative(source, subtype="html")
    return message.as_bytes()


def read_text(text: str, sent_before: tuple[str, ...] = (), subject: str = "Hi") -> Reading:
    """The reading of a plain mail."""
    return read("mail", plain(text, subject=subject), sent_before)


def read_html(source: str) -> Reading:
    """The reading of an HTML mail."""
    return read("mail", html(source))


def own(reading: Reading) -> str:
    """What the requester wrote."""
    return reading.by(SpanAuthor.REQUESTER)


def authors(reading: Reading) -> list[str]:
    """The authors of the spans, in order."""
    return [span.author.value for span in reading.spans]


def tiles(reading: Reading) -> bool:
    """Whether the spans cover the text exactly, in order."""
    ends = [0, *(span.end for span in reading.spans)]
    starts = [*(span.start for span in reading.spans), len(reading.text)]
    return starts == ends and all(span.start < span.end for span in reading.spans)
