"""One round of the executor: end what expired, find lost answers, price what was parked, pay what was signed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from counterfoil.domain.errors import CounterfoilError, TooLateError
from counterfoil.domain.ids import PendingId
from counterfoil.domain.rules import Rules
from counterfoil.domain.templates import State
from counterfoil.gate.ends import expire
from counterfoil.gate.execute import Paying, Provider, execute, reconcile
from counterfoil.gate.quote import Quoting, quote
from counterfoil.gate.signed import Court
from counterfoil.ports.entropy import Entropy
from counterfoil.ports.store import Store

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """What one round did. `problems` names what could not be done now and will be tried again."""

    expired: tuple[PendingId, ...] = ()
    quoted: int = 0
    refused: tuple[str, ...] = ()  # reasons
    paid: tuple[tuple[PendingId, State], ...] = ()
    unknown: tuple[PendingId, ...] = ()  # looked for and not found out; counts as paid until it is
    problems: tuple[CounterfoilError, ...] = ()

    @property
    def idle(self) -> bool:
        """Whether there was nothing to do."""
        return not (self.expired or self.quoted or self.refused or self.paid or self.problems)


@dataclass(slots=True)
class _Notes:
    refused: list[str] = field(default_factory=list)
    paid: list[tuple[PendingId, State]] = field(default_factory=list)
    unknown: list[PendingId] = field(default_factory=list)
    problems: list[CounterfoilError] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What the executor works with."""

    store: Store
    court: Court
    provider: Provider
    rules: Rules
    entropy: Entropy


def run_once(tools: Tools) -> Round:
    """Do everything that can be done now. One action's problem never keeps the others waiting."""
    store, notes = tools.store, _Notes()
    quoting = Quoting(store=store, reads=tools.provider, rules=tools.rules, entropy=tools.entropy)
    paying = Paying(store=store, court=tools.court, provider=tools.provider, rules=tools.rules)
    with store.write() as rows:
        expired = expire(rows)
    with store.read() as rows:
        unsettled, unquoted = rows.unsettled(), rows.unquoted()
    _each(unsettled, lambda pending: _pay(notes, pending, reconcile(paying, pending), lost=True), notes)
    _each(unquoted, lambda place: notes.refused.append(quote(quoting, *place)), notes)
    with store.read() as rows:
        approved = rows.approved()
    _each(approved, lambda pending: _pay(notes, pending, execute(paying, pending)), notes)
    return Round(
        expired=expired,
        quoted=sum(not reason for reason in notes.refused),
        refused=tuple(reason for reason in notes.refused if reason),
        paid=tuple(notes.paid),
        unknown=tuple(notes.unknown),
        problems=tuple(notes.problems),
    )


def _each(items: tuple[_T, ...], act: Callable[[_T], None], notes: _Notes) -> None:
    for item in items:
        try:
            act(item)
        except TooLateError:
            continue  # ended meanwhile, or the undo window is open: not now
        except CounterfoilError as error:
            notes.problems.append(error)


def _pay(notes: _Notes, pending: PendingId, state: State, *, lost: bool = False) -> None:
    if lost and state is State.UNKNOWN:
        notes.unknown.append(pending)
    elif not (lost and state is State.PENDING):
        notes.paid.append((pending, state))
