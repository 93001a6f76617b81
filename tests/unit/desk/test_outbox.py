"""What is sent, when, and once."""

from dataclasses import replace

import pytest

from counterfoil.desk.answer import Answered
from counterfoil.desk.drafts import dump
from counterfoil.desk.outbox import Sending, flush
from counterfoil.domain.answers import Draft, line
from counterfoil.domain.errors import HelpdeskError
from counterfoil.domain.executions import Outcome
from counterfoil.domain.ids import OrderId, PendingId
from counterfoil.domain.money import Money
from counterfoil.domain.templates import template
from counterfoil.domain.tickets import Identity
from counterfoil.gate.quote import quote
from counterfoil.ports.helpdesk import Outgoing, ReplyMode
from counterfoil.testing.helpdesk import MemoryHelpdesk
from tests.unit.desk.conftest import RETURN, Bureau


class Broken(MemoryHelpdesk):
    """Refuses everything."""

    def reply(self, outgoing: Outgoing, after: str) -> None:
        """Never."""
        raise HelpdeskError("down", ticket=outgoing.ticket)

    def note(self, outgoing: Outgoing) -> None:
        """Never."""
        raise HelpdeskError("down", ticket=outgoing.ticket)


def _texts(bureau: Bureau) -> str:
    return "\n".join(row.text for row in bureau.helpdesk.replies)


def _pending(bureau: Bureau, asked: Answered) -> PendingId:
    """The action priced for what was asked."""
    assert asked.parking
    assert quote(bureau.house.quoting, asked.parking, 1) == ""
    with bureau.store.read() as rows:
        return rows.pendings_of(asked.parking)[0].pending


@pytest.mark.parametrize(
    ("mode", "replies", "notes"), [(ReplyMode.REPLY, 1, 0), (ReplyMode.NOTE, 0, 1), (ReplyMode.SHADOW, 0, 0)]
)
def test_modes(bureau: Bureau, mode: ReplyMode, replies: int, notes: int) -> None:
    """A reply, a note for staff, or nothing: by setting."""
    bureau.mode = mode
    bureau.says(bureau.quotes)
    assert bureau.flush().ran == 1
    assert (len(bureau.helpdesk.replies), len(bureau.helpdesk.notes)) == (replies, notes)


def test_sent_once(bureau: Bureau) -> None:
    """A second run sends nothing again."""
    bureau.says(bureau.quotes)
    assert (bureau.flush().ran, bureau.flush().ran) == (1, 0)


def test_stale_answer_is_skipped(bureau: Bureau) -> None:
    """A person who answered meanwhile is not talked over."""
    arrival = bureau.arrival()
    bureau.says(bureau.quotes, arrival)
    bureau.helpdesk.person_writes(bureau.receive(arrival).ticket)
    sent = bureau.flush()
    assert (sent.ran, sent.skipped[0][:5], bureau.helpdesk.replies) == (0, "stale", [])
    assert bureau.flush().skipped == ()


def test_helpdesk_error_is_tried_again(bureau: Bureau) -> None:
    """What the helpdesk didn't take is sent on the next run."""
    bureau.says(bureau.quotes)
    works, bureau.helpdesk = bureau.helpdesk, Broken()
    assert len(bureau.flush().problems) == 1
    bureau.helpdesk = works
    assert bureau.flush().ran == 1


def test_changed_lock_is_not_sent(bureau: Bureau) -> None:
    """An answer whose block was unlocked since is not sent, and a person is told."""
    bureau.says(bureau.quotes)
    bureau.locked.clear()
    assert bureau.flush().skipped[0].startswith("not the locked text")
    assert bureau.helpdesk.replies == []
    assert "no longer the locked text" in bureau.helpdesk.notes[0].text


def test_crash_between_send_and_record_sends_once(bureau: Bureau) -> None:
    """Sent and not recorded: the next run sends with the same key, which the helpdesk knows."""
    bureau.says(bureau.quotes)
    with bureau.store.read() as rows:
        (item,) = rows.due()
    tools = Sending(store=bureau.store, helpdesk=bureau.helpdesk, locked=bureau.locked.get, mode=bureau.mode)
    from counterfoil.desk import outbox

    text, after = outbox._text(tools, item)
    outbox._send(tools, item, text, after)
    assert flush(tools).ran == 1
    assert len(bureau.helpdesk.replies) == 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Outcome.SUCCEEDED, "We have refunded 60.00 EUR"),
        (Outcome.PENDING, "is with the payment provider"),
        (Outcome.FAILED, "did not go through"),
    ],
)
def test_receipt_says_what_is_told(bureau: Bureau, answer: Outcome, said: str) -> None:
    """Only what the provider said is told, and "refunded" only after SUCCEEDED."""
    pending = _pending(bureau, bureau.says(RETURN))
    bureau.flush()
    bureau.house.approve(pending)
    bureau.flush()
    assert "We have refunded" not in _texts(bureau)
    bureau.house.provider.answer = answer
    bureau.house.execute(pending)
    bureau.flush()
    assert said in _texts(bureau)
    assert ("We have refunded" in _texts(bureau)) is (answer is Outcome.SUCCEEDED)


def test_unknown_says_nothing(bureau: Bureau) -> None:
    """A lost answer is told to nobody as if it were one."""
    pending = _pending(bureau, bureau.says(RETURN))
    bureau.flush()
    before = _texts(bureau)
    bureau.house.approve(pending)
    bureau.house.provider.lose = True
    bureau.house.execute(pending)
    bureau.flush()
    assert _texts(bureau) == before


def test_strangers_subject_is_not_carried(bureau: Bureau) -> None:
    """What an unverified sender wrote as a subject is not sent to an address that may not be theirs."""
    bureau.says(bureau.quotes, replace(bureau.arrival(identity=Identity.NONE), subject="Buy now"))
    bureau.flush()
    assert bureau.helpdesk.replies[0].subject == "Your message"


def test_forged_answer_is_not_sent(bureau: Bureau) -> None:
    """Who swaps the stored answer for other templates or slots is found out: the plan sealed another one."""
    bureau.says(bureau.quotes)
    forged = Draft(
        pieces=(line(template("refund_succeeded", "en"), amount=Money(90000, "EUR"), order=OrderId("LL-1")),)
    )
    with bureau.store.write() as rows:
        rows._connection.execute("DROP TRIGGER answer_texts_no_update")
        rows._connection.execute("UPDATE answer_texts SET draft = ?", (dump(forged),))
    bureau.flush()
    assert bureau.helpdesk.replies == []
    assert "not sent" in bureau.helpdesk.notes[0].text
