"""Makes the home directory of a deployment: settings, database, roster, and the founding person's key."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from counterfoil.adapters.sign_in.keys import KeySigner
from counterfoil.adapters.sign_in.roster_file import found
from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.adapters.system import SystemClock, SystemEntropy
from counterfoil.config import FILE, Value, default_toml, load
from counterfoil.domain.errors import InputError
from counterfoil.domain.ids import RANDOM_BYTES, InstallationId, PersonId, spell
from counterfoil.domain.people import Person, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What `init` made."""

    home: Path
    installation: InstallationId
    key: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Founder:
    """The founding person: a short name, a full one, and their mail address ("" for none)."""

    person: str
    name: str
    address: str = ""


def make(home: Path, founder: Founder, values: Mapping[str, Value] | None = None) -> Made:
    """A new deployment with play money, founded by one person with every role. InputError when the directory has one.

    `values` are settings by name that differ from their defaults.
    """
    home = home.absolute()
    if (home / FILE).exists():
        raise InputError(f"{home / FILE} exists already", advice="Use that deployment, or choose another --home.")
    person = PersonId(short_name(founder.person))
    if not founder.name.isprintable() or not founder.name.strip():
        raise InputError(f"{founder.name!r} is no name", advice="Give a full name without control characters.")
    if founder.address and founder.address.count("@") != 1:
        raise InputError(
            f"{founder.address!r} is no mail address", advice="Give one address, such as ann@shop.example."
        )
    there = home.exists()
    home.mkdir(parents=True, exist_ok=True)
    try:
        return _make(home, person, founder, values)
    except BaseException:
        _undo(home, there=there)
        raise


def _make(home: Path, person: PersonId, founder: Founder, values: Mapping[str, Value] | None) -> Made:
    entropy = SystemEntropy()
    _write(home / FILE, default_toml(values))
    settings = load({}, home)
    settings.keys.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings.executor_directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = settings.keys / f"{person}.key"
    signer = KeySigner.create(key, entropy)
    addresses = frozenset({founder.address.lower()} - {""})
    first = Person(
        person=person, name=founder.name, roles=frozenset(Role), public_key=signer.public_key, addresses=addresses
    )
    found(settings.roster, first, signer)
    installation = InstallationId(spell("inst", entropy.draw(RANDOM_BYTES)))
    SqliteStore.create(settings.store_path, installation, SystemClock()).close()
    return Made(home=home, installation=installation, key=key)


def _undo(home: Path, *, there: bool) -> None:
    """Take away what a failed `make` left, so that it can be tried again; a directory that was there stays."""
    settings = load({}, home)
    for path in (home / FILE, settings.roster, settings.store_path, *settings.keys.glob("*.key")):
        path.unlink(missing_ok=True)
    for folder in (settings.keys, settings.executor_directory, *([] if there else [home])):
        with suppress(OSError):
            folder.rmdir()


def short_name(name: str) -> str:
    """`name`, if it will do as a person's short name and as a file name; else InputError."""
    if not (name.isascii() and name.replace("-", "").isalnum() and name == name.lower() and len(name) <= 40):
        raise InputError(
            f"{name!r} is no short name", advice="Use lower-case letters, digits and hyphens, such as ann."
        )
    return name


def _write(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
