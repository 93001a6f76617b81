"""Documents, their revisions and blocks. What may be quoted is decided by the signed lock, not by these rows."""

from counterfoil.adapters.store.base import Base
from counterfoil.domain.ids import BlockId, DocumentId, RevisionId, Sha256
from counterfoil.domain.knowledge import Audience, Block, Revision, Scope, Tier

_BLOCK = """
SELECT b.block_id, b.revision_id, r.document_id, b.ordinal, b.heading, b.text, b.sha256,
       r.audience, r.language, r.sha256
  FROM blocks b JOIN revisions r USING (revision_id)
"""
_REVISION = "SELECT revision_id, document_id, sha256, title, audience, language, source, imported_at FROM revisions"


def _block(row: tuple[str, str, str, int, str, str, str, str, str, str]) -> tuple[Block, Sha256]:
    block = Block(
        block=BlockId(row[0]),
        revision=RevisionId(row[1]),
        document=DocumentId(row[2]),
        ordinal=row[3],
        heading=row[4],
        text=row[5],
        sha256=Sha256(row[6]),
        scope=Scope(audience=Audience(row[7]), language=row[8]),
    )
    return block, Sha256(row[9])


def _quoted(word: str) -> str:
    """The word as an FTS5 string. A NUL would end the query, and half a surrogate pair can't be sent to SQLite."""
    sendable = word.replace("\0", " ").encode("utf-8", "replace").decode()
    return '"' + sendable.replace('"', '""') + '"'


class KnowledgeRows(Base):
    """`ports.store.KnowledgeRows` on SQLite."""

    def add_revision(self, revision: Revision, raw: bytes, source: str) -> None:
        """A revision with its blocks and the bytes it came from, UNREVIEWED."""
        self._put(
            "revisions",
            revision_id=revision.revision,
            document_id=revision.document,
            sha256=revision.sha256,
            title=revision.title,
            audience=revision.scope.audience.value,
            language=revision.scope.language,
            source=source,
            raw=raw,
        )
        for block in revision.blocks:
            self._put(
                "blocks",
                block_id=block.block,
                revision_id=revision.revision,
                ordinal=block.ordinal,
                heading=block.heading,
                text=block.text,
                sha256=block.sha256,
            )
        self.set_tier(revision.revision, Tier.UNREVIEWED)

    def revision(self, revision: RevisionId) -> tuple[Revision, str] | None:
        """The revision of that id and where it came from, or None."""
        found = self._one(f"{_REVISION} WHERE revision_id = ?", revision)
        return (self._revision(found), found[6]) if found else None

    def revision_by_hash(self, document: DocumentId, sha256: Sha256) -> RevisionId | None:
        """The revision of the document with these very bytes, or None."""
        found = self._one("SELECT revision_id FROM revisions WHERE document_id = ? AND sha256 = ?", document, sha256)
        return RevisionId(found[0]) if found else None

    def revisions(self) -> tuple[tuple[Revision, str, int], ...]:
        """All revisions with where they came from and when, by document, oldest first."""
        rows = self._all(f"{_REVISION} ORDER BY document_id, rowid")
        return tuple((self._revision(row), row[6], row[7]) for row in rows)

    def set_tier(self, revision: RevisionId, tier: Tier) -> None:
        """A new state of the revision, for lists; the lock alone decides what is quoted."""
        seq = self._next_seq("revision_tiers", "revision_id", revision)
        self._put("revision_tiers", revision_id=revision, seq=seq, tier=tier.value)

    def tier(self, revision: RevisionId) -> Tier | None:
        """The revision's state as the rows say, or None."""
        found = self._one("SELECT tier FROM revision_tiers WHERE revision_id = ? ORDER BY seq DESC LIMIT 1", revision)
        return Tier(found[0]) if found else None

    def block(self, block: BlockId) -> tuple[Block, Sha256] | None:
        """The block of that id and the hash of its revision's bytes, or None."""
        found = self._one(f"{_BLOCK} WHERE b.block_id = ?", block)
        return _block(found) if found else None

    def blocks(self, scope: Scope) -> tuple[tuple[Block, Sha256], ...]:
        """All blocks of exactly this scope with the hashes of their revisions' bytes."""
        rows = self._all(
            f"{_BLOCK} WHERE r.audience = ? AND r.language = ? ORDER BY b.rowid", scope.audience.value, scope.language
        )
        return tuple(_block(row) for row in rows)

    def _revision(self, row: tuple[str, str, str, str, str, str, str, int]) -> Revision:
        blocks = self._all(f"{_BLOCK} WHERE b.revision_id = ? ORDER BY b.ordinal", row[0])
        return Revision(
            revision=RevisionId(row[0]),
            document=DocumentId(row[1]),
            sha256=Sha256(row[2]),
            title=row[3],
            scope=Scope(audience=Audience(row[4]), language=row[5]),
            blocks=tuple(_block(block)[0] for block in blocks),
        )
