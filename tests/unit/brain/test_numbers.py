"""Order numbers in a text."""

import pytest

from counterfoil.brain.numbers import foreign, named
from tests.unit.brain.cases import LAMP, TABLE, line, order

MINE = (LAMP, TABLE)


@pytest.mark.parametrize(
    "text", ["return ll-1042", "#ll-1042 please", "(ll-1042)", "order ll-1042.", "ll-1042, my lamp"]
)
def test_an_own_number_is_found(text: str) -> None:
    """With or without a number sign, at any punctuation."""
    assert named(text, MINE) == (0,)
    assert not foreign(text, MINE)


def test_numbers_come_in_the_order_they_are_named() -> None:
    """The first one named is first."""
    assert named("ll-1043 and ll-1042", MINE) == (1, 0)


@pytest.mark.parametrize("text", ["ll-10421", "all-1042", "ll-1042-b", "x-ll-1042", "1042"])
def test_a_part_of_something_longer_is_no_number(text: str) -> None:
    """Only the whole number counts."""
    assert named(text, MINE) == ()


@pytest.mark.parametrize(
    "text", ["order ll-9999", "ll-9999", "#12345", "order number 88123", "order: w6390527", "xy-1042"]
)
def test_a_number_of_nobody_is_noticed(text: str) -> None:
    """What looks like an order number and isn't theirs."""
    assert foreign(text, MINE)


@pytest.mark.parametrize("text", ["i paid 1042 euros", "26 cm", "in 2026", "order two lamps", "ll", "call 555 1234"])
def test_other_figures_are_no_order_numbers(text: str) -> None:
    """Prices, sizes and years."""
    assert not foreign(text, MINE)


def test_plain_figures_can_be_order_numbers() -> None:
    """Where the shop's numbers are figures only."""
    mine = (order("1234567", line("1", "Rug")),)
    assert named("order 1234567", mine) == (0,)
    assert foreign("order 7654321", mine)
    assert not foreign("i paid 7654321 yen", mine)
