"""Documents into the store, as revisions that nobody has reviewed. Reading the disk is the caller's."""

from collections.abc import Iterable
from dataclasses import dataclass

from counterfoil.domain.digests import sha256
from counterfoil.domain.errors import DocumentError
from counterfoil.domain.ids import RANDOM_BYTES, BlockId, DocumentId, RevisionId, spell
from counterfoil.domain.knowledge import Block, Revision
from counterfoil.knowledge.blocks import parse
from counterfoil.ports.entropy import Entropy
from counterfoil.ports.store import KnowledgeRows, Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did: document names, in the order given."""

    added: tuple[DocumentId, ...] = ()
    changed: tuple[DocumentId, ...] = ()  # a new revision, UNREVIEWED; the older ones stay
    unchanged: tuple[DocumentId, ...] = ()
    refused: tuple[tuple[str, DocumentError], ...] = ()


def import_folder(store: Store, files: Iterable[tuple[str, bytes]], entropy: Entropy, source: str = "") -> Imported:
    """Import documents, each `(relative path with slashes, bytes)`; those that can't be read are refused one by one.

    `source` says for the record where the folder was. All is written in one transaction.
    """
    added: list[DocumentId] = []
    changed: list[DocumentId] = []
    unchanged: list[DocumentId] = []
    refused: list[tuple[str, DocumentError]] = []
    with store.write() as rows:
        known = {revision.document for revision, _, _ in rows.revisions()}
        for name, raw in files:
            document = DocumentId(name)
            if rows.revision_by_hash(document, sha256(raw)) is not None:
                unchanged.append(document)
                continue
            try:
                _add(rows, revision_of(name, raw, entropy), raw, source)
            except DocumentError as error:
                refused.append((name, error))
                continue
            (changed if document in known else added).append(document)
            known.add(document)
    return Imported(added=tuple(added), changed=tuple(changed), unchanged=tuple(unchanged), refused=tuple(refused))


def revision_of(name: str, raw: bytes, entropy: Entropy) -> Revision:
    """The revision that these bytes are, with ids of its own; DocumentError when they are no document."""
    parsed = parse(name, raw)
    revision = RevisionId(spell("rev", entropy.draw(RANDOM_BYTES)))
    blocks = tuple(
        Block(
            block=BlockId(spell("blk", entropy.draw(RANDOM_BYTES))),
            revision=revision,
            document=DocumentId(name),
            ordinal=ordinal,
            heading=section.heading,
            text=section.text,
            sha256=sha256(section.text.encode()),
            scope=parsed.scope,
        )
        for ordinal, section in enumerate(parsed.sections)
    )
    return Revision(
        revision=revision,
        document=DocumentId(name),
        sha256=sha256(raw),
        title=parsed.title,
        scope=parsed.scope,
        blocks=blocks,
    )


def _add(rows: KnowledgeRows, revision: Revision, raw: bytes, source: str) -> None:
    rows.add_revision(revision, raw, f"{source}/{revision.document}" if source else revision.document)
