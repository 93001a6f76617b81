"""HTML -> text with its blocks kept; hidden words stay out, and quotes of mail programs are marked."""

import re
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from counterfoil.domain.texts import Flag, SpanAuthor
from counterfoil.reading.bodies import TEXT_LIMIT, Body, Mark, clean
from counterfoil.reading.hiding import Doubts, Look, hiding_selectors, look
from counterfoil.reading.sheets import sheet

HTML_LIMIT = 2_000_000  # characters
DEPTH_LIMIT = 3_000  # open elements: the parser's time grows with the square of them
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,20})")
_TAGS = re.compile(r"<[^<>]{0,1000}>")
_WORD = re.compile(r"[^\W\d]{2,}")
_NOT_DEEP = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "dd",
        "dt",
        "embed",
        "hr",
        "img",
        "input",
        "li",
        "link",
        "meta",
        "option",
        "p",
        "source",
        "tbody",
        "td",
        "th",
        "tr",
        "wbr",
    ]
)
_SKIPPED = frozenset(["head", "script", "style", "template", "title", "noscript", "object", "iframe", "svg", "math"])
_CONTROLS = frozenset(["textarea", "input", "select", "button", "option", "optgroup", "datalist", "progress", "meter"])
_FALLBACKS = frozenset(["audio", "video", "canvas", "noembed", "noframes", "applet", "dialog", "rp", "bdo", "marquee"])
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "pre",
        "section",
        "table",
        "tbody",
        "tr",
        "ul",
    ]
)
_SPACED = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "pre"})
_QUOTE_CLASSES = frozenset(
    [
        "gmail_quote",
        "gmail_quote_container",
        "gmail_attr",
        "moz-cite-prefix",
        "moz-forward-container",
        "yahoo_quoted",
        "protonmail_quote",
        "zmail_extra",
        "gmail_extra_quote",
        "outlookmessageheader",
    ]
)
_REST_IDS = frozenset(
    [
        "divrplyfwdmsg",
        "x_divrplyfwdmsg",
        "appendonsend",
        "x_appendonsend",
        "mail-editor-reference-message-container",
        "olk_src_body_section",
    ]
)
_SIGNATURE_NAMES = frozenset(
    ["gmail_signature", "moz-signature", "signature", "x_signature", "ms-outlook-mobile-signature"]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    look: Look
    author: SpanAuthor | None = None
    pre: bool = False


class _Text:
    """The text as it grows."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._marks: list[Mark] = []
        self._tail = "\n\n"  # the last two characters, so that blank lines don't pile up
        self.size = 0

    def add(self, text: str, state: _State) -> None:
        words = text if state.pre else re.sub(r"[ \t\r\n\f]+", " ", text)
        if not state.pre and self._tail[-1] in " \n":
            words = words.removeprefix(" ")
        self._put(words, state.author)

    def line(self, feeds: int, author: SpanAuthor | None) -> None:
        have = len(self._tail) - len(self._tail.rstrip("\n"))
        self._put("\n" * max(0, feeds - have), author)

    def feed(self, author: SpanAuthor | None) -> None:
        self._put("\n", author)

    def _put(self, words: str, author: SpanAuthor | None) -> None:
        if not words:
            return
        start, self.size = self.size, self.size + len(words)
        self._parts.append(words)
        self._tail = (self._tail + words)[-2:]
        if author:
            self._marks.append(Mark(start=start, end=self.size, author=author))

    def body(self, flags: frozenset[Flag]) -> Body:
        return Body(text="".join(self._parts), marks=tuple(self._marks), flags=flags)


def html_body(source: str) -> Body:
    """The words that a reader of this HTML sees. TRUNCATED when it was cut.

    HIDDEN_TEXT when there are others, or when we can't tell; then all of them are UNKNOWN.
    """
    html, flags = _bounded(clean(source))
    tree = LexborHTMLParser(html.replace("\0", "\ufffd"))
    source = "\n".join(node.text() for node in tree.css("style"))
    linked = any("stylesheet" in (node.attributes.get("rel") or "").lower() for node in tree.css("link"))
    walk = _Walk(hiding_selectors(source), Doubts(replace(rules := sheet(source), odd=rules.odd or linked)))
    if tree.root is not None:
        walk.run(tree.root)
    found = walk.text.body(flags | walk.flags)
    if not walk.doubts.found:
        return found
    whole = Mark(start=0, end=len(found.text), author=SpanAuthor.UNKNOWN)
    return replace(found, marks=(whole,), flags=found.flags | {Flag.HIDDEN_TEXT})


def _bounded(source: str) -> tuple[str, frozenset[Flag]]:
    """`source` up to where it gets too long or too deep."""
    depth = 0
    for found in _TAG.finditer(source, 0, HTML_LIMIT):
        if found[2].lower() not in _NOT_DEEP:
            depth = max(0, depth - 1) if found[1] else depth + 1
        if depth > DEPTH_LIMIT:
            return source[: found.start()], frozenset({Flag.TRUNCATED})
    too_long = len(source) > HTML_LIMIT
    return source[:HTML_LIMIT], frozenset({Flag.TRUNCATED} if too_long else ())


class _Walk:
    """One walk over the tree, without recursion."""

    def __init__(self, hiding: frozenset[str], doubts: Doubts) -> None:
        self.text = _Text()
        self.flags: frozenset[Flag] = frozenset()
        self._hiding = hiding
        self.doubts = doubts
        self._rest: SpanAuthor | None = None

    def run(self, root: LexborNode) -> None:
        stack: list[tuple[LexborNode, _State, bool]] = [(root, _State(look=Look()), False)]
        while stack and self.text.size <= TEXT_LIMIT:
            node, state, leaving = stack.pop()
            if leaving:
                self._leave(node, state)
                continue
            inner = self._enter(node, state)
            if inner:
                stack.append((node, inner, True))
                children = []
                child = node.child
                while child is not None:
                    children.append((child, inner, False))
                    child = child.next
                stack.extend(reversed(children))

    def _enter(self, node: LexborNode, outer: _State) -> _State | None:
        """Write what stands before the children; their state, or None when they are not to be read."""
        tag = node.tag or ""
        if tag == "-text":
            self._words(node.text_content or "", outer)
            return None
        attributes = node.attributes if node.is_element_node else {}
        if tag in _SKIPPED or node.is_comment_node or _is_closed(tag, attributes):
            self._unseen(node, tag)
            return None
        seen = look(attributes, outer.look, self._hiding)
        if not seen.hidden:
            self.doubts.see(tag, attributes, seen)
        state = replace(outer, look=seen, pre=outer.pre or tag == "pre")
        state = replace(state, author=self._rest or outer.author or self._marked(tag, attributes))
        self._break(tag, state)
        return state

    def _leave(self, node: LexborNode, state: _State) -> None:
        tag = node.tag or ""
        if tag in {"td", "th"}:
            self.text.add(" ", state)
        elif tag in _BLOCKS or tag in _SPACED:
            self.text.line(2 if tag in _SPACED else 1, state.author)

    def _break(self, tag: str, state: _State) -> None:
        if state.look.unseen:
            return
        if tag == "br":
            self.text.feed(state.author)
        elif tag in _BLOCKS or tag in _SPACED:
            self.text.line(2 if tag in _SPACED else 1, state.author)
        if tag == "li":
            self.text.add("- ", state)

    def _words(self, words: str, state: _State) -> None:
        if not state.look.unseen:
            self.text.add(words, replace(state, author=self._rest or state.author))
        elif any(char.isalnum() for char in words):
            self.flags |= {Flag.HIDDEN_TEXT}

    def _unseen(self, node: LexborNode, tag: str) -> None:
        """Flag words in comments and templates; style sheets, scripts and titles are no words to anybody."""
        if node.is_comment_node:
            words = node.comment_content or ""
            programmed = words.lstrip().startswith(("[if", "<![endif"))
            hidden = not programmed and len(_WORD.findall(words)) > 1
        else:
            hidden = tag not in {"head", "script", "style", "title", "iframe", "math"} and len(
                _WORD.findall(_TAGS.sub(" ", node.html or ""))
            ) > (tag in _SKIPPED)
        if hidden:
            self.flags |= {Flag.HIDDEN_TEXT}

    def _marked(self, tag: str, attributes: dict[str, str | None]) -> SpanAuthor | None:
        names = frozenset((attributes.get("class") or "").lower().split())
        identifier = (attributes.get("id") or "").lower()
        if identifier in _REST_IDS:
            self._rest = SpanAuthor.QUOTED
        if self._rest or names & _QUOTE_CLASSES or identifier in _QUOTE_CLASSES:
            return SpanAuthor.QUOTED
        if tag == "blockquote" and _is_citation(attributes):
            return SpanAuthor.QUOTED
        return SpanAuthor.SIGNATURE if (names | {identifier}) & _SIGNATURE_NAMES else None


def _is_closed(tag: str, attributes: dict[str, str | None]) -> bool:
    """Whether the words in the element are shown elsewhere, on demand or to nobody, or are a control's."""
    if tag == "details":
        return "open" not in attributes or "name" in attributes
    return tag in _CONTROLS or tag in _FALLBACKS


def _is_citation(attributes: dict[str, str | None]) -> bool:
    """Whether a mail program made the blockquote; one that only indents is formatting."""
    style = (attributes.get("style") or "").lower()
    return (attributes.get("type") or "").lower() == "cite" or "cite" in attributes or "border-left" in style
