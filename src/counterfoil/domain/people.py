"""Persons with keys and roles, and the roster that lists them; `adapters.sign_in` reads and verifies the file."""

from dataclasses import dataclass
from enum import Enum

from counterfoil.domain.digests import Body, Canonical, canonical
from counterfoil.domain.ids import PersonId, Sha256
from counterfoil.domain.money import Money


class Role(Enum):
    """What a person may do."""

    REVIEWER = "REVIEWER"  # decide on pending actions
    EDITOR = "EDITOR"  # accept revisions and sign the lock
    ADMIN = "ADMIN"  # add persons to the roster


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A human being of the roster: never an account that several share."""

    person: PersonId
    name: str
    roles: frozenset[Role]
    public_key: str  # Ed25519, 64 hex digits
    addresses: frozenset[str] = frozenset()  # own mail addresses, lower case: nobody decides on their own order
    limits: tuple[
        Money, ...
    ] = ()  # the largest single amount per currency, no other currency at all; none given: no limit

    def may_decide(self, amount: Money) -> bool:
        """Whether the role and the limit allow a decision on `amount`."""
        within = any(limit.currency == amount.currency and amount.minor <= limit.minor for limit in self.limits)
        return Role.REVIEWER in self.roles and (within or not self.limits)

    def body(self) -> Body:
        """The canonical object that a roster entry signs."""
        return {
            "addresses": sorted(self.addresses),
            "limits": [limit.body() for limit in self.limits],
            "name": self.name,
            "person": self.person,
            "public_key": self.public_key,
            "roles": sorted(role.value for role in self.roles),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """One line of the append-only roster file: a person added, signed by those who stand in the file already."""

    seq: int
    previous: Sha256  # hash of the entry before; 64 zeros for the founding entry
    person: Person
    signed_by: tuple[tuple[PersonId, str], ...]  # person and Ed25519 signature in hex over `statement`

    def statement(self) -> str:
        """The canonical text that every signature of this entry covers."""
        content: dict[str, Canonical] = {
            "person": self.person.body(),
            "previous": self.previous,
            "purpose": "counterfoil/roster/v1",
            "seq": str(self.seq),
        }
        return canonical(content)
