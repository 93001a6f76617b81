"""A lock opens only when it is whole, in force and signed by a present editor."""

import json
from dataclasses import replace

import pytest

from counterfoil.domain.errors import LockError
from counterfoil.domain.knowledge import Lock
from counterfoil.domain.people import Role
from counterfoil.knowledge.importing import revision_of
from counterfoil.knowledge.lock import DAY, locked, make_lock, open_lock, parse_lock, serialise
from tests.unit.knowledge.kit import NOW, Counted, Ed25519, Key, People, editor, markdown

ROW = locked(revision_of("a.md", markdown("## A\n\nx\n\n## B\n\ny"), Counted()))
ROSTER = People((editor(),))


def lock(previous: Lock | None = None) -> Lock:
    """A good lock of one document."""
    return make_lock(previous, [ROW], editor(), Key(), (NOW, 10))


def opened(text: str, roster: People = ROSTER, now: int = NOW) -> Lock:
    """The lock opened against a roster."""
    return open_lock(text, roster, Ed25519(), now)


def test_what_was_made_opens() -> None:
    """A lock survives the file unchanged."""
    assert opened(serialise(lock())) == lock()


def test_the_version_rises_by_one() -> None:
    """The first lock is version 1, the next 2."""
    assert (lock().version, lock(lock()).version) == (1, 2)


def test_an_expired_lock_does_not_open() -> None:
    """A lock is in force until the second it expires."""
    assert opened(serialise(lock()), now=NOW + 10 * DAY - 1) == lock()
    with pytest.raises(LockError, match="expired"):
        opened(serialise(lock()), now=NOW + 10 * DAY)


@pytest.mark.parametrize(
    ("roster", "reason"),
    [
        (People(()), "no editor"),
        (People((editor(None, Role.REVIEWER, Role.ADMIN),)), "no editor"),
        (People((editor(Key(2)),)), "not signed"),
    ],
)
def test_only_an_editor_of_the_roster_can_sign(roster: People, reason: str) -> None:
    """A stranger, a reviewer or another key does not open a lock."""
    with pytest.raises(LockError, match=reason):
        opened(serialise(lock()), roster)


@pytest.mark.parametrize("signature", ["00" * 64, "x", Key(2).sign(lock().statement().encode())])
def test_a_wrong_signature_does_not_open(signature: str) -> None:
    """A lock with no, a malformed or a stranger's signature is refused."""
    with pytest.raises(LockError, match="not signed"):
        opened(serialise(replace(lock(), signature=signature)))


@pytest.mark.parametrize(
    "changed",
    [
        {"version": "7"},
        {"expires_at": "9999999999"},
        {"revisions": []},
        {"revisions": [json.loads(serialise(lock()))["revisions"][0] | {"audience": "STAFF"}]},
        {"revisions": [json.loads(serialise(lock()))["revisions"][0] | {"document": "b.md"}]},
    ],
)
def test_every_field_is_signed(changed: dict[str, object]) -> None:
    """Changing anything breaks the signature."""
    with pytest.raises(LockError, match="not signed"):
        opened(spelt(changed))


@pytest.mark.parametrize(
    "changed",
    [
        {"version": "0"},
        {"version": "01"},
        {"version": 1},
        {"expires_at": "-1"},
        {"purpose": "counterfoil/decision/v1"},
        {"extra": "x"},
        {"signature": ""},
        {"editor": ""},
        {"revisions": "x"},
        {"revisions": ["x"]},
        {"revisions": [json.loads(serialise(lock()))["revisions"][0]] * 2},
        {"revisions": [json.loads(serialise(lock()))["revisions"][0] | {"sha256": "0"}]},
        {"revisions": [json.loads(serialise(lock()))["revisions"][0] | {"blocks": ["F" * 64]}]},
        {"revisions": [json.loads(serialise(lock()))["revisions"][0] | {"audience": "EVERYBODY"}]},
    ],
)
def test_a_malformed_lock_does_not_open(changed: dict[str, object]) -> None:
    """Whatever is not exactly a lock is refused before its signature is looked at."""
    with pytest.raises(LockError, match="malformed"):
        parse_lock(spelt(changed))


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "{}", '{"version":"1"}', serialise(lock()) + " ", serialise(lock())[:-1]]
)
def test_text_that_is_no_lock_is_refused(text: str) -> None:
    """Truncated, padded or foreign text is no lock."""
    with pytest.raises(LockError, match="malformed"):
        parse_lock(text)


def test_only_an_editor_can_make_a_lock() -> None:
    """Neither a reviewer nor somebody else's key makes one."""
    with pytest.raises(LockError, match="no editor"):
        make_lock(None, [ROW], editor(None, Role.REVIEWER), Key(), (NOW, 10))
    with pytest.raises(LockError, match="not their key"):
        make_lock(None, [ROW], editor(), Key(2), (NOW, 10))


def test_a_document_is_listed_once() -> None:
    """Two revisions of one document can't both be canonical."""
    with pytest.raises(LockError, match="twice"):
        make_lock(None, [ROW, ROW], editor(), Key(), (NOW, 10))


def test_a_lock_is_valid_for_a_day_at_least() -> None:
    """No lock without days."""
    with pytest.raises(LockError, match="one day"):
        make_lock(None, [ROW], editor(), Key(), (NOW, 0))


def spelt(changed: dict[str, object]) -> str:
    """The good lock with other fields."""
    fields = json.loads(serialise(lock())) | changed
    return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
