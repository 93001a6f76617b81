"""What the tests of knowledge share: keys, a roster, a clock, counted randomness and a real store."""

from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.domain.ids import InstallationId, PersonId, RevisionId
from counterfoil.domain.knowledge import Lock
from counterfoil.domain.people import Person, Role
from counterfoil.knowledge.importing import import_folder
from counterfoil.knowledge.review import Editing, accept

NOW = 1_800_000_000


class FixedClock:
    """A clock that a test sets."""

    def __init__(self, now: int = NOW) -> None:
        self.time = now

    def now(self) -> int:
        """The time that was set."""
        return self.time


class Counted:
    """Entropy that never repeats and is the same in every run."""

    def __init__(self) -> None:
        self._count = 0

    def draw(self, count: int) -> bytes:
        """The next number as bytes."""
        self._count += 1
        return self._count.to_bytes(count, "big")


class Key:
    """An Ed25519 key made from one byte."""

    def __init__(self, seed: int = 1) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)

    @property
    def public_key(self) -> str:
        """The public key in hex."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, statement: bytes) -> str:
        """The signature in hex."""
        return self._key.sign(statement).hex()


class Ed25519:
    """`ports.signatures.Verifier`."""

    def verify(self, public_key: str, statement: bytes, signature: str) -> bool:
        """Whether the signature is right."""
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(signature), statement)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True)
class People:
    """`ports.roster.Roster` of the persons given."""

    persons: tuple[Person, ...]

    def person(self, person: PersonId) -> Person | None:
        """The person of that id."""
        return next((each for each in self.persons if each.person == person), None)

    def keys(self, person: PersonId) -> tuple[str, ...]:
        """The one key of that person."""
        return tuple(each.public_key for each in self.persons if each.person == person)

    def people(self) -> tuple[Person, ...]:
        """Everybody."""
        return self.persons


def editor(key: Key | None = None, *roles: Role, name: str = "per_ed") -> Person:
    """A person with that key, EDITOR when no roles are given."""
    given = frozenset(roles or (Role.EDITOR,))
    return Person(person=PersonId(name), name=name, roles=given, public_key=(key or Key()).public_key)


def markdown(body: str, audience: str = "public", language: str = "en", title: str = "Title") -> bytes:
    """A Markdown document with front matter."""
    return f"---\ntitle: {title}\naudience: {audience}\nlanguage: {language}\n---\n\n{body}\n".encode()


@dataclass(frozen=True)
class World:
    """A store with documents in it."""

    store: SqliteStore
    path: Path
    clock: FixedClock
    entropy: Counted = field(default_factory=Counted)

    def put(self, **documents: bytes) -> None:
        """Import documents; a name `a` stands for `a.md`."""
        report = import_folder(self.store, ((f"{name}.md", raw) for name, raw in documents.items()), self.entropy)
        assert not report.refused

    def newest(self, name: str) -> RevisionId:
        """The latest revision of the document."""
        with self.store.read() as rows:
            return [each.revision for each, _, _ in rows.revisions() if each.document == f"{name}.md"][-1]

    def accept(self, *names: str, previous: Lock | None = None) -> Lock:
        """A lock with the newest revisions of these documents."""
        editing = Editing(editor=editor(), signer=Key(), previous=previous)
        return accept(self.store, [self.newest(name) for name in names], editing)


def world(folder: Path) -> World:
    """An empty world on a real SQLite file."""
    clock, path = FixedClock(), folder / "store.db"
    return World(store=SqliteStore.create(path, InstallationId("inst_test"), clock), path=path, clock=clock)
