"""Documents into the store, as revisions that nobody has reviewed. Reading the disk is the caller's."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from counterfoil.domain.digests import sha256
from counterfoil.domain.errors import DocumentError
from counterfoil.domain.ids import RANDOM_BYTES, BlockId, DocumentId, RevisionId, spell
from counterfoil.domain.knowledge import Block, Revision
from counterfoil.knowledge.blocks import parse
from counterfoil.ports.entropy import Entropy
from counterfoil.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did: document names, in the order given."""

    added: tuple[DocumentId, ...] = ()
    changed: tuple[DocumentId, ...] = ()  # a new revision, UNREVIEWED; the older ones stay
    unchanged: tuple[DocumentId, ...] = ()
    refused: tuple[tuple[str, DocumentError], ...] = ()


def import_folder(store: Store, files: Iterable[tuple[str, bytes]], entropy: Entropy, source: str = "") -> Imported:
    """Import documents, each `(relative path with slashes, bytes)`; those that can't be read are refused one by one.

    `source` says for the record where the folder was. All is read before anything is written, in one transaction.
    """
    read: list[tuple[Revision, bytes]] = []
    refused: list[tuple[str, DocumentError]] = []
    for name, raw in files:
        try:
            read.append((revision_of(name, raw, entropy), raw))
        except DocumentError as error:
            refused.append((name, error))
    done: dict[str, list[DocumentId]] = {"added": [], "changed": [], "unchanged": []}
    with store.write() as rows:
        known = {revision.document for revision, _, _ in rows.revisions()}
        for revision, raw in read:
            if rows.revision_by_hash(revision.document, revision.sha256) is not None:
                done["unchanged"].append(revision.document)
                continue
            rows.add_revision(revision, raw, f"{source}/{revision.document}" if source else revision.document)
            done["changed" if revision.document in known else "added"].append(revision.document)
            known.add(revision.document)
    return Imported(refused=tuple(refused), **{word: tuple(names) for word, names in done.items()})


def revision_of(name: str, raw: bytes, entropy: Entropy) -> Revision:
    """The revision that these bytes are, with ids of its own; DocumentError when they are no document."""
    document, parsed = _document(name), parse(name, raw)
    revision = RevisionId(spell("rev", entropy.draw(RANDOM_BYTES)))
    blocks = tuple(
        Block(
            block=BlockId(spell("blk", entropy.draw(RANDOM_BYTES))),
            revision=revision,
            document=document,
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
        document=document,
        sha256=sha256(raw),
        title=parsed.title,
        scope=parsed.scope,
        blocks=blocks,
    )


def _document(name: str) -> DocumentId:
    """The name in NFC, so that a folder gives the same ids on every file system."""
    document = unicodedata.normalize("NFC", name)
    if not document.isprintable() or not 0 < len(document) <= 200:
        raise DocumentError(f"{name!r} can't name a document: use at most 200 printable characters")
    return DocumentId(document)
