"""Clauses of folded text."""

import pytest

from counterfoil.brain.clauses import clauses, fold


@pytest.mark.parametrize(
    ("raw", "folded"),
    [
        ("I\u2019d LIKE", "i would like"),
        ("re\u200bfund", "refund"),
        ("\uff32efund", "refund"),
        ("we'll", "we will"),
        ("don\u2019t", "don't"),
        ("rock'n'dale's", "rock'n'dale's"),
    ],
)
def test_folding(raw: str, folded: str) -> None:
    """NFKC, lower case, nothing invisible, short forms written out."""
    assert fold(raw) == folded


def texts(text: str) -> list[str]:
    """The clauses' texts."""
    return [clause.text for clause in clauses(text)]


def test_sentences_and_conjunctions_divide() -> None:
    """Full stops, "but", dashes and semicolons."""
    assert texts("I keep it. Good, but heavy; sad \u2013 really") == ["i keep it.", "good", "heavy", "sad", "really"]


def test_wrapped_lines_are_one_clause() -> None:
    """A line feed inside a paragraph divides nothing."""
    assert texts("I want to\nreturn it") == ["i want to return it"]


def test_everything_but_stays_together() -> None:
    """It is an exception, not a contrast."""
    assert texts("return everything but the mug") == ["return everything but the mug"]


def test_a_question_mark_asks_for_its_sentence_alone() -> None:
    """The sentence before is no question."""
    assert [clause.asked for clause in clauses("I see. Why?")] == [False, True]


def test_list_items_are_listed() -> None:
    """Bullets and numbers."""
    assert [clause.listed for clause in clauses("I return:\n- the mug\n2) the rug")] == [False, True, True]


def test_quoted_words_are_left_out() -> None:
    """Somebody else said them."""
    assert texts('They wrote "refund me" to us') == ["they wrote to us"]


def test_a_short_end_trails() -> None:
    """What is short after a division goes with what stands before; details in brackets don't count."""
    found = clauses("return: mug; rug {'size': 'very large', 'colour': 'dark red'}; and that is all that i have to say")
    assert [clause.trails for clause in found] == [False, True, False]


def test_nothing_has_no_clauses() -> None:
    """Empty text, white space."""
    assert texts(" \n\n ") == []
