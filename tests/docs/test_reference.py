"""The reference is current and complete."""

import importlib
import inspect
import pkgutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import counterfoil.ports
from counterfoil.cli.main import app
from counterfoil.config import default_toml, describe
from counterfoil.domain import errors
from counterfoil.domain.templates import TEMPLATES

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"


def page(name: str) -> str:
    """A page of the reference."""
    return (REFERENCE / name).read_text(encoding="utf-8")


def commands(command: Any, name: str) -> Iterator[tuple[str, bool]]:  # noqa: ANN401 - typer keeps its classes to itself
    """Every command by its full name, and whether it is a group."""
    parts = getattr(command, "commands", {})
    yield name, bool(parts)
    for part in parts:
        yield from commands(parts[part], f"{name} {part}")


COMMANDS = tuple(commands(get_command(app), "counterfoil"))
PORTS = sorted(module.name for module in pkgutil.iter_modules(counterfoil.ports.__path__))


def test_pages_are_current() -> None:
    """The generated pages are what the code says now: help texts, settings, errors, ports, templates, words."""
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "make_reference.py", "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), "run: python scripts/make_reference.py"


@pytest.mark.parametrize("name", [name for name, _ in COMMANDS])
def test_every_command_is_documented(name: str) -> None:
    """Each command and group has a section with its help."""
    assert f"\n## {name}\n" in page("commands.md")


@pytest.mark.parametrize("name", [name for name, group in COMMANDS if not group])
def test_every_json_is_documented(name: str) -> None:
    """Each command has a section on what --json prints."""
    headings = [line[3:].split(", ") for line in page("json.md").splitlines() if line.startswith("## ")]
    assert name in [command for heading in headings for command in heading]


def test_every_setting_is_documented() -> None:
    """Each setting stands in the table with variable, default and meaning."""
    text = page("settings.md")
    assert [row[0] for row in describe() if f"| `{row[0]}` | `{row[1]}` | `{row[2]}` | {row[3]} |" not in text] == []


def test_documented_defaults_are_toml() -> None:
    """The defaults as documented are those that the file of `init` holds."""
    written = tomllib.loads(default_toml())
    for name, _, default, _ in describe():
        section, key = name.split(".")
        assert tomllib.loads(f"value = {default}")["value"] == written[section][key]


def test_every_error_is_documented() -> None:
    """Each error code stands in the table once, with what to do."""
    found = [row for _, row in inspect.getmembers(errors, inspect.isclass) if issubclass(row, errors.CounterfoilError)]
    rows = page("errors.md").splitlines()
    assert [row.code for row in found if sum(line.startswith(f"| {row.code} |") for line in rows) != 1] == []


@pytest.mark.parametrize("name", PORTS)
def test_every_port_is_documented(name: str) -> None:
    """Each port has a section that names its Protocols."""
    module = importlib.import_module(f"counterfoil.ports.{name}")
    _, _, section = page("ports.md").partition(f"\n## {name}\n")
    section = section.partition("\n## ")[0]
    own = [row for row, found in inspect.getmembers(module, inspect.isclass) if found.__module__ == module.__name__]
    assert own
    assert [row for row in own if f"- `{row}`" not in section] == []


def test_every_template_is_documented() -> None:
    """Each locked sentence stands on the page in each of its languages."""
    text = page("templates.md")
    missing = [key for key, row in TEMPLATES.items() if f"`{row.template}` | {row.language} | {row.text}" not in text]
    assert missing == []
