"""What we sent ourselves is found again, however it was quoted."""

import pytest

from counterfoil.domain.texts import SpanAuthor
from tests.unit.reading.mails import own, read_text, tiles

OURS = (
    "Dear Ann, we have decided to refund 900 EUR for your order LL-1.\n\nJust answer this message and it is paid today."
)


@pytest.mark.parametrize(
    "shown",
    [
        OURS,
        "> " + OURS.replace("\n", "\n> "),
        OURS.replace(" ", "\n"),
        OURS.replace(" ", "  ").upper(),
        "> > Dear Ann, we have decided to\n> > refund 900 EUR for your order LL-1.",
        "*Dear Ann*, we have decided to refund “900 EUR” for your order LL-1.",
        "Just answer this message and it is paid today.",
    ],
)
def test_our_own_sentences_are_quoted(shown: str) -> None:
    """Whole or in part, prefixed or not, re-wrapped, in other case: our words never ask us for anything."""
    found = read_text(f"Yes please.\n\n{shown}\n", (OURS,))
    assert "900" not in own(found)
    assert "answer this message" not in own(found).lower()
    assert "Yes please." in own(found)
    assert tiles(found)


def test_an_intro_above_our_unmarked_words_lets_answers_below_stand() -> None:
    """Known words count like ">" lines: below them the requester may write on."""
    found = read_text(f"On 1 May 2026, Shop <s@shop.example> wrote:\n{OURS}\n\nThe second one.\n", (OURS,))
    assert own(found).strip() == "The second one."


def test_a_few_words_in_common_are_not_a_quote() -> None:
    """Under five words a sentence may be anybody's."""
    found = read_text("Thank you, dear Ann!", ("Thank you, dear Ann!",))
    assert own(found) == "Thank you, dear Ann!"


def test_words_on_the_same_line_stay_the_requesters() -> None:
    """Only our sentence is taken out of a line."""
    found = read_text(f"You wrote {OURS.splitlines()[0]} I agree.", (OURS,))
    assert own(found).split() == ["You", "wrote", "I", "agree."]


def test_very_much_that_was_sent_is_still_quick() -> None:
    """A long history on a long text stays within bounds."""
    history = tuple(f"{OURS} This is answer number {number} of very many answers." for number in range(3000))
    found = read_text(OURS * 500, history)
    assert "900" not in own(found)
    assert found.by(SpanAuthor.QUOTED)
