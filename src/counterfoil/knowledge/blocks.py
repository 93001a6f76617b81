"""Bytes of a document in, title, scope and sections out: each heading with all below it is one; nothing is dropped."""

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

from counterfoil.domain.errors import DocumentError
from counterfoil.domain.knowledge import Audience, Scope
from counterfoil.knowledge.prose import Heading, pieces, tidy

MAX_BYTES = 1_000_000
MARKDOWN, HTML = (".md", ".markdown"), (".html", ".htm")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_KEYS = {"title", "audience", "language"}
_LANGUAGE = re.compile(r"[a-z]{2}")
_BETWEEN = " › "


MOST_OPEN = 20_000  # tags left open: the parser's time grows with the square of the nesting
_TAG = re.compile(r"<(/?)[A-Za-z]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading, with the headings above it, and all text below it up to the next one."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """A document as it was read: the same bytes always give the same."""

    title: str
    scope: Scope
    sections: tuple[Section, ...]


def parse(name: str, raw: bytes) -> Parsed:
    """The document of that file name; DocumentError naming the file when it is not one that can be imported whole."""
    try:
        text = _text(raw)
        fields, html = _html(text) if name.lower().endswith(HTML) else _markdown(name, text)
        return _parsed(fields, html)
    except DocumentError as error:
        raise DocumentError(f"{name}: {error.message}", document=name) from None


def _text(raw: bytes) -> str:
    if len(raw) > MAX_BYTES:
        raise DocumentError(f"it has {len(raw)} bytes; a document has at most {MAX_BYTES}: split it")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError(f"byte {error.start} is not UTF-8: save it in UTF-8") from None
    if _CONTROL.search(text):
        raise DocumentError("it holds control characters: it is not a text file")
    if not text.strip():
        raise DocumentError("it is empty")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _html(text: str) -> tuple[dict[str, str], LexborHTMLParser]:
    opened = sum(-1 if found[1] else 1 for found in _TAG.finditer(text))
    if opened > MOST_OPEN:
        raise DocumentError(f"it leaves {opened} tags open", advice="Close them, then import again.")
    tree = LexborHTMLParser(text)
    title, root = tree.css_first("head > title"), tree.css_first("html")
    audiences = [node.attributes.get("content") or "" for node in tree.css('meta[name="audience"]')]
    if len(audiences) > 1:
        raise DocumentError("it names its audience twice")
    fields = {
        "title": " ".join(title.text().split()) if title else "",
        "audience": audiences[0] if audiences else "",
        "language": (root.attributes.get("lang") or "") if root else "",
    }
    return fields, tree


def _markdown(name: str, text: str) -> tuple[dict[str, str], LexborHTMLParser]:
    if not name.lower().endswith(MARKDOWN):
        raise DocumentError("only Markdown (.md) and HTML (.html) files can be imported")
    front, body = _front_matter(text)
    rendered = MarkdownIt("commonmark").enable("table").render(body)
    return front, LexborHTMLParser(f"<!DOCTYPE html><body>{rendered}</body>")


def _front_matter(text: str) -> tuple[dict[str, str], str]:
    first, _, rest = text.partition("\n")
    head, ruler, body = f"\n{rest}".partition("\n---\n")
    if first.strip() != "---" or not ruler:
        raise DocumentError("it must begin with lines of title, audience and language between two lines of ---")
    fields: dict[str, str] = {}
    for line in filter(str.strip, head.split("\n")):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or key not in _KEYS or key in fields:
            raise DocumentError(f"the front matter line {line.strip()!r} is none of title, audience and language, once")
        fields[key] = value.strip("\"'")
    return fields, body


def _parsed(fields: dict[str, str], tree: LexborHTMLParser) -> Parsed:
    title, audience, language = (tidy(fields.get(key, "")) for key in ("title", "audience", "language"))
    if not title:
        raise DocumentError("it has no title")
    if audience not in {"public", "staff"}:
        raise DocumentError(f"its audience is {audience!r}: write public or staff")
    if not _LANGUAGE.fullmatch(language):
        raise DocumentError(f"its language is {language!r}: write two small letters, such as en")
    scope = Scope(audience=Audience(audience.upper()), language=language)
    return Parsed(title=title, scope=scope, sections=_sections(title, tree))


def _sections(title: str, tree: LexborHTMLParser) -> tuple[Section, ...]:
    path: list[Heading] = []
    paragraphs: list[str] = []
    found: list[Section] = []

    def close(next_level: int) -> None:
        if paragraphs:
            heading = _BETWEEN.join(above.text for above in path if above.text != title) or title
            found.append(_section(heading, tidy("\n\n".join(paragraphs))))
            paragraphs.clear()
        elif path and path[-1].level >= next_level and path[-1].text != title:
            raise DocumentError(f"the heading {path[-1].text!r} has no text below it")

    for piece in pieces(tree.body) if tree.body else ():
        if isinstance(piece, str):
            paragraphs.append(piece)
            continue
        close(piece.level)
        path = [above for above in path if above.level < piece.level] + [piece]
    close(0)
    if not found:
        raise DocumentError("it holds no text")
    return tuple(found)


def _section(heading: str, text: str) -> Section:
    if _CONTROL.search(text + heading):  # written as &#11; or the like
        raise DocumentError(f"the text below {heading!r} holds control characters: take them out")
    return Section(heading=heading, text=text)
