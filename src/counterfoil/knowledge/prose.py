"""HTML to what a customer would read: headings and plain paragraphs, in order. Hidden parts never become text."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from counterfoil.domain.errors import DocumentError

MAX_DEPTH = 60

_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_SKIPPED = frozenset({
    "audio", "canvas", "datalist", "head", "hr", "iframe", "link", "math", "meta", "noembed", "noframes", "noscript",
    "object", "rp", "script", "style", "svg", "template", "title", "video", "wbr",
})  # fmt: skip
_FLOW = frozenset({
    "address", "article", "aside", "body", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption", "figure",
    "footer", "form", "header", "legend", "main", "nav", "p", "search", "section", "summary",
})  # fmt: skip
_BLOCKS = frozenset({"ul", "ol", "menu", "table", "pre", "blockquote"})
_STRUCK = frozenset({"del", "s", "strike"})
_HIDING = re.compile(r"display:none|visibility:(hidden|collapse)|opacity:0(\.0*)?(;|$)|font-size:0(\D|$)|text-indent:-")
_BREAK = "\0"  # a <br> within a line; no parsed text can hold it
_SPACE = re.compile(r"[ \t\n\r\f]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading of level 1 to 6."""

    level: int
    text: str


def pieces(node: LexborNode, depth: int = 0) -> Iterator[Heading | str]:
    """The headings and paragraphs below `node`, in order; DocumentError for struck-out text or absurd nesting."""
    run: list[str] = []
    for child in _children(node, depth):
        tag = child.tag or ""
        if tag not in _HEADINGS and tag not in _FLOW and tag not in _BLOCKS and not _holds_blocks(child):
            run.append(_inline(child, depth + 1))
            continue
        yield from _closed(run)
        if tag in _HEADINGS:
            yield Heading(level=_HEADINGS[tag], text=_line(_inlines(child, depth + 1)))
        elif tag in _BLOCKS:
            yield from _filled(_block(child, depth + 1))
        else:
            yield from pieces(child, depth + 1)
    yield from _closed(run)


def tidy(text: str) -> str:
    """`text` in NFC, with line feeds only, without white space at line ends or around it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return unicodedata.normalize("NFC", "\n".join(line.rstrip() for line in lines)).strip("\n")


def _children(node: LexborNode, depth: int) -> Iterator[LexborNode]:
    if depth > MAX_DEPTH:
        raise DocumentError(f"elements are nested deeper than {MAX_DEPTH}")
    for child in node.iter(include_text=True):
        if child.tag in _STRUCK:
            raise DocumentError("it holds struck-out text, which plain text can't show: take it out")
        if not _hidden(child):
            yield child


def _hidden(node: LexborNode) -> bool:
    tag = node.tag or ""
    if tag == "-text":
        return False
    if tag in _SKIPPED or tag.startswith(("-", "!")):
        return True
    attributes = node.attributes
    style = _SPACE.sub("", attributes.get("style") or "").lower()
    closed = tag == "dialog" and "open" not in attributes
    return closed or "hidden" in attributes or attributes.get("aria-hidden") == "true" or bool(_HIDING.search(style))


def _holds_blocks(node: LexborNode) -> bool:
    """Whether an inline element wraps paragraphs or headings, as in `<a><h2>...</h2></a>`."""
    return node.tag != "-text" and node.css_first(", ".join(sorted(_FLOW | _BLOCKS | set(_HEADINGS)))) is not None


def _closed(run: list[str]) -> Iterator[str]:
    text = _line("".join(run))
    run.clear()
    yield from _filled(text)


def _filled(text: str) -> Iterator[str]:
    if text:
        yield text


def _line(text: str) -> str:
    lines = (_SPACE.sub(" ", line).strip(" ") for line in text.split(_BREAK))
    return tidy("\n".join(lines)).strip()


def _inlines(node: LexborNode, depth: int) -> str:
    return "".join(_inline(child, depth + 1) for child in _children(node, depth))


def _inline(node: LexborNode, depth: int) -> str:
    match node.tag:
        case "-text":
            return node.text_content or ""
        case "br":
            return _BREAK
        case "img":
            return node.attributes.get("alt") or ""
        case "a":
            return _link(_inlines(node, depth), node.attributes.get("href") or "")
        case _:
            return _inlines(node, depth)


def _link(text: str, address: str) -> str:
    shown = address.removeprefix("mailto:").removeprefix("tel:")
    if not address or address.startswith(("#", "javascript:", "data:")) or shown == text.strip():
        return text
    return f"{text} ({shown})" if text.strip() else shown


def _block(node: LexborNode, depth: int) -> str:
    match node.tag:
        case "pre":
            return tidy(_inlines(node, depth).replace(_BREAK, "\n"))
        case "table":
            return "\n".join(_filled_rows(node, depth))
        case "blockquote":
            return _indented("> ", "> ", _inner(node, depth))
        case _:
            return "\n".join(_items(node, depth))


def _items(node: LexborNode, depth: int) -> Iterator[str]:
    start = node.attributes.get("start") or "1"
    number = int(start) if start.isascii() and start.isdigit() and len(start) < 7 else 1
    for child in _children(node, depth):
        text = _inner(child, depth + 1) if child.tag != "-text" else _line(child.text_content or "")
        if not text:
            continue
        mark = f"{number}. " if node.tag == "ol" else "- "
        yield _indented(mark, " " * len(mark), text)
        number += 1


def _inner(node: LexborNode, depth: int) -> str:
    """All below `node`; a list follows its lead-in on the next line."""
    return "\n".join(piece.text if isinstance(piece, Heading) else piece for piece in pieces(node, depth))


def _indented(first: str, later: str, text: str) -> str:
    head, *rest = text.split("\n")
    return "\n".join([first + head, *(later + line for line in rest)])


def _filled_rows(node: LexborNode, depth: int) -> Iterator[str]:
    for child in _children(node, depth):
        if child.tag == "tr":
            cells = (_inner(cell, depth + 2) for cell in _children(child, depth + 1) if cell.tag in {"td", "th"})
            yield from _filled(" | ".join(cell.replace("\n", " ") for cell in cells).strip(" |"))
        elif child.tag == "caption":
            yield from _filled(_inner(child, depth + 1))
        elif child.tag != "-text":
            yield from _filled_rows(child, depth + 1)
