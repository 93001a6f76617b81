"""The command `counterfoil`: its groups and commands.

What a command needs is imported when it runs, so that --help is quick.
"""

import sys

import typer

from counterfoil.cli import demo, desk, executor, knowledge, ledger, people, queue, setup

app = typer.Typer(
    name="counterfoil",
    help="A customer-support agent whose money actions nobody can talk open.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    add_completion=False,
)
for module in (setup, people, knowledge, executor, desk, queue, ledger, demo):
    module.register(app)


def main() -> None:
    """Run the command. Exit codes: 0 done, 1 refused or failed, 2 usage."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(1)


if __name__ == "__main__":
    main()
