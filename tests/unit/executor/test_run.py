"""The executor's round: everything that can be done now, nobody held up by another's problem."""

from pathlib import Path

import pytest

from counterfoil.domain.errors import ProviderError
from counterfoil.domain.ids import PaymentId, PendingId
from counterfoil.domain.templates import State
from counterfoil.executor.run import Round, Tools, run_once
from counterfoil.ports.payment_reads import PaymentFacts
from tests.unit.gate.house import House, lamp_order, refund_of


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A fresh shop."""
    return House(tmp_path)


def _round(house: House) -> Round:
    tools = Tools(
        store=house.store, court=house.court, provider=house.provider, rules=house.rules, entropy=house.entropy
    )
    return run_once(tools)


def test_idle(house: House) -> None:
    """Nothing to do is told as nothing."""
    assert _round(house).idle


def test_prices_then_pays(house: House) -> None:
    """What was parked is priced, what was signed is paid, once."""
    house.park(refund_of("1"))
    assert _round(house).quoted == 1
    with house.store.read() as rows:
        (pending,) = rows.chains()
    house.approve(pending)
    assert _round(house).paid == ((pending, State.SUCCEEDED),)
    assert _round(house).idle
    assert house.provider.paid == 6000


def test_refusal_has_its_reason(house: House) -> None:
    """What can't be priced is refused with a reason and not tried again."""
    house.park(refund_of("1", order="LL-404"))
    assert len(_round(house).refused) == 1
    assert _round(house).idle


def test_expiry(house: House) -> None:
    """What nobody decided in time ends."""
    pending = house.quoted()
    house.later()
    assert _round(house).expired == (pending,)


def test_lost_answer_is_found(house: House) -> None:
    """An answer that got lost is looked up, and nothing is paid twice."""
    pending = house.quoted()
    house.approve(pending)
    house.provider.lose = True
    assert _round(house).paid == ((pending, State.UNKNOWN),)
    house.provider.lose = False
    assert _round(house).paid == ((pending, State.SUCCEEDED),)
    assert house.provider.paid == 6000


def test_one_problem_blocks_nobody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A payment that the provider can't tell about leaves the others to be paid."""
    house.add_order(lamp_order("LL-2"))
    bad, good = house.quoted(), _second(house)
    house.approve(bad)
    house.approve(good)
    reads = house.provider.payment

    def payment(wanted: PaymentId) -> PaymentFacts | None:
        if wanted == "pay_LL-1":
            raise ProviderError("down")
        return reads(wanted)

    monkeypatch.setattr(house.provider, "payment", payment)
    done = _round(house)
    assert done.paid == ((good, State.SUCCEEDED),)
    assert [error.code for error in done.problems] == ["CF-600"]
    monkeypatch.undo()
    assert _round(house).paid == ((bad, State.SUCCEEDED),)


def _second(house: House) -> PendingId:
    """A refund of the second order, priced."""
    parking = house.park(refund_of("1", order="LL-2"), message=house.message(ticket="tkt_2"))
    assert _round(house).quoted == 1
    with house.store.read() as rows:
        return rows.pendings_of(parking)[0].pending
