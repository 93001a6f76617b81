"""The list of persons, kept outside the database."""

from typing import Protocol

from counterfoil.domain.ids import PersonId
from counterfoil.domain.people import Person


class Roster(Protocol):
    """A verified roster."""

    def person(self, person: PersonId) -> Person | None:
        """The person of that id as the last valid entry says, or None."""
        ...

    def keys(self, person: PersonId) -> tuple[str, ...]:
        """Every public key that the person has had, oldest first: past decisions were signed by past keys."""
        ...

    def people(self) -> tuple[Person, ...]:
        """Everybody in it, in the order of their entry."""
        ...
