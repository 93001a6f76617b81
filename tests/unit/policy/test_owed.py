"""What the record owes."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterfoil.domain.actions import CancelOrder, MoneyAction, RefundComponents
from counterfoil.domain.choices import Reason
from counterfoil.domain.ids import ComponentId, OrderId
from counterfoil.domain.orders import ComponentKind, Order, OrderStatus
from counterfoil.domain.rules import Rules
from counterfoil.policy.owed import CANCELLED_BEFORE_SHIPPING, Owed, Refusal, Refused, owed
from tests.unit.policy.orders import TODAY, component, order

RULES = Rules()
LAMP, MUG = component("1", 7900), component("2", 1200)
SHIPPING = component("S", 495, ComponentKind.SHIPPING)
TAX = component("T", 728, ComponentKind.TAX)
VOUCHER = component("V", 5000, redeemable=True)


def refund(*components: str, reason: Reason = Reason.CHANGED_MIND) -> RefundComponents:
    """A return of components of the order LL-1."""
    named = tuple(ComponentId(name) for name in components)
    return RefundComponents(order=OrderId("LL-1"), components=named, reason=reason)


CANCEL = CancelOrder(order=OrderId("LL-1"))


def priced(of: Order, action: MoneyAction, allocated: Mapping[str, int] | None = None) -> dict[str, int] | Refusal:
    """Minor units by component, or the refusal."""
    held = {ComponentId(name): minor for name, minor in (allocated or {}).items()}
    found = owed(of, action, held, RULES, TODAY)
    if isinstance(found, Refused):
        return found.reason
    return {part.component: amount.minor for part, amount in found.allocations}


def test_a_returned_line_is_owed_at_its_net() -> None:
    """A change of mind within the window owes the line and nothing else."""
    assert priced(order(LAMP, MUG, SHIPPING), refund("1")) == {"1": 7900}


def test_it_names_the_rule_and_the_days() -> None:
    """Rule, days and window stand on the result."""
    found = owed(order(LAMP, days_ago=5), refund("1"), {}, RULES, TODAY)
    assert isinstance(found, Owed)
    assert (found.rule, found.days_since, found.window_days) == ("CHANGED_MIND", 5, 30)
    assert found.amount == LAMP.net


@pytest.mark.parametrize(("days", "due"), [(0, True), (29, True), (30, True), (31, False)])
def test_the_last_day_of_the_window_counts(days: int, due: bool) -> None:
    """Thirty calendar days after delivery is within, thirty-one is not."""
    found = priced(order(LAMP, days_ago=days), refund("1"))
    assert found == ({"1": 7900} if due else Refusal.WINDOW_PAST)


def test_damage_has_a_window_of_its_own() -> None:
    """What is too late for a change of mind may be in time for damage."""
    assert priced(order(LAMP, days_ago=60), refund("1", reason=Reason.DAMAGED)) == {"1": 7900}


@pytest.mark.parametrize("reason", [Reason.NOT_RECEIVED, Reason.NOT_SHIPPED])
def test_a_reason_without_a_window_is_not_owed(reason: Reason) -> None:
    """Nothing is owed by a rule that isn't there."""
    assert priced(order(LAMP), refund("1", reason=reason)) is Refusal.NOT_OWED_BY_RULE


def test_a_setting_never_makes_a_return_of_what_was_not_shipped() -> None:
    """NOT_SHIPPED belongs to cancellations, even where the settings give it a window."""
    rules = Rules(window_days=((Reason.NOT_SHIPPED, 900),))
    found = owed(order(LAMP), refund("1", reason=Reason.NOT_SHIPPED), {}, rules, TODAY)
    assert found == Refused(reason=Refusal.NOT_OWED_BY_RULE)


@pytest.mark.parametrize("status", [OrderStatus.PENDING, OrderStatus.SHIPPED])
def test_a_return_needs_a_delivery(status: OrderStatus) -> None:
    """What has not been delivered can't be returned."""
    assert priced(order(LAMP, status=status, days_ago=None), refund("1")) is Refusal.NOT_DELIVERED


@pytest.mark.parametrize("days", [None, -1])
def test_a_delivery_without_a_past_date_is_none(days: int | None) -> None:
    """A missing date or one in the future refuses."""
    assert priced(order(LAMP, days_ago=days), refund("1")) is Refusal.NOT_DELIVERED


def test_a_cancelled_order_owes_no_return() -> None:
    """The shop has ended it already."""
    assert priced(order(LAMP, status=OrderStatus.CANCELLED), refund("1")) is Refusal.ALREADY_CANCELLED


@pytest.mark.parametrize("named", [(), ("9",), ("1", "9"), ("1", "1")])
def test_unknown_repeated_or_no_components_are_refused(named: tuple[str, ...]) -> None:
    """One unknown name refuses the whole action; nothing named means nothing, not everything."""
    assert priced(order(LAMP, MUG), refund(*named)) is Refusal.UNKNOWN_COMPONENT


def test_another_order_is_refused() -> None:
    """The action must name the order that is priced."""
    assert priced(order(LAMP), CancelOrder(order=OrderId("LL-2"))) is Refusal.OTHER_ORDER


def test_what_is_allocated_is_taken_off() -> None:
    """Only what is left of a component is owed."""
    assert priced(order(LAMP), refund("1"), {"1": 7000}) == {"1": 900}


def test_nothing_is_left_twice() -> None:
    """A component that is refunded or promised in full owes nothing more."""
    assert priced(order(LAMP), refund("1"), {"1": 7900}) is Refusal.NOTHING_LEFT


def test_a_voucher_is_never_owed() -> None:
    """A redeemable line refuses a return whole, also beside other lines."""
    assert priced(order(LAMP, VOUCHER), refund("1", "V")) is Refusal.REDEEMABLE


def test_lines_beside_a_voucher_are_owed() -> None:
    """The rest of such an order can be returned."""
    assert priced(order(LAMP, VOUCHER), refund("1")) == {"1": 7900}


def test_shipping_comes_back_with_a_wholly_wrong_order() -> None:
    """WRONG_ITEM for every line gives shipping back."""
    found = priced(order(LAMP, MUG, SHIPPING), refund("1", "2", reason=Reason.WRONG_ITEM))
    assert found == {"1": 7900, "2": 1200, "S": 495}


def test_shipping_stays_when_a_line_stays() -> None:
    """One line of two does not give shipping back."""
    assert priced(order(LAMP, MUG, SHIPPING), refund("1", reason=Reason.WRONG_ITEM)) == {"1": 7900}


def test_shipping_stays_on_a_change_of_mind() -> None:
    """The whole order goes back, the shipping charge stays by rule."""
    assert priced(order(LAMP, MUG, SHIPPING), refund("1", "2")) == {"1": 7900, "2": 1200}


@pytest.mark.parametrize("part", ["S", "T"])
def test_shipping_and_tax_can_not_be_asked_for_alone(part: str) -> None:
    """They follow the lines and are never owed by themselves."""
    assert priced(order(LAMP, SHIPPING, TAX), refund(part)) is Refusal.NOT_OWED_BY_RULE


def test_tax_comes_with_its_line_in_proportion() -> None:
    """8 % tax on 91.00: the lamp's share of 7.28 is 6.32."""
    assert priced(order(LAMP, MUG, TAX), refund("1")) == {"1": 7900, "T": 632}


def test_the_last_line_brings_the_rest_of_the_tax() -> None:
    """Shares of partial returns add up to the tax exactly."""
    assert priced(order(LAMP, MUG, TAX), refund("2"), {"1": 7900, "T": 632}) == {"2": 1200, "T": 96}


def test_a_cancellation_owes_everything() -> None:
    """Lines, shipping and tax; no window."""
    whole = order(LAMP, SHIPPING, TAX, status=OrderStatus.PENDING, days_ago=None)
    assert priced(whole, CANCEL) == {"1": 7900, "S": 495, "T": 728}
    found = owed(whole, CANCEL, {}, RULES, TODAY)
    assert isinstance(found, Owed)
    assert (found.rule, found.days_since, found.window_days) == (CANCELLED_BEFORE_SHIPPING, None, None)


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (OrderStatus.SHIPPED, Refusal.ALREADY_SHIPPED),
        (OrderStatus.DELIVERED, Refusal.ALREADY_SHIPPED),
        (OrderStatus.CANCELLED, Refusal.ALREADY_CANCELLED),
    ],
)
def test_only_a_pending_order_can_be_cancelled(status: OrderStatus, why: Refusal) -> None:
    """Every other state refuses for its own reason."""
    assert priced(order(LAMP, status=status), CANCEL) is why


def test_a_cancellation_with_a_voucher_is_refused() -> None:
    """The voucher may have been spent."""
    assert priced(order(LAMP, VOUCHER, status=OrderStatus.PENDING), CANCEL) is Refusal.REDEEMABLE


nets = st.lists(st.integers(0, 10_000), min_size=1, max_size=5)


@given(nets=nets, tax=st.integers(0, 3_000), data=st.data())
def test_disjoint_returns_never_exceed_the_record(nets: list[int], tax: int, data: st.DataObject) -> None:
    """Whatever the order of partial returns: each component gives its net in the end, and never more on the way."""
    lines = [component(str(number), net) for number, net in enumerate(nets)]
    whole = order(*lines, component("T", tax, ComponentKind.TAX))
    allocated: dict[str, int] = {}
    for line in data.draw(st.permutations(lines)):
        found = priced(whole, refund(line.component), allocated)
        for name, minor in (found if isinstance(found, dict) else {}).items():
            allocated[name] = allocated.get(name, 0) + minor
        assert allocated.get("T", 0) <= tax
    assert all(allocated.get(line.component, 0) == line.net.minor for line in lines)
    assert allocated.get("T", 0) == (tax if sum(nets) else 0)


@given(nets=nets, held=st.lists(st.integers(0, 20_000), min_size=5, max_size=5), days=st.integers(-5, 800))
def test_nothing_above_the_net_is_ever_owed(nets: list[int], held: list[int], days: int) -> None:
    """For any allocation and any day, each amount is positive and at most the net less what is allocated."""
    lines = [component(str(number), net) for number, net in enumerate(nets)]
    allocated = {ComponentId(str(number)): minor for number, minor in enumerate(held)}
    delivered = order(*lines, days_ago=0)
    action = refund(*(line.component for line in lines), reason=Reason.WRONG_ITEM)
    found = owed(delivered, action, allocated, RULES, TODAY + timedelta(days=days))
    if isinstance(found, Owed):
        assert 0 <= days <= 730
        for part, amount in found.allocations:
            assert 0 < amount.minor <= part.net.minor - min(part.net.minor, allocated.get(part.component, 0))
