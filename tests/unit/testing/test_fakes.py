"""The fakes that are shipped do what their names say, the same in every run."""

from collections import deque

import pytest

from counterfoil.domain.choices import Choice, Intent
from counterfoil.domain.digests import canonical
from counterfoil.domain.errors import ProviderError
from counterfoil.domain.executions import Outcome
from counterfoil.domain.ids import BlockId, PaymentId
from counterfoil.domain.money import Money
from counterfoil.domain.texts import Reading
from counterfoil.ports.refunds import RefundRequest
from counterfoil.testing.brains import UNCLEAR, AnythingBrain, ScriptedBrain
from counterfoil.testing.clock import FixedClock
from counterfoil.testing.entropy import CountingEntropy
from counterfoil.testing.provider import Fault, StrictProvider

PAID = PaymentId("pay_1")
AMOUNT = Money(500, "EUR")
READING = Reading(subject="", text="", spans=(), views=(), language=None, flags=frozenset())
REQUEST = RefundRequest(
    payment=PAID,
    amount=AMOUNT,
    installation="ins_1",
    pending="pnd_1",
    idempotency_key="key-1",
    body=canonical(
        {"amount": AMOUNT.body(), "metadata": {"installation": "ins_1", "pending": "pnd_1"}, "payment": PAID}
    ),
)


def provider(*faults: Fault | None) -> StrictProvider:
    """A provider with one payment and these faults to come."""
    made = StrictProvider(clock=FixedClock(), faults=deque(faults))
    made.register(PAID, Money(1000, "EUR"))
    return made


def test_answer_lost_before_paying() -> None:
    """Nothing was paid; the next try with the same key pays."""
    strict = provider(Fault.LOST_BEFORE)
    assert strict.refund(REQUEST).outcome is Outcome.UNKNOWN
    assert (strict.refunds_of(PAID), strict.asked) == ((), [])
    assert strict.refund(REQUEST).outcome is Outcome.SUCCEEDED


def test_answer_lost_after_paying() -> None:
    """It was paid; the next try with the same key pays nothing more."""
    strict = provider(Fault.LOST_AFTER)
    assert strict.refund(REQUEST).outcome is Outcome.UNKNOWN
    assert [row.outcome for row in strict.refunds_of(PAID)] == [Outcome.SUCCEEDED]
    assert strict.refund(REQUEST).outcome is Outcome.SUCCEEDED
    assert len(strict.refunds_of(PAID)) == 1


def test_declined_refund_leaves_its_room() -> None:
    """A final no is listed and frees what it held."""
    strict = provider(Fault.DECLINED)
    assert strict.refund(REQUEST).outcome is Outcome.FAILED
    facts = strict.payment(PAID)
    assert facts is not None
    assert facts.refunded.minor == 0


@pytest.mark.parametrize(
    ("fault", "later"), [(Fault.PENDING, Outcome.SUCCEEDED), (Fault.PENDING_THEN_FAILED, Outcome.FAILED)]
)
def test_pending_settles_when_listed(fault: Fault, later: Outcome) -> None:
    """A pending refund holds its room until the list says how it ended."""
    strict = provider(fault)
    assert strict.refund(REQUEST).outcome is Outcome.PENDING
    before = strict.payment(PAID)
    assert before is not None
    assert before.refunded == AMOUNT
    assert [row.outcome for row in strict.refunds_of(PAID)] == [later]


def test_unreachable_provider_can_not_be_read_once() -> None:
    """The reading after the fault fails, the one after it doesn't."""
    strict = provider(Fault.UNREACHABLE)
    assert strict.refund(REQUEST).outcome is Outcome.UNKNOWN
    with pytest.raises(ProviderError):
        strict.refunds_of(PAID)
    assert strict.refunds_of(PAID) == ()


def test_faults_are_taken_in_order() -> None:
    """None in the script is a refund that goes well."""
    strict = provider(None, Fault.LOST_BEFORE)
    assert strict.refund(REQUEST).outcome is Outcome.SUCCEEDED
    assert strict.refund(REQUEST).outcome is Outcome.UNKNOWN
    assert len(strict.asked) == 1


def test_clock_moves_only_when_told() -> None:
    """Forward and backward, never by itself."""
    clock = FixedClock(100)
    clock.advance(50)
    assert (clock.now(), clock.now()) == (150, 150)
    clock.jump_back(100)
    assert clock.now() == 50


@pytest.mark.parametrize("count", [0, 1, 15, 32, 100])
def test_entropy_is_repeatable_and_never_repeats_itself(count: int) -> None:
    """Two of one seed agree; two draws, and two seeds, differ."""
    one, two, other = CountingEntropy(1), CountingEntropy(1), CountingEntropy(2)
    first = one.draw(count)
    assert len(first) == count
    assert first == two.draw(count)
    if count >= 15:
        assert first not in (one.draw(count), other.draw(count))


def test_scripted_brain_follows_its_script_then_is_unclear() -> None:
    """What it was shown is remembered."""
    choice = Choice(intent=Intent.STATUS)
    brain = ScriptedBrain([choice])
    assert brain.choose(READING, (), ()) == choice
    assert brain.choose(READING, (), ()) == UNCLEAR
    assert brain.shown == [(READING, (), ())] * 2


def test_anything_brain_ignores_what_it_is_shown() -> None:
    """It names a block that nobody showed it."""
    choice = Choice(intent=Intent.ASKS_FOR, blocks=(BlockId("blk_nowhere"),))
    assert AnythingBrain(choice).choose(READING, (), ()) == choice
