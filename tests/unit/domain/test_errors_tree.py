"""Every error class: code, advice, docstring, and its place in the drawing."""

import inspect
import re

import pytest

from counterfoil.domain import errors
from counterfoil.domain.errors import CounterfoilError, MoneyError

CLASSES = [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, CounterfoilError)]


def _drawn() -> dict[str, str]:
    parents: dict[str, str] = {}
    above = ["CounterfoilError"]
    for row in (errors.__doc__ or "").splitlines():
        if found := re.match(r"([│ ]*)[├└]── (\w+)", row):
            depth = len(found[1]) // 4 + 1
            above[depth:] = [found[2]]
            parents[found[2]] = above[depth - 1]
    return parents


def test_the_drawing_is_the_tree() -> None:
    """The tree drawn at the top shows every class under its own base, and no other."""
    assert _drawn() == {
        cls.__name__: cls.__base__.__name__ for cls in CLASSES if cls is not CounterfoilError and cls.__base__
    }


@pytest.mark.parametrize("cls", CLASSES)
def test_every_class_says_what_to_do(cls: type[CounterfoilError]) -> None:
    """Each class has its own code, advice and docstring, not those of its base."""
    assert {"code", "advice", "__doc__"} <= vars(cls).keys()
    assert cls.__doc__
    assert re.fullmatch(r"CF-\d{3}", cls.code)
    assert cls.advice.endswith(".")


def test_codes_are_not_shared() -> None:
    """No two classes have one code."""
    assert len({cls.code for cls in CLASSES}) == len(CLASSES)


def test_advice_may_be_given_with_the_error() -> None:
    """The raiser's advice replaces that of the class; ids are kept."""
    error = MoneyError("no", advice="Ask.", order="o1")
    assert (str(error), error.what_to_do, error.ids) == ("no", "Ask.", {"order": "o1"})
    assert MoneyError("no").what_to_do == MoneyError.advice
