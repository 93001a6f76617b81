"""Waits that end without a person, and the record of it all."""

from dataclasses import replace

import pytest

from counterfoil.domain.errors import LedgerError, NotAllowedError, QuoteError
from counterfoil.domain.ids import TemplateId
from counterfoil.domain.templates import TEMPLATES, State
from counterfoil.domain.tickets import Identity
from counterfoil.gate import ledger
from counterfoil.gate.ends import expire, withdraw
from counterfoil.gate.review import follow_on_text, sheet
from tests.unit.gate.house import MARA, House, Roster, person


def test_undecided_actions_expire(house: House) -> None:
    """What nobody decided in time ends as EXPIRED, once."""
    pending = house.quoted("1")
    house.later()
    with house.store.write() as rows:
        assert expire(rows) == (pending,)
        assert expire(rows) == ()
        assert sheet(rows, pending).state is State.EXPIRED


def test_unexecuted_approval_expires_as_voided(house: House) -> None:
    """An approval that nobody executed in time is voided."""
    pending = house.quoted("1")
    house.approve(pending)
    house.later()
    with house.store.write() as rows:
        assert expire(rows) == (pending,)
        assert sheet(rows, pending).state is State.VOIDED


def test_author_withdraws(house: House) -> None:
    """The verified author takes the request back."""
    pending = house.quoted("1")
    message = house.message()
    with house.store.write() as rows:
        assert withdraw(rows, message) == (pending,)
        assert sheet(rows, pending).state is State.WITHDRAWN


def test_withdrawn_approval_is_voided(house: House) -> None:
    """Even after the signature, before execution, the author can take it back."""
    pending = house.quoted("1")
    house.approve(pending)
    message = house.message()
    with house.store.write() as rows:
        withdraw(rows, message)
        assert sheet(rows, pending).state is State.VOIDED


@pytest.mark.parametrize(("sender", "identity"), [("eve@post.example", Identity.SESSION), (MARA, Identity.NONE)])
def test_nobody_else_withdraws(house: House, sender: str, identity: Identity) -> None:
    """Another sender, or the author unverified, ends nothing."""
    house.quoted("1")
    message = house.message(sender=sender, identity=identity)
    with house.store.write() as rows:
        assert withdraw(rows, message) == ()


def test_withdrawal_on_another_ticket_ends_nothing(house: House) -> None:
    """A message ends only what was asked for on its own ticket."""
    house.quoted("1")
    message = house.message(ticket="tkt_2")
    with house.store.write() as rows:
        assert withdraw(rows, message) == ()


def test_sheet_shows_the_words_and_the_texts(house: House) -> None:
    """The sheet opens every commitment and shows what the customer will hear."""
    pending = house.quoted("1")
    with house.store.read() as rows:
        found = sheet(rows, pending)
    assert found.requester.text == MARA
    assert [words.text for words in found.evidence] == ["send it back"]
    texts = dict(found.follow_ons)
    assert texts["SUCCEEDED"] == "We have refunded 60.00 EUR for order LL-1 to the card you paid with."


def test_only_success_says_refunded(house: House) -> None:
    """Before SUCCEEDED no text says that money went back."""
    pending = house.quoted("1")
    with house.store.read() as rows:
        body = sheet(rows, pending).body
    for state in State:
        said = "have refunded" in follow_on_text(body, state)
        assert said is (state is State.SUCCEEDED)


def test_erased_words_are_shown_as_gone(house: House) -> None:
    """When the personal text is erased, the sheet says so, and nobody can decide any more."""
    pending = house.quoted("1")
    with house.store.write() as rows:
        rows._connection.execute("DELETE FROM requester_texts")
        assert sheet(rows, pending).requester.text is None
    with pytest.raises(NotAllowedError):
        house.approve(pending)


def test_ledger_replays(house: House) -> None:
    """Chains, rows and signatures fit after a whole life of an action."""
    pending = house.quoted("1")
    house.approve(pending)
    house.execute(pending)
    with house.store.read() as rows:
        found = ledger.verify(rows, house.court)
    assert (found.chains, found.events, found.signatures) == (1, 5, 1)


def test_ledger_names_a_foreign_signature(house: House) -> None:
    """A decision that no key of the roster made is named."""
    house.approve(house.quoted("1"))
    house.roster = Roster(person("ben"))
    with house.store.read() as rows, pytest.raises(LedgerError, match="ann"):
        ledger.verify(rows, house.court)


@pytest.mark.parametrize("change", ["body = '{}'", "hash = replace(hash, substr(hash, 1, 1), 'z')"])
def test_ledger_names_a_broken_link(house: House, change: str) -> None:
    """Whoever drops the triggers and edits an event is found out."""
    pending = house.quoted("1")
    with house.store.write() as rows:
        rows._connection.execute("DROP TRIGGER events_no_update")
        rows._connection.execute(f"UPDATE events SET {change}")
        with pytest.raises(LedgerError, match=pending):
            ledger.verify(rows, house.court)


def test_swapped_requester_is_no_stranger(house: House) -> None:
    """Who swaps the stored address for another can't make their own request somebody else's."""
    pending = house.quoted("1")
    house.roster = Roster(person("ann", addresses=frozenset({MARA})))
    with house.store.write() as rows:
        rows._connection.execute("DELETE FROM requester_texts")
        rows._put("requester_texts", pending_id=pending, salt=b"x" * 16, text="joe@post.example")
        assert sheet(rows, pending).requester.text is None
    with pytest.raises(NotAllowedError):
        house.approve(pending)


def test_changed_template_is_not_sent_under_an_old_seal(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was signed names the template's revision: another text under the same name is refused."""
    pending = house.quoted("1")
    key = (TemplateId("refund_succeeded"), "en")
    monkeypatch.setitem(TEMPLATES, key, replace(TEMPLATES[key], text="All is well: {amount} for {order}."))
    with house.store.read() as rows, pytest.raises(QuoteError):
        sheet(rows, pending)
