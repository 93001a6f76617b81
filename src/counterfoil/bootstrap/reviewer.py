"""A person's process: shows what waits and signs with the person's own key, which says who they are."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from counterfoil.adapters.knowledge_files import read_lock, write_lock
from counterfoil.adapters.sign_in.keys import Ed25519Verifier, KeySigner
from counterfoil.adapters.sign_in.roster_file import FileRoster, append
from counterfoil.adapters.sign_in.roster_file import load as load_roster
from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.adapters.system import SystemClock, SystemEntropy
from counterfoil.bootstrap.home import short_name
from counterfoil.config import Settings, load
from counterfoil.domain.decisions import NONCE_BYTES, Decision, Verdict
from counterfoil.domain.errors import InputError, NotAllowedError, NotFoundError
from counterfoil.domain.ids import PendingId, PersonId, RevisionId, Sha256
from counterfoil.domain.knowledge import Lock
from counterfoil.domain.money import Money
from counterfoil.domain.people import Person, Role
from counterfoil.domain.templates import State
from counterfoil.gate import ledger
from counterfoil.gate.decide import decide
from counterfoil.gate.ledger import Verified
from counterfoil.gate.review import Sheet, sheet
from counterfoil.gate.signed import Court
from counterfoil.knowledge.lock import open_lock, parse_lock, serialise
from counterfoil.knowledge.review import Editing, accept
from counterfoil.ports.store import FailedMessage

__all__ = ["Enrolled", "Enrolment", "Reviewer", "Ruling", "Sheet", "Waiting", "open_reviewer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrolment:
    """Whom to add to the roster."""

    person: str
    name: str
    roles: str  # comma-separated
    addresses: tuple[str, ...]
    public_key: str  # "" to make a new key


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrolled:
    """Who was added, and where a new private key lies."""

    public_key: str
    key: Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A verdict to be signed, on an action named by the first letters of its id."""

    action: str
    digest: str
    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A line of the queue. Times: seconds since 1970, UTC."""

    pending: PendingId
    order: str
    amount: str
    quoted_at: int
    expires_at: int


class Reviewer:
    """One person's view, open. Use `open_reviewer`."""

    def __init__(self, settings: Settings, store: SqliteStore, key: Path | None) -> None:
        self._settings, self._store, self._key = settings, store, key
        self._verifier, self._entropy = Ed25519Verifier(), SystemEntropy()

    def people(self) -> tuple[Person, ...]:
        """Everybody in the roster."""
        return self._roster().people()

    def enrol(self, wanted: Enrolment) -> Enrolled:
        """Add a person, signed by this person's (an admin's) key. With play money it counts at once."""
        person, signer = self._me()
        if Role.ADMIN not in person.roles:
            raise NotAllowedError(f"{person.name} is no admin and can't add anybody to the roster")
        roles, public_key, key = _roles(wanted.roles), wanted.public_key, None
        if not public_key:
            self._settings.keys.mkdir(mode=0o700, parents=True, exist_ok=True)
            key = self._settings.keys / f"{short_name(wanted.person)}.key"
            public_key = KeySigner.create(key, self._entropy).public_key
        added = Person(
            person=PersonId(short_name(wanted.person)),
            name=wanted.name,
            roles=roles,
            public_key=public_key,
            addresses=frozenset(address.lower() for address in wanted.addresses),
        )
        append(self._settings.roster, added, person.person, (signer, self._verifier))
        return Enrolled(public_key=public_key, key=key)

    def queue(self) -> tuple[Waiting, ...]:
        """What waits for persons, oldest first."""
        with self._store.read() as rows:
            return tuple(
                Waiting(
                    pending=row.pending,
                    order=row.order,
                    amount=str(Money(row.amount_minor, row.currency)),
                    quoted_at=row.quoted_at,
                    expires_at=row.expires_at,
                )
                for row in rows.open_queue()
            )

    def failures(self) -> tuple[FailedMessage, ...]:
        """Messages that could not be handled."""
        with self._store.read() as rows:
            return rows.failures()

    def sheet(self, action: str) -> Sheet:
        """Everything that a yes to this action covers."""
        pending = self._find(action)
        with self._store.read() as rows:
            return sheet(rows, pending)

    def decide(self, ruling: Ruling) -> tuple[PendingId, PersonId, State]:
        """Sign the verdict with this person's key and file it."""
        person, signer = self._me()
        unsigned = Decision(
            installation=self._store.installation,
            pending=self._find(ruling.action),
            digest=Sha256(ruling.digest),
            verdict=ruling.verdict,
            person=person.person,
            reason=ruling.reason,
            nonce=self._entropy.draw(NONCE_BYTES).hex(),
        )
        decision = unsigned.signed(signer.sign(unsigned.statement()))
        return decision.pending, person.person, decide(self._store, self._court(), decision)

    def accept(self, revisions: tuple[str, ...] | None) -> Lock:
        """Sign a lock that lists these revisions too; None: the newest revision of every document."""
        person, signer = self._me()
        with self._store.read() as rows:
            newest = {revision.document: revision.revision for revision, _, _ in rows.revisions()}
        wanted = tuple(newest.values()) if revisions is None else tuple(RevisionId(name) for name in revisions)
        if not wanted:
            raise NotFoundError("there is no document to accept", advice="Import some with `counterfoil kb import`.")
        editing = Editing(editor=person, signer=signer, previous=self._previous())
        lock = accept(self._store, wanted, editing)
        write_lock(self._settings.lock, serialise(lock))
        return lock

    def verify_ledger(self) -> Verified:
        """Replay the record; LedgerError names what does not fit."""
        with self._store.read() as rows:
            return ledger.verify(rows, self._court())

    def _previous(self) -> Lock | None:
        """The lock to build on, expired or not. None when there is none; an unsound one is an error, never replaced."""
        if not self._settings.lock.exists():
            return None
        text = read_lock(self._settings.lock)
        return open_lock(text, self._roster(), self._verifier, parse_lock(text).issued_at)

    def _find(self, action: str) -> PendingId:
        with self._store.read() as rows:
            found = rows.find_pending(action)
        if len(found) != 1:
            raise NotFoundError(f"{action!r} names {'no action' if not found else 'several actions'}")
        return found[0]

    def _me(self) -> tuple[Person, KeySigner]:
        """Who holds the key. The key says it; nobody can act as somebody else by naming them."""
        signer = KeySigner.load(self._key or self._only_key())
        for person in self._roster().people():
            if person.public_key == signer.public_key:
                return person, signer
        raise NotAllowedError("this key belongs to nobody in the roster")

    def _only_key(self) -> Path:
        keys = sorted(self._settings.keys.glob("*.key"))
        if len(keys) != 1:
            raise InputError(
                f"there are {len(keys)} keys in {self._settings.keys}", advice="Say which one is yours with --key FILE."
            )
        return keys[0]

    def _roster(self) -> FileRoster:
        return load_roster(self._settings.roster, self._verifier)

    def _court(self) -> Court:
        return Court(installation=self._store.installation, roster=self._roster(), verifier=self._verifier)


def _roles(text: str) -> frozenset[Role]:
    known = {role.value.lower(): role for role in Role}
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        raise InputError(f"{text!r} are no roles", advice=f"Roles are {', '.join(sorted(known))}.")
    return frozenset(known[name] for name in names)


@contextmanager
def open_reviewer(home: Path, key: Path | None) -> Iterator[Reviewer]:
    """A person's view of a home directory. SettingsError, StoreError."""
    settings = load(os.environ, home)
    store = SqliteStore.open(settings.store_path, SystemClock())
    try:
        yield Reviewer(settings, store, key)
    finally:
        store.close()
