"""How commands speak: tables or JSON on standard output, errors as one message on standard error.

Foreign text is shown with its code points visible.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import wraps
from shutil import get_terminal_size
from typing import Annotated, ParamSpec

import typer

from counterfoil.domain.errors import CounterfoilError, InputError
from counterfoil.domain.texts import visible, visible_line

DONE, FAILED, USAGE = 0, 1, 2  # exit codes
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
_P = ParamSpec("_P")


def told(command: Callable[_P, None]) -> Callable[_P, None]:
    """Run a command so that no traceback reaches the user: an error is its code, its message and what to do."""

    @wraps(command)
    def run(*args: _P.args, **kwargs: _P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except CounterfoilError as error:
            complain(error)
            raise typer.Exit(FAILED) from None
        except BrokenPipeError:
            sys.stderr.close()
            raise typer.Exit(FAILED) from None
        except OSError as error:
            complain(
                InputError(f"{error.strerror or error}: {error.filename or ''}", advice="Check path and permissions.")
            )
            raise typer.Exit(FAILED) from None

    return run


def complain(error: CounterfoilError) -> None:
    """Say on standard error what is wrong and what to do."""
    ids = " ".join(f"{name}={visible_line(value)}" for name, value in error.ids.items())
    sys.stderr.write(f"{error.code} {visible(error.message)}{f' ({ids})' if ids else ''}\n  {error.what_to_do}\n")


def say(text: str = "") -> None:
    """Print text as it is; foreign text must have been made visible."""
    sys.stdout.write(text + "\n")


def put(value: object) -> None:
    """Print one JSON document, ASCII only, so that no terminal is steered by it."""
    say(json.dumps(value, indent=2, sort_keys=True))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, empty: str) -> None:
    """Print a table, or `empty` when it has no rows.

    Cells are shown with their code points visible, never truncated.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    found = [[Text(visible_line(cell)) for cell in row] for row in rows]
    if not found:
        say(empty)
        return
    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        drawn.add_column(column, overflow="fold")
    for row in found:
        drawn.add_row(*row)
    Console(highlight=False, width=get_terminal_size((120, 24)).columns).print(drawn)


def facts(pairs: Mapping[str, str]) -> None:
    """Print named values, one a line, aligned."""
    width = max(map(len, pairs))
    for name, value in pairs.items():
        say(f"{name.ljust(width)}  {visible_line(value)}")


def quoted(text: str) -> None:
    """Print foreign text in a box of its own, every line marked."""
    for row in visible(text).split("\n"):
        say(f"  | {row}")


def moment(seconds: int) -> str:
    """A time as `2026-12-01 09:30 UTC`."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


@contextmanager
def progress(what: str, *, quiet: bool) -> Iterator[Callable[[float], None]]:
    """A progress bar on standard error; the function given takes the share done, from 0 to 1.

    Nothing when quiet or not a terminal.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda _share: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share: bar.update(task, completed=share)
