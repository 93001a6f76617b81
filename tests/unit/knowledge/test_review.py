"""Accepting revisions makes the next lock and notes it in the rows."""

import pytest

from counterfoil.domain.errors import LockError, NotFoundError
from counterfoil.domain.ids import RevisionId
from counterfoil.domain.knowledge import Tier
from counterfoil.knowledge.review import Editing, accept, note
from tests.unit.knowledge.kit import NOW, Key, World, editor, markdown


def tiers(world: World) -> dict[str, list[Tier | None]]:
    """The tiers of all revisions by document, oldest first."""
    found: dict[str, list[Tier | None]] = {}
    with world.store.read() as rows:
        for revision, _, _ in rows.revisions():
            found.setdefault(revision.document, []).append(rows.tier(revision.revision))
    return found


def test_accepting_locks_and_marks_canonical(world: World) -> None:
    """Only what was accepted is listed and CANONICAL."""
    world.put(a=markdown("x"), b=markdown("y"))
    lock = world.accept("a")
    assert [row.document for row in lock.revisions] == ["a.md"]
    assert tiers(world) == {"a.md": [Tier.CANONICAL], "b.md": [Tier.UNREVIEWED]}


def test_what_was_accepted_before_stays(world: World) -> None:
    """The next lock is the previous one plus the new revisions."""
    world.put(a=markdown("x"), b=markdown("y"))
    lock = world.accept("b", previous=world.accept("a"))
    assert [row.document for row in lock.revisions] == ["a.md", "b.md"]
    assert (lock.version, lock.issued_at) == (2, NOW)


def test_a_newer_revision_takes_the_place_of_the_older(world: World) -> None:
    """One revision of a document is canonical; the one before is SUPERSEDED."""
    world.put(a=markdown("x"))
    first = world.accept("a")
    world.put(a=markdown("y"))
    second = world.accept("a", previous=first)
    assert len(second.revisions) == 1
    assert second.revisions != first.revisions
    assert tiers(world) == {"a.md": [Tier.SUPERSEDED, Tier.CANONICAL]}


def test_an_older_revision_can_be_accepted_again(world: World) -> None:
    """Going back is accepting the older revision."""
    world.put(a=markdown("x"))
    old = world.newest("a")
    world.put(a=markdown("y"))
    lock = world.accept("a")
    accept(world.store, [old], Editing(editor=editor(), signer=Key(), previous=lock))
    assert tiers(world) == {"a.md": [Tier.CANONICAL, Tier.SUPERSEDED]}


def test_accepting_the_same_again_adds_no_row(world: World) -> None:
    """Accepting what is canonical already renews the lock and nothing else."""
    world.put(a=markdown("x"))
    first = world.accept("a")
    second = world.accept("a", previous=first)
    assert (second.revisions, second.version) == (first.revisions, 2)


def test_two_revisions_of_one_document_are_refused(world: World) -> None:
    """Nothing is written when both are named."""
    world.put(a=markdown("x"))
    old = world.newest("a")
    world.put(a=markdown("y"))
    with pytest.raises(LockError, match="twice"):
        accept(world.store, [old, world.newest("a")], Editing(editor=editor(), signer=Key(), previous=None))
    assert tiers(world) == {"a.md": [Tier.UNREVIEWED, Tier.UNREVIEWED]}


def test_an_unknown_revision_is_refused(world: World) -> None:
    """An id that names nothing is an error."""
    with pytest.raises(NotFoundError, match="rev_none"):
        accept(world.store, [RevisionId("rev_none")], Editing(editor=editor(), signer=Key(), previous=None))


def test_a_lock_signed_elsewhere_can_be_noted(world: World) -> None:
    """The tiers follow a lock that came as a file; noting it twice adds nothing."""
    world.put(a=markdown("x"), b=markdown("y"))
    lock = world.accept("a")
    other = world.accept("b")
    assert tiers(world) == {"a.md": [Tier.SUPERSEDED], "b.md": [Tier.CANONICAL]}
    for _ in range(2):
        with world.store.write() as rows:
            note(rows, lock)
        assert tiers(world) == {"a.md": [Tier.CANONICAL], "b.md": [Tier.SUPERSEDED]}
    assert other.revisions != lock.revisions
