"""What the package exports is what it says."""

import types

import counterfoil


def test_exports_are_exactly_what_all_names() -> None:
    """Every public name is in `__all__`, sorted, and there are no others but modules."""
    found = {name for name, value in vars(counterfoil).items() if not isinstance(value, types.ModuleType)}
    public = sorted({name for name in found if not name.startswith("_")} | {"__version__"})
    assert counterfoil.__all__ == public


def test_version_is_the_distribution_s() -> None:
    """The version in the code is the one that was built."""
    from importlib.metadata import version

    assert version("counterfoil") == counterfoil.__version__
