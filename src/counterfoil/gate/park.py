"""One proposal's arrival at the gate.

All its actions are sealed at once, nothing is dropped, nothing is added later.
"""

from counterfoil.domain import actions
from counterfoil.domain.digests import SALT_BYTES, canonical, digest
from counterfoil.domain.ids import RANDOM_BYTES, ParkingId, spell
from counterfoil.domain.proposals import Planned, Proposal
from counterfoil.ports.entropy import Entropy
from counterfoil.ports.store import Parked, ParkedAction, Rows, StoredText


def park(rows: Rows, proposal: Proposal, entropy: Entropy) -> ParkingId:
    """Store the plan whole, in the caller's transaction. FenceError when the message has a plan already."""
    plan = proposal.plan()
    parked = Parked(
        parking=ParkingId(spell("plan", entropy.draw(RANDOM_BYTES))),
        message=proposal.message,
        ticket=proposal.ticket,
        plan=plan,
        plan_sha256=digest("plan", plan),
        actions=tuple(_action(ordinal, planned) for ordinal, planned in enumerate(proposal.actions)),
        evidence=tuple(StoredText(salt=entropy.draw(SALT_BYTES), text=words.text) for words in proposal.evidence),
    )
    rows.add_parking(parked)
    return parked.parking


def _action(ordinal: int, planned: Planned) -> ParkedAction:
    return ParkedAction(
        ordinal=ordinal,
        kind=type(planned.action).__name__,
        effect=actions.effect(planned.action).value,
        waits_for=planned.waits_for,
        when=planned.when.value if planned.when else None,
        body=canonical(actions.body(planned.action)),
    )
