"""The lock file: made and signed by an editor, opened only when whole, in force and by an editor of the roster."""

import re
from collections.abc import Iterable

from counterfoil.domain.digests import Canonical, canonical, parse
from counterfoil.domain.errors import CanonicalError, LockError
from counterfoil.domain.ids import DocumentId, PersonId, Sha256
from counterfoil.domain.knowledge import Audience, Lock, LockedRevision, Revision, Scope
from counterfoil.domain.people import Person, Role
from counterfoil.ports.roster import Roster
from counterfoil.ports.signatures import Signer, Verifier

DAY = 86_400  # seconds
_NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")
_HASH = re.compile(r"[0-9a-f]{64}")
_STATEMENT = {"editor", "expires_at", "issued_at", "purpose", "revisions", "version"}
_REVISION = {"audience", "blocks", "document", "language", "sha256"}


def serialise(lock: Lock) -> str:
    """The text of the lock file: canonical JSON and a line feed."""
    body = parse(lock.statement())
    return canonical({**body, "signature": lock.signature}) + "\n"


def parse_lock(text: str) -> Lock:
    """The lock that `text` spells; LockError unless `serialise` gives the same text. Says nothing about who signed."""
    try:
        lock = _lock(parse(text.removesuffix("\n")))
    except (CanonicalError, KeyError, TypeError, ValueError) as error:
        raise LockError(f"the lock file is malformed: {error}") from None
    if serialise(lock) != text:
        raise LockError("the lock file is malformed: it would not be written the same way again")
    return lock


def open_lock(text: str, roster: Roster, verifier: Verifier, now: int) -> Lock:
    """The lock in force at `now` (seconds since 1970, UTC); LockError unless a present editor signed just this."""
    lock = parse_lock(text)
    person = roster.person(lock.editor)
    if person is None or Role.EDITOR not in person.roles:
        raise LockError(f"{lock.editor} is no editor of the roster", person=lock.editor)
    if not verifier.verify(person.public_key, lock.statement().encode(), lock.signature):
        raise LockError(f"the lock is not signed by the key of {lock.editor}", person=lock.editor)
    if not in_force(lock, now):
        raise LockError("the lock has expired", version=str(lock.version))
    return lock


def in_force(lock: Lock, now: int) -> bool:
    """Whether the lock has not expired at `now`, in seconds since 1970, UTC."""
    return now < lock.expires_at


def locked(revision: Revision) -> LockedRevision:
    """The revision as a lock lists it."""
    hashes = tuple(block.sha256 for block in revision.blocks)
    return LockedRevision(document=revision.document, sha256=revision.sha256, scope=revision.scope, blocks=hashes)


def make_lock(
    previous: Lock | None, revisions: Iterable[LockedRevision], editor: Person, signer: Signer, span: tuple[int, int]
) -> Lock:
    """A lock of exactly `revisions`, one version above `previous`, signed by `editor`.

    `span` is when it is issued, in seconds since 1970, UTC, and for how many days it is valid. LockError when the
    person is no editor, the key is not theirs, or a document is listed twice.
    """
    now, days = span
    rows = tuple(sorted(revisions, key=lambda row: row.document))
    if Role.EDITOR not in editor.roles or signer.public_key != editor.public_key:
        raise LockError(f"{editor.person} is no editor, or this is not their key", person=editor.person)
    if len({row.document for row in rows}) != len(rows):
        raise LockError("a document is listed twice", advice="Accept one revision of each document.")
    if days < 1:
        raise LockError("a lock is valid for at least one day")
    unsigned = Lock(
        version=previous.version + 1 if previous else 1,
        issued_at=now,
        expires_at=now + days * DAY,
        editor=editor.person,
        revisions=rows,
        signature="",
    )
    return Lock(
        version=unsigned.version,
        issued_at=unsigned.issued_at,
        expires_at=unsigned.expires_at,
        editor=unsigned.editor,
        revisions=rows,
        signature=signer.sign(unsigned.statement().encode()),
    )


def _lock(body: dict[str, Canonical]) -> Lock:
    if set(body) != _STATEMENT | {"signature"} or body["purpose"] != "counterfoil/lock/v1":
        raise ValueError("it has not the fields of a lock")
    lock = Lock(
        version=_number(body["version"]),
        issued_at=_number(body["issued_at"]),
        expires_at=_number(body["expires_at"]),
        editor=PersonId(_text(body["editor"])),
        revisions=tuple(_revision(row) for row in _rows(body["revisions"])),
        signature=_text(body["signature"]),
    )
    if lock.version < 1:
        raise ValueError("versions begin with 1")
    if len({row.document for row in lock.revisions}) != len(lock.revisions):
        raise ValueError("a document is listed twice")
    return lock


def _revision(row: Canonical) -> LockedRevision:
    if not isinstance(row, dict) or set(row) != _REVISION:
        raise ValueError("a revision has not the fields of one")
    return LockedRevision(
        document=DocumentId(_text(row["document"])),
        sha256=_hash(row["sha256"]),
        scope=Scope(audience=Audience(row["audience"]), language=_text(row["language"])),
        blocks=tuple(_hash(block) for block in _rows(row["blocks"])),
    )


def _rows(value: Canonical) -> list[Canonical]:
    if not isinstance(value, list):
        raise TypeError("a list is missing")
    return value


def _text(value: Canonical) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError("a text is missing")
    return value


def _number(value: Canonical) -> int:
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        raise ValueError(f"{value!r} is no number")
    return int(value)


def _hash(value: Canonical) -> Sha256:
    if not isinstance(value, str) or not _HASH.fullmatch(value):
        raise ValueError(f"{value!r} is no SHA-256")
    return Sha256(value)
