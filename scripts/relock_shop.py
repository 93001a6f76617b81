"""Lock the sample shop's documents with a key that is then forgotten, so that nobody can sign another lock with it.

Run it after changing a document of the shop; `--check` only says whether the lock lists just the documents there are.
"""

import secrets
import sys
import time
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from counterfoil.adapters.knowledge_files import read_folder
from counterfoil.domain.digests import canonical
from counterfoil.domain.ids import RANDOM_BYTES, PersonId, spell
from counterfoil.domain.knowledge import LockedRevision
from counterfoil.domain.people import Person, Role
from counterfoil.knowledge.importing import revision_of
from counterfoil.knowledge.lock import locked, make_lock, parse_lock, serialise

SHOP = Path(__file__).parent.parent / "src" / "counterfoil" / "testing" / "shop"
LOCK, EDITOR = SHOP / "kb.lock.json", SHOP / "editor.json"
DAYS = 3652  # ten years


class Random:
    """`ports.entropy.Entropy` of the operating system."""

    def draw(self, count: int) -> bytes:
        """`count` bytes that nobody can guess."""
        return secrets.token_bytes(count)


class NewKey:
    """A key that lives as long as this process."""

    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.generate()

    @property
    def public_key(self) -> str:
        """The public key in hex."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, statement: bytes) -> str:
        """The signature in hex."""
        return self._key.sign(statement).hex()


def documents() -> tuple[LockedRevision, ...]:
    """Every document of the shop, as a lock lists it, by name."""
    folder = SHOP / "kb"
    listed = (locked(revision_of(name, raw, Random())) for name, raw in read_folder(folder))
    return tuple(sorted(listed, key=lambda row: row.document))


def relock() -> None:
    """Write the lock and its editor; the private key is never written."""
    key = NewKey()
    person = PersonId(spell("per", secrets.token_bytes(RANDOM_BYTES)))
    editor = Person(
        person=person, name="Editor of the sample shop", roles=frozenset({Role.EDITOR}), public_key=key.public_key
    )
    lock = make_lock(None, documents(), editor, key, (int(time.time()), DAYS))
    LOCK.write_text(serialise(lock), encoding="utf-8", newline="\n")
    EDITOR.write_text(canonical(editor.body()) + "\n", encoding="utf-8", newline="\n")
    print(f"locked {len(lock.revisions)} documents")


def check() -> int:
    """0 when the lock lists exactly the documents there are, else 1."""
    there, listed = documents(), parse_lock(LOCK.read_text(encoding="utf-8")).revisions
    differing = sorted({row.document for row in {*there} ^ {*listed}})
    print("the lock lists exactly the documents" if not differing else f"not as locked: {', '.join(differing)}")
    return 1 if differing else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(check())
    relock()
