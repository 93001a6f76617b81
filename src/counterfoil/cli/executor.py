"""`counterfoil orders` and `counterfoil executor`: the process that holds the payment key. It reads no text."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from counterfoil.cli.output import DONE, FAILED, Json, complain, progress, put, say, told
from counterfoil.cli.setup import HERE, Home

if TYPE_CHECKING:
    from counterfoil.bootstrap.executor import Round


def register(app: typer.Typer) -> None:
    """Add the groups."""
    orders = typer.Typer(help="The embedded order book.", no_args_is_help=True)
    orders.command("import")(import_orders)
    orders.callback()(_orders)
    app.add_typer(orders, name="orders")
    group = typer.Typer(help="The process that prices and pays.", no_args_is_help=True)
    group.command()(run)
    group.callback()(_executor)
    app.add_typer(group, name="executor")


def _orders() -> None:
    """Keep `orders` a group though it has one command."""


def _executor() -> None:
    """Keep `executor` a group though it has one command."""


@told
def import_orders(file: Annotated[Path, typer.Argument()], home: Home = HERE, as_json: Json = False) -> None:
    """Import orders from a JSON-lines or CSV file: all of it, or nothing when a line is wrong."""
    from counterfoil.bootstrap.executor import open_executor

    with open_executor(home) as executor, progress("orders", quiet=as_json) as share:
        booked = executor.import_orders(file, share)
    if as_json:
        put(booked)
        return
    say(", ".join(f"{count} {what.lower()}" for what, count in booked.items()) + ".")


@told
def run(
    once: Annotated[bool, typer.Option("--once", help="Do what can be done now, then stop.")] = False,
    home: Home = HERE,
    as_json: Json = False,
) -> None:
    """Price what was parked and pay what was signed, until stopped with Ctrl-C."""
    from counterfoil.bootstrap.executor import open_executor

    with open_executor(home) as executor:
        if once:
            report = executor.run_once()
            _tell(report, as_json=as_json)
            raise typer.Exit(FAILED if report.problems else DONE)
        if not as_json:
            say("The executor is running. Stop it with Ctrl-C.")
        for report in executor.run_forever():
            _tell(report, as_json=as_json)


def _tell(report: "Round", *, as_json: bool) -> None:
    if as_json:
        put(
            {
                "expired": list(report.expired),
                "quoted": report.quoted,
                "refused": list(report.refused),
                "paid": [{"pending": pending, "state": state.value} for pending, state in report.paid],
                "unknown": list(report.unknown),
                "problems": [{"code": error.code, "message": error.message} for error in report.problems],
            }
        )
        return
    say(
        f"{report.quoted} priced, {len(report.refused)} refused, {len(report.paid)} executed, "
        f"{len(report.expired)} expired."
    )
    for pending, state in report.paid:
        say(f"  {pending} {state.value}")
    for pending in report.unknown:
        say(f"  {pending} UNKNOWN: the provider did not say what became of it; it counts as paid")
    for reason in sorted(set(report.refused)):
        say(f"  refused: {reason} ({report.refused.count(reason)})")
    for error in report.problems:
        complain(error)
