"""An editor accepts revisions: a new signed lock, and the rows' own note of it. Writing the file is the caller's."""

from collections.abc import Iterable
from dataclasses import dataclass

from counterfoil.domain.errors import NotFoundError
from counterfoil.domain.ids import RevisionId
from counterfoil.domain.knowledge import Lock, LockedRevision, Revision, Tier
from counterfoil.domain.people import Person
from counterfoil.knowledge.lock import locked, make_lock
from counterfoil.ports.signatures import Signer
from counterfoil.ports.store import Rows, Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Editing:
    """Who accepts, with which key, on top of which lock, and for how many days."""

    editor: Person
    signer: Signer
    previous: Lock | None
    days: int = 365


def accept(store: Store, revisions: Iterable[RevisionId], editing: Editing) -> Lock:
    """The lock of `editing.previous` with these revisions in place of others of their documents.

    NotFoundError for an unknown id, LockError when the person may not sign; then nothing is written. The caller must
    write the lock to its file: until then nothing new is quoted.
    """
    with store.write() as rows:
        accepted = [_revision(rows, revision) for revision in dict.fromkeys(revisions)]
        replaced = {revision.document for revision in accepted}
        kept = [row for row in _listed(editing.previous) if row.document not in replaced]
        listed = [*kept, *(locked(revision) for revision in accepted)]
        lock = make_lock(editing.previous, listed, editing.editor, editing.signer, (rows.now(), editing.days))
        note(rows, lock)
    return lock


def _listed(lock: Lock | None) -> tuple[LockedRevision, ...]:
    return lock.revisions if lock else ()


def _revision(rows: Rows, revision: RevisionId) -> Revision:
    found = rows.revision(revision)
    if found is None:
        raise NotFoundError(f"there is no revision {revision}", revision=revision)
    return found[0]


def note(rows: Rows, lock: Lock) -> None:
    """Bring the tiers that lists show in line with `lock`, also one that was signed elsewhere."""
    listed = {(row.document, row.sha256) for row in lock.revisions}
    for revision, _, _ in rows.revisions():
        tier = rows.tier(revision.revision)
        if (revision.document, revision.sha256) in listed:
            if tier is not Tier.CANONICAL:
                rows.set_tier(revision.revision, Tier.CANONICAL)
        elif tier is Tier.CANONICAL:
            rows.set_tier(revision.revision, Tier.SUPERSEDED)
