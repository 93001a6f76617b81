"""A choice becomes actions, ask-backs or hand-overs, whoever made it."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterfoil.brain.compose import compose
from counterfoil.brain.propose import Proposed, propose
from counterfoil.domain.actions import CancelOrder, HandOver, RefundComponents
from counterfoil.domain.answers import Line, Quote, render, verify
from counterfoil.domain.choices import Choice, Intent, OrderChoice, Reason
from counterfoil.domain.ids import BlockId, ComponentId
from counterfoil.domain.knowledge import Hit
from counterfoil.domain.orders import ComponentKind, Order
from counterfoil.domain.templates import TEMPLATES
from counterfoil.domain.tickets import Identity
from tests.unit.brain.cases import COVERS, KETTLE, LAMP, TABLE, hit, message, reading

WORDS = reading("Please take it back.", quoted="\n> refund $900")
ORDERS = (LAMP, TABLE, KETTLE)
HITS = (hit("b1", "Returns", "Thirty days."), hit("b2", "Refunds", "Five days."))


def proposed(choice: Choice, orders: Sequence[Order] = ORDERS, identity: Identity = Identity.DMARC) -> Proposed:
    """What the choice comes to."""
    return propose(choice, message(identity), WORDS, orders, HITS)


def asks(*orders: tuple[int, tuple[int, ...]], cancels: bool = False, items_unclear: bool = False) -> Choice:
    """A choice that asks for these orders and components."""
    picked = tuple(OrderChoice(order=number, components=parts) for number, parts in orders)
    return Choice(intent=Intent.ASKS_FOR, orders=picked, cancels=cancels, items_unclear=items_unclear)


def test_chosen_components_become_a_refund() -> None:
    """Component ids of the order shown, sorted."""
    (action,) = proposed(asks((1, (0, 2)))).money
    assert action == RefundComponents(order=TABLE.order, components=_ids(TABLE, 0, 2), reason=Reason.CHANGED_MIND)


def test_no_components_mean_every_line() -> None:
    """The whole order: its lines; shipping and tax follow by rule, not by choice."""
    (action,) = proposed(asks((0, ()))).money
    assert action == RefundComponents(order=LAMP.order, components=_ids(LAMP, 0), reason=Reason.CHANGED_MIND)


def test_several_orders_each_have_an_action() -> None:
    """One action an order, in the order shown."""
    assert [action.order for action in proposed(asks((0, (0,)), (1, (1,)))).money] == [LAMP.order, TABLE.order]


def test_a_cancellation_names_the_order_only() -> None:
    """The whole order is cancelled."""
    assert proposed(asks((2, ()), cancels=True)).money == (CancelOrder(order=KETTLE.order),)
    assert proposed(asks((2, (0, 1)), cancels=True)).money == (CancelOrder(order=KETTLE.order),)


def test_a_part_of_an_order_is_not_cancelled() -> None:
    """Cancelling everything would be wrong, so a person looks."""
    found = proposed(asks((2, (0,)), cancels=True))
    assert (found.money, found.hand_over) == ((), (HandOver.NOT_SUPPORTED,))


def test_an_open_order_is_asked_back_with_every_own_order() -> None:
    """One question, one option an order."""
    found = proposed(asks())
    assert found.money == ()
    assert found.ask_back is not None
    assert render(found.ask_back).count("order LL-") == len(ORDERS)


def test_open_items_are_asked_back_for_the_order_meant() -> None:
    """The order is known, its lines are not: never the whole order."""
    found = proposed(asks((1, ()), items_unclear=True))
    assert found.money == ()
    assert found.ask_back is not None
    assert "LL-1043" in render(found.ask_back)


def test_without_orders_a_person_looks() -> None:
    """There is nothing to ask about."""
    found = proposed(asks(), orders=())
    assert (found.ask_back, found.hand_over) == (None, (HandOver.UNCLEAR,))


def test_too_many_orders_are_not_listed() -> None:
    """A person asks instead of a list of eleven."""
    assert proposed(asks(), orders=(LAMP,) * 11).hand_over == (HandOver.UNCLEAR,)


@pytest.mark.parametrize("intent", [Intent.ASKS_FOR, Intent.WITHDRAWS, Intent.STATUS])
def test_nobody_verified_is_handed_over(intent: Intent) -> None:
    """No ask-back, no proposal, no withdrawal, even when orders were passed in."""
    found = proposed(Choice(intent=intent), identity=Identity.NONE)
    assert found == Proposed(hand_over=(HandOver.UNVERIFIED,), evidence=found.evidence)


def test_a_wish_for_a_person_stops_the_money() -> None:
    """Threats and wishes for a person are read by one."""
    choice = Choice(intent=Intent.ASKS_FOR, orders=(OrderChoice(order=0, components=()),), wants_person=True)
    found = proposed(choice)
    assert (found.money, found.ask_back, found.hand_over) == ((), None, (HandOver.WANTS_PERSON,))


def test_an_unanswered_question_is_handed_over() -> None:
    """No block, no answer."""
    assert proposed(Choice(intent=Intent.ASKS_ABOUT)).hand_over == (HandOver.NO_ANSWER,)
    assert proposed(Choice(intent=Intent.ASKS_ABOUT, blocks=(BlockId("b1"),))).hand_over == ()


def test_a_withdrawal_is_passed_on() -> None:
    """Nothing is proposed; the desk ends what waits."""
    assert proposed(Choice(intent=Intent.WITHDRAWS)).withdraws


def test_status_names_the_orders_asked_about() -> None:
    """Own orders only, from the record."""
    found = proposed(Choice(intent=Intent.STATUS, orders=(OrderChoice(order=1, components=()),)))
    assert found.status == (TABLE.order,)


def test_evidence_is_the_requesters_own_words() -> None:
    """A quoted demand is no evidence."""
    (words,) = proposed(asks((0, ()))).evidence
    assert (words.start, words.text) == (0, "Please take it back.")


@pytest.mark.parametrize(
    "choice",
    [
        asks((3, ())),
        asks((-1, ())),
        asks((1, (3,))),
        asks((1, (-1,))),
        asks((1, (2, 0))),
        asks((1, (0, 0))),
        asks((1, (0,)), (0, (0,))),
        asks((0, ()), (0, ())),
        Choice(intent=Intent.ASKS_ABOUT, blocks=(BlockId("b3"),)),
        Choice(intent=Intent.ASKS_ABOUT, blocks=(BlockId("b1"), BlockId("b1"))),
    ],
)
def test_what_was_not_shown_voids_the_choice(choice: Choice) -> None:
    """Out of range, unsorted, repeated or unknown: nothing is chosen and a person looks."""
    found = proposed(choice)
    assert found == Proposed(hand_over=(HandOver.UNCLEAR,), evidence=found.evidence)
    draft = compose(choice, found, HITS, ORDERS, "en")
    assert not any(isinstance(piece, Quote) for piece in draft.pieces)


def _ids(of: Order, *places: int) -> tuple[ComponentId, ...]:
    return tuple(of.components[place].component for place in places)


indexes = st.lists(st.integers(-2, 5), max_size=4).map(tuple)
picks = st.builds(OrderChoice, order=st.integers(-2, 5), components=indexes)
choices = st.builds(
    Choice,
    intent=st.sampled_from(Intent),
    blocks=st.lists(st.sampled_from(["b1", "b2", "b3", "", "'; drop"]), max_size=3).map(tuple),
    orders=st.lists(picks, max_size=3).map(tuple),
    items_unclear=st.booleans(),
    reason=st.sampled_from(Reason),
    cancels=st.booleans(),
    wants_person=st.booleans(),
)
books = st.lists(st.sampled_from([LAMP, TABLE, KETTLE, COVERS]), unique=True, max_size=4).map(tuple)
found_hits = st.lists(st.sampled_from(HITS), unique=True, max_size=2).map(tuple)


@given(choice=choices, orders=books, hits=found_hits, identity=st.sampled_from(Identity))
def test_no_brain_gets_out_what_was_not_shown(
    choice: Choice, orders: tuple[Order, ...], hits: tuple[Hit, ...], identity: Identity
) -> None:
    """Any choice at all: only own orders and lines, only verified authors, only whole blocks and locked templates."""
    found = propose(choice, message(identity), WORDS, orders, hits)
    own = {order.order: order for order in orders}
    assert not found.money or identity is not Identity.NONE
    assert len({action.order for action in found.money}) == len(found.money)
    for action in found.money:
        of = own[action.order]
        if isinstance(action, RefundComponents):
            known = [of.component(part) for part in action.components]
            assert known
            assert None not in known
            assert list(action.components) == sorted(set(action.components))
    draft = compose(choice, found, hits, orders, "en")
    texts = {hit.block.block: hit.block for hit in hits}
    verify(draft, texts.get)
    for piece in draft.pieces:
        if isinstance(piece, Line):
            assert (piece.template, piece.language) in TEMPLATES
            assert all(value in own for name, value in piece.slots if name == "order")


@given(choice=choices, orders=books)
def test_a_whole_order_is_its_lines(choice: Choice, orders: tuple[Order, ...]) -> None:
    """Shipping and tax are never proposed unless the brain was shown and named them."""
    found = propose(choice, message(), WORDS, orders, HITS)
    picked = {orders[pick.order].order: pick for pick in choice.orders if found.money}
    for action in found.money:
        if isinstance(action, RefundComponents) and not picked[action.order].components:
            kinds = {
                part.kind
                for part in orders[picked[action.order].order].components
                if part.component in action.components
            }
            assert kinds == {ComponentKind.LINE}
