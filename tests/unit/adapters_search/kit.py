"""A store with documents, and a search in which a set of documents is allowed."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from counterfoil.adapters.search.embedding import Embedding
from counterfoil.adapters.search.hybrid import HybridSearch
from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.domain.digests import sha256
from counterfoil.domain.ids import BlockId, DocumentId, InstallationId, RevisionId, Sha256
from counterfoil.domain.knowledge import Audience, Block, Hit, Revision, Scope
from counterfoil.ports.search import Allowed
from counterfoil.ports.store import Rows

ENGLISH = Scope(audience=Audience.PUBLIC, language="en")
EMBEDDING = Embedding()  # loaded once for all tests


class Clock:
    """Always the same second."""

    def now(self) -> int:
        """A time."""
        return 1_800_000_000


@dataclass
class World:
    """Documents of one block each, and the names of those that may be quoted."""

    store: SqliteStore
    allowed: set[str] = field(default_factory=set)

    def put(self, name: str, heading: str, text: str, scope: Scope = ENGLISH) -> None:
        """Store a document; it may be quoted when its name is in `allowed`."""
        revision, document = RevisionId(f"rev_{name}"), DocumentId(name)
        block = Block(
            block=BlockId(f"blk_{name}"),
            revision=revision,
            document=document,
            ordinal=0,
            heading=heading,
            text=text,
            sha256=sha256(text.encode()),
            scope=scope,
        )
        made = Revision(
            revision=revision, document=document, sha256=sha256(name.encode()), title="T", scope=scope, blocks=(block,)
        )
        with self.store.write() as rows:
            rows.add_revision(made, b"", name)

    def search(self) -> HybridSearch:
        """A search over what is allowed at the time it is asked."""
        return HybridSearch(self.store, self.lookout, EMBEDDING)

    def lookout(self, rows: Rows) -> Allowed:
        """Whether a block's document is allowed."""
        assert rows.now() == Clock().now()
        return self.allows

    def allows(self, block: Block, revision: Sha256) -> bool:
        """Whether the document is allowed; the revision's hash must be its own."""
        return block.document in self.allowed and revision == sha256(block.document.encode())


def world(folder: Path) -> World:
    """An empty world."""
    return World(store=SqliteStore.create(folder / "store.db", InstallationId("inst_test"), Clock()))


def documents(hits: Iterable[Hit]) -> list[str]:
    """The documents of the hits, in order."""
    return [hit.block.document for hit in hits]
