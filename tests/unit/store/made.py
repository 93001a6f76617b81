"""Domain objects for the tests of rows, and the steps of one refund through the public store."""

from dataclasses import replace
from datetime import date

from counterfoil.adapters.store.rows import SqliteRows
from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.domain import actions
from counterfoil.domain.actions import Action, Escalate, FollowOn, HandOver, RefundComponents
from counterfoil.domain.choices import Reason
from counterfoil.domain.decisions import Decision, Resolution, Verdict
from counterfoil.domain.digests import Body, canonical, digest
from counterfoil.domain.events import EventKind, link
from counterfoil.domain.executions import Execution, Outcome, Receipt, Record
from counterfoil.domain.ids import (
    ComponentId,
    InstallationId,
    MessageId,
    OrderId,
    ParkingId,
    PaymentId,
    PendingId,
    PersonId,
    Sha256,
    TicketId,
)
from counterfoil.domain.orders import Component, ComponentKind, Dispute, Order, OrderStatus, Payment, PaymentKind
from counterfoil.domain.pending import pending_digest
from counterfoil.domain.proposals import Planned, Proposal
from counterfoil.domain.templates import State
from counterfoil.domain.tickets import Author, Identity, Message
from counterfoil.ports.store import Parked, ParkedAction, PendingAction, StoredText
from tests.unit.store.desk import ANN, HASH, SALT, Price, eur, hexed

A, KA, T = PendingId("a"), ParkingId("ka"), TicketId("t")
WORDS = StoredText(salt=SALT, text="the cup is broken")
ADDRESS = StoredText(salt=SALT, text=ANN)
REFUND = RefundComponents(order=OrderId("o"), components=(ComponentId("c1"),), reason=Reason.DAMAGED)
PLAN = (
    Planned(action=REFUND),
    Planned(action=FollowOn(template="refund_succeeded", language="en"), waits_for=0, when=State.SUCCEEDED),
    Planned(action=FollowOn(template="refund_denied", language="en"), waits_for=0, when=State.DENIED),
    Planned(action=FollowOn(template="hand_over", language="en"), waits_for=0, when=State.REFUSED),
    Planned(action=Escalate(why=HandOver.SHOP_SIDE)),
)


def payment(name: str = "pay", **change: object) -> Payment:
    """A card payment of 10.00 EUR."""
    row = Payment(
        payment=PaymentId(name), kind=PaymentKind.CARD, captured=eur(1000), elsewhere=eur(0), dispute=Dispute.NONE
    )
    return replace(row, **change)  # type: ignore[arg-type] # fields of Payment


def component(name: str, net: int, kind: ComponentKind = ComponentKind.LINE) -> Component:
    """A component of this net price."""
    return Component(
        component=ComponentId(name),
        kind=kind,
        title="Cup, blue",
        options="large",
        sku="CUP-1",
        quantity=2,
        net=eur(net),
        redeemable=False,
    )


def order(name: str = "o", **change: object) -> Order:
    """An order of a cup and its shipping."""
    row = Order(
        order=OrderId(name),
        customer=ANN,
        currency="EUR",
        placed_on=date(2026, 1, 2),
        status=OrderStatus.DELIVERED,
        delivered_on=date(2026, 1, 9),
        components=(component("c1", 600), component("ship", 400, ComponentKind.SHIPPING)),
        payments=(payment(),),
    )
    return replace(row, **change)  # type: ignore[arg-type] # fields of Order


def message(name: str = "ma", **change: object) -> Message:
    """A verified customer's message on the ticket t."""
    row = Message(
        message=MessageId(name),
        ticket=T,
        channel="mail",
        channel_id=f"<{name}@mail.example>",
        body_sha256=Sha256(hexed(name)),
        author=Author.CUSTOMER,
        identity=Identity.DMARC,
        sender=ANN,
        subject="Cup",
    )
    return replace(row, **change)  # type: ignore[arg-type] # fields of Message


def parked(plan: tuple[Planned, ...] = PLAN) -> Parked:
    """The plan of the message ma."""
    proposal = Proposal(message=MessageId("ma"), ticket=T, actions=plan, evidence=())
    return Parked(
        parking=KA,
        message=MessageId("ma"),
        ticket=T,
        plan=proposal.plan(),
        plan_sha256=digest("plan", proposal.plan()),
        actions=tuple(_action(ordinal, planned) for ordinal, planned in enumerate(plan)),
        evidence=(WORDS,),
    )


def _action(ordinal: int, planned: Planned) -> ParkedAction:
    action: Action = planned.action
    return ParkedAction(
        ordinal=ordinal,
        kind=type(action).__name__,
        effect=actions.effect(action).value,
        waits_for=planned.waits_for,
        when=planned.when.value if planned.when else None,
        body=canonical(actions.body(action)),
    )


def arrive(store: SqliteStore) -> None:
    """The order is known, the message is there, its plan is parked."""
    with store.write() as rows:
        rows.add_order(order(), "play")
        rows.add_ticket(T, "mail")
        rows.add_message(message(), b"raw")
        rows.add_parking(parked())


def quote(store: SqliteStore) -> PendingAction:
    """The refund is priced: 6.00 EUR, until the time 5000."""
    body = Price(plan_sha256=parked().plan_sha256, expires_at=5000).body(A)
    text = body.text()
    action = PendingAction(
        pending=A,
        parking=KA,
        ordinal=0,
        ticket=T,
        text=text,
        digest=pending_digest(text),
        quoted_at=1000,
        record=Record(),
        approved_at=None,
        columns=body.columns(),
    )
    with store.write() as rows:
        rows.add_pending(action, ADDRESS)
        event(rows, EventKind.ACTION_PARKED)
        rows.add_quote(KA, 0, "", 1)
    return action


def event(rows: SqliteRows, kind: EventKind, body: Body | None = None) -> int:
    """The next event of a; its number."""
    new = link(A, rows.last_event(A), kind, rows.now(), body or {})
    rows.add_event(new)
    return new.seq


def decision(verdict: Verdict = Verdict.APPROVED, person: str = "kim") -> Decision:
    """A person's verdict on a."""
    body = Price(plan_sha256=parked().plan_sha256, expires_at=5000).body(A)
    text = body.text()
    return Decision(
        installation=InstallationId("inst_a"),
        pending=A,
        digest=pending_digest(text),
        verdict=verdict,
        person=PersonId(person),
        reason="" if verdict is Verdict.APPROVED else "not broken",
        nonce=hexed(person),
        signature=HASH * 2,
    )


def decide(store: SqliteStore, action: PendingAction, verdict: Verdict) -> None:
    """A verdict by kim, and the end of the wait."""
    with store.write() as rows:
        rows.add_decision(decision(verdict), event(rows, EventKind.DECISION_MADE))
        rows.add_resolution(action, Resolution[verdict.name], "", event(rows, EventKind.WAIT_ENDED))


def intent(action: PendingAction) -> Execution:
    """What is sent for a."""
    body = Price().body(action.pending)
    return Execution(
        pending=action.pending, idempotency_key=body.idempotency_key(), request=canonical(body.request()), at=1000
    )


def claim(store: SqliteStore, action: PendingAction) -> None:
    """The action a is claimed and its intent committed."""
    with store.write() as rows:
        rows.add_claim(action, intent(action), event(rows, EventKind.APPROVAL_CLAIMED))


def receive(store: SqliteStore, outcome: Outcome) -> None:
    """The provider's answer on a."""
    with store.write() as rows:
        receipt = Receipt(outcome=outcome, reference="re_1", detail="")
        rows.add_receipt(A, receipt, event(rows, EventKind.RECEIPT_STORED))
