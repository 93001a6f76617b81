"""The embedded helpdesk writes mail that can't be bent and files that are whole."""

from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from counterfoil.adapters.helpdesk.folder import FolderHelpdesk
from counterfoil.domain.errors import HelpdeskError
from counterfoil.domain.ids import TicketId
from counterfoil.ports.helpdesk import Outgoing
from counterfoil.testing.clock import FixedClock

ANSWER = Outgoing(
    key="prk_1-0-none",
    ticket=TicketId("tkt_one"),
    recipient="ann@mail.example",
    subject="Lamp",
    in_reply_to="<1@mail.example>",
    text="Thirty days.",
)


@pytest.fixture
def helpdesk(tmp_path: Path) -> FolderHelpdesk:
    """A helpdesk in an empty folder."""
    return FolderHelpdesk(directory=tmp_path / "outbox", address="help@shop.example", clock=FixedClock())


def sent(helpdesk: FolderHelpdesk, outgoing: Outgoing) -> EmailMessage:
    """The mail that replying makes."""
    helpdesk.reply(outgoing, "")
    (path,) = helpdesk.directory.glob("*/*.eml")
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def test_headers_say_who_to_whom_and_that_a_machine_wrote(helpdesk: FolderHelpdesk) -> None:
    """The mail threads with the customer's and is marked as automatic (RFC 3834)."""
    mail = sent(helpdesk, ANSWER)
    assert (mail["From"], mail["To"], mail["Subject"]) == ("help@shop.example", "ann@mail.example", "Re: Lamp")
    assert (mail["In-Reply-To"], mail["References"]) == ("<1@mail.example>", "<1@mail.example>")
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail["Date"] == "Mon, 30 Nov 2026 12:00:00 +0000"
    assert mail["Message-ID"].endswith("@shop.example>")


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("RE: Lamp", "RE: Lamp"),
        ("re : Lamp", "re : Lamp"),
        ("", "Re:"),
        ("Lamp\r\nBcc: eve@mail.example", "Re: Lamp Bcc: eve@mail.example"),
        ("Lamp\u2028\x00\x0bBcc: eve@mail.example", "Re: Lamp Bcc: eve@mail.example"),
        ("Größe \u202e 5", "Re: Größe 5"),
        ("x" * 5000, f"Re: {'x' * 200}"),
    ],
)
def test_subject_is_one_line_with_one_re(helpdesk: FolderHelpdesk, subject: str, expected: str) -> None:
    """No subject can bring a header of its own."""
    mail = sent(helpdesk, replace(ANSWER, subject=subject))
    assert mail["Subject"] == expected
    assert mail["Bcc"] is None


@pytest.mark.parametrize(
    "recipient",
    [
        "",
        "ann",
        "ann@mail.example\r\nBcc: eve@mail.example",
        "ann@mail.example\n",
        "ann@mail.example, eve@mail.example",
        "Ann <ann@mail.example>",
        "ann@mail.example;eve@mail.example",
        "@mail.example",
        "ann@",
        "ann\u2028@mail.example",
        '"a b"@mail.example',
    ],
)
def test_recipient_is_one_plain_address(helpdesk: FolderHelpdesk, recipient: str) -> None:
    """Anything else is refused and nothing is written."""
    with pytest.raises(HelpdeskError):
        helpdesk.reply(replace(ANSWER, recipient=recipient), "")
    assert not list(helpdesk.directory.rglob("*.eml"))


@pytest.mark.parametrize("channel_id", ["", "jsonl:17", "<a@b>\r\nBcc: eve@mail.example", "<a b@c>", "<a@b> <c@d>"])
def test_only_a_message_id_is_referred_to(helpdesk: FolderHelpdesk, channel_id: str) -> None:
    """An id of another channel, or one with more in it, is left out."""
    mail = sent(helpdesk, replace(ANSWER, in_reply_to=channel_id))
    assert (mail["In-Reply-To"], mail["References"], mail["Bcc"]) == (None, None, None)


@pytest.mark.parametrize("ticket", ["../up", "a/b", "", ".", "tkt\x00", "-x", "tkt\n", "ü"])
def test_ticket_can_not_leave_the_folder(helpdesk: FolderHelpdesk, ticket: str) -> None:
    """A ticket id that can't name a folder is refused by every call."""
    outgoing = replace(ANSWER, ticket=TicketId(ticket))
    with pytest.raises(HelpdeskError):
        helpdesk.reply(outgoing, "")
    with pytest.raises(HelpdeskError):
        helpdesk.note(outgoing)
    with pytest.raises(HelpdeskError):
        helpdesk.last_public(TicketId(ticket))


@pytest.mark.parametrize("text", ["Größe: 5 €", "行って\n.\n..\nFrom here", "x" * 3000, "half \ud800 pair"])
def test_text_arrives_as_it_is(helpdesk: FolderHelpdesk, text: str) -> None:
    """Any text survives the mail; half a surrogate is written visibly."""
    content: str = sent(helpdesk, replace(ANSWER, text=text)).get_content()
    assert content.rstrip("\n") == text.replace("\ud800", "\\ud800")


def test_key_never_becomes_a_path(helpdesk: FolderHelpdesk) -> None:
    """A key with slashes stays inside the ticket's folder."""
    helpdesk.note(replace(ANSWER, key="../../etc/passwd"))
    (path,) = (helpdesk.directory / "tkt_one" / "notes").iterdir()
    assert path.name.startswith("note-")


def test_no_half_file_is_left_when_writing_fails(helpdesk: FolderHelpdesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is one clear error, and the next try can succeed."""

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(HelpdeskError, match="No space left"):
            helpdesk.reply(ANSWER, "")
    assert not [path for path in helpdesk.directory.rglob("*") if path.is_file()]
    helpdesk.reply(ANSWER, "")


def test_a_file_where_the_folder_should_be_is_a_clear_error(helpdesk: FolderHelpdesk) -> None:
    """No traceback for an outbox that is a file."""
    helpdesk.directory.write_text("")
    with pytest.raises(HelpdeskError, match="can't be written"):
        helpdesk.note(ANSWER)


def test_wrong_own_address_is_refused(tmp_path: Path) -> None:
    """A From that is no address is an error of ours, named."""
    helpdesk = FolderHelpdesk(directory=tmp_path, address="", clock=FixedClock())
    with pytest.raises(HelpdeskError):
        helpdesk.reply(ANSWER, "")
