"""All actions wanted for one message, in order, with what each waits for and the words that asked."""

from dataclasses import dataclass

from counterfoil.domain import actions
from counterfoil.domain.actions import Action
from counterfoil.domain.digests import Body, Canonical, canonical
from counterfoil.domain.ids import MessageId, TicketId
from counterfoil.domain.templates import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One action. `waits_for` is the ordinal of a money action of the same plan, and `when` the state it waits for."""

    action: Action
    waits_for: int | None = None
    when: State | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The requester's own words that asked, by their place in the reading's text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Everything that should follow from one message. Parked as a whole: nothing is dropped, nothing is added later."""

    message: MessageId
    ticket: TicketId
    actions: tuple[Planned, ...]
    evidence: tuple[Evidence, ...]

    def plan(self) -> str:
        """The canonical text of the plan: message, ticket and every action with what it waits for."""
        rows: list[Canonical] = [_row(planned) for planned in self.actions]
        body: Body = {"actions": rows, "message": self.message, "ticket": self.ticket}
        return canonical(body)


def _row(planned: Planned) -> Body:
    waits: Canonical = ""
    if planned.waits_for is not None and planned.when is not None:
        waits = {"ordinal": str(planned.waits_for), "state": planned.when.value}
    return {"action": actions.body(planned.action), "waits": waits}
