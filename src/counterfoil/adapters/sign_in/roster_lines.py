"""One line of the roster file: written canonically, read back strictly."""

import re
from collections.abc import Mapping

from counterfoil.adapters.sign_in.keys import usable
from counterfoil.domain.digests import Body, Canonical, canonical, digest, parse
from counterfoil.domain.errors import CanonicalError, MoneyError, RosterError
from counterfoil.domain.ids import PersonId, Sha256
from counterfoil.domain.money import Money
from counterfoil.domain.people import Person, Role, RosterEntry

_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}", re.ASCII)
_NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)


def write_line(entry: RosterEntry) -> str:
    """The canonical line of `entry`, without its line feed; RosterError for a person who can't be listed."""
    signed: list[Canonical] = [{"person": by, "signature": signature} for by, signature in entry.signed_by]
    body: Body = {
        "person": entry.person.body(),
        "previous": entry.previous,
        "seq": str(entry.seq),
        "signed_by": signed,
    }
    line = canonical(body)
    if read_line(line) != entry:
        raise RosterError("this person can't be listed: limits of two amounts in one currency, or the like")
    return line


def read_line(line: str) -> RosterEntry:
    """The entry that `line` spells; RosterError for anything that `write_line` would not write."""
    try:
        match parse(line):
            case {
                "person": dict(person),
                "previous": str(previous),
                "seq": str(seq),
                "signed_by": list(signed),
                **rest,
            } if not rest and _NUMBER.fullmatch(seq):
                return RosterEntry(
                    seq=int(seq),
                    previous=Sha256(previous),
                    person=_person(person),
                    signed_by=tuple(_signature(row) for row in signed),
                )
    except (CanonicalError, MoneyError) as error:
        raise RosterError(error.message) from None
    raise RosterError("it is not an entry")


def entry_hash(line: str) -> Sha256:
    """The hash that the next entry names."""
    return digest("roster-entry", line)


def _signature(row: object) -> tuple[PersonId, str]:
    match row:
        case {"person": str(person), "signature": str(signature), **rest} if not rest:
            return PersonId(person), signature
        case _:
            raise RosterError("a signature is malformed")


def _person(body: Mapping[str, object]) -> Person:
    if set(body) != {"addresses", "limits", "name", "person", "public_key", "roles"}:
        raise RosterError("the person has missing or unknown fields")
    name, person, key = body["name"], body["person"], body["public_key"]
    if not isinstance(person, str) or not _ID.fullmatch(person):
        raise RosterError(f"{person!r} is not a person's id: small letters, digits, '.', '_' and '-', at most 64")
    if not isinstance(key, str) or not usable(key):
        raise RosterError(
            f"the public key of {person} is not a key of 64 hex digits that one person alone can sign with"
        )
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > 100:
        raise RosterError(f"the name of {person} is not a printable name of at most 100 characters")
    return Person(
        person=PersonId(person),
        name=name,
        roles=frozenset(_role(role) for role in _texts(body["roles"], "roles")),
        public_key=key,
        addresses=frozenset(_lower(address) for address in _texts(body["addresses"], "addresses")),
        limits=_limits(body["limits"]),
    )


def _texts(value: object, what: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value) or value != sorted(set(value)):
        raise RosterError(f"the {what} are not a sorted list without repeats")
    return value


def _role(text: str) -> Role:
    try:
        return Role(text)
    except ValueError:
        raise RosterError(f"{text!r} is not a role") from None


def _lower(address: str) -> str:
    if address != address.lower() or "@" not in address:
        raise RosterError(f"{address!r} is not an address in small letters")
    return address


def _limits(value: object) -> tuple[Money, ...]:
    if not isinstance(value, list):
        raise RosterError("the limits are not a list")
    limits = tuple(Money.from_body(item) for item in value)
    if len({limit.currency for limit in limits}) != len(limits):
        raise RosterError("there are two limits in one currency")
    return limits
