"""Documents, their revisions and blocks, and the lock that says which of them may be quoted."""

from dataclasses import dataclass
from enum import Enum

from counterfoil.domain.digests import Body, Canonical, canonical
from counterfoil.domain.ids import BlockId, DocumentId, PersonId, RevisionId, Sha256


class Tier(Enum):
    """The state of a revision; never of its text."""

    UNREVIEWED = "UNREVIEWED"  # imported; never quoted
    QUARANTINED = "QUARANTINED"  # a check objects; never quoted
    CANONICAL = "CANONICAL"  # in the lock: may be quoted
    SUPERSEDED = "SUPERSEDED"  # a later revision of the document is canonical
    REVOKED = "REVOKED"  # taken back by an editor


class Audience(Enum):
    """Who may read a block."""

    PUBLIC = "PUBLIC"  # customers
    STAFF = "STAFF"  # the shop's own people; never quoted to a customer


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """For whom a block is meant."""

    audience: Audience
    language: str  # ISO 639-1, lower case


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """The unit that may be quoted: a heading with its paragraphs and lists, chosen whole."""

    block: BlockId
    revision: RevisionId
    document: DocumentId
    ordinal: int  # position in its revision, from 0
    heading: str
    text: str  # what a customer would read, without the heading; the unit of the byte-for-byte check
    sha256: Sha256  # of text in UTF-8
    scope: Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One immutable content of a document."""

    revision: RevisionId
    document: DocumentId
    sha256: Sha256  # of the imported bytes
    title: str
    scope: Scope
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedRevision:
    """A revision in the lock, by the hash of its bytes and of every block's text."""

    document: DocumentId
    sha256: Sha256
    scope: Scope
    blocks: tuple[Sha256, ...]  # in order of their ordinals

    def holds(self, block: Block, revision_sha256: Sha256) -> bool:
        """Whether this is the block's revision and has this very text at its place, for its scope."""
        listed = self.blocks[block.ordinal : block.ordinal + 1] if block.ordinal >= 0 else ()
        same = (self.document, self.sha256, self.scope) == (block.document, revision_sha256, block.scope)
        return same and listed == (block.sha256,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """The signed, versioned, expiring list of canonical revisions."""

    version: int  # from 1, rising
    issued_at: int  # seconds since 1970, UTC
    expires_at: int
    editor: PersonId
    revisions: tuple[LockedRevision, ...]
    signature: str  # Ed25519 in hex by the editor's key over `statement`

    def statement(self) -> str:
        """The canonical text that the signature covers."""
        rows: list[Canonical] = [
            {
                "audience": row.scope.audience.value,
                "blocks": list(row.blocks),
                "document": row.document,
                "language": row.scope.language,
                "sha256": row.sha256,
            }
            for row in self.revisions
        ]
        body: Body = {
            "editor": self.editor,
            "expires_at": str(self.expires_at),
            "issued_at": str(self.issued_at),
            "purpose": "counterfoil/lock/v1",
            "revisions": rows,
            "version": str(self.version),
        }
        return canonical(body)

    def holds(self, block: Block, revision_sha256: Sha256) -> bool:
        """Whether the lock lists this very text, at this place of this revision of this document, for this scope."""
        return any(row.holds(block, revision_sha256) for row in self.revisions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A block that a search found, with its score (higher is nearer; comparable within one search only)."""

    block: Block
    score: float
