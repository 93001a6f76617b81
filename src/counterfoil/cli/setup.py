"""`counterfoil init`: makes the home directory of one deployment."""

from pathlib import Path
from typing import Annotated

import typer

from counterfoil.cli.output import Json, facts, put, say, told

Home = Annotated[Path, typer.Option("--home", envvar="COUNTERFOIL_HOME", help="The deployment's directory.")]
HERE = Path()


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(init)


@told
def init(
    person: Annotated[str, typer.Option(help="Short name of the founding person, such as ann.")],
    name: Annotated[str, typer.Option(help="Full name of the founding person.")],
    address: Annotated[str, typer.Option(help="Their mail address: nobody decides on their own orders.")] = "",
    home: Home = HERE,
    as_json: Json = False,
) -> None:
    """Make a deployment with play money: settings, database, roster and the founding person's key."""
    from counterfoil.bootstrap.home import Founder, make

    made = make(home, Founder(person=person, name=name, address=address))
    if as_json:
        put({"home": str(made.home), "installation": made.installation, "key": str(made.key), "person": person})
        return
    facts({"home": str(made.home), "installation": made.installation, "key": str(made.key)})
    say("Money is play money. Next: counterfoil kb import FOLDER, counterfoil orders import FILE.")
