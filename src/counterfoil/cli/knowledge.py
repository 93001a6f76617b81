"""`counterfoil kb`: documents in, accepted by a person, then quoted."""

from pathlib import Path
from typing import Annotated

import typer

from counterfoil.cli.output import FAILED, Json, complain, facts, moment, progress, put, quoted, say, table, told
from counterfoil.cli.people import Key
from counterfoil.cli.setup import HERE, Home


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(help="The knowledge base: import, review, accept.", no_args_is_help=True)
    group.command("import")(import_folder)
    group.command()(accept)
    group.command("list")(list_documents)
    group.command()(show)
    app.add_typer(group, name="kb")


@told
def import_folder(folder: Annotated[Path, typer.Argument()], home: Home = HERE, as_json: Json = False) -> None:
    """Import a folder of Markdown and HTML. Nothing of it is quoted before an editor accepts it."""
    from counterfoil.bootstrap.desk import open_desk

    with open_desk(home) as desk, progress("documents", quiet=as_json) as share:
        report = desk.import_documents(folder, share)
    if as_json:
        put(
            {
                "added": list(report.added),
                "changed": list(report.changed),
                "unchanged": list(report.unchanged),
                "refused": [
                    {"document": name, "code": error.code, "message": error.message} for name, error in report.refused
                ],
            }
        )
    else:
        say(f"{len(report.added)} added, {len(report.changed)} changed, {len(report.unchanged)} unchanged.")
        for _, error in report.refused:
            complain(error)
        say("Next: counterfoil kb list, then counterfoil kb accept.")
    if report.refused:
        raise typer.Exit(FAILED)


@told
def accept(
    revisions: Annotated[list[str] | None, typer.Argument(help="Revision ids, as kb list shows them.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Accept the newest revision of every document.")] = False,
    key: Key = None,
    home: Home = HERE,
    as_json: Json = False,
) -> None:
    """Accept revisions as an editor: sign a new lock that lists them. Only what the lock lists is ever quoted."""
    from counterfoil.bootstrap.reviewer import open_reviewer

    if bool(revisions) == everything:
        raise typer.BadParameter("name revisions, or give --all")
    with open_reviewer(home, key) as reviewer:
        lock = reviewer.accept(None if everything else tuple(revisions or ()))
    if as_json:
        put(
            {
                "version": lock.version,
                "editor": lock.editor,
                "documents": len(lock.revisions),
                "expires_at": lock.expires_at,
            }
        )
        return
    say(
        f"Lock version {lock.version}, signed by {lock.editor}: {len(lock.revisions)} documents, "
        f"until {moment(lock.expires_at)}."
    )


@told
def list_documents(home: Home = HERE, as_json: Json = False) -> None:
    """List documents with their revisions and whether the lock in force lists them."""
    from counterfoil.bootstrap.desk import open_desk

    with open_desk(home) as desk:
        documents, problem = desk.documents(), desk.lock_problem()
    if problem is not None:
        complain(problem)
    if as_json:
        put([row.plain() for row in documents])
        return
    rows = [
        [row.document, row.revision, row.tier, "yes" if row.locked else "no", row.audience, row.language, row.title]
        for row in documents
    ]
    table(
        ("document", "revision", "tier", "quotable", "audience", "language", "title"), rows, empty="No documents yet."
    )


@told
def show(revision: Annotated[str, typer.Argument()], home: Home = HERE, as_json: Json = False) -> None:
    """Show one revision as its blocks, with code points visible: what an editor reads before accepting."""
    from counterfoil.bootstrap.desk import open_desk

    with open_desk(home) as desk:
        row, blocks = desk.revision(revision)
    if as_json:
        put(
            {
                **row.plain(),
                "blocks": [{"heading": block.heading, "text": block.text, "sha256": block.sha256} for block in blocks],
            }
        )
        return
    facts({name: str(value) for name, value in row.plain().items()})
    for block in blocks:
        say(f"\n[{block.ordinal}]")
        quoted(block.heading)
        quoted(block.text)
