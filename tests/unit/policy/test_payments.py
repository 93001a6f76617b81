"""Where an owed amount goes back to."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterfoil.domain.ids import PaymentId
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Dispute, Order, Payment, PaymentKind
from counterfoil.policy.owed import Owed, Refusal, Refused
from counterfoil.policy.payments import split
from tests.unit.policy.orders import CURRENCY, component, order, payment


def due(*minors: int) -> Owed:
    """An amount owed for components "0", "1", ..."""
    allocations = tuple((component(str(number), minor), Money(minor, CURRENCY)) for number, minor in enumerate(minors))
    return Owed(allocations=allocations, rule="CHANGED_MIND", days_since=3, window_days=30)


def paid(*payments: Payment) -> Order:
    """An order with these payments."""
    return order(component("0", 1), payments=payments)


def parts(of: Order, owed: Owed, ours: dict[str, int] | None = None) -> dict[str, dict[str, int]] | Refusal:
    """Minor units by payment and component, or the refusal."""
    found = split(of, owed, {PaymentId(name): minor for name, minor in (ours or {}).items()})
    if isinstance(found, Refused):
        return found.reason
    return {part.payment.payment: {row.component: amount.minor for row, amount in part.allocations} for part in found}


def test_one_card_takes_everything() -> None:
    """The common case: one part with all allocations."""
    assert parts(paid(payment("a", 100)), due(40, 60)) == {"a": {"0": 40, "1": 60}}


def test_a_payment_with_room_for_all_is_preferred() -> None:
    """Nothing is divided while one payment can take the whole."""
    assert parts(paid(payment("a", 50), payment("b", 100)), due(40, 60)) == {"b": {"0": 40, "1": 60}}


def test_components_stay_whole_where_they_fit() -> None:
    """Each component goes to one payment."""
    assert parts(paid(payment("a", 50), payment("b", 60)), due(40, 60)) == {"a": {"0": 40}, "b": {"1": 60}}


def test_a_component_is_cut_only_where_it_must() -> None:
    """What fits nowhere is divided exactly."""
    assert parts(paid(payment("a", 50), payment("b", 60)), due(110)) == {"a": {"0": 50}, "b": {"0": 60}}


@pytest.mark.parametrize("kind", [kind for kind in PaymentKind if kind is not PaymentKind.CARD])
def test_only_cards_are_refunded(kind: PaymentKind) -> None:
    """Every other kind of payment is refused for its kind."""
    assert parts(paid(payment("a", 100, kind=kind)), due(40)) is Refusal.PAYMENT_KIND


def test_a_card_that_covers_a_part_only_is_refused_for_the_rest() -> None:
    """The remainder was paid in a way that the gate can't refund."""
    mixed = paid(payment("a", 50), payment("b", 50, kind=PaymentKind.GIFT_CARD))
    assert parts(mixed, due(60)) is Refusal.PAYMENT_KIND
    assert parts(mixed, due(50)) == {"a": {"0": 50}}


@pytest.mark.parametrize("dispute", [Dispute.OPEN, Dispute.LOST])
def test_a_dispute_refuses_everything(dispute: Dispute) -> None:
    """The bank may pay back the same money, so not even another card is used."""
    assert parts(paid(payment("a", 50, dispute=dispute), payment("b", 100)), due(40)) is Refusal.DISPUTED


def test_a_dispute_that_was_won_does_not_matter() -> None:
    """The money stayed with the shop."""
    assert parts(paid(payment("a", 50, dispute=Dispute.WON)), due(40)) == {"a": {"0": 40}}


def test_refunds_of_others_and_of_ours_take_room() -> None:
    """Captured less both must hold the amount, to the last minor unit."""
    card = paid(payment("a", 100, elsewhere=30))
    assert parts(card, due(50), {"a": 20}) == {"a": {"0": 50}}
    assert parts(card, due(51), {"a": 20}) is Refusal.NO_ROOM


def test_more_refunded_than_captured_is_no_room() -> None:
    """A record that says so refuses instead of failing."""
    assert parts(paid(payment("a", 100, elsewhere=150)), due(1)) is Refusal.NO_ROOM


def test_an_order_without_payments_is_refused() -> None:
    """There is nothing to refund to."""
    assert parts(paid(), due(1)) is Refusal.PAYMENT_KIND


def test_another_currency_is_refused() -> None:
    """A payment in another currency has no room for this amount."""
    assert parts(paid(payment("a", 100, currency="USD")), due(1)) is Refusal.PAYMENT_KIND


amounts = st.lists(st.integers(1, 500), min_size=1, max_size=5)
cards = st.lists(st.tuples(st.integers(0, 900), st.integers(0, 300), st.integers(0, 300)), min_size=1, max_size=4)


@given(amounts=amounts, cards=cards)
def test_parts_are_exact_and_within_every_room(amounts: list[int], cards: list[tuple[int, int, int]]) -> None:
    """All of what is owed, by component; never above what a payment has left; refused only when it can't be."""
    payments = [payment(str(n), captured, elsewhere=gone) for n, (captured, gone, _) in enumerate(cards)]
    ours = {PaymentId(str(n)): held for n, (_, _, held) in enumerate(cards)}
    rooms = {PaymentId(str(n)): max(0, captured - gone - held) for n, (captured, gone, held) in enumerate(cards)}
    owed = due(*amounts)
    found = split(paid(*payments), owed, ours)
    if isinstance(found, Refused):
        assert sum(rooms.values()) < sum(amounts)
        return
    by_component: Counter[str] = Counter()
    for part in found:
        assert 0 < part.amount.minor <= rooms[part.payment.payment]
        for row, amount in part.allocations:
            by_component[row.component] += amount.minor
    assert by_component == {part.component: amount.minor for part, amount in owed.allocations}
    assert len({part.payment.payment for part in found}) == len(found)
    assert split(paid(*payments), owed, ours) == found
