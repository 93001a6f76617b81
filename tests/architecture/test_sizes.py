"""Files and functions stay small."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "counterfoil"
LONGEST_FILE = 300
LONGEST_FUNCTION = 60
FILES = sorted(path for suffix in ("py", "sql") for path in PACKAGE.rglob(f"*.{suffix}"))


def long_functions(source: str) -> list[str]:
    """The names of functions that are too long, decorators not counted."""
    functions = (
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION]


def test_files_are_short() -> None:
    """No file has more than 300 lines."""
    lengths = {str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_functions_are_short() -> None:
    """No function has more than 60 lines."""
    long = {path.name: long_functions(path.read_text(encoding="utf-8")) for path in FILES if path.suffix == ".py"}
    assert {name: functions for name, functions in long.items() if functions} == {}


@pytest.mark.parametrize(("lines", "found"), [(60, []), (61, ["f"])])
def test_length_is_counted(lines: int, found: list[str]) -> None:
    """Sixty lines pass, one more doesn't."""
    assert long_functions("def f():\n" + "    pass\n" * (lines - 1)) == found
