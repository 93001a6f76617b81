"""The answer: whole blocks and locked templates, in a fixed order."""

from collections.abc import Sequence

import pytest

from counterfoil.brain.compose import compose
from counterfoil.brain.propose import Proposed, propose
from counterfoil.domain.actions import CancelOrder, HandOver, RefundComponents
from counterfoil.domain.answers import Draft, Line, Quote
from counterfoil.domain.choices import Choice, Intent, OrderChoice, Reason
from counterfoil.domain.ids import BlockId, ComponentId, OrderId
from counterfoil.domain.orders import Order, OrderStatus
from tests.unit.brain.cases import KETTLE, LAMP, TABLE, hit, line, message, order, reading

HITS = (hit("b1", "Returns", "Thirty days."), hit("b2", "Refunds", "Five days."))
ORDERS = (LAMP, TABLE, KETTLE)
ASKS = Choice(intent=Intent.ASKS_ABOUT)


def names(draft: Draft) -> list[str]:
    """The templates and quoted blocks, in order."""
    return [piece.citation.block if isinstance(piece, Quote) else piece.template for piece in draft.pieces]


def composed(choice: Choice, proposed: Proposed, orders: Sequence[Order] = ORDERS) -> list[str]:
    """What is said, in English."""
    return names(compose(choice, proposed, HITS, orders, "en"))


def test_an_answer_is_introduced_and_marked_as_automated() -> None:
    """Blocks in the order chosen."""
    choice = Choice(intent=Intent.ASKS_ABOUT, blocks=(BlockId("b2"), BlockId("b1")))
    assert composed(choice, Proposed()) == ["answer_intro", "b2", "b1", "automated"]


def test_a_rule_beside_a_request_is_only_the_general_rule() -> None:
    """It must not read like a promise for the customer's own case."""
    choice = Choice(intent=Intent.ASKS_FOR, blocks=(BlockId("b1"),))
    action = CancelOrder(order=KETTLE.order)
    said = composed(choice, Proposed(money=(action,)))
    assert said == ["answer_intro", "b1", "general_rule", "request_received", "automated"]


def test_each_request_that_is_passed_on_is_confirmed() -> None:
    """Once an order."""
    named = RefundComponents(order=LAMP.order, components=(ComponentId("1"),), reason=Reason.DAMAGED)
    draft = compose(ASKS, Proposed(money=(named, CancelOrder(order=KETTLE.order))), HITS, ORDERS, "en")
    confirmed = [piece.slots for piece in draft.pieces if isinstance(piece, Line) and piece.slots]
    assert confirmed == [(("order", LAMP.order),), (("order", KETTLE.order),)]


def test_an_order_that_was_not_shown_is_not_named() -> None:
    """Whatever stands in the proposal."""
    strange = Proposed(money=(CancelOrder(order=OrderId("LL-9")),), status=(OrderId("LL-9"),))
    assert composed(ASKS, strange) == ["hand_over", "automated"]


def test_an_ask_back_stands_in_the_same_answer() -> None:
    """One mail: the answer, then the question."""
    choice = Choice(intent=Intent.ASKS_FOR)
    proposed = propose(choice, message(), reading("Refund!"), ORDERS, HITS)
    assert composed(choice, proposed) == ["ask_order", *["ask_order_option"] * 3, "automated"]


def test_a_hand_over_is_said() -> None:
    """The customer hears that a person will answer."""
    assert composed(ASKS, Proposed(hand_over=(HandOver.NO_ANSWER,))) == ["hand_over", "automated"]


def test_with_nothing_to_say_a_person_answers() -> None:
    """There is no empty mail."""
    assert composed(Choice(intent=Intent.NEITHER), Proposed()) == ["hand_over", "automated"]


def test_a_withdrawal_is_confirmed() -> None:
    """That it was noted, not that something was ended."""
    assert composed(Choice(intent=Intent.WITHDRAWS), Proposed(withdraws=True)) == ["withdrawal_received", "automated"]


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (OrderStatus.PENDING, "status_pending"),
        (OrderStatus.SHIPPED, "status_shipped"),
        (OrderStatus.DELIVERED, "status_delivered"),
        (OrderStatus.CANCELLED, "status_cancelled"),
    ],
)
def test_status_comes_from_the_record(status: OrderStatus, said: str) -> None:
    """One sentence a state."""
    mine = order("LL-7", line("1", "Rug"), status=status)
    assert composed(Choice(intent=Intent.STATUS), Proposed(status=(mine.order,)), (mine,)) == [said, "automated"]


def test_a_block_that_was_not_found_is_not_quoted() -> None:
    """Even when the proposal was made without looking."""
    choice = Choice(intent=Intent.ASKS_ABOUT, blocks=(BlockId("b9"),))
    assert composed(choice, Proposed()) == ["hand_over", "automated"]


def test_an_unsound_choice_quotes_nothing_at_all() -> None:
    """A wrong order index beside a good block is reason enough."""
    choice = Choice(intent=Intent.ASKS_ABOUT, blocks=(BlockId("b1"),), orders=(OrderChoice(order=9, components=()),))
    assert "b1" not in composed(choice, Proposed())


def test_another_language_has_its_own_hand_over() -> None:
    """German where there is German, English where not."""
    draft = compose(ASKS, Proposed(hand_over=(HandOver.LANGUAGE,)), (), (), "de")
    assert [piece.language for piece in draft.pieces if isinstance(piece, Line)] == ["de", "de"]
