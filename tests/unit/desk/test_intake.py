"""Messages taken in: once each, on the right ticket."""

from typing import Any

import pytest

from counterfoil.domain.tickets import Author, Identity
from tests.unit.desk.conftest import Bureau


def test_same_id_and_bytes_is_a_duplicate(bureau: Bureau) -> None:
    """Delivered twice, stored once."""
    arrival = bureau.arrival()
    first, again = bureau.receive(arrival), bureau.receive(arrival)
    assert (first.duplicate, again.duplicate, again.message) == (False, True, first.message)


def test_same_id_with_other_bytes_is_new(bureau: Bureau) -> None:
    """An id that was used before hides nothing."""
    first = bureau.receive(bureau.arrival("one", channel_id="x"))
    other = bureau.receive(bureau.arrival("two", channel_id="x"))
    assert (other.duplicate, other.message != first.message) == (False, True)


@pytest.mark.parametrize("naming", [{"references": ("a",)}, {"ticket_hint": "T"}], ids=["reference", "ticket"])
def test_reply_joins_its_ticket(bureau: Bureau, naming: dict[str, Any]) -> None:
    """The same address that names its earlier message or ticket stays on it."""
    first = bureau.receive(bureau.arrival(channel_id="a", ticket_hint="T"))
    assert bureau.receive(bureau.arrival(**naming)).ticket == first.ticket


@pytest.mark.parametrize("naming", [{"references": ("a",)}, {"ticket_hint": "T"}], ids=["reference", "ticket"])
def test_stranger_gets_a_ticket_of_their_own(bureau: Bureau, naming: dict[str, Any]) -> None:
    """Naming a customer's ticket doesn't put a stranger on it."""
    first = bureau.receive(bureau.arrival(channel_id="a", ticket_hint="T"))
    assert bureau.receive(bureau.arrival(sender="eve@post.example", **naming)).ticket != first.ticket


@pytest.mark.parametrize(
    ("author", "identity", "joins"),
    [
        (Author.MACHINE, Identity.NONE, True),
        (Author.STAFF, Identity.DMARC, True),
        (Author.STAFF, Identity.NONE, False),
    ],
)
def test_who_else_may_join(bureau: Bureau, author: Author, identity: Identity, joins: bool) -> None:
    """Machines join what they answer, staff only when verified."""
    first = bureau.receive(bureau.arrival(channel_id="a"))
    other = bureau.arrival(references=("a",), sender="help@shop.example", author=author, identity=identity)
    assert (bureau.receive(other).ticket == first.ticket) is joins
