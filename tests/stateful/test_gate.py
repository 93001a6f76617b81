"""The gate holds in any order of steps: each action moves money at most once, and only as approved."""

import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from counterfoil.domain.decisions import Verdict
from counterfoil.domain.errors import CounterfoilError, TooLateError
from counterfoil.domain.executions import Receipt
from counterfoil.domain.ids import PendingId, Sha256
from counterfoil.domain.pending import PendingBody
from counterfoil.domain.rules import DAY
from counterfoil.gate import ledger
from counterfoil.gate.decide import decide
from counterfoil.gate.ends import expire, withdraw
from counterfoil.gate.execute import execute, reconcile
from counterfoil.gate.quote import quote
from counterfoil.ports.refunds import RefundRequest
from tests.unit.gate.house import MARA, House, lamp_order, refund_of, signed

COMPONENTS = st.sampled_from([("1",), ("2",), ("1", "2")])
TICKETS = st.sampled_from(["tkt_1", "tkt_2"])
ORDERS = st.sampled_from(["LL-1", "LL-2"])
REACHED = Counter[str]()  # how far the walks came: a walk that pays nothing proves nothing


class CrashError(Exception):
    """Stands for the process dying inside the provider call."""


class Gate(RuleBasedStateMachine):
    """Random walks over two orders, two tickets and two reviewers."""

    digests = Bundle("digests")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.house = House(Path(self.folder.name))
        self.house.add_order(lamp_order("LL-2"))
        self.approved: set[PendingId] = set()

    def teardown(self) -> None:
        """Forget the shop."""
        REACHED["refunds"] += len(self.house.provider.made)
        self.house.store.close()
        self.folder.cleanup()

    @initialize(target=digests)
    def first_request(self) -> object:
        """Something waits from the start."""
        return self.ask(("1",), "tkt_1", "LL-1")

    @rule(target=digests, components=COMPONENTS, ticket=TICKETS, order=ORDERS)
    def ask(self, components: tuple[str, ...], ticket: str, order: str) -> object:
        """The customer asks for something, and the executor prices it or refuses."""
        parking = self.house.park(refund_of(*components, order=order), message=self.house.message(ticket=ticket))
        refusal = quote(self.house.quoting, parking, 0)
        with self.house.store.read() as rows:
            found = rows.pendings_of(parking)
        assert bool(refusal) is (not found)
        return multiple(*((row.pending, row.digest) for row in found))

    @rule(shown=digests, other=digests, who=st.sampled_from(["ann", "ben", "eve"]), verdict=st.sampled_from(Verdict))
    def decide_with_any_digest(
        self, shown: tuple[PendingId, Sha256], other: tuple[PendingId, Sha256], who: str, verdict: Verdict
    ) -> None:
        """Somebody signs any digest that was ever shown, for any action."""
        decision = self.house.decision(shown[0], who, verdict)
        decision = signed(replace(decision, digest=other[1], signature=""), f"key-{who}")
        try:
            decide(self.house.store, self.house.court, decision)
        except CounterfoilError:
            return
        assert shown == other, "a digest of another action was taken"
        assert who != "eve", "a stranger decided"
        if verdict is Verdict.APPROVED:
            self.approved.add(shown[0])

    @rule(shown=digests, who=st.sampled_from(["ann", "ben"]))
    def approve_what_was_shown(self, shown: tuple[PendingId, Sha256], who: str) -> None:
        """Somebody signs exactly what they saw."""
        self.decide_with_any_digest(shown, shown, who, Verdict.APPROVED)

    @rule(shown=digests, fault=st.sampled_from(["none", "lose", "unheard", "crash"]))
    def pay(self, shown: tuple[PendingId, Sha256], fault: str) -> None:
        """The executor tries to pay, and something may go wrong."""
        self.house.provider.lose, self.house.provider.unheard = fault == "lose", fault == "unheard"
        if fault == "crash":
            self._crash()
        try:
            execute(self.house.paying, shown[0])
        except (CounterfoilError, CrashError):
            pass
        finally:
            self._recover()

    @rule(shown=digests, fault=st.sampled_from(["none", "lose", "unheard", "crash"]))
    def sign_and_pay(self, shown: tuple[PendingId, Sha256], fault: str) -> None:
        """Both in a row, so that walks reach payments often."""
        self.approve_what_was_shown(shown, "ann")
        self.pay(shown, fault)

    @rule(fault=st.sampled_from(["none", "lose", "unheard"]))
    def restart(self, fault: str) -> None:
        """The executor looks after what is unsettled."""
        self.house.provider.lose, self.house.provider.unheard = fault == "lose", fault == "unheard"
        with self.house.store.read() as rows:
            unsettled = rows.unsettled()
        for pending in unsettled:
            reconcile(self.house.paying, pending)
        self._recover()

    @rule(ticket=TICKETS)
    def take_back(self, ticket: str) -> None:
        """The customer withdraws."""
        message = self.house.message(sender=MARA, ticket=ticket)
        with self.house.store.write() as rows:
            withdraw(rows, message)

    @rule(seconds=st.sampled_from([60, 3600, 11 * 3600, 4 * DAY]))
    def wait(self, seconds: int) -> None:
        """Time passes, and what is over is ended."""
        self.house.later(seconds)
        with self.house.store.write() as rows:
            expire(rows)

    @invariant()
    def money_moved_only_as_approved(self) -> None:
        """Every refund belongs to one approved action, has its amount, and happened once."""
        made = list(self.house.provider.made.values())
        assert max(Counter(row.pending for row in made).values(), default=1) == 1
        for refund in made:
            assert refund.pending in self.approved
            assert refund.amount == self._body(PendingId(refund.pending)).amount

    @invariant()
    def no_component_is_paid_twice(self) -> None:
        """What went back for a component is never more than was paid for it."""
        paid: Counter[tuple[str, str]] = Counter()
        for refund in self.house.provider.made.values():
            body = self._body(PendingId(refund.pending))
            for row in body.allocations:
                paid[body.order, row.component] += row.amount.minor
                assert paid[body.order, row.component] <= row.net.minor

    @invariant()
    def record_verifies(self) -> None:
        """The ledger replays after every step."""
        with self.house.store.read() as rows:
            ledger.verify(rows, self.house.court)

    def _body(self, pending: PendingId) -> PendingBody:
        with self.house.store.read() as rows:
            action = rows.pending(pending)
        assert action
        return PendingBody.from_text(action.text)

    def _crash(self) -> None:
        provider = self.house.provider

        def dies(request: RefundRequest) -> Receipt:
            type(provider).refund(provider, request)
            raise CrashError

        provider.refund = dies  # type: ignore[method-assign]

    def _recover(self) -> None:
        self.house.provider.__dict__.pop("refund", None)
        self.house.provider.lose = self.house.provider.unheard = False


def walk(chosen: settings) -> int:
    """Walk so many times so far; how many refunds were made on the way."""
    REACHED.clear()
    run_state_machine_as_test(Gate, settings=chosen)
    return REACHED["refunds"]


def test_short_walks() -> None:
    """A few walks, the same in every run; money moves on the way."""
    assert walk(settings(max_examples=60, stateful_step_count=40, deadline=None, derandomize=True)) >= 30


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_long_walks() -> None:
    """Many long walks, others in every run, for `make prove`."""
    assert walk(settings(max_examples=200, stateful_step_count=60, deadline=None)) >= 60


def test_unknown_then_retry_then_expiry_pays_once(tmp_path: Path) -> None:
    """Directed: the answer is lost, the approval's time runs out, and the refund is still found, not repeated."""
    house = House(tmp_path)
    pending = house.quoted("1")
    house.approve(pending)
    house.provider.lose = True
    house.execute(pending)
    house.later(10 * 3600)
    house.provider.lose = False
    house.reconcile(pending)
    with pytest.raises(TooLateError):
        house.execute(pending)
    assert house.provider.paid == 6000
