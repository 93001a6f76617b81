"""Which blocks answer."""

from counterfoil.brain.blocks import answering
from tests.unit.brain.cases import hit

RETURNS = hit("returns", "Returns", "You may return unused goods within 30 days of delivery.", 0.8)
LABEL = hit("label", "Labels for returns", "We send a label for every return by mail.", 0.79)
LAMPS = hit("lamps", "Bulbs", "Use a bulb of at most 40 watts.", 0.9)


def test_a_block_must_share_words_with_the_question() -> None:
    """A high score alone is no answer."""
    assert answering("Can I return unused goods?", [LAMPS, RETURNS]) == ("returns",)


def test_a_near_second_block_comes_too() -> None:
    """At most two, best first."""
    assert answering("How do returns work?", [LABEL, RETURNS]) == ("returns", "label")


def test_a_far_second_block_does_not() -> None:
    """One good answer is better with nothing beside it."""
    far = hit("far", "Returns of lamps", "Lamps.", 0.5)
    assert answering("How do returns work?", [RETURNS, far]) == ("returns",)


def test_no_question_has_no_answer() -> None:
    """Common words are no question."""
    assert answering("", [RETURNS]) == ()
    assert answering("Hello, how are you?", [RETURNS]) == ()


def test_never_more_than_two() -> None:
    """Also when all are alike."""
    alike = [hit(f"b{number}", "Returns", "Thirty days.", 0.8) for number in range(5)]
    assert answering("returns?", alike) == ("b0", "b1")
