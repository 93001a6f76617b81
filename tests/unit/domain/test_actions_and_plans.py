"""Actions and plans: canonical, complete, and without a word that somebody wrote."""

from dataclasses import replace
from typing import get_args

import pytest

from counterfoil.domain.actions import (
    Action,
    AskBack,
    CancelOrder,
    Effect,
    Escalate,
    FollowOn,
    HandOver,
    RefundComponents,
    SendReply,
    Withdraw,
    body,
    effect,
)
from counterfoil.domain.answers import Draft, line
from counterfoil.domain.choices import Reason
from counterfoil.domain.digests import canonical, parse
from counterfoil.domain.ids import ComponentId, MessageId, OrderId, TicketId
from counterfoil.domain.proposals import Evidence, Planned, Proposal
from counterfoil.domain.templates import State, template

DRAFT = Draft(pieces=(line(template("hand_over", "en")),))
REFUND = RefundComponents(order=OrderId("1001"), components=(ComponentId("c1"),), reason=Reason.DAMAGED)
EFFECTS: dict[Action, Effect] = {
    REFUND: Effect.MOVES_MONEY,
    CancelOrder(order=OrderId("1001")): Effect.MOVES_MONEY,
    SendReply(draft=DRAFT): Effect.REACHES_CUSTOMER,
    AskBack(draft=DRAFT): Effect.REACHES_CUSTOMER,
    FollowOn(template="refund_denied", language="en"): Effect.REACHES_CUSTOMER,
    Escalate(why=HandOver.NOT_OWED): Effect.INTERNAL,
    Withdraw(): Effect.INTERNAL,
}
PLAN = Proposal(
    message=MessageId("msg_1"),
    ticket=TicketId("tkt_1"),
    actions=(
        Planned(action=REFUND),
        Planned(action=FollowOn(template="refund_denied", language="en"), waits_for=0, when=State.DENIED),
    ),
    evidence=(Evidence(start=0, end=5, text="Money"),),
)


def test_every_kind_of_action_is_tested() -> None:
    """The examples here are all kinds that there are."""
    assert {type(action) for action in EFFECTS} == set(get_args(Action))


@pytest.mark.parametrize(("action", "expected"), EFFECTS.items(), ids=lambda one: type(one).__name__)
def test_effects_are_total(action: Action, expected: Effect) -> None:
    """Each action has one effect, and only the two refunds move money."""
    assert effect(action) is expected


@pytest.mark.parametrize("action", EFFECTS, ids=lambda one: type(one).__name__)
def test_bodies_are_canonical(action: Action) -> None:
    """A body names its kind and reads back from its canonical text."""
    assert body(action)["kind"] == type(action).__name__
    assert parse(canonical(body(action))) == body(action)


def test_bodies_differ() -> None:
    """No two different actions have one body."""
    others: list[Action] = [
        *EFFECTS,
        replace(REFUND, order=OrderId("1002")),
        replace(REFUND, components=(ComponentId("c1"), ComponentId("c2"))),
        *(replace(REFUND, reason=reason) for reason in Reason if reason is not REFUND.reason),
        *(Escalate(why=why) for why in HandOver if why is not HandOver.NOT_OWED),
        FollowOn(template="refund_failed", language="en"),
        SendReply(draft=Draft(pieces=())),
    ]
    assert len({canonical(body(action)) for action in others}) == len(others)


def test_refunds_name_no_amount() -> None:
    """A refund in a plan holds ids and a constant: no amount, no payee, no free text."""
    assert body(REFUND) == {"components": ["c1"], "kind": "RefundComponents", "order": "1001", "reason": "DAMAGED"}


def test_follow_ons_seal_their_template() -> None:
    """A follow-on names the revision of its template, so a changed text is another plan."""
    sealed = body(FollowOn(template="refund_denied", language="en"))
    assert sealed["revision"] == template("refund_denied", "en").revision


def test_plan_is_canonical_and_complete() -> None:
    """The plan is message, ticket and every action in order with what it waits for."""
    first, second = (body(planned.action) for planned in PLAN.actions)
    waits = {"ordinal": "0", "state": "DENIED"}
    rows = [{"action": first, "waits": ""}, {"action": second, "waits": waits}]
    assert parse(PLAN.plan()) == {"actions": rows, "message": "msg_1", "ticket": "tkt_1"}


@pytest.mark.parametrize(
    "changed",
    [
        replace(PLAN, message=MessageId("msg_2")),
        replace(PLAN, ticket=TicketId("tkt_2")),
        replace(PLAN, actions=PLAN.actions[:1]),
        replace(PLAN, actions=PLAN.actions[::-1]),
        replace(PLAN, actions=(PLAN.actions[0], replace(PLAN.actions[1], when=State.FAILED))),
        replace(PLAN, actions=(PLAN.actions[0], replace(PLAN.actions[1], waits_for=1))),
        replace(PLAN, actions=(PLAN.actions[0], Planned(action=PLAN.actions[1].action))),
    ],
)
def test_any_change_is_another_plan(changed: Proposal) -> None:
    """Another message, ticket, action, order of actions or condition gives another text."""
    assert changed.plan() != PLAN.plan()


def test_plans_hold_no_words_of_the_customer() -> None:
    """The evidence is kept beside the plan, never in it."""
    assert replace(PLAN, evidence=()).plan() == PLAN.plan()
