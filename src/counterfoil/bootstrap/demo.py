"""Unpacks the sample shop into a new home directory, its dates moved so that the shop's day is today."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from counterfoil.adapters.sign_in.keys import Ed25519Verifier, KeySigner
from counterfoil.adapters.sign_in.roster_file import append
from counterfoil.bootstrap.home import Founder, Made, make
from counterfoil.domain.ids import PersonId
from counterfoil.domain.people import Person, Role
from counterfoil.testing.shop import AUTHSERV_ID, KB, ORDERS, SHOP, SHOP_DAY, SUPPORT_ADDRESS, TICKETS

_SETTINGS: Mapping[str, str] = {
    "desk.reply": "reply",
    "desk.address": SUPPORT_ADDRESS,
    "mail.authserv_id": AUTHSERV_ID,
}
LOCK, EDITOR = "kb.lock.json", "editor.json"
FOUNDER = Founder(person="riley", name="Riley Founder")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shop:
    """Where the unpacked sample shop lies."""

    made: Made
    documents: Path
    orders: Path
    mailbox: Path


def unpack(home: Path) -> Shop:
    """The sample shop in a new deployment: locked by its own editor, whose private key nobody has. InputError."""
    made = make(home, FOUNDER, _SETTINGS)
    folder = made.home / "shop"
    documents = folder / KB
    documents.mkdir(parents=True)
    for document in (SHOP / KB).iterdir():
        (documents / document.name).write_bytes(document.read_bytes())
    (folder / TICKETS).write_bytes((SHOP / TICKETS).read_bytes())
    (folder / ORDERS).write_text(_moved((SHOP / ORDERS).read_text(encoding="utf-8")), encoding="utf-8")
    (made.home / LOCK).write_bytes((SHOP / LOCK).read_bytes())
    _enrol_editor(made)
    return Shop(made=made, documents=documents, orders=folder / ORDERS, mailbox=folder / TICKETS)


def _moved(text: str) -> str:
    days = datetime.now(UTC).date() - SHOP_DAY
    rows = [json.loads(line) for line in text.splitlines()]
    for row in rows:
        for field in ("placed_on", "delivered_on"):
            row[field] = _later(row[field], days) if row[field] else None
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _later(day: str, days: timedelta) -> str:
    return (date.fromisoformat(day) + days).isoformat()


def _enrol_editor(made: Made) -> None:
    """The editor who signed the shop's lock, by the public key that is shipped with it."""
    shipped = json.loads((SHOP / EDITOR).read_text(encoding="utf-8"))
    editor = Person(
        person=PersonId(shipped["person"]),
        name=shipped["name"],
        roles=frozenset(Role(role) for role in shipped["roles"]),
        public_key=shipped["public_key"],
    )
    append(made.home / "roster.jsonl", editor, PersonId(FOUNDER.person), (KeySigner.load(made.key), Ed25519Verifier()))
