"""`counterfoil queue`, `show`, `approve` and `deny`.

What waits for persons, and how one decides with a key of one's own.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from counterfoil.cli.output import Json, moment, put, say, table, told
from counterfoil.cli.people import Key
from counterfoil.cli.setup import HERE, Home

if TYPE_CHECKING:
    from counterfoil.domain.decisions import Verdict

Id = Annotated[str, typer.Argument(help="The action's id, or enough of its first letters.")]
Digest = Annotated[str, typer.Option("--digest", help="The digest that `counterfoil show` printed: what you sign.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(queue)
    app.command()(show)
    app.command()(approve)
    app.command()(deny)


@told
def queue(
    failed: Annotated[bool, typer.Option("--failed", help="List messages that could not be handled instead.")] = False,
    home: Home = HERE,
    as_json: Json = False,
) -> None:
    """List what waits for a person."""
    from counterfoil.bootstrap.reviewer import open_reviewer

    with open_reviewer(home, None) as reviewer:
        if failed:
            rows = [
                [row.failure, row.source, moment(row.at), f"{row.size} bytes", row.reason]
                for row in reviewer.failures()
            ]
            columns: tuple[str, ...] = ("id", "source", "kept at", "size", "reason")
        else:
            rows = [
                [row.pending, row.order, row.amount, moment(row.quoted_at), moment(row.expires_at)]
                for row in reviewer.queue()
            ]
            columns = ("id", "order", "amount", "since", "expires")
    if as_json:
        put([dict(zip(columns, row, strict=True)) for row in rows])
        return
    table(columns, rows, empty="No failed messages." if failed else "Nothing waits for a person.")


@told
def show(action: Id, home: Home = HERE, as_json: Json = False) -> None:
    """Show everything that a yes to this action covers, and its digest."""
    from counterfoil.bootstrap.reviewer import open_reviewer
    from counterfoil.cli.sheet import plain, print_sheet

    with open_reviewer(home, None) as reviewer:
        sheet = reviewer.sheet(action)
    if as_json:
        put(plain(sheet))
    else:
        print_sheet(sheet)


@told
def approve(action: Id, digest: Digest, key: Key = None, home: Home = HERE, as_json: Json = False) -> None:
    """Sign a yes to exactly what was shown. The key says who you are."""
    from counterfoil.domain.decisions import Verdict

    _decide(action, digest, Verdict.APPROVED, "", key, home, as_json)


@told
def deny(
    action: Id,
    digest: Digest,
    reason: Annotated[str, typer.Option(help="Why; for colleagues, never sent to the customer.")],
    key: Key = None,
    home: Home = HERE,
    as_json: Json = False,
) -> None:
    """Sign a no to exactly what was shown."""
    from counterfoil.domain.decisions import Verdict

    _decide(action, digest, Verdict.DENIED, reason, key, home, as_json)


def _decide(action: str, digest: str, verdict: "Verdict", reason: str, key: Key, home: Home, as_json: Json) -> None:
    from counterfoil.bootstrap.reviewer import Ruling, open_reviewer

    with open_reviewer(home, key) as reviewer:
        pending, person, state = reviewer.decide(Ruling(action=action, digest=digest, verdict=verdict, reason=reason))
    if as_json:
        put({"pending": pending, "person": person, "verdict": verdict.value, "state": state.value})
        return
    say(f"{person} signed {verdict.value} on {pending}: it is now {state.value}.")
    if state.value == "APPROVED":
        say("The executor pays it on its next round: counterfoil executor run --once.")
