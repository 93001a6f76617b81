"""The sample shop ships locked, and nobody holds the key."""

import json
from pathlib import Path

from counterfoil.adapters.knowledge_files import read_folder, read_lock
from counterfoil.domain.knowledge import Audience
from counterfoil.domain.people import Role
from counterfoil.knowledge.importing import revision_of
from counterfoil.knowledge.lock import DAY, locked, parse_lock
from tests.unit.knowledge.kit import Counted, Ed25519

SHOP = Path(__file__).parents[3] / "src" / "counterfoil" / "testing" / "shop"
LOCK = parse_lock(read_lock(SHOP / "kb.lock.json"))
EDITOR = json.loads((SHOP / "editor.json").read_text(encoding="utf-8"))


def test_the_lock_lists_exactly_the_documents() -> None:
    """After changing a document, `scripts/relock_shop.py` has to be run."""
    there = {locked(revision_of(name, raw, Counted())) for name, raw in read_folder(SHOP / "kb")}
    assert there == {*LOCK.revisions}
    assert len(there) == 25


def test_it_is_signed_by_the_editor_beside_it() -> None:
    """The public key in editor.json verifies the lock, for about ten years."""
    assert LOCK.editor == EDITOR["person"]
    assert Ed25519().verify(EDITOR["public_key"], LOCK.statement().encode(), LOCK.signature)
    assert LOCK.expires_at - LOCK.issued_at > 3650 * DAY


def test_the_editor_may_do_nothing_else() -> None:
    """An editor of documents decides on no money, and the file holds no private key."""
    assert EDITOR["roles"] == [Role.EDITOR.value]
    assert set(EDITOR) == {"addresses", "limits", "name", "person", "public_key", "roles"}


def test_both_audiences_are_locked() -> None:
    """Staff documents are in the lock, as such."""
    staff = {row.document for row in LOCK.revisions if row.scope.audience is Audience.STAFF}
    assert staff == {"staff-disputes.md", "staff-escalation.md"}
