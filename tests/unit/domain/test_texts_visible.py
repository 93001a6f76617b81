"""Text that shows its hidden characters, and spans by author."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterfoil.domain.texts import Reading, Span, SpanAuthor, visible, visible_line


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("\u202e", "⟨U+202E⟩"),  # right-to-left override
        ("\u2066", "⟨U+2066⟩"),  # isolate
        ("\u200b", "⟨U+200B⟩"),  # zero width
        ("\ufeff", "⟨U+FEFF⟩"),
        ("\U000e0041", "⟨U+E0041⟩"),  # a tag
        ("\x1b[2J", "⟨U+001B⟩[2J"),  # clears a terminal
        ("\r", "⟨U+000D⟩"),
        ("\x00", "⟨U+0000⟩"),
        ("\x9b", "⟨U+009B⟩"),  # one-byte escape
        ("\u2028", "⟨U+2028⟩"),
        ("\ue000", "⟨U+E000⟩"),  # private
        ("\ud800", "⟨U+D800⟩"),
    ],
)
def test_hidden_characters_are_written_out(hidden: str, shown: str) -> None:
    """Direction marks, zero-width, tag, control, private and line-separating characters become visible."""
    assert visible(f"a{hidden}b") == visible_line(f"a{hidden}b") == f"a{shown}b"


@pytest.mark.parametrize("text", ["Grüße, 19.99 €", "日本語", "שלום", "👍", "a b"])
def test_plain_text_stays(text: str) -> None:
    """Letters of every script, digits, symbols and blanks stand as they are."""
    assert visible(text) == visible_line(text) == text


def test_lines_and_tabs_stay_only_in_blocks() -> None:
    """Line feeds and tabs stay in a text of several lines; in one line they are written out."""
    assert visible("a\n\tb") == "a\n\tb"
    assert visible_line("a\n\tb") == "a⟨U+000A⟩⟨U+0009⟩b"


@given(st.text())
def test_nothing_hidden_is_left(text: str) -> None:
    """Whatever came in, one line comes out, without a control or format character."""
    shown = visible_line(text)
    assert len(shown.splitlines()) <= 1
    assert not {unicodedata.category(char) for char in shown} & {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}


def test_words_are_told_apart_by_author() -> None:
    """Only the spans of the author asked for are given, in order."""
    spans = (
        Span(start=0, end=2, author=SpanAuthor.REQUESTER),
        Span(start=2, end=4, author=SpanAuthor.QUOTED),
        Span(start=4, end=6, author=SpanAuthor.REQUESTER),
    )
    reading = Reading(subject="", text="aabbcc", spans=spans, views=(), language=None, flags=frozenset())
    assert reading.by(SpanAuthor.REQUESTER) == "aa\ncc"
    assert reading.by(SpanAuthor.QUOTED) == "bb"
    assert reading.by(SpanAuthor.MACHINE) == ""
