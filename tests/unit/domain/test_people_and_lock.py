"""What a roster entry and a lock sign, who may decide, and which text a lock holds."""

from dataclasses import fields, replace
from typing import Any

import pytest

from counterfoil.domain.digests import parse
from counterfoil.domain.ids import BlockId, DocumentId, PersonId, RevisionId, Sha256
from counterfoil.domain.knowledge import Audience, Block, Lock, LockedRevision, Scope
from counterfoil.domain.money import Money
from counterfoil.domain.people import Person, Role, RosterEntry

ANN = Person(
    person=PersonId("ann"),
    name="Ann",
    roles=frozenset({Role.REVIEWER}),
    public_key="a" * 64,
    addresses=frozenset({"ann@shop.example"}),
    limits=(Money(10_000, "EUR"),),
)
ENTRY = RosterEntry(seq=1, previous=Sha256("0" * 64), person=ANN, signed_by=())
PUBLIC = Scope(audience=Audience.PUBLIC, language="en")
HASHES = (Sha256("1" * 64), Sha256("2" * 64))
ROW = LockedRevision(document=DocumentId("returns"), sha256=Sha256("e" * 64), scope=PUBLIC, blocks=HASHES)
LOCK = Lock(version=1, issued_at=10, expires_at=20, editor=PersonId("ann"), revisions=(ROW,), signature="")
BLOCK = Block(
    block=BlockId("blk_1"),
    revision=RevisionId("rev_1"),
    document=DocumentId("returns"),
    ordinal=1,
    heading="Returns",
    text="Within 30 days.",
    sha256=HASHES[1],
    scope=PUBLIC,
)


@pytest.mark.parametrize(
    "changed",
    [
        replace(ANN, person=PersonId("bob")),
        replace(ANN, name="Bob"),
        replace(ANN, roles=frozenset(Role)),
        replace(ANN, public_key="b" * 64),
        replace(ANN, addresses=frozenset()),
        replace(ANN, limits=()),
        replace(ANN, limits=(Money(10_001, "EUR"),)),
    ],
)
def test_roster_statement_covers_the_person(changed: Person) -> None:
    """Name, roles, key, addresses and limits are all signed."""
    assert replace(ENTRY, person=changed).statement() != ENTRY.statement()


def test_roster_statement_covers_its_place() -> None:
    """Number and hash of the entry before are signed; the signatures themselves are not."""
    assert replace(ENTRY, seq=2).statement() != ENTRY.statement()
    assert replace(ENTRY, previous=Sha256("1" * 64)).statement() != ENTRY.statement()
    assert replace(ENTRY, signed_by=((PersonId("ann"), "ff"),)).statement() == ENTRY.statement()
    assert parse(ENTRY.statement())["purpose"] == "counterfoil/roster/v1"


@pytest.mark.parametrize(
    ("person", "amount", "allowed"),
    [
        (ANN, Money(10_000, "EUR"), True),
        (ANN, Money(10_001, "EUR"), False),
        (replace(ANN, limits=()), Money(10**9, "EUR"), True),
        (replace(ANN, roles=frozenset({Role.ADMIN, Role.EDITOR})), Money(1, "EUR"), False),
        (replace(ANN, roles=frozenset()), Money(1, "EUR"), False),
    ],
)
def test_reviewers_decide_within_their_limit(person: Person, amount: Money, allowed: bool) -> None:
    """Only a reviewer decides, up to and including the limit; other roles give no right to."""
    assert person.may_decide(amount) is allowed


def test_lock_holds_its_text() -> None:
    """A listed text at its place, of its revision, document and scope may be quoted."""
    assert LOCK.holds(BLOCK, ROW.sha256)


@pytest.mark.parametrize(
    "changed",
    [
        replace(BLOCK, sha256=Sha256("3" * 64)),
        replace(BLOCK, ordinal=0),
        replace(BLOCK, ordinal=2),
        replace(BLOCK, ordinal=-1),
        replace(BLOCK, document=DocumentId("other")),
        replace(BLOCK, scope=replace(PUBLIC, language="de")),
        replace(BLOCK, scope=replace(PUBLIC, audience=Audience.STAFF)),
    ],
)
def test_lock_holds_nothing_else(changed: Block) -> None:
    """Another text, place, document, language or audience is not in the lock."""
    assert not LOCK.holds(changed, ROW.sha256)


def test_lock_holds_no_other_revision() -> None:
    """The same block under another revision's hash, or under an empty lock, is not held."""
    assert not LOCK.holds(BLOCK, Sha256("f" * 64))
    assert not replace(LOCK, revisions=()).holds(BLOCK, ROW.sha256)


CHANGES: dict[str, Any] = {
    "version": 2,
    "issued_at": 11,
    "expires_at": 21,
    "editor": PersonId("bob"),
    "revisions": (),
}


@pytest.mark.parametrize("name", [one.name for one in fields(Lock) if one.name != "signature"])
def test_lock_statement_covers_every_field(name: str) -> None:
    """Changing any field of the lock changes what its editor signed."""
    assert replace(LOCK, **{name: CHANGES[name]}).statement() != LOCK.statement()


@pytest.mark.parametrize(
    "row",
    [
        replace(ROW, document=DocumentId("other")),
        replace(ROW, sha256=Sha256("f" * 64)),
        replace(ROW, scope=replace(PUBLIC, audience=Audience.STAFF)),
        replace(ROW, scope=replace(PUBLIC, language="de")),
        replace(ROW, blocks=HASHES[::-1]),
        replace(ROW, blocks=HASHES[:1]),
    ],
)
def test_lock_statement_covers_every_revision(row: LockedRevision) -> None:
    """Hashes, their order and the scope are signed; the signature is not part of it."""
    assert replace(LOCK, revisions=(row,)).statement() != LOCK.statement()
    assert replace(LOCK, signature="ff").statement() == LOCK.statement()


def test_limits_in_one_currency_allow_no_other() -> None:
    """Who has limits decides only in the currencies that have one."""
    person = Person(
        person=PersonId("ann"),
        name="Ann",
        roles=frozenset({Role.REVIEWER}),
        public_key="00",
        limits=(Money(1000, "EUR"),),
    )
    assert person.may_decide(Money(1000, "EUR"))
    assert not person.may_decide(Money(1, "USD"))
