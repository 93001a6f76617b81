"""`counterfoil reviewer`: who may decide, and on which key."""

from pathlib import Path
from typing import Annotated

import typer

from counterfoil.cli.output import Json, put, say, table, told
from counterfoil.cli.setup import HERE, Home

Key = Annotated[
    Path | None, typer.Option("--key", help="Your private key; needed when the key directory holds several.")
]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(help="The persons of the roster.", no_args_is_help=True)
    group.command()(enrol)
    group.command("list")(list_people)
    app.add_typer(group, name="reviewer")


@told
def enrol(
    person: Annotated[str, typer.Argument(help="Short name, such as ben.")],
    name: Annotated[str, typer.Option(help="Full name.")],
    roles: Annotated[str, typer.Option(help="Comma-separated: reviewer, editor, admin.")] = "reviewer",
    address: Annotated[list[str] | None, typer.Option(help="Own mail address; may be given several times.")] = None,
    public_key: Annotated[str, typer.Option(help="Take this public key instead of making a new one.")] = "",
    key: Key = None,
    home: Home = HERE,
    as_json: Json = False,
) -> None:
    """Make a key for a person and add them to the roster, signed by your own (an admin's) key."""
    from counterfoil.bootstrap.reviewer import Enrolment, open_reviewer

    wanted = Enrolment(person=person, name=name, roles=roles, addresses=tuple(address or ()), public_key=public_key)
    with open_reviewer(home, key) as reviewer:
        made = reviewer.enrol(wanted)
    if as_json:
        put({"person": person, "public_key": made.public_key, "key": str(made.key or "")})
        return
    say(f"{person} is in the roster.")
    if made.key:
        say(f"Private key: {made.key} (move it to the person's own machine; nobody else should be able to read it)")


@told
def list_people(home: Home = HERE, as_json: Json = False) -> None:
    """Show everybody in the roster."""
    from counterfoil.bootstrap.reviewer import open_reviewer

    with open_reviewer(home, None) as reviewer:
        people = reviewer.people()
    rows = [
        [row.person, row.name, " ".join(sorted(role.value for role in row.roles)), row.public_key] for row in people
    ]
    if as_json:
        put([dict(zip(("person", "name", "roles", "public_key"), row, strict=True)) for row in rows])
        return
    table(("person", "name", "roles", "public key"), rows, empty="The roster is empty.")
