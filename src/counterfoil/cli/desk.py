"""`counterfoil handle` and `counterfoil desk`: messages in, answers out. Holds no payment key."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from counterfoil.cli.output import DONE, FAILED, Json, complain, progress, put, say, table, told
from counterfoil.cli.setup import HERE, Home
from counterfoil.domain.errors import CounterfoilError

if TYPE_CHECKING:
    from counterfoil.bootstrap.desk import Flushed


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(handle)
    group = typer.Typer(help="The process that answers.", no_args_is_help=True)
    group.command()(run)
    group.callback()(_desk)
    app.add_typer(group, name="desk")


def _desk() -> None:
    """Keep `desk` a group though it has one command."""


@told
def handle(
    files: Annotated[list[Path], typer.Argument(help=".eml, .mbox or .jsonl files.")],
    trust_identity: Annotated[
        bool, typer.Option("--trust-identity", help="Believe the identity stated in JSON-lines files.")
    ] = False,
    home: Home = HERE,
    as_json: Json = False,
) -> None:
    """Take messages in, answer them, and park what moves money. What can't be handled is kept; see queue --failed."""
    from counterfoil.bootstrap.desk import open_desk

    handled = []
    with open_desk(home) as desk:
        _warn(desk.lock_problem())
        for file in files:
            with progress(file.name, quiet=as_json) as share:
                handled += list(desk.handle(file, share, trust_identity=trust_identity))
        sent = desk.flush()
    failed = [row for row in handled if row.outcome == "failed"]
    if as_json:
        put({"handled": [row.plain() for row in handled], "ran": sent.ran, "skipped": list(sent.skipped)})
    else:
        rows = [[row.source, row.sender, row.subject, row.identity, row.outcome, row.detail] for row in handled]
        table(
            ("source", "from", "subject", "identity", "outcome", "detail"),
            rows,
            empty="There was no message to handle.",
        )
        say(
            f"{len(handled)} messages, {len(failed)} kept as failed; "
            f"{sent.ran} sent or noted, {len(sent.skipped)} skipped."
        )
        if handled and not any(row.identity in ("DMARC", "SESSION") for row in handled):
            say("No sender was verified, so nothing was parked: set mail.authserv_id, or use --trust-identity.")
    _problems(sent)
    raise typer.Exit(FAILED if failed or sent.problems else DONE)


def _warn(problem: CounterfoilError | None) -> None:
    """Say on standard error why nothing can be quoted; everything is handed over meanwhile."""
    if problem is not None:
        complain(problem)


@told
def run(
    once: Annotated[bool, typer.Option("--once", help="Send what is due now, then stop.")] = False,
    home: Home = HERE,
    as_json: Json = False,
) -> None:
    """Answer what a crash left, and send what is due, until stopped with Ctrl-C."""
    from counterfoil.bootstrap.desk import open_desk

    with open_desk(home) as desk:
        desk.resume()
        rounds = [desk.flush()] if once else desk.run_forever()
        for sent in rounds:
            if as_json:
                put(
                    {
                        "ran": sent.ran,
                        "skipped": list(sent.skipped),
                        "problems": [error.message for error in sent.problems],
                    }
                )
            else:
                say(f"{sent.ran} sent or noted, {len(sent.skipped)} skipped.")
            _problems(sent)
    raise typer.Exit(FAILED if sent.problems else DONE)


def _problems(sent: "Flushed") -> None:
    for error in sent.problems:
        complain(error)
