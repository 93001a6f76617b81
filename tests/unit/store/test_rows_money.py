"""Rows of one refund: what was written is read back as it was, and every list holds what it says."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.domain.decisions import Resolution, Verdict, Voiding
from counterfoil.domain.errors import FenceError
from counterfoil.domain.events import EventKind, verify
from counterfoil.domain.executions import Outcome, Receipt, state_of
from counterfoil.domain.ids import ComponentId, MessageId, OrderId, ParkingId, PaymentId, PendingId, TicketId
from counterfoil.domain.templates import State
from counterfoil.ports.store import PendingAction, QueueRow
from tests.unit.store import made
from tests.unit.store.conftest import StoppedClock
from tests.unit.store.made import KA, A, T

C1 = (ComponentId("c1"),)


@pytest.fixture
def waiting(store: SqliteStore) -> PendingAction:
    """A priced refund that waits for persons."""
    made.arrive(store)
    return made.quote(store)


def state(store: SqliteStore) -> State:
    """The state of a, as its rows say."""
    with store.read() as rows:
        found = rows.pending(A)
        assert found
        return state_of(found.record)


def test_parked_plan_is_read_back(store: SqliteStore) -> None:
    """A plan comes back whole: actions in order with what they wait for, and the words that asked."""
    made.arrive(store)
    with store.read() as rows:
        assert rows.parked(KA) == made.parked()
        assert rows.parking_of(MessageId("ma")) == KA
        assert (rows.parked(ParkingId("none")), rows.parking_of(MessageId("none"))) == (None, None)


def test_money_action_is_unquoted_until_answered(store: SqliteStore) -> None:
    """The executor's list holds a money action from parking until its quote or refusal."""
    made.arrive(store)
    with store.read() as rows:
        assert rows.unquoted() == ((KA, 0),)
    with store.write() as rows:
        rows.add_quote(KA, 0, "NOT_OWED", 0)
    with store.read() as rows:
        assert (rows.unquoted(), rows.refusal(KA, 0), rows.refusal(KA, 1)) == ((), "NOT_OWED", None)


def test_priced_action_is_read_back(store: SqliteStore, waiting: PendingAction) -> None:
    """Text, digest and personal texts come back as written; it is found by the start of its id."""
    with store.read() as rows:
        assert rows.pending(A) == waiting
        assert rows.pendings_of(KA) == (waiting,)
        assert (rows.requester(A), rows.evidence(A)) == (made.ADDRESS, (made.WORDS,))
        assert (rows.find_pending("a"), rows.find_pending("%"), rows.chains()) == ((A,), (), (A,))
        assert rows.pending(PendingId("none")) is None


def test_erased_text_is_none(store: SqliteStore, waiting: PendingAction, path: Path) -> None:
    """Once a requester and the words are erased, they are gone and the action stays."""
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("DELETE FROM requester_texts")
        other.execute("DELETE FROM evidence_texts")
        other.execute("DELETE FROM message_texts")
    with store.read() as rows:
        assert (rows.requester(A), rows.evidence(A), rows.raw(MessageId("ma"))) == (None, (), None)
        assert rows.pending(A) == waiting


def test_queue_shows_what_waits(store: SqliteStore, waiting: PendingAction) -> None:
    """The queue lists the action with its figures until its wait ends."""
    line = QueueRow(
        pending=A, ticket=T, order=OrderId("o"), amount_minor=600, currency="EUR", quoted_at=1000, expires_at=5000
    )
    with store.read() as rows:
        assert rows.open_queue() == (line,)
        assert rows.withdrawable(T) == rows.overlapping(T, OrderId("o"), C1) == (A,)
        assert rows.overlapping(T, OrderId("o"), (ComponentId("ship"),)) == ()
        assert rows.overlapping(TicketId("t2"), OrderId("o"), C1) == ()
    made.decide(store, waiting, Verdict.DENIED)
    with store.read() as rows:
        assert (rows.open_queue(), rows.withdrawable(T), rows.overlapping(T, OrderId("o"), C1)) == ((), (), ())


def test_decisions_are_read_back(store: SqliteStore, waiting: PendingAction) -> None:
    """Verdicts come back with signature and nonce, in the order they were given."""
    given = (made.decision(), made.decision(Verdict.DENIED, "bob"))
    with store.write() as rows:
        for each in given:
            rows.add_decision(each, made.event(rows, EventKind.DECISION_MADE))
    with store.read() as rows:
        assert rows.decisions(A) == given


def test_one_person_votes_once(store: SqliteStore, waiting: PendingAction) -> None:
    """The second verdict of a person is refused and leaves neither row nor event."""
    with store.write() as rows:
        rows.add_decision(made.decision(), made.event(rows, EventKind.DECISION_MADE))
    with pytest.raises(FenceError, match="exists"):
        made.decide(store, waiting, Verdict.DENIED)
    with store.read() as rows:
        assert (len(rows.decisions(A)), len(rows.events(A))) == (1, 2)


def test_way_of_a_refund(store: SqliteStore, waiting: PendingAction, clock: StoppedClock) -> None:
    """Waiting, approved, claimed, pending, succeeded: the rows say so, and each list holds it while it should."""
    seen = [state(store)]
    clock.at = 1001
    made.decide(store, waiting, Verdict.APPROVED)
    seen.append(state(store))
    with store.read() as rows:
        approved = rows.pending(A)
        assert approved is not None
        assert approved.approved_at == 1001
        assert (rows.approved(), rows.unsettled()) == ((A,), ())
        assert (rows.refunded_by_us(PaymentId("pay")), rows.allocated(OrderId("o"))) == (600, {C1[0]: 600})
    made.claim(store, waiting)
    seen.append(state(store))
    with store.read() as rows:
        assert (rows.approved(), rows.unsettled(), rows.withdrawable(T)) == ((), (A,), ())
        execution = rows.execution(A)
        assert execution == replace(made.intent(waiting), at=1001)
    for outcome in (Outcome.PENDING, Outcome.SUCCEEDED):
        made.receive(store, outcome)
        seen.append(state(store))
    with store.read() as rows:
        assert rows.unsettled() == ()
        assert rows.refunded_by_us(PaymentId("pay")) == 600
        verify(rows.events(A))
    assert seen == [State.WAITING, State.APPROVED, State.CLAIMED, State.PENDING, State.SUCCEEDED]


def test_failed_refund_takes_nothing(store: SqliteStore, waiting: PendingAction) -> None:
    """After a failure the money may be refunded again; receipts come back in order."""
    made.decide(store, waiting, Verdict.APPROVED)
    made.claim(store, waiting)
    made.receive(store, Outcome.UNKNOWN)
    with store.read() as rows:
        assert (rows.unsettled(), rows.refunded_by_us(PaymentId("pay"))) == ((A,), 600)
    made.receive(store, Outcome.FAILED)
    with store.read() as rows:
        found = rows.pending(A)
        assert found is not None
        assert found.record.receipts == (
            Receipt(outcome=Outcome.UNKNOWN, reference="re_1", detail=""),
            Receipt(outcome=Outcome.FAILED, reference="re_1", detail=""),
        )
        assert (rows.refunded_by_us(PaymentId("pay")), rows.allocated(OrderId("o"))) == (0, {})


@pytest.mark.parametrize("approved", [False, True])
def test_expired_is_listed_until_it_is_ended(
    store: SqliteStore, waiting: PendingAction, clock: StoppedClock, approved: bool
) -> None:
    """What nobody decided or executed in time is listed from the second of its expiry until its end is written."""
    if approved:
        made.decide(store, waiting, Verdict.APPROVED)
    clock.at = 4999
    with store.read() as rows:
        assert rows.expired() == ()
    clock.at = 5000
    with store.write() as rows:
        assert rows.expired() == (A,)
        if approved:
            rows.add_voiding(waiting, Voiding.EXPIRED, "", made.event(rows, EventKind.APPROVAL_VOIDED))
        else:
            rows.add_resolution(waiting, Resolution.EXPIRED, "", made.event(rows, EventKind.WAIT_ENDED))
        assert rows.expired() == ()
    assert state(store) is (State.VOIDED if approved else State.EXPIRED)


@pytest.mark.parametrize("approved", [False, True])
def test_withdrawal_names_its_message(store: SqliteStore, waiting: PendingAction, approved: bool) -> None:
    """A later message of the same address ends the wait, or the approval; then nothing is left to withdraw."""
    if approved:
        made.decide(store, waiting, Verdict.APPROVED)
    with store.write() as rows:
        rows.add_message(made.message("mb"), b"never mind")
        if approved:
            rows.add_voiding(waiting, Voiding.WITHDRAWN, "mb", made.event(rows, EventKind.APPROVAL_VOIDED))
        else:
            rows.add_resolution(waiting, Resolution.WITHDRAWN, "mb", made.event(rows, EventKind.WAIT_ENDED))
        assert rows.withdrawable(T) == ()
    assert state(store) is (State.VOIDED if approved else State.WITHDRAWN)


def test_events_are_a_chain(store: SqliteStore, waiting: PendingAction) -> None:
    """The chain comes back oldest first and verifies; the newest link is told."""
    made.decide(store, waiting, Verdict.APPROVED)
    with store.read() as rows:
        chain = rows.events(A)
        verify(chain)
        assert [event.kind for event in chain] == [
            EventKind.ACTION_PARKED,
            EventKind.DECISION_MADE,
            EventKind.WAIT_ENDED,
        ]
        assert rows.last_event(A) == chain[-1]
        assert rows.last_event(PendingId("none")) is None
