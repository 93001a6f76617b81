"""`counterfoil ledger`: replays the record."""

import typer

from counterfoil.cli.output import Json, put, say, told
from counterfoil.cli.setup import HERE, Home


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(help="The record of every money action.", no_args_is_help=True)
    group.command()(verify)
    group.callback()(_ledger)
    app.add_typer(group, name="ledger")


def _ledger() -> None:
    """Keep `ledger` a group though it has one command."""


@told
def verify(home: Home = HERE, as_json: Json = False) -> None:
    """Replay every chain of events, hold the rows against it, and check every signature against the roster."""
    from counterfoil.bootstrap.reviewer import open_reviewer

    with open_reviewer(home, None) as reviewer:
        found = reviewer.verify_ledger()
    if as_json:
        put({"chains": found.chains, "events": found.events, "signatures": found.signatures, "verified": True})
        return
    say(f"Verified: {found.chains} actions, {found.events} events, {found.signatures} signatures.")
