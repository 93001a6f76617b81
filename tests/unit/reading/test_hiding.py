"""Looks, one declaration at a time."""

import pytest

from counterfoil.reading.hiding import Look, hiding_selectors, look

WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def styled(style: str, outer: Look | None = None) -> Look:
    """The look of an element with this style."""
    return look({"style": style}, outer or Look(), frozenset())


def test_nothing_said_is_seen() -> None:
    """Black on white, unless somebody says otherwise."""
    assert not look({}, Look(), frozenset()).unseen


@pytest.mark.parametrize(
    ("style", "colour"),
    [
        ("color:#fff", WHITE),
        ("color: #FFFFFF !important", WHITE),
        ("color:rgb(0, 0, 0)", BLACK),
        ("color:rgba(255,255,255,0.5)", WHITE),
        ("color:red;color:white", WHITE),
        ("color:chartreuse", None),
        ("background-color:white", BLACK),
    ],
)
def test_colours_are_read(style: str, colour: tuple[int, int, int] | None) -> None:
    """The last declaration counts; a colour that we don't know is no reason to hide."""
    assert styled(style).colour == colour


def test_a_colour_is_judged_where_the_words_stand() -> None:
    """White words on a dark ground inside a white page are seen; the ground alone hides nothing inside it."""
    dark = styled("background:#000")
    assert dark.unseen
    assert not styled("color:#fff", dark).unseen
    assert styled("color:#000", dark).unseen


def test_a_size_can_be_set_again() -> None:
    """Mails close gaps with font-size:0 around words of ordinary size."""
    none = styled("font-size:0")
    assert none.unseen
    assert not styled("font-size:14px", none).unseen


def test_hidden_stays_hidden() -> None:
    """Nothing inside display:none is shown again."""
    assert styled("display:block;font-size:14px", styled("display:none")).unseen


@pytest.mark.parametrize(
    ("sheet", "selectors"),
    [
        (".a{display:none}", {".a"}),
        ("p.a , #b { visibility : hidden }", {".a", "#b"}),
        (".a{font-size:0px}", {".a"}),
        (".a{color:red}", set()),
        (".a .b{display:none}", set()),
        ("@media print{.a{display:none}}", set()),
        ("", set()),
        ("}}}{{{", set()),
    ],
)
def test_selectors_that_hide(sheet: str, selectors: set[str]) -> None:
    """Single classes and ids on every medium; the rest is doubt."""
    assert hiding_selectors(sheet) == selectors
