"""A roster file is an unbroken signed chain that goes on from what was seen before, or it is refused."""

import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from counterfoil.adapters.sign_in import roster_file
from counterfoil.adapters.sign_in.keys import Ed25519Verifier, KeySigner
from counterfoil.adapters.sign_in.pin import Pin
from counterfoil.domain.errors import RosterError
from counterfoil.domain.ids import PersonId
from counterfoil.domain.money import Money
from counterfoil.domain.people import Person, Role
from counterfoil.testing.entropy import CountingEntropy

VERIFIER = Ed25519Verifier()


class Office:
    """A roster file and the keys of some people."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "roster.jsonl"
        self.pin = Pin(path=folder / "pin")
        self.keys = {name: KeySigner.create(folder / name, CountingEntropy(seed)) for seed, name in enumerate("abcd")}
        roster_file.found(self.path, self.person("a", Role.ADMIN, Role.REVIEWER), self.keys["a"])

    def person(self, name: str, *roles: Role, key: str = "") -> Person:
        """A person of these roles."""
        public_key = self.keys[key or name].public_key
        return Person(person=PersonId(name), name=name.upper(), roles=frozenset(roles), public_key=public_key)

    def add(self, person: Person, by: str = "a", key: str = "") -> roster_file.FileRoster:
        """Append, signed by the key of `by` unless another is named."""
        return roster_file.append(self.path, person, PersonId(by), (self.keys[key or by], VERIFIER))

    def load(self, pin: Pin | None = None) -> roster_file.FileRoster:
        """The roster as it is."""
        return roster_file.load(self.path, VERIFIER, pin)


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """A roster with one founder."""
    return Office(tmp_path)


def test_founder_is_listed(office: Office) -> None:
    """A new roster holds its founder and nobody else."""
    roster = office.load()
    assert roster.people() == (office.person("a", Role.ADMIN, Role.REVIEWER),)
    assert roster.length == 1
    assert roster.person(PersonId("b")) is None


def test_everything_about_a_person_survives(office: Office) -> None:
    """Roles, addresses and limits are read as they were written."""
    person = replace(
        office.person("b", Role.REVIEWER, Role.EDITOR),
        name="Zoë Brandvold",
        addresses=frozenset({"zoe@shop.example", "z@mail.example"}),
        limits=(Money(50000, "EUR"), Money(9000, "JPY")),
    )
    office.add(person)
    assert office.load().person(PersonId("b")) == person


def test_later_entry_replaces_the_person(office: Office) -> None:
    """A new key counts from its entry on, in the old place."""
    office.add(office.person("b", Role.REVIEWER))
    roster = office.add(office.person("b", Role.REVIEWER, key="c"))
    found = roster.person(PersonId("b"))
    assert found is not None
    assert found.public_key == office.keys["c"].public_key
    assert [person.person for person in roster.people()] == ["a", "b"]
    assert office.load() == roster


def test_only_an_admin_adds(office: Office) -> None:
    """A reviewer can't list anybody, nor can a stranger."""
    office.add(office.person("b", Role.REVIEWER))
    before = office.path.read_bytes()
    for by in ("b", "d"):
        with pytest.raises(RosterError, match="not an ADMIN"):
            office.add(office.person("c", Role.ADMIN), by=by)
    assert office.path.read_bytes() == before


def test_nobody_signs_with_somebody_elses_key(office: Office) -> None:
    """Naming an admin is not being one."""
    with pytest.raises(RosterError, match="not the key of a"):
        office.add(office.person("b", Role.ADMIN), by="a", key="b")


def test_two_people_never_share_a_key(office: Office) -> None:
    """One human being under two names would count twice."""
    with pytest.raises(RosterError, match="same key"):
        office.add(office.person("b", Role.REVIEWER, key="a"))


def test_last_admin_can_not_be_taken_away(office: Office) -> None:
    """A roster that nobody could change any more is not written."""
    with pytest.raises(RosterError, match="nobody"):
        office.add(office.person("a", Role.REVIEWER))
    assert office.load().length == 1


def test_roster_is_founded_once(office: Office) -> None:
    """An existing file is never replaced."""
    with pytest.raises(RosterError, match="already"):
        roster_file.found(office.path, office.person("b", Role.ADMIN), office.keys["b"])


def test_founder_must_be_admin_and_sign_themselves(office: Office) -> None:
    """A founder without the role, or with another's key, founds nothing."""
    other = office.folder / "other.jsonl"
    with pytest.raises(RosterError, match="not ADMIN"):
        roster_file.found(other, office.person("b", Role.REVIEWER), office.keys["b"])
    with pytest.raises(RosterError, match="not the key"):
        roster_file.found(other, office.person("b", Role.ADMIN), office.keys["c"])
    assert not other.exists()


@pytest.mark.parametrize(
    "person",
    [
        {"name": ""},
        {"name": "two\nlines"},
        {"name": "e\u0301"},
        {"person": "Big Name"},
        {"public_key": "00"},
        {"public_key": "01" + "00" * 31},
        {"addresses": frozenset({"Ann@Shop.example"})},
        {"limits": (Money(1, "EUR"), Money(2, "EUR"))},
    ],
)
def test_people_that_can_not_be_read_back_are_not_written(office: Office, person: dict[str, object]) -> None:
    """Nothing goes into the file that the reader would refuse."""
    with pytest.raises(RosterError):
        office.add(replace(office.person("b", Role.REVIEWER), **person))  # type: ignore[arg-type]
    assert office.load().length == 1


def test_every_changed_byte_is_noticed(office: Office) -> None:
    """A roster with any byte of its second line changed is refused, and the line is named."""
    office.add(office.person("b", Role.REVIEWER))
    data = office.path.read_bytes()
    start = data.index(b"\n") + 1
    for position in range(start, len(data) - 1, 7):
        changed = bytearray(data)
        changed[position] ^= 1
        office.path.write_bytes(changed)
        with pytest.raises(RosterError):
            office.load()


def test_wrong_line_is_named(office: Office) -> None:
    """The message says which line is wrong."""
    office.add(office.person("b", Role.REVIEWER))
    data = office.path.read_text(encoding="utf-8")
    office.path.write_text(
        data.replace('"REVIEWER"],', '"ADMIN"],').replace('"name":"B"', '"name":"C"'), encoding="utf-8"
    )
    with pytest.raises(RosterError, match=r"line \d of the roster"):
        office.load()


def test_missing_middle_swapped_and_repeated_lines_are_refused(office: Office) -> None:
    """The chain has one order and no gaps."""
    office.add(office.person("b", Role.REVIEWER))
    office.add(office.person("c", Role.REVIEWER))
    one, two, three = office.path.read_text(encoding="utf-8").splitlines()
    for lines in ((one, three), (one, three, two), (one, two, two, three), (two, three), (one, two, three, three)):
        office.path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        with pytest.raises(RosterError):
            office.load()


@pytest.mark.parametrize("data", [b"", b"{}\n", b"\n", b"\xff\n", b"[]\n", b'{"seq":"1"}\n'])
def test_what_is_no_roster_is_refused(office: Office, data: bytes) -> None:
    """Empty, binary and foreign files are refused without a traceback."""
    office.path.write_bytes(data)
    with pytest.raises(RosterError):
        office.load()


def test_cut_last_line_is_refused(office: Office) -> None:
    """A line without its end was not written whole."""
    office.path.write_bytes(office.path.read_bytes()[:-1])
    with pytest.raises(RosterError, match="cut short"):
        office.load()


def test_missing_roster_is_a_clear_error(office: Office) -> None:
    """Nobody may decide when there is no roster."""
    office.path.unlink()
    with pytest.raises(RosterError, match="no roster"):
        office.load()


def test_two_at_once_both_follow(office: Office) -> None:
    """Admins who add persons at the same moment don't break the chain."""
    threads = [threading.Thread(target=office.add, args=(office.person(name, Role.REVIEWER),)) for name in "bcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(person.person for person in office.load().people()) == ["a", "b", "c", "d"]


def test_full_disk_leaves_the_roster_as_it_was(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that could not be written whole is taken back."""
    before = office.path.read_bytes()
    written = os.write
    with monkeypatch.context() as patch:
        patch.setattr("os.write", lambda handle, data: written(handle, data[:20]))
        with pytest.raises(RosterError, match="No space left"):
            office.add(office.person("b", Role.REVIEWER))
    assert office.path.read_bytes() == before


def test_pin_is_made_at_the_first_look_and_moves_on(office: Office) -> None:
    """A longer roster of the same beginning is taken, any number of times."""
    office.load(office.pin)
    office.add(office.person("b", Role.REVIEWER))
    office.load(office.pin)
    assert office.load(office.pin).length == 2


def test_shorter_roster_is_refused(office: Office) -> None:
    """A person who was taken off can't come back by cutting the file."""
    short = office.path.read_bytes()
    office.add(office.person("b", Role.REVIEWER))
    office.load(office.pin)
    office.path.write_bytes(short)
    with pytest.raises(RosterError, match="2 were seen"):
        office.load(office.pin)


def test_forked_roster_is_refused(office: Office) -> None:
    """Another second entry than the one seen, though rightly signed, is refused."""
    short = office.path.read_bytes()
    office.add(office.person("b", Role.REVIEWER))
    office.load(office.pin)
    office.path.write_bytes(short)
    office.add(office.person("c", Role.REVIEWER))
    office.add(office.person("d", Role.REVIEWER))
    with pytest.raises(RosterError, match="entry 2"):
        office.load(office.pin)


def test_another_founding_entry_is_refused(office: Office) -> None:
    """Nobody can put a whole roster of their own in the place of ours."""
    office.load(office.pin)
    office.path.unlink()
    roster_file.found(office.path, office.person("d", Role.ADMIN), office.keys["d"])
    with pytest.raises(RosterError, match="founding"):
        office.load(office.pin)


def test_broken_roster_does_not_move_the_pin(office: Office) -> None:
    """What was refused was not seen."""
    office.load(office.pin)
    before = office.pin.path.read_bytes()
    with office.path.open("ab") as file:
        file.write(b"{}\n")
    with pytest.raises(RosterError):
        office.load(office.pin)
    assert office.pin.path.read_bytes() == before


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b'{"founding":"x","head":"y","length":"-1"}'])
def test_broken_pin_is_refused_not_replaced(office: Office, data: bytes) -> None:
    """A pin that can't be read never counts as none."""
    office.load(office.pin)
    office.pin.path.write_bytes(data)
    with pytest.raises(RosterError):
        office.load(office.pin)
    assert office.pin.path.read_bytes() == data


def test_earlier_keys_are_remembered(tmp_path: Path) -> None:
    """Who gets a new key decides with the new one; what the old one signed stays theirs."""
    path, entropy, verifier = tmp_path / "roster.jsonl", CountingEntropy(), Ed25519Verifier()
    old, new = (KeySigner.create(tmp_path / name, entropy) for name in ("old.key", "new.key"))
    ann = Person(person=PersonId("ann"), name="Ann", roles=frozenset(Role), public_key=old.public_key)
    roster_file.found(path, ann, old)
    roster_file.append(path, replace(ann, public_key=new.public_key), PersonId("ann"), (old, verifier))
    roster = roster_file.load(path, verifier)
    assert roster.keys(PersonId("ann")) == (old.public_key, new.public_key)
    assert [person.public_key for person in roster.people()] == [new.public_key]
