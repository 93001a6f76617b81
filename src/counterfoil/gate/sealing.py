"""Writes a priced action down: one pending action a payment, each with everything that a yes to it will cover."""

from dataclasses import dataclass

from counterfoil.domain.actions import CancelOrder, MoneyAction
from counterfoil.domain.answers import Slot, slot_body
from counterfoil.domain.choices import Reason
from counterfoil.domain.decisions import Resolution
from counterfoil.domain.digests import SALT_BYTES, commitment, parse
from counterfoil.domain.events import EventKind
from counterfoil.domain.executions import Record
from counterfoil.domain.ids import RANDOM_BYTES, InstallationId, PaymentId, PendingId, Sha256, TemplateId, spell
from counterfoil.domain.money import Money, total
from counterfoil.domain.orders import Order
from counterfoil.domain.pending import Allocation, PaymentSeen, PendingBody, Pricing, SealedFollowOn, pending_digest
from counterfoil.domain.templates import TEMPLATES, SlotKind, State
from counterfoil.gate import chain, signed
from counterfoil.gate.ends import resolve
from counterfoil.policy.owed import Owed
from counterfoil.policy.payments import Part
from counterfoil.ports.entropy import Entropy
from counterfoil.ports.store import Parked, ParkedAction, PendingAction, Rows, StoredText

QUORUM = 1  # persons


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What was parked, and the verified address that asked ("" for nobody verified)."""

    parked: Parked
    ordinal: int
    action: MoneyAction
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Priced:
    """What policy and the record say about a request. `refunded_by_us`: minor units, live or done, per payment."""

    order: Order
    owed: Owed
    parts: tuple[Part, ...]
    refunded_by_us: dict[PaymentId, int]
    provider: str
    mode: str
    expires_at: int  # seconds since 1970, UTC


def seal(installation: InstallationId, rows: Rows, request: Request, priced: Priced, entropy: Entropy) -> None:
    """Store every pending action of the request, then the quote that seals them, then end what they supersede."""
    older = _superseded(rows, request, priced)
    requester = StoredText(salt=entropy.draw(SALT_BYTES), text=request.address)
    bodies = [
        PendingBody(
            installation=installation,
            pending=PendingId(spell("act", entropy.draw(RANDOM_BYTES))),
            parking=request.parked.parking,
            plan_sha256=request.parked.plan_sha256,
            ticket=request.parked.ticket,
            message=request.parked.message,
            kind=type(request.action).__name__,
            reason=Reason.NOT_SHIPPED if isinstance(request.action, CancelOrder) else request.action.reason,
            order=priced.order.order,
            allocations=_allocations(part),
            amount=_amount(part),
            payment=_payment(part, priced),
            pricing=_pricing(priced),
            requester=commitment(requester.salt, requester.text),
            evidence=tuple(commitment(words.salt, words.text) for words in request.parked.evidence),
            follow_ons=tuple(_follow_on(row, request, part) for row in _waiting(request)),
            quorum=QUORUM,
            expires_at=priced.expires_at,
            supersedes=tuple(sorted(action.pending for action in older)),
        )
        for part in priced.parts
    ]
    for body in bodies:
        _store(rows, request, body, requester)
    rows.add_quote(request.parked.parking, request.ordinal, "", len(bodies))
    for action in older:
        resolve(rows, action, Resolution.SUPERSEDED, _successor(action, bodies))


def _superseded(rows: Rows, request: Request, priced: Priced) -> list[PendingAction]:
    """The same author's undecided actions on this ticket that touch some of the same components."""
    parts = tuple(component.component for component, _ in priced.owed.allocations)
    found = []
    for pending in rows.overlapping(request.parked.ticket, priced.order.order, parts):
        action = rows.pending(pending)
        if action and action.record.resolution is None and _asked_by(rows, action, request.address):
            found.append(action)
    return found


def _asked_by(rows: Rows, action: PendingAction, address: str) -> bool:
    return signed.requester(rows, signed.read(action)) == address


def _successor(older: PendingAction, bodies: list[PendingBody]) -> PendingId:
    touched = {row.component for row in PendingBody.from_text(older.text).allocations}
    sharing = [body.pending for body in bodies if touched & {row.component for row in body.allocations}]
    return sharing[0]


def _store(rows: Rows, request: Request, body: PendingBody, requester: StoredText) -> None:
    text = body.text()
    action = PendingAction(
        pending=body.pending,
        parking=body.parking,
        ordinal=request.ordinal,
        ticket=body.ticket,
        text=text,
        digest=pending_digest(text),
        quoted_at=rows.now(),
        record=Record(),
        approved_at=None,
    )
    rows.add_pending(action, requester)
    chain.append(rows, body.pending, EventKind.ACTION_PARKED, {"digest": action.digest})


def _allocations(part: Part) -> tuple[Allocation, ...]:
    return tuple(
        Allocation(component=row.component, title=row.title, net=row.net, amount=amount)
        for row, amount in part.allocations
    )


def _amount(part: Part) -> Money:
    return total([amount for _, amount in part.allocations], part.payment.captured.currency)


def _payment(part: Part, priced: Priced) -> PaymentSeen:
    payment = part.payment
    return PaymentSeen(
        payment=payment.payment,
        provider=priced.provider,
        mode=priced.mode,
        state=payment.state,
        captured=payment.captured,
        refunded_by_us=Money(priced.refunded_by_us[payment.payment], payment.captured.currency),
        elsewhere=payment.elsewhere,
        dispute=payment.dispute.value,
    )


def _pricing(priced: Priced) -> Pricing:
    return Pricing(
        rule=priced.owed.rule,
        order_state=priced.order.state,
        days_since=priced.owed.days_since,
        window_days=priced.owed.window_days,
    )


def _waiting(request: Request) -> list[ParkedAction]:
    """What follows from this action; what follows from a refusal to price it is none of a priced action's matters."""
    rows = (row for row in request.parked.actions if row.kind == "FollowOn" and row.waits_for == request.ordinal)
    return [row for row in rows if row.when != State.REFUSED.value]


def _follow_on(row: ParkedAction, request: Request, part: Part) -> SealedFollowOn:
    """The sealed template of `row` with its slots: the amount of this part and the order's number."""
    body = parse(row.body)
    template = TEMPLATES[TemplateId(str(body["template"])), str(body["language"])]
    values: dict[SlotKind, Slot] = {SlotKind.MONEY: _amount(part), SlotKind.ORDER: request.action.order}
    return SealedFollowOn(
        state=row.when or "",
        template=template.template,
        language=template.language,
        revision=Sha256(str(body["revision"])),
        slots={name: slot_body(values[kind]) for name, kind in template.slots},
    )
