"""Documents become blocks by their own structure; what can't be read whole is refused."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterfoil.domain.errors import DocumentError
from counterfoil.domain.knowledge import Audience, Scope
from counterfoil.knowledge.blocks import MAX_BYTES, parse
from tests.unit.knowledge.kit import markdown


def texts(body: str) -> list[str]:
    """The texts of a Markdown document's sections."""
    return [section.text for section in parse("a.md", markdown(body)).sections]


def html(body: str, head: str = "<title>T</title><meta name=audience content=public>", lang: str = "en") -> bytes:
    """An HTML document."""
    return f'<!DOCTYPE html><html lang="{lang}"><head>{head}</head><body>{body}</body></html>'.encode()


def shown(body: str) -> str:
    """The text of an HTML document's only section."""
    (section,) = parse("a.html", html(body)).sections
    return section.text


def test_front_matter_gives_title_and_scope() -> None:
    """Title, audience and language come from the front matter."""
    parsed = parse("a.md", markdown("x", "staff", "de", "Titel: mit Doppelpunkt"))
    assert parsed.title == "Titel: mit Doppelpunkt"
    assert parsed.scope == Scope(audience=Audience.STAFF, language="de")


def test_the_kind_of_file_goes_by_its_name() -> None:
    """Either spelling of the suffix, in either case, is read."""
    assert parse("a.MARKDOWN", markdown("x")).sections == parse("a.md", markdown("x")).sections
    assert parse("A.HTM", html("x")).sections == parse("a.html", html("x")).sections


def test_html_head_gives_title_and_scope() -> None:
    """Title, audience and language come from the head of an HTML file."""
    parsed = parse("a.html", html("<p>x</p>", lang="fr"))
    assert (parsed.title, parsed.scope) == ("T", Scope(audience=Audience.PUBLIC, language="fr"))


def test_each_heading_is_one_section() -> None:
    """A heading goes with all below it; text before the first one stands under the title."""
    parsed = parse("a.md", markdown("before\n\n## One\n\na\n\nb\n\n## Two\n\nc"))
    assert [(section.heading, section.text) for section in parsed.sections] == [
        ("Title", "before"),
        ("One", "a\n\nb"),
        ("Two", "c"),
    ]


def test_a_list_stays_with_lead_in_and_exception() -> None:
    """Lead-in, items and the exception below them are never parted."""
    assert texts("## H\n\nNot these:\n\n- a,\n- b.\n\nExcept on Sundays.") == [
        "Not these:\n\n- a,\n- b.\n\nExcept on Sundays."
    ]


def test_a_heading_carries_those_above_it() -> None:
    """A deeper heading names its parents, except the title."""
    parsed = parse("a.md", markdown("# Title\n\n## Rugs\n\n### Care\n\nx"))
    assert [section.heading for section in parsed.sections] == ["Rugs › Care"]


def test_a_sibling_heading_ends_the_path() -> None:
    """A heading of the same level replaces the one before it."""
    parsed = parse("a.md", markdown("## A\n\n### B\n\nx\n\n## C\n\ny"))
    assert [section.heading for section in parsed.sections] == ["A › B", "C"]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("*very* **good** `code`", "very good code"),
        ("[the shop](https://s.example/a)", "the shop (https://s.example/a)"),
        ("<help@s.example>", "help@s.example"),
        ("[here](#below)", "here"),
        ("one  \ntwo\nthree", "one\ntwo three"),
        ("![a red lamp](x.png)", "a red lamp"),
        ("1. one\n   - deep\n2. two", "1. one\n   - deep\n2. two"),
        ("3. c\n4. d", "3. c\n4. d"),
        ("| a | b |\n|---|---|\n| 1 | *2* |", "a | b\n1 | 2"),
        ("```\nx  =  1\n y\n```", "x  =  1\n y"),
        ("> said\n> so", "> said so"),
        ("a\n\n---\n\nb", "a\n\nb"),
        ("cafe\u0301", "café"),
        ("&ldquo;x&rdquo; &amp; y", "“x” & y"),
        ("x<!-- y -->z", "xz"),
    ],
)
def test_markdown_is_rendered_to_plain_text(source: str, text: str) -> None:
    """What a customer reads is plain text: no marks, links with their address, lists and tables as lines."""
    assert texts(source) == [text]


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- secret -->",
        "<script>secret</script>",
        "<style>secret</style>",
        "<template>secret</template>",
        "<noscript>secret</noscript>",
        "<p hidden>secret</p>",
        '<span aria-hidden="true">secret</span>',
        '<div style="display: none">secret</div>',
        '<p style="visibility:hidden">secret</p>',
        '<i style="font-size:0">secret</i>',
        '<b style="opacity:0">secret</b>',
        "<dialog>secret</dialog>",
        "<iframe>secret</iframe>",
        "<svg><text>secret</text></svg>",
    ],
)
def test_hidden_parts_never_become_text(hidden: str) -> None:
    """What a browser would not show is not quoted, in HTML or in HTML within Markdown."""
    assert shown(f"<p>open</p>{hidden}") == "open"
    assert texts(f"open\n\n{hidden}") == ["open"]


def test_text_outside_paragraphs_is_kept() -> None:
    """Bare text, divisions and inline elements around blocks are read in order."""
    assert shown("a <b>b</b><div>c<section>d</section></div><a href='#x'><p>e</p></a>") == "a b\n\nc\n\nd\n\ne"


def test_a_table_keeps_caption_and_cells() -> None:
    """Caption, head and body of a table are lines."""
    body = "<table><caption>C</caption><thead><tr><th>a<th>b</thead><tbody><tr><td>1<td><p>2</p></tbody></table>"
    assert shown(body) == "C\na | b\n1 | 2"


def test_line_ends_do_not_matter() -> None:
    """Windows line ends and a byte order mark give the same sections."""
    plain = markdown("## H\n\na\n\nb")
    assert parse("a.md", b"\xef\xbb\xbf" + plain.replace(b"\n", b"\r\n")).sections == parse("a.md", plain).sections


@pytest.mark.parametrize(
    ("name", "raw", "reason"),
    [
        ("a.md", b"", "empty"),
        ("a.md", b" \n", "empty"),
        ("a.md", "---\ntitle: ü".encode("latin-1"), "UTF-8"),
        ("a.md", b"\x7fELF\x00\x01", "control characters"),
        ("a.md", markdown("a\x0bb"), "control characters"),
        ("a.html", html("a&#11;b"), "control characters"),
        ("a.md", b"x" * (MAX_BYTES + 1), "at most"),
        ("a.md", b"no front matter", "must begin"),
        ("a.md", b"---\ntitle: x\n", "must begin"),
        ("a.md", b"---\ntitle: x\nlevel: 3\n---\nx", "level: 3"),
        ("a.md", b"---\ntitle: x\ntitle: y\n---\nx", "title: y"),
        ("a.md", b"---\naudience: public\nlanguage: en\n---\nx", "no title"),
        ("a.md", markdown("x", audience="everyone"), "everyone"),
        ("a.md", markdown("x", language="english"), "english"),
        ("a.md", markdown(""), "no text"),
        ("a.md", markdown("## Only a heading"), "no text"),
        ("a.md", markdown("## A\n\n## B\n\nx"), "'A' has no text"),
        ("a.md", markdown("<del>30</del> 14 days"), "struck-out"),
        ("a.md", markdown("<div>" * 100 + "x"), "nested deeper"),
        ("a.html", html("<p>x</p>", head="<title>T</title>"), "audience"),
        ("a.html", html("<p>x</p>", head="<meta name=audience content=public>"), "no title"),
        ("a.html", html("<p>x</p>", lang=""), "language"),
        ("a.html", html("<p hidden>x</p>"), "no text"),
        ("a.txt", b"x", "only Markdown"),
    ],
)
def test_what_cannot_be_read_whole_is_refused(name: str, raw: bytes, reason: str) -> None:
    """The error names the file and what is wrong."""
    with pytest.raises(DocumentError, match=reason) as caught:
        parse(name, raw)
    assert caught.value.message.startswith(f"{name}: ")


@given(body=st.text(st.characters(codec="utf-8"), max_size=300), suffix=st.sampled_from((".md", ".html")))
def test_any_text_is_read_or_refused(body: str, suffix: str) -> None:
    """Whatever the bytes, the result is sections of clean text, always the same, or a DocumentError."""
    raw = markdown(body) if suffix == ".md" else html(body)
    try:
        parsed = parse(f"a{suffix}", raw)
    except DocumentError:
        return
    assert parse(f"a{suffix}", raw) == parsed
    for section in parsed.sections:
        assert section.text.strip("\n") == section.text != ""
        assert unicodedata.is_normalized("NFC", section.text)
        assert unicodedata.is_normalized("NFC", section.heading)
        assert "\r" not in section.text


_WORDS = st.lists(st.from_regex(r"[a-z]{3,8}", fullmatch=True), min_size=1, max_size=5).map(" ".join)
_PARTS = st.one_of(
    _WORDS,
    _WORDS.map(lambda text: f"- {text}\n- item {text}"),
    _WORDS.map(lambda text: f"| {text} | b |\n|---|---|\n| 1 | {text} |"),
    _WORDS.map(lambda text: f"> {text}"),
    _WORDS.map(lambda text: f"```\n{text}\n```"),
    _WORDS.map(lambda text: f"1. {text}\n   1. **{text}**"),
    _WORDS.map(lambda text: f"<div>{text}<p>{text}</p></div>"),
)


@given(parts=st.lists(st.tuples(_WORDS, _PARTS), min_size=1, max_size=4))
def test_no_word_is_dropped(parts: list[tuple[str, str]]) -> None:
    """Every word of every heading, paragraph, list, table, quotation and code is in a section, in order."""
    source = "\n\n".join(f"## {heading}\n\n{part}" for heading, part in parts)
    sections = parse("a.md", markdown(source)).sections
    got = " ".join(f"{section.heading} {section.text}" for section in sections)
    assert re.findall(r"[a-z]{3,}", got) == re.findall(r"[a-z]{3,}", re.sub(r"</?\w+>", " ", source))


def test_tags_left_open_are_refused() -> None:
    """A page that leaves very many tags open is refused at once: the parser would take minutes."""
    raw = b'<html lang="en"><title>x</title><meta name="audience" content="public"><body>' + b"<div>" * 100_000
    with pytest.raises(DocumentError, match="tags open"):
        parse("a.html", raw)
