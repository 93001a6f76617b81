"""The roster file: an append-only chain of signed entries, one canonical JSON line each, kept outside the database.

The founding entry is signed by the founder's own key; every later one by a person who is ADMIN before it. An entry
for a person who is listed already replaces what was said about them. With play money a change counts at once; that live
money needs two persons and a day is not built yet.
"""

import errno
import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from counterfoil.adapters.sign_in.pin import Pin
from counterfoil.adapters.sign_in.roster_lines import entry_hash, read_line, write_line
from counterfoil.domain.errors import CanonicalError, RosterError
from counterfoil.domain.ids import PersonId, Sha256
from counterfoil.domain.people import Person, Role, RosterEntry
from counterfoil.ports.signatures import Signer, Verifier

NOTHING = Sha256("0" * 64)
SIZE_LIMIT = 4 * 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRoster:
    """Implements Roster with the verified entries of a file. `hashes` are theirs, in order; never empty."""

    persons: tuple[Person, ...]
    hashes: tuple[Sha256, ...]
    entries: tuple[Person, ...] = ()  # what each line says, in order: earlier keys of a person stand in earlier ones

    @property
    def head(self) -> Sha256:
        """The hash of the last entry."""
        return self.hashes[-1]

    @property
    def length(self) -> int:
        """How many entries there are."""
        return len(self.hashes)

    def person(self, person: PersonId) -> Person | None:
        """The person of that id as the last entry about them says, or None."""
        return next((row for row in self.persons if row.person == person), None)

    def keys(self, person: PersonId) -> tuple[str, ...]:
        """Every public key that the person has had, oldest first."""
        return tuple(dict.fromkeys(row.public_key for row in self.entries if row.person == person))

    def people(self) -> tuple[Person, ...]:
        """Everybody in it, in the order of their first entry."""
        return self.persons


def load(path: Path, verifier: Verifier, pin: Pin | None = None) -> FileRoster:
    """The roster in `path`, every link and signature checked; RosterError names the first line that is wrong.

    `pin` is what was seen of it last time: another founding entry, a shorter or a forked file is refused; a longer one
    moves the pin on.
    """
    roster = _verified(_lines(path), verifier)
    if pin is not None:
        pin.check(roster.hashes)
    return roster


def found(path: Path, person: Person, signer: Signer) -> FileRoster:
    """Write a new roster with `person` as its founder; RosterError when the file exists or they are not ADMIN."""
    if path.exists():
        raise RosterError(f"there is a roster {path} already", advice="A roster is founded once; add persons to it.")
    entry = _signed(RosterEntry(seq=1, previous=NOTHING, person=person, signed_by=()), person.person, signer)
    _check_founder(entry)
    _check_key(signer, person)
    line = write_line(entry)
    with _opened(path, os.O_EXCL | os.O_CREAT) as handle:
        _append(path, handle, line)
    return FileRoster(persons=(person,), hashes=(entry_hash(line),), entries=(person,))


def append(path: Path, person: Person, by: PersonId, signers: tuple[Signer, Verifier]) -> FileRoster:
    """Add `person`, or replace what is said about them, signed by the ADMIN `by`. RosterError: nothing was written."""
    signer, verifier = signers
    with _opened(path, 0) as handle:  # locked, so that two at once don't both follow the same entry
        roster = load(path, verifier)
        author = roster.person(by)
        if author is None or Role.ADMIN not in author.roles:
            raise RosterError(f"{by} is not an ADMIN of the roster", advice="Ask an ADMIN to add this person.")
        _check_key(signer, author)
        entry = _signed(
            RosterEntry(seq=roster.length + 1, previous=roster.head, person=person, signed_by=()), by, signer
        )
        line = write_line(entry)
        longer = _verified((*_lines(path), line), verifier)
        _append(path, handle, line)
    return longer


def _signed(entry: RosterEntry, by: PersonId, signer: Signer) -> RosterEntry:
    try:
        signature = signer.sign(entry.statement().encode())
    except CanonicalError as error:
        raise RosterError(
            f"this person can't be listed: {error.message}", advice="Write the name differently."
        ) from None
    return RosterEntry(seq=entry.seq, previous=entry.previous, person=entry.person, signed_by=((by, signature),))


def _lines(path: Path) -> tuple[str, ...]:
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
        text = data.decode("utf-8")
    except FileNotFoundError:
        raise RosterError(
            f"there is no roster {path}", advice="Make one with `counterfoil init`, or restore it."
        ) from None
    except (OSError, ValueError) as error:
        raise RosterError(f"the roster {path} can't be read: {error}") from None
    if not text or len(data) > SIZE_LIMIT:
        raise RosterError(f"the roster {path} is {'too large' if text else 'empty'}")
    lines = text.split("\n")
    if lines[-1]:
        raise RosterError(f"line {len(lines)} of the roster is cut short")
    return tuple(lines[:-1])


def _verified(lines: Sequence[str], verifier: Verifier) -> FileRoster:
    persons: dict[PersonId, Person] = {}
    hashes: list[Sha256] = []
    entries: list[Person] = []
    for number, line in enumerate(lines, start=1):
        try:
            entry = read_line(line)
            _check_link(entry, number, hashes[-1] if hashes else NOTHING)
            _check_signatures(entry, persons, verifier)
            _check_shared(entry.person, persons)
        except RosterError as error:
            raise RosterError(f"line {number} of the roster: {error.message}") from None
        persons[entry.person.person] = entry.person
        entries.append(entry.person)
        hashes.append(entry_hash(line))
    if not any(Role.ADMIN in person.roles for person in persons.values()):
        raise RosterError("nobody in the roster is ADMIN any more")
    return FileRoster(persons=tuple(persons.values()), hashes=tuple(hashes), entries=tuple(entries))


def _check_link(entry: RosterEntry, number: int, previous: Sha256) -> None:
    if entry.seq != number:
        raise RosterError(f"it says it is entry {entry.seq}")
    if entry.previous != previous:
        raise RosterError("it does not follow the entry before it")


def _check_signatures(entry: RosterEntry, persons: dict[PersonId, Person], verifier: Verifier) -> None:
    if not persons:
        _check_founder(entry)
    signers = persons or {entry.person.person: entry.person}
    names = [by for by, _ in entry.signed_by]
    if not names or any(left >= right for left, right in pairwise(names)):
        raise RosterError("it has no signatures in order of persons")
    for by, signature in entry.signed_by:
        author = signers.get(by)
        if author is None or Role.ADMIN not in author.roles:
            raise RosterError(f"{by} was not an ADMIN when they signed it")
        if not verifier.verify(author.public_key, entry.statement().encode(), signature):
            raise RosterError(f"the signature of {by} does not fit")


def _check_founder(entry: RosterEntry) -> None:
    if Role.ADMIN not in entry.person.roles:
        raise RosterError("the founder is not ADMIN")


def _check_shared(person: Person, persons: dict[PersonId, Person]) -> None:
    """One human being must not count twice: nobody shares a key."""
    for other in persons.values():
        if other.person != person.person and other.public_key == person.public_key:
            raise RosterError(f"{person.person} has the same key as {other.person}")


def _check_key(signer: Signer, person: Person) -> None:
    if signer.public_key != person.public_key:
        raise RosterError(f"the key given is not the key of {person.person}", advice="Use the key file of that person.")


@contextmanager
def _opened(path: Path, flags: int) -> Iterator[int]:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | flags, 0o644)
    except FileNotFoundError:
        raise RosterError(
            f"there is no roster {path}", advice="Make one with `counterfoil init`, or restore it."
        ) from None
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


def _append(path: Path, handle: int, line: str) -> None:
    """One whole line, on the disk before this returns; or nothing."""
    size, data = os.fstat(handle).st_size, f"{line}\n".encode()
    try:
        written = os.write(handle, data)
        os.fsync(handle)
    except OSError as error:
        os.ftruncate(handle, size)
        raise _unwritable(path, error) from None
    if written != len(data):
        os.ftruncate(handle, size)
        raise _unwritable(path, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))


def _unwritable(path: Path, error: OSError) -> RosterError:
    advice = "Check its permissions and the space on the disk."
    return RosterError(f"the roster {path} can't be written: {error.strerror}", advice=advice)
