"""One message, start to end: read, search, choose, propose, hold against policy, compose, verify, park.

Nothing is sent here.
"""

from dataclasses import dataclass, field, replace
from enum import Enum

from counterfoil.brain.compose import compose
from counterfoil.brain.propose import Proposed, propose
from counterfoil.desk import drafts
from counterfoil.desk.threads import Asked, asked_before, with_question
from counterfoil.domain.actions import (
    Action,
    AskBack,
    CancelOrder,
    Escalate,
    FollowOn,
    HandOver,
    MoneyAction,
    SendReply,
    Withdraw,
)
from counterfoil.domain.answers import Draft, Locked, verify
from counterfoil.domain.choices import Choice, Intent
from counterfoil.domain.errors import KnowledgeError, NotFoundError
from counterfoil.domain.ids import MessageId, ParkingId, PendingId
from counterfoil.domain.knowledge import Audience, Hit, Scope
from counterfoil.domain.orders import Order
from counterfoil.domain.proposals import Planned, Proposal
from counterfoil.domain.rules import Rules
from counterfoil.domain.templates import FOLLOW_ONS
from counterfoil.domain.texts import Reading, SpanAuthor
from counterfoil.domain.tickets import Author, Message
from counterfoil.gate.ends import withdraw, withdrawable
from counterfoil.gate.park import park
from counterfoil.policy.calendar import day
from counterfoil.policy.owed import Refused, owed
from counterfoil.ports.brain import Brain
from counterfoil.ports.entropy import Entropy
from counterfoil.ports.helpdesk import Helpdesk
from counterfoil.ports.search import Search
from counterfoil.ports.store import Store
from counterfoil.reading.read import read

HITS = 8  # blocks shown to the brain
DEFAULT_LANGUAGE = "en"  # where the reader can't tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """What the desk answers with."""

    store: Store
    search: Search
    brain: Brain
    locked: Locked
    helpdesk: Helpdesk
    entropy: Entropy
    rules: Rules
    languages: frozenset[str]  # ISO 639-1; every other language is handed over


class Handled(Enum):
    """What became of a message."""

    PARKED = "parked"  # money was asked for and waits for persons; it was answered too
    ANSWERED = "answered"
    ASKED_BACK = "asked back"
    WITHDRAWN = "withdrawn"
    HANDED_OVER = "handed over"
    NOT_ANSWERED = "not answered"  # written by staff or by a machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The plan that was parked, and why in words of ours."""

    handled: Handled
    parking: ParkingId | None = None
    money: tuple[MoneyAction, ...] = ()
    refused: tuple[str, ...] = ()  # reasons of policy against what was asked for
    hand_over: tuple[HandOver, ...] = ()
    withdrawn: tuple[PendingId, ...] = ()
    draft: Draft | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """A message as it was read, and what the brain was shown and chose."""

    message: Message
    reading: Reading
    orders: tuple[Order, ...]
    hits: tuple[Hit, ...]
    choice: Choice
    language: str  # of the templates
    asked: Asked = field(default_factory=Asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    proposed: Proposed
    refused: tuple[str, ...]
    draft: Draft
    after: str  # the ticket's mark before anything was drafted


def answer(tools: Answering, message: MessageId) -> Answered:
    """Park a plan for a stored message that has none. NotFoundError when there is no such message.

    The plan holds the answer too; `desk.outbox` sends it at once, whatever else of the plan waits for persons.
    """
    with tools.store.read() as rows:
        found, raw = rows.message(message), rows.raw(message)
        if found is None or raw is None:
            raise NotFoundError(f"there is no message {message}")
        if found.author is not Author.CUSTOMER:
            return Answered(handled=Handled.NOT_ANSWERED)
        asked = asked_before(rows, found)
        reading = with_question(rows, asked, read(found.channel, raw, rows.sent_texts(found.ticket)))
        orders = rows.orders_of(found.verified_address) if found.verified_address else ()
    after = tools.helpdesk.last_public(found.ticket)
    case = replace(_case(tools, found, reading, orders), asked=asked)
    return _park(tools, case, _plan(tools, case, after))


def _case(tools: Answering, message: Message, reading: Reading, orders: tuple[Order, ...]) -> _Case:
    """Search and choose; in a language that is not enabled nothing is searched and nothing chosen."""
    language = reading.language.code if reading.language else DEFAULT_LANGUAGE
    if language not in tools.languages:
        nothing = Choice(intent=Intent.UNCLEAR)
        return _Case(message=message, reading=reading, orders=(), hits=(), choice=nothing, language=language)
    query = f"{reading.subject}\n\n{reading.by(SpanAuthor.REQUESTER)}"
    hits = tools.search.find(query, Scope(audience=Audience.PUBLIC, language=language), HITS)
    choice = tools.brain.choose(reading, hits, orders)
    return _Case(message=message, reading=reading, orders=orders, hits=hits, choice=choice, language=language)


def _plan(tools: Answering, case: _Case, after: str) -> _Plan:
    proposed = propose(case.choice, case.message, case.reading, case.orders, case.hits)
    if case.language not in tools.languages:
        proposed = replace(proposed, hand_over=(HandOver.LANGUAGE,))
    if proposed.ask_back and case.asked.again(proposed.ask_back):
        proposed = replace(proposed, ask_back=None, hand_over=(HandOver.UNCLEAR, *proposed.hand_over))
    if proposed.withdraws and not _can_withdraw(tools, case.message):
        proposed = replace(proposed, withdraws=False, hand_over=(HandOver.UNCLEAR, *proposed.hand_over))
    proposed, refused = _hold(tools, case, proposed)
    draft = compose(case.choice, proposed, case.hits, case.orders, case.language)
    try:
        verify(draft, tools.locked)
    except KnowledgeError:  # the lock changed while we were writing: nothing in doubt is quoted
        proposed = replace(proposed, hand_over=(HandOver.NO_ANSWER, *proposed.hand_over))
        draft = compose(Choice(intent=Intent.NEITHER), proposed, (), case.orders, case.language)
    return _Plan(proposed=proposed, refused=refused, draft=draft, after=after)


def _can_withdraw(tools: Answering, message: Message) -> bool:
    """Whether the author has anything open on the ticket; else nothing may be said to be taken back."""
    with tools.store.read() as rows:
        return bool(withdrawable(rows, message)) or rows.unpriced_by(message.ticket, message.sender)


def _hold(tools: Answering, case: _Case, proposed: Proposed) -> tuple[Proposed, tuple[str, ...]]:
    """Without what policy refuses, so that the answer doesn't promise what the record won't pay.

    A person is told why.
    """
    refusals: list[str] = []
    kept: list[MoneyAction] = []
    with tools.store.read() as rows:
        for action in proposed.money:
            order = next(row for row in case.orders if row.order == action.order)
            found = owed(order, action, rows.allocated(order.order), tools.rules, day(rows.now(), tools.rules.zone))
            if isinstance(found, Refused):
                refusals.append(found.reason.value)
            else:
                kept.append(action)
    hand_over = (*proposed.hand_over, *([HandOver.NOT_OWED] if refusals else []))
    return replace(proposed, money=tuple(kept), hand_over=tuple(dict.fromkeys(hand_over))), tuple(refusals)


def _park(tools: Answering, case: _Case, plan: _Plan) -> Answered:
    actions = _actions(plan)
    proposal = Proposal(
        message=case.message.message, ticket=case.message.ticket, actions=actions, evidence=plan.proposed.evidence
    )
    reply = next(ordinal for ordinal, row in enumerate(actions) if isinstance(row.action, SendReply | AskBack))
    with tools.store.write() as rows:
        withdrawn = withdraw(rows, case.message) if plan.proposed.withdraws else ()
        parking = park(rows, proposal, tools.entropy)
        rows.set_answer(parking, reply, drafts.dump(plan.draft), plan.after)
    return Answered(
        handled=_handled(plan),
        parking=parking,
        money=plan.proposed.money,
        refused=plan.refused,
        hand_over=plan.proposed.hand_over,
        withdrawn=withdrawn,
        draft=plan.draft,
    )


def _actions(plan: _Plan) -> tuple[Planned, ...]:
    """The answer first, then the money with everything that may follow from it, then what a person should do."""
    reply: Action = AskBack(draft=plan.draft) if plan.proposed.ask_back else SendReply(draft=plan.draft)
    actions = [Planned(action=reply)]
    actions += [Planned(action=Withdraw())] if plan.proposed.withdraws else []
    hand_over = list(plan.proposed.hand_over)
    for money in plan.proposed.money:
        ordinal = len(actions)
        actions.append(Planned(action=money))
        actions += [
            Planned(action=FollowOn(template=name, language="en"), waits_for=ordinal, when=state)
            for state, name in FOLLOW_ONS.items()
        ]
        hand_over += [HandOver.SHOP_SIDE] if isinstance(money, CancelOrder) else []
    return (*actions, *(Planned(action=Escalate(why=why)) for why in dict.fromkeys(hand_over)))


def _handled(plan: _Plan) -> Handled:
    if plan.proposed.money:
        return Handled.PARKED
    if plan.proposed.ask_back:
        return Handled.ASKED_BACK
    if plan.proposed.withdraws:
        return Handled.WITHDRAWN
    if plan.draft.citations or plan.proposed.status:
        return Handled.ANSWERED
    return Handled.HANDED_OVER
