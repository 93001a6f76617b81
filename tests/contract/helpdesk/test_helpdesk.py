"""What every helpdesk promises the outbox, asked of the folder and of the fake in memory."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from counterfoil.adapters.helpdesk.folder import FolderHelpdesk
from counterfoil.domain.errors import StaleTicketError
from counterfoil.domain.ids import TicketId
from counterfoil.ports.helpdesk import Helpdesk, Outgoing
from counterfoil.testing.clock import FixedClock
from counterfoil.testing.helpdesk import MemoryHelpdesk

TICKET = TicketId("tkt_one")
ANSWER = Outgoing(
    key="prk_1-0-none",
    ticket=TICKET,
    recipient="ann@mail.example",
    subject="Lamp",
    in_reply_to="<1@mail.example>",
    text="Thirty days.\nWithout reason.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A helpdesk, how a person answers on it, and how to see the texts of replies and notes."""

    helpdesk: Helpdesk
    person_writes: Callable[[TicketId], None]
    replies: Callable[[], list[str]]
    notes: Callable[[], list[str]]


@pytest.fixture(params=["folder", "memory"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """An empty helpdesk."""
    return _folder(tmp_path) if request.param == "folder" else _memory()


def _memory() -> Desk:
    memory = MemoryHelpdesk()
    return Desk(
        helpdesk=memory,
        person_writes=memory.person_writes,
        replies=lambda: [row.text for row in memory.replies],
        notes=lambda: [row.text for row in memory.notes],
    )


def _folder(directory: Path) -> Desk:
    def person_writes(ticket: TicketId) -> None:
        folder = directory / ticket
        folder.mkdir(exist_ok=True)
        (folder / f"person-{len(list(folder.iterdir()))}.eml").write_bytes(b"From: desk@shop.example\n\nHello")

    return Desk(
        helpdesk=FolderHelpdesk(directory=directory, address="help@shop.example", clock=FixedClock()),
        person_writes=person_writes,
        replies=lambda: [_body(path) for path in sorted(directory.glob("*/reply-*.eml"))],
        notes=lambda: [path.read_text(encoding="utf-8").rstrip("\n") for path in sorted(directory.glob("*/notes/*"))],
    )


def _body(path: Path) -> str:
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    text: str = mail.get_content()
    return text.rstrip("\n")


def test_new_ticket_has_an_empty_mark(desk: Desk) -> None:
    """Nobody has written publicly yet."""
    assert desk.helpdesk.last_public(TICKET) == ""


def test_reply_is_sent_once_for_its_key(desk: Desk) -> None:
    """A second delivery of the same key changes nothing."""
    desk.helpdesk.reply(ANSWER, "")
    desk.helpdesk.reply(replace(ANSWER, text="other"), "")
    assert desk.replies() == [ANSWER.text]


def test_note_is_put_once_for_its_key(desk: Desk) -> None:
    """A second note of the same key changes nothing, and a note is no reply."""
    desk.helpdesk.note(ANSWER)
    desk.helpdesk.note(ANSWER)
    assert (desk.notes(), desk.replies()) == ([ANSWER.text], [])


def test_reply_is_stale_once_a_person_has_answered(desk: Desk) -> None:
    """An answer prepared before a person wrote is not sent."""
    before = desk.helpdesk.last_public(TICKET)
    desk.person_writes(TICKET)
    with pytest.raises(StaleTicketError):
        desk.helpdesk.reply(ANSWER, before)
    assert desk.replies() == []


def test_every_answer_of_a_person_changes_the_mark(desk: Desk) -> None:
    """A second public message by a person is noticed as the first was."""
    desk.person_writes(TICKET)
    first = desk.helpdesk.last_public(TICKET)
    desk.person_writes(TICKET)
    with pytest.raises(StaleTicketError):
        desk.helpdesk.reply(ANSWER, first)


def test_reply_after_a_person_is_sent_with_the_new_mark(desk: Desk) -> None:
    """What was prepared knowing the person's answer goes out."""
    desk.person_writes(TICKET)
    desk.helpdesk.reply(ANSWER, desk.helpdesk.last_public(TICKET))
    assert desk.replies() == [ANSWER.text]


def test_own_replies_do_not_make_one_another_stale(desk: Desk) -> None:
    """An answer and a question prepared at the same moment both go out."""
    desk.helpdesk.reply(ANSWER, "")
    desk.helpdesk.reply(replace(ANSWER, key="prk_1-1-none", text="Which order?"), "")
    assert sorted(desk.replies()) == sorted([ANSWER.text, "Which order?"])


def test_sent_reply_is_not_stale_when_repeated(desk: Desk) -> None:
    """A try after a crash finds its own reply, although a person has written since."""
    desk.helpdesk.reply(ANSWER, "")
    desk.person_writes(TICKET)
    desk.helpdesk.reply(ANSWER, "")
    assert desk.replies() == [ANSWER.text]


def test_notes_do_not_count_as_public(desk: Desk) -> None:
    """A note for staff makes no answer stale."""
    desk.helpdesk.note(ANSWER)
    assert desk.helpdesk.last_public(TICKET) == ""


def test_tickets_are_apart(desk: Desk) -> None:
    """A person on one ticket makes nothing stale on another."""
    desk.person_writes(TicketId("tkt_two"))
    desk.helpdesk.reply(ANSWER, "")
    assert desk.replies() == [ANSWER.text]
