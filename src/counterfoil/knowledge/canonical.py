"""What may be quoted: the lock alone decides. Rows of the database only say where the text is kept."""

from counterfoil.domain.digests import sha256
from counterfoil.domain.ids import BlockId, Sha256
from counterfoil.domain.knowledge import Block, Lock
from counterfoil.knowledge.lock import in_force
from counterfoil.ports.store import Rows


class Canonical:
    """The lock in force, over the rows of one transaction. `block` is a `domain.answers.Locked`."""

    def __init__(self, lock: Lock, rows: Rows) -> None:
        """`lock` must come from `open_lock`; `rows` also tell the time."""
        self._lock = lock
        self._listed = {row.document: row for row in lock.revisions}
        self._rows = rows

    def block(self, block: BlockId) -> Block | None:
        """The stored block, if the lock lists its very text for its scope and has not expired; else None."""
        found = self._rows.block(block)
        return found[0] if found and self.allows(*found) else None

    def allows(self, block: Block, revision_sha256: Sha256) -> bool:
        """Whether this block may be quoted; its text is hashed again, its row's own hash is not believed."""
        genuine = sha256(block.text.encode()) == block.sha256
        listed = self._listed.get(block.document)
        if listed is None or not in_force(self._lock, self._rows.now()):
            return False
        return genuine and listed.holds(block, revision_sha256)
