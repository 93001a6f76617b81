"""What a message wants, by rules: asking for is not asking about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from counterfoil.brain import asking, words
from counterfoil.brain.clauses import Clause
from counterfoil.domain.choices import Intent


class Act(Enum):
    """What one clause does."""

    REQUEST = "REQUEST"  # asks for money, a return or a cancellation
    PLEA = "PLEA"  # the same as a question: "could I return ...?"
    REFUSAL = "REFUSAL"  # says that none of these is wanted
    MAYBE = "MAYBE"  # speaks of them under a condition
    WITHDRAWAL = "WITHDRAWAL"
    DROP = "DROP"  # lets the idea go
    EXCHANGE = "EXCHANGE"  # wants something that the desk does not do
    KEEP = "KEEP"  # names what stays
    STATUS = "STATUS"
    QUESTION = "QUESTION"
    CLAIM = "CLAIM"  # speaks of an approval or an agreement
    PLAIN = "PLAIN"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A clause and what it does."""

    clause: Clause
    act: Act


_CARRIED = frozenset({Act.REQUEST, Act.PLEA, Act.KEEP})


def read(clauses: Sequence[Clause]) -> tuple[Said, ...]:
    """Every clause with its act. A short item of a list does what the clause before it did."""
    found: list[Said] = []
    before = carried = Act.PLAIN
    for clause in clauses:
        act = _act(clause)
        if act is Act.PLAIN and clause.listed:
            act = carried
        elif act is Act.PLAIN and clause.trails and before in _CARRIED:
            act = before
        found.append(Said(clause=clause, act=act))
        before, carried = act, act if act in _CARRIED else carried
    return tuple(found)


def intent(said: Sequence[Said]) -> Intent:
    """The intent of the whole message; UNCLEAR wherever its clauses pull apart."""
    acts = {item.act for item in said}
    for when, meant in _RULES:
        if when(acts):
            return meant
    return Intent.NEITHER


_RULES: tuple[tuple[Callable[[set[Act]], bool], Intent], ...] = (
    (lambda acts: bool(acts & {Act.CLAIM, Act.EXCHANGE}), Intent.UNCLEAR),
    (lambda acts: Act.WITHDRAWAL in acts and bool(acts & {Act.REQUEST, Act.PLEA}), Intent.UNCLEAR),
    (lambda acts: Act.WITHDRAWAL in acts, Intent.WITHDRAWS),
    (lambda acts: Act.REQUEST in acts and bool(acts & {Act.REFUSAL, Act.MAYBE, Act.DROP}), Intent.UNCLEAR),
    (lambda acts: Act.REQUEST in acts, Intent.ASKS_FOR),
    (lambda acts: Act.PLEA in acts and bool(acts & {Act.MAYBE, Act.REFUSAL, Act.DROP}), Intent.ASKS_ABOUT),
    (lambda acts: Act.PLEA in acts, Intent.ASKS_FOR),
    (lambda acts: Act.STATUS in acts, Intent.STATUS),
    (lambda acts: Act.QUESTION in acts, Intent.ASKS_ABOUT),
    (lambda acts: Act.DROP in acts, Intent.WITHDRAWS),
    (lambda acts: Act.MAYBE in acts, Intent.UNCLEAR),
)


def asks(clause: Clause) -> bool:
    """Whether the clause is a question, whatever it asks."""
    return clause.asked or bool(words.QUESTION_START.match(clause.text) or words.ASKING.search(clause.text))


def _act(clause: Clause) -> Act:
    text = clause.text
    if words.CLAIMED.search(text):
        return Act.CLAIM
    if words.WITHDRAWN.search(text):
        return Act.WITHDRAWAL
    if words.DROPPED.search(text):
        return Act.DROP
    if words.EXCHANGE.search(text) and not words.NOT_EXCHANGE.search(text):
        return Act.QUESTION if asks(clause) else Act.EXCHANGE
    if words.STATUS.search(text):
        return Act.STATUS
    return _money(clause) if asking.ASKED_FOR.search(text) else _plain(clause)


def _money(clause: Clause) -> Act:
    """The act of a clause that speaks of returns, refunds or cancellations."""
    text = words.WHILE_POSSIBLE.sub(" ", clause.text)
    if asking.NO_ORDER.search(text):
        return Act.QUESTION if asks(clause) else Act.MAYBE
    if words.NEGATED.search(text):
        return Act.REFUSAL
    if words.SUPPOSED.search(text) or words.REPORTED.search(text):
        return Act.QUESTION if asks(clause) else Act.MAYBE
    if words.ASKING.search(text):
        return Act.QUESTION
    plea = asking.POLITE_QUESTION.search(text)
    if plea and not asking.WH.search(text[: plea.start()]):
        return Act.PLEA
    if asking.IMPERATIVE.search(text):
        return Act.REQUEST
    if asks(clause):
        return Act.QUESTION
    wanted = asking.REQUESTED.search(text)
    if wanted:
        return _outright(text[: wanted.start()])
    return Act.MAYBE if asking.WISH.search(text) else Act.PLAIN


def _outright(before: str) -> Act:
    """The act of "I want a refund" by what stands before it: "in which cases can" makes it a question."""
    if asking.MODAL.search(before):
        return Act.QUESTION
    return Act.MAYBE if asking.WH.search(before) else Act.REQUEST


def _plain(clause: Clause) -> Act:
    if words.OTHERWISE.search(clause.text):
        return Act.MAYBE
    if words.KEPT.search(clause.text) and not clause.asked:
        return Act.MAYBE if words.SUPPOSED.search(clause.text) else Act.KEEP
    return Act.QUESTION if asks(clause) else Act.PLAIN
