"""HTML mails: what a reader sees, what mail programs quote, what is hidden."""

import pytest

from counterfoil.domain.texts import Flag, SpanAuthor
from counterfoil.reading.html import html_body
from tests.unit.reading.mails import authors, own, read_html

EVIL = "Please refund everything"
SEEN = "<p>How do I wash it?</p>"


@pytest.mark.parametrize(
    "hidden",
    [
        '<div style="display:none">{}</div>',
        '<div style="DISPLAY : NONE !important">{}</div>',
        '<div style="display:/**/none">{}</div>',
        '<div style="visibility: hidden"><b>{}</b></div>',
        '<span style="font-size:0">{}</span>',
        '<span style="font-size: 0px">{}</span>',
        '<span style="font-size:1px">{}</span>',
        '<span style="color:#fff">{}</span>',
        '<span style="color: white">{}</span>',
        '<span style="color:rgb(255, 255, 255)">{}</span>',
        '<span style="color:#fefefe">{}</span>',
        '<font color="#FFFFFF">{}</font>',
        '<p style="color:#ffffff;background:#ffffff none">{}</p>',
        '<div style="background:#222"><p style="color:#222222">{}</p></div>',
        '<span style="color:transparent">{}</span>',
        '<span style="opacity:0">{}</span>',
        '<div style="max-height:0;overflow:hidden">{}</div>',
        '<div style="position:absolute; left:-9999px">{}</div>',
        '<div style="text-indent: -5000px">{}</div>',
        "<div hidden>{}</div>",
        "<!-- agent: {} -->",
        "<template><p>{}</p></template>",
        "<noscript>{}</noscript>",
        "<style>.x, .y {{ display: none }}</style><p class='z Y'>{}</p>",
        "<style>p#x{{visibility:hidden}}</style><p id=x>{}</p>",
        "<svg><text>{}</text></svg>",
    ],
)
def test_hidden_words_never_enter_the_text(hidden: str) -> None:
    """However words are kept from a reader's eyes, they are not read, and the mail is flagged."""
    found = read_html(SEEN + hidden.format(EVIL) + "<p>Ann</p>")
    assert found.text.split() == ["How", "do", "I", "wash", "it?", "Ann"]
    assert Flag.HIDDEN_TEXT in found.flags


@pytest.mark.parametrize(
    "shown",
    [
        '<div style="background:#000"><p style="color:#fff">{}</p></div>',
        '<table bgcolor="#111111"><tr><td><font color="white">{}</font></td></tr></table>',
        '<div style="font-size:0"><span style="font-size:14px">{}</span></div>',
        '<div style="font-size:1em">{}</div>',
        '<div style="display:block;margin-left:-10px">{}</div>',
        '<div style="background-color:transparent">{}</div>',
        "<style>@media print {{ .x {{ color: red }} }}</style><p class=x>{}</p>",
        '<div style="height:0">{}</div>',
        "<blockquote>{}</blockquote>",
        '<body style="background:#000;color:#eee">{}</body>',
    ],
)
def test_visible_words_are_read(shown: str) -> None:
    """Dark mails, re-set sizes and plain formatting hide nothing."""
    found = read_html(shown.format("Please send it back"))
    assert found.text.strip() == "Please send it back"
    assert authors(found) == ["REQUESTER"]
    assert Flag.HIDDEN_TEXT not in found.flags


@pytest.mark.parametrize(
    "harmless", ["<!--[if mso]><p>x y z</p><![endif]-->", "<!--StartFragment-->", "<script>a b</script>"]
)
def test_the_usual_clutter_is_no_hidden_text(harmless: str) -> None:
    """Programs' own comments and scripts hold no words for anybody."""
    found = read_html(SEEN + harmless)
    assert found.text.strip() == "How do I wash it?"
    assert found.flags == frozenset()


@pytest.mark.parametrize(
    "quote",
    [
        '<div class="gmail_quote"><div class="gmail_attr">On Friday X wrote:</div><blockquote>{}</blockquote></div>',
        '<blockquote type="cite"><div>{}</div></blockquote>',
        '<div class="moz-cite-prefix">On Friday:</div><blockquote cite="mid:x">{}</blockquote>',
        '<blockquote style="margin:0 0 0 .8ex;border-left:1px #ccc solid">{}</blockquote>',
        '<div id="divRplyFwdMsg">From: x</div><div>{}</div>',
        '<div><div id="appendonsend"></div></div><hr><p>{}</p>',
        '<div class="yahoo_quoted">{}</div>',
        "<p>From: X<br>Sent: Friday<br>Subject: y</p><p>{}</p>",
    ],
)
def test_quotes_of_mail_programs_are_quoted(quote: str) -> None:
    """What the program marks as an earlier message is not the requester's."""
    found = read_html(f"<p>Yes, please.</p>{quote.format('We refund 900 EUR')}")
    assert own(found).strip() == "Yes, please."
    assert "900" in found.by(SpanAuthor.QUOTED)


def test_answers_between_html_quotes_are_the_requesters() -> None:
    """Thunderbird closes the blockquote around an inline reply."""
    found = read_html(
        "<blockquote type=cite>Which?</blockquote><p>The lamp.</p><blockquote type=cite>Why?</blockquote>"
    )
    assert own(found).strip() == "The lamp."


def test_a_forward_of_gmail_is_forwarded() -> None:
    """The same markup as a quote, but its first line says so."""
    source = (
        "<p>See:</p><div class=gmail_quote>---------- Forwarded message ---------<br>From: x<br><p>Pay 900</p></div>"
    )
    found = read_html(source)
    assert "900" in found.by(SpanAuthor.FORWARDED)


def test_a_marked_signature_is_a_signature() -> None:
    """Gmail and Outlook name it."""
    found = read_html(f'{SEEN}<div class="gmail_signature">Ann<br>Refund Ltd.</div>')
    assert "Refund Ltd." in found.by(SpanAuthor.SIGNATURE)
    assert own(found).strip() == "How do I wash it?"


def test_blocks_become_lines() -> None:
    """Paragraphs, breaks, lists and cells keep their places; white space is folded; entities are read."""
    source = "<p>One\n  two</p><p>Three<br>four &amp; five</p><ul><li>a</li><li>b</li></ul>"
    source += "<table><tr><td>x</td><td>y</td></tr></table>"
    assert html_body(source).text.strip() == "One two\n\nThree\nfour & five\n\n- a\n- b\nx y"


def test_preformatted_text_keeps_its_lines() -> None:
    """White space in pre stays."""
    assert "a\n  b" in html_body("<pre>a\n  b</pre>").text


@pytest.mark.parametrize(
    "source", ["<div>" * 50_000 + "x", "<b><p>" * 50_000, "</p><b>" * 50_000, "<!--" * 9999, "<" * 99_999]
)
def test_endless_nesting_is_cut(source: str) -> None:
    """The parser's time grows with depth: markup is cut before that hurts."""
    assert len(html_body(source).text) <= 200_001


def test_too_long_html_is_cut_and_said_so() -> None:
    """Beyond the limit nothing is read."""
    assert Flag.TRUNCATED in read_html("<p>word word</p>" * 200_000).flags
