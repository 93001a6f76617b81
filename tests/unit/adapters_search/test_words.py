"""Queries are cut into sentences and content words."""

import pytest

from counterfoil.adapters.search.words import MAX_SENTENCES, content_words, sentences, stems


def test_sentences_end_at_marks_and_empty_lines() -> None:
    """Points, question marks, empty lines and list items part sentences; a wrapped line goes on."""
    query = "The lamp flickers. Which bulb\nfits?\n\nKettle arrived\n- broken spout\n- missing lid"
    assert sentences(query) == (
        "The lamp flickers.",
        "Which bulb fits?",
        "Kettle arrived",
        "- broken spout",
        "- missing lid",
    )


def test_sentences_without_content_are_dropped() -> None:
    """Greetings and thanks say nothing."""
    assert sentences("Hello!\n\nThank you so much.\n\nKind regards") == ()


@pytest.mark.parametrize(
    "greeting", ["Dear customer service,", "Hello Lantern & Loom!", "Sehr geehrte Damen und Herren,"]
)
def test_a_greeting_is_no_sentence(greeting: str) -> None:
    """Whom a letter greets is not what it asks; a subject above it stands alone."""
    assert sentences(f"Tea towels\n{greeting}\n\nThey are torn.") == ("Tea towels", "They are torn.")


def test_what_follows_a_greeting_on_its_line_stays() -> None:
    """Only a line of its own is a greeting."""
    assert sentences("Hi, where is my parcel?") == ("Hi, where is my parcel?",)


def test_there_are_not_too_many_sentences() -> None:
    """A message of any length costs no more than a long one."""
    assert len(sentences("lamp. " * 1000)) == MAX_SENTENCES


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("How do I WASH the Linen?", ("wash", "linen")),
        ("wash, wash and wash", ("wash",)),
        ("at 40° or 6", ("40", "6")),
        ("ＷＡＳＨ ﬁne", ("wash", "fine")),
        ('"a" OR b* NEAR(x)', ("near",)),
        ("Wie lange ist die Lieferzeit?", ("lange", "lieferzeit")),
        ("snake_case", ("snake", "case")),
    ],
)
def test_content_words(text: str, words: tuple[str, ...]) -> None:
    """Lower case, each once, without stop words and marks, in either language."""
    assert content_words(text) == words


@pytest.mark.parametrize(
    ("one", "other"), [("returned", "returns"), ("vouchers", "voucher"), ("duties", "duty"), ("washing", "wash")]
)
def test_forms_of_a_word_share_a_stem(one: str, other: str) -> None:
    """Common English endings make no difference."""
    assert stems(one) == stems(other)
