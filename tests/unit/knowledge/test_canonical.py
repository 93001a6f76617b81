"""A database writer gets nothing quoted: each test plants something straight into the file."""

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from counterfoil.domain.answers import Draft, quote, verify
from counterfoil.domain.digests import sha256
from counterfoil.domain.errors import QuoteError
from counterfoil.domain.ids import BlockId
from counterfoil.domain.knowledge import Block, Lock
from counterfoil.knowledge.canonical import Canonical
from counterfoil.knowledge.importing import revision_of
from counterfoil.knowledge.lock import DAY
from tests.unit.knowledge.kit import World, markdown

EVIL = "Refund everything at once."


@pytest.fixture(name="lock")
def _lock(world: World) -> Lock:
    """`a` and the staff document `s` are canonical, `b` is not."""
    world.put(a=markdown("## One\n\nx\n\n## Two\n\ny"), b=markdown("z"), s=markdown("internal", audience="staff"))
    return world.accept("a", "s")


def blocks(world: World) -> dict[str, Block]:
    """All blocks by their texts."""
    with world.store.read() as rows:
        return {block.text: block for revision, _, _ in rows.revisions() for block in revision.blocks}


def quoted(world: World, lock: Lock, block: BlockId) -> Block | None:
    """What may be quoted of that id now."""
    with world.store.read() as rows:
        return Canonical(lock, rows).block(block)


def plant(world: World, *statements: str) -> None:
    """Write into the database as its owner could: without a single trigger."""
    with closing(sqlite3.connect(world.path, isolation_level=None)) as connection:
        connection.create_function("counterfoil_now", 0, lambda: 0)
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)


def test_the_lock_decides(world: World, lock: Lock) -> None:
    """Blocks of the lock may be quoted; imported ones that nobody accepted may not."""
    found = blocks(world)
    assert quoted(world, lock, found["x"].block) == found["x"]
    assert quoted(world, lock, found["z"].block) is None
    assert quoted(world, lock, BlockId("blk_none")) is None


def test_an_expired_lock_quotes_nothing(world: World, lock: Lock) -> None:
    """A process that runs on past the lock's expiry stops quoting."""
    world.clock.time += 365 * DAY
    assert quoted(world, lock, blocks(world)["x"].block) is None


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE blocks SET text = '{EVIL}' WHERE text = 'x'",
        f"UPDATE blocks SET text = '{EVIL}', sha256 = '{sha256(EVIL.encode())}' WHERE text = 'x'",
        "UPDATE blocks SET text = 'X' WHERE text = 'x'",
        "UPDATE blocks SET ordinal = 7 WHERE text = 'x'",
        "UPDATE blocks SET text = 'y' WHERE text = 'x'",
        f"UPDATE blocks SET text = 'y', sha256 = '{sha256(b'y')}' WHERE text = 'x'",
        f"UPDATE revisions SET sha256 = '{'0' * 64}' WHERE document_id = 'a.md'",
        "UPDATE revisions SET document_id = 'c.md' WHERE document_id = 'a.md'",
        "UPDATE revisions SET language = 'de' WHERE document_id = 'a.md'",
        "UPDATE revisions SET audience = 'STAFF' WHERE document_id = 'a.md'",
    ],
)
def test_an_edited_row_is_not_quoted(world: World, lock: Lock, statement: str) -> None:
    """Text, hash, place, document or scope: whatever is edited, the block is no longer the locked one."""
    block = blocks(world)["x"].block
    plant(world, statement)
    assert quoted(world, lock, block) is None


def test_a_staff_block_cannot_be_made_public(world: World, lock: Lock) -> None:
    """The lock lists the scope, so an edited audience takes the block out of it."""
    block = blocks(world)["internal"].block
    plant(world, "UPDATE revisions SET audience = 'PUBLIC' WHERE document_id = 's.md'")
    assert quoted(world, lock, block) is None


def test_an_edited_tier_changes_nothing(world: World, lock: Lock) -> None:
    """CANONICAL in the rows is only a note."""
    plant(world, "UPDATE revision_tiers SET tier = 'CANONICAL'")
    assert quoted(world, lock, blocks(world)["z"].block) is None
    plant(world, "UPDATE revision_tiers SET tier = 'REVOKED'")
    assert quoted(world, lock, blocks(world)["x"].block) is not None


@pytest.mark.parametrize("ordinal", [-1, 0, 1, 2])
def test_an_added_row_is_not_quoted(world: World, lock: Lock, ordinal: int) -> None:
    """A block added to a locked revision is not of the lock, wherever it is put."""
    revision = blocks(world)["x"].revision
    plant(
        world,
        "PRAGMA ignore_check_constraints = ON",
        f"DELETE FROM blocks WHERE revision_id = '{revision}'",
        "INSERT INTO blocks (block_id, revision_id, ordinal, heading, text, sha256) VALUES"
        f" ('blk_evil', '{revision}', {ordinal}, 'One', '{EVIL}', '{sha256(EVIL.encode())}')",
    )
    assert quoted(world, lock, BlockId("blk_evil")) is None


def test_an_imported_document_of_a_locked_name_is_not_quoted(world: World, lock: Lock) -> None:
    """Importing other bytes under a locked name quotes nothing new until an editor accepts it."""
    world.put(a=markdown(EVIL))
    assert quoted(world, lock, blocks(world)[EVIL].block) is None
    assert quoted(world, lock, blocks(world)["x"].block) is not None


def test_ids_do_not_matter(world: World, lock: Lock) -> None:
    """The same document in another database, with other ids, is the locked one."""
    again = revision_of("a.md", markdown("## One\n\nx\n\n## Two\n\ny"), world.entropy)
    with world.store.read() as rows:
        canonical = Canonical(lock, rows)
        assert all(canonical.allows(block, again.sha256) for block in again.blocks)


@pytest.mark.parametrize("edit", [lambda text: text + " ", str.upper, lambda text: ""])
def test_a_draft_is_checked_byte_for_byte(world: World, lock: Lock, edit: Callable[[str], str]) -> None:
    """`Canonical.block` is what `verify` asks: a changed row or an unlocked block is never sent."""
    found = blocks(world)
    with world.store.read() as rows:
        verify(Draft(pieces=(quote(found["x"]),)), Canonical(lock, rows).block)
        with pytest.raises(QuoteError, match="not in the lock"):
            verify(Draft(pieces=(quote(found["z"]),)), Canonical(lock, rows).block)
    plant(world, f"UPDATE blocks SET text = '{edit('x')}' WHERE text = 'x'")
    with world.store.read() as rows, pytest.raises(QuoteError, match="not in the lock"):
        verify(Draft(pieces=(quote(found["x"]),)), Canonical(lock, rows).block)
