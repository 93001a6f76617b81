"""Writes the generated pages of docs/reference from the code: commands, settings, errors, ports, templates and words.

With --check it writes nothing and exits with 1 unless the pages are current.
"""

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from typer.main import get_command

import counterfoil.ports
from counterfoil.cli.main import app
from counterfoil.config import describe
from counterfoil.desk.answer import Handled
from counterfoil.domain import errors
from counterfoil.domain.actions import HandOver
from counterfoil.domain.choices import Intent, Reason
from counterfoil.domain.decisions import Resolution, Voiding
from counterfoil.domain.executions import Outcome
from counterfoil.domain.knowledge import Tier
from counterfoil.domain.orders import Dispute, OrderStatus, PaymentKind
from counterfoil.domain.people import Role
from counterfoil.domain.templates import TEMPLATES, State
from counterfoil.domain.tickets import Author, Identity
from counterfoil.gate.quote import NoQuote
from counterfoil.policy.owed import Refusal

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
NOTE = "<!-- written by scripts/make_reference.py: change the code, not this page -->"


def commands() -> Iterator[str]:
    """Every command with its help text, as the terminal shows it."""
    yield "# Commands\n"
    yield "Every command takes `--json` for machines, and `--home DIR` (or `COUNTERFOIL_HOME`) for the deployment's"
    yield "directory. Exit codes: 0 done, 1 refused or failed, 2 usage. Errors go to standard error: code, message and"
    yield "what to do.\n"
    for name, command in _walk(get_command(app), "counterfoil"):
        yield f"## {name}\n\n```\n{_help(command, name)}\n```\n"


def settings() -> Iterator[str]:
    """Every setting."""
    yield "# Settings\n"
    yield "`counterfoil.toml` in the deployment's directory; a variable of the environment overrides it. An unknown"
    yield "setting is an error that names the nearest known one.\n"
    yield "| setting | variable | default | what it does |\n|---|---|---|---|"
    for name, variable, default, says in describe():
        yield f"| `{name}` | `{variable}` | `{default}` | {says} |"


def error_codes() -> Iterator[str]:
    """Every error, by code."""
    yield "# Errors\n"
    yield "| code | error | meaning | what to do |\n|---|---|---|---|"
    found = [row for _, row in inspect.getmembers(errors, inspect.isclass) if issubclass(row, errors.CounterfoilError)]
    for row in sorted(found, key=lambda row: row.code):
        yield f"| {row.code} | {row.__name__} | {inspect.getdoc(row)} | {row.advice} |"


def ports() -> Iterator[str]:
    """Every port with what it promises."""
    yield "# Ports\n"
    yield "What the product needs from outside. An adapter keeps the promise of its port.\n"
    for module in sorted(pkgutil.iter_modules(counterfoil.ports.__path__), key=lambda module: module.name):
        found = importlib.import_module(f"counterfoil.ports.{module.name}")
        yield f"## {module.name}\n\n{inspect.getdoc(found)}\n"
        for name, row in inspect.getmembers(found, inspect.isclass):
            if row.__module__ == found.__name__:
                yield f"- `{name}`: {(inspect.getdoc(row) or '').splitlines()[0]}"
        yield ""


def templates() -> Iterator[str]:
    """Every locked sentence."""
    yield "# Templates\n"
    yield "The only sentences that reach a customer beside quoted blocks. Slots are typed; no free text enters.\n"
    yield "| template | language | text | slots |\n|---|---|---|---|"
    for row in TEMPLATES.values():
        slots = ", ".join(f"{name}: {kind.value}" for name, kind in row.slots)
        yield f"| `{row.template}` | {row.language} | {row.text} | {slots} |"


WORDS: tuple[type[Enum], ...] = (
    Handled,
    Identity,
    Author,
    Intent,
    Reason,
    HandOver,
    Refusal,
    NoQuote,
    State,
    Resolution,
    Voiding,
    Outcome,
    Tier,
    Role,
    OrderStatus,
    PaymentKind,
    Dispute,
)


def words() -> Iterator[str]:
    """Every word that output, sheets and JSON use, with what it means."""
    yield "# Words in output\n"
    yield "What the capital words in tables, sheets and JSON mean. Other words are in the [glossary](../glossary.md)."
    for kind in WORDS:
        yield f"\n## {kind.__name__}\n\n{inspect.getdoc(kind)}\n\n| word | meaning |\n|---|---|"
        source = inspect.getsource(kind)
        for member in kind:
            comment = re.search(rf"^    {member.name} = .*?(?:  # (.*))?$", source, re.MULTILINE)
            yield f"| `{member.value}` | {(comment and comment[1]) or 'as it says'} |"


PAGES = {
    "commands.md": commands,
    "settings.md": settings,
    "errors.md": error_codes,
    "ports.md": ports,
    "templates.md": templates,
    "words.md": words,
}


def page(name: str) -> str:
    """The text of a page."""
    lines = "\n".join(PAGES[name]())
    return f"{NOTE}\n\n{lines.rstrip()}\n"


def main() -> int:
    """Write or check all pages."""
    stale = [name for name in PAGES if not (FOLDER / name).exists() or (FOLDER / name).read_text() != page(name)]
    if "--check" in sys.argv:
        for name in stale:
            print(f"docs/reference/{name} is not current")
        return 1 if stale else 0
    for name in stale:
        (FOLDER / name).write_text(page(name), encoding="utf-8")
        print(f"wrote docs/reference/{name}")
    return 0


def _walk(command: Any, name: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - typer keeps its classes to itself
    yield name, command
    for part in sorted(getattr(command, "commands", {})):
        yield from _walk(command.commands[part], f"{name} {part}")


def _help(command: Any, name: str) -> str:  # noqa: ANN401 - as above
    with command.context_class(command, info_name=name, max_content_width=100, terminal_width=100) as context:
        return "\n".join(line.rstrip() for line in command.get_help(context).rstrip().splitlines())


if __name__ == "__main__":
    sys.exit(main())
