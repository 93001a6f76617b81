"""`counterfoil demo`: the sample shop, start to end, by the commands that a user would type, each its own process."""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

import typer

from counterfoil.cli.output import FAILED, Json, put, say, table, told
from counterfoil.domain.texts import visible

_SHOWN = 4  # answers printed in full


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(demo)


@told
def demo(
    home: Annotated[
        Path | None, typer.Option("--home", help="Where to unpack the sample shop; default: a new folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Run the sample shop with play money: answers, parked refunds, one signed and paid once, record verified."""
    from counterfoil.bootstrap.demo import unpack

    shop = unpack(home or Path(tempfile.mkdtemp(prefix="counterfoil-demo-")))
    with redirect_stdout(StringIO() if as_json else sys.stdout):
        story = _tell(_Shell(shop.made.home), shop.made.key.name)
        _next(shop.made.home)
    if as_json:
        put({"home": str(shop.made.home), **story})


def _tell(run: "_Shell", key: str) -> dict[str, Any]:
    """The whole story, told on standard output; and its figures."""
    say("Lantern & Loom, a made-up shop. All money is play money; nothing leaves this machine.\n")
    run("orders", "import", "shop/orders.jsonl")
    run("kb", "import", "shop/kb")
    run("reviewer", "enrol", "sam", "--name", "Sam Reviewer", "--key", f"keys/{key}")
    handled = run.data("handle", "shop/tickets.mbox")["handled"]
    _tickets(handled)
    _answers(handled)
    run("executor", "run", "--once")
    waiting = run.data("queue")
    rows = [[row["id"], row["order"], row["amount"], row["expires"]] for row in waiting]
    table(("id", "order", "amount", "expires"), rows, empty="")
    paid = _one_refund(run, waiting)
    ledger = run.data("ledger", "verify", quiet=True)
    run("ledger", "verify")
    return {
        "outcomes": Counter(row["outcome"] for row in handled),
        "waiting": len(waiting),
        "paid": paid,
        "ledger": ledger,
    }


def _tickets(handled: list[dict[str, Any]]) -> None:
    rows = [[row["from"].split("@")[0], row["subject"], row["identity"], row["outcome"], _why(row)] for row in handled]
    table(("from", "subject", "identity", "outcome", "why, or what it quotes"), rows, empty="")
    outcomes = [row["outcome"] for row in handled]
    counted = ", ".join(f"{outcomes.count(word)} {word}" for word in dict.fromkeys(outcomes))
    say(f"{len(handled)} messages: {counted}.\n")


def _why(row: dict[str, Any]) -> str:
    quotes = [f"quotes {', '.join(row['citations'])}"] if row["citations"] else []
    return "; ".join([*([row["detail"]] if row["detail"] else []), *quotes])


def _answers(handled: list[dict[str, Any]]) -> None:
    """A few answers in full, with what they quote."""
    shown: list[dict[str, Any]] = []
    for outcome in ("answered", "parked", "asked back", "handed over"):
        shown += [row for row in handled if row["outcome"] == outcome][:1]
    for row in shown[:_SHOWN]:
        say(f"--- {row['outcome']}: to {visible(row['from'])}, about {visible(row['subject'])}")
        say(visible(row["answer"]))
        say(f"[quotes: {', '.join(row['citations']) or 'nothing'}]\n")


def _one_refund(run: "_Shell", waiting: list[dict[str, Any]]) -> dict[str, str]:
    """Show the first action that waits, sign it as sam, pay it, and tell the customer."""
    if not waiting:
        say("Nothing waits for a person.")
        raise typer.Exit(FAILED)
    action = waiting[0]["id"]
    run("show", action)
    digest = run.data("show", action, quiet=True)["digest"]
    run("approve", action, "--digest", digest, "--key", "keys/sam.key")
    run("executor", "run", "--once")
    run("executor", "run", "--once")
    run("desk", "run", "--once")
    told_ = run.data("show", action, quiet=True)
    said = told_["follow_ons"][told_["state"]]
    say(f"The customer was told: {visible(said)}\n")
    return {"pending": action, "state": told_["state"], "told": said}


def _next(home: Path) -> None:
    say("What to try next:")
    say(f"  cd {home}")
    say("  counterfoil queue                       what still waits for a person")
    say("  counterfoil show ID                     everything that a yes would cover")
    say("  counterfoil deny ID --digest D --reason 'not ours' --key keys/sam.key")
    say("  counterfoil kb list                     what may be quoted, and what may not")
    say("  ls outbox                               what customers were sent, and notes for staff")
    say("Edit a file in shop/kb, import it again, and see that it is not quoted until an editor accepts it.")


class _Shell:
    """Runs commands of ours in the shop's directory, each in a process of its own, and shows them."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def __call__(self, *words: str) -> None:
        """Run a command and show what it prints."""
        say(f"$ counterfoil {' '.join(words)}")
        say(self._run(words))

    def data(self, *words: str, quiet: bool = False) -> Any:  # noqa: ANN401 - whatever the command prints as JSON
        """Run a command for its JSON."""
        if not quiet:
            say(f"$ counterfoil {' '.join(words)}")
        return json.loads(self._run((*words, "--json")))

    def _run(self, words: tuple[str, ...]) -> str:
        command = [sys.executable, "-m", "counterfoil.cli.main", *words]
        done = subprocess.run(  # noqa: S603 - our own command and words of ours
            command, cwd=self._home, capture_output=True, text=True, check=False
        )
        sys.stdout.flush()
        if done.stderr:
            sys.stderr.write(done.stderr)
        if done.returncode:
            say(f"The demo stopped: counterfoil {words[0]} ended with exit code {done.returncode}.")
            raise typer.Exit(FAILED)
        return done.stdout
