"""Lines by their titles."""

import pytest

from counterfoil.brain.titles import Found, find, lines_of, stem
from tests.unit.brain.cases import COVERS, KETTLE, LAMP, TABLE, line, order, shipping


def found(clause: str, *lines: tuple[str, str, int]) -> Found:
    """What the clause names in an order of these titles, options and quantities."""
    parts = [line(str(number), title, options, count) for number, (title, options, count) in enumerate(lines)]
    return find(clause, lines_of([order("LL-1", *parts)]))


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("lamps", "lamp"),
        ("dishes", "dish"),
        ("boxes", "box"),
        ("berries", "berry"),
        ("shelves", "shelf"),
        ("glass", "glass"),
    ],
)
def test_singular_and_plural_are_the_same(plural: str, singular: str) -> None:
    """Both forms have one stem."""
    assert stem(plural) == stem(singular)


@pytest.mark.parametrize(
    ("clause", "title"),
    [
        ("the lamp", "Oak desk lamp"),
        ("my oak desk lamp", "Oak desk lamp"),
        ("the desk lamp", "Oak desk lamp"),
        ("the dutch oven", "Cast iron Dutch oven 5 l"),
        ("the skillet", "Cast iron skillet 26 cm"),
        ("the tea towels", "Linen tea towels, pair"),
        ("the broken kettle", "Enamel kettle"),
        ("lamp, kettle", "Enamel kettle"),
        ("rug.", "Jute rug"),
    ],
)
def test_the_noun_or_the_whole_title_names_a_line(clause: str, title: str) -> None:
    """Sizes and what stands after a comma are not needed."""
    assert found(clause, (title, "", 1)) == Found(lines=frozenset({(0, 0)}))


@pytest.mark.parametrize(
    ("clause", "title"),
    [
        ("the floor lamp", "Oak desk lamp"),
        ("the rug cleaner", "Jute rug"),
        ("the lampshade", "Oak desk lamp"),
        ("the shipping", "Oak desk lamp"),
        ("the office chair", "Folding camp chair"),
    ],
)
def test_another_thing_names_nothing(clause: str, title: str) -> None:
    """A word before or after the noun that makes it something else."""
    assert found(clause, (title, "", 1)) == Found()


def test_options_decide_between_lines() -> None:
    """The colour tells which."""
    covers = (("Cushion cover", "indigo", 2), ("Cushion cover", "terracotta", 2))
    assert found("the terracotta covers", *covers).lines == frozenset({(0, 1)})
    assert found("the indigo ones", *covers).lines == frozenset({(0, 0)})


def test_a_plural_may_mean_several_lines() -> None:
    """Of one order, "the covers" are all its covers."""
    both = find("the covers", lines_of([COVERS]))
    assert (both.lines, both.doubt) == (frozenset({(0, 0), (0, 1)}), False)


def test_a_singular_for_several_lines_is_in_doubt() -> None:
    """It can't be told which."""
    assert found("the mug", ("Enamel mug", "cream", 1), ("Enamel mug", "sage", 1)).doubt


def test_one_piece_of_several_is_in_doubt() -> None:
    """A line is refunded whole or not at all."""
    assert found("the mug", ("Enamel mug", "", 4)).doubt
    assert not found("the mugs", ("Enamel mug", "", 4)).doubt


def test_the_same_title_in_two_orders_is_in_doubt() -> None:
    """Also in the plural."""
    assert find("the lamps", lines_of([LAMP, order("LL-2", line("1", "Oak desk lamp"))])).doubt


def test_shipping_is_no_line() -> None:
    """Only goods can be named."""
    assert lines_of([order("LL-1", shipping())]) == ()


def test_lines_keep_the_index_among_all_components() -> None:
    """Indexes are those that a Choice uses."""
    assert [(row.order, row.index) for row in lines_of([LAMP, TABLE, KETTLE])] == [
        (0, 0),
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 0),
        (2, 1),
    ]
