"""A small shop around the real gate and the real store, for tests: one customer, one order, two reviewers."""

from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.domain.actions import Escalate, FollowOn, HandOver, MoneyAction, RefundComponents, Withdraw
from counterfoil.domain.choices import Reason
from counterfoil.domain.decisions import Decision, Verdict
from counterfoil.domain.digests import sha256
from counterfoil.domain.executions import Outcome, Receipt
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
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Component, ComponentKind, Dispute, Order, OrderStatus, Payment, PaymentKind
from counterfoil.domain.people import Person, Role
from counterfoil.domain.proposals import Evidence, Planned, Proposal
from counterfoil.domain.rules import DAY, Rules
from counterfoil.domain.templates import FOLLOW_ONS, State
from counterfoil.domain.tickets import Author, Identity, Message
from counterfoil.gate.decide import decide
from counterfoil.gate.execute import Paying, execute, reconcile
from counterfoil.gate.park import park
from counterfoil.gate.quote import Quoting, quote
from counterfoil.gate.signed import Court
from counterfoil.ports.payment_reads import PaymentFacts, ProviderRefund
from counterfoil.ports.refunds import RefundRequest

NOON = 1_800_000_000  # 2027-01-15, seconds since 1970
TODAY = date(2027, 1, 15)
MARA = "mara@post.example"


@dataclass(slots=True)
class Clock:
    """A clock that tests set."""

    at: int = NOON

    def now(self) -> int:
        """The time set."""
        return self.at


@dataclass(slots=True)
class Entropy:
    """Bytes that differ each time and are the same in every run."""

    drawn: int = 0

    def draw(self, count: int) -> bytes:
        """The next `count` bytes."""
        self.drawn += 1
        return bytes.fromhex(sha256(str(self.drawn).encode()))[:count].ljust(count, b"x")


@dataclass
class Provider:
    """Payments in memory, refunded by key; `lose` makes the next answer get lost after the money has moved."""

    clock: Clock
    payments: dict[PaymentId, PaymentFacts] = field(default_factory=dict)
    made: dict[str, ProviderRefund] = field(default_factory=dict)
    lose: bool = False
    unheard: bool = False
    answer: Outcome = Outcome.SUCCEEDED
    calls: int = 0
    provider: str = "memory"
    mode: str = "play"

    def refund(self, request: RefundRequest) -> Receipt:
        """Pay once a key, within what is left."""
        self.calls += 1
        if self.unheard:
            return Receipt(outcome=Outcome.UNKNOWN, reference="", detail="no connection")
        if request.idempotency_key not in self.made:
            facts = self.payments[request.payment]
            if facts.captured < facts.refunded + request.amount:
                return Receipt(outcome=Outcome.FAILED, reference="", detail="more than is left")
            self.payments[request.payment] = replace(facts, refunded=facts.refunded + request.amount)
            self.made[request.idempotency_key] = ProviderRefund(
                reference=f"re_{len(self.made)}",
                payment=request.payment,
                amount=request.amount,
                outcome=self.answer,
                installation=request.installation,
                pending=request.pending,
                created_at=self.clock.now(),
            )
        refund = self.made[request.idempotency_key]
        if self.lose:
            return Receipt(outcome=Outcome.UNKNOWN, reference="", detail="the answer was lost")
        return Receipt(outcome=refund.outcome, reference=refund.reference, detail="")

    def payment(self, payment: PaymentId) -> PaymentFacts | None:
        """The facts of a payment."""
        return self.payments.get(payment)

    def refunds_of(self, payment: PaymentId) -> tuple[ProviderRefund, ...]:
        """All refunds of a payment."""
        return tuple(row for row in self.made.values() if row.payment == payment)

    def now(self) -> int:
        """The provider's clock: the same as ours."""
        return self.clock.now()

    @property
    def paid(self) -> int:
        """Minor units that went back."""
        return sum(row.amount.minor for row in self.made.values())


class Roster:
    """Persons in memory."""

    def __init__(self, *people: Person) -> None:
        self.everybody = {person.person: person for person in people}

    def person(self, person: PersonId) -> Person | None:
        """The person, or None."""
        return self.everybody.get(person)

    def keys(self, person: PersonId) -> tuple[str, ...]:
        """The one key of the person."""
        found = self.person(person)
        return (found.public_key,) if found else ()

    def people(self) -> tuple[Person, ...]:
        """Everybody."""
        return tuple(self.everybody.values())


class Seals:
    """Signatures that are hashes with the key: enough to tell right from wrong."""

    def verify(self, public_key: str, statement: bytes, signature: str) -> bool:
        """Whether it is the hash."""
        return signature == seal(public_key, statement)


def seal(public_key: str, statement: bytes) -> str:
    """A stand-in signature of 128 digits."""
    return sha256(public_key.encode() + statement) * 2


def person(name: str, **more: object) -> Person:
    """A reviewer called `name`."""
    fields: dict[str, object] = {"roles": frozenset({Role.REVIEWER}), **more}
    return Person(person=PersonId(name), name=name.title(), public_key=f"key-{name}", **fields)  # type: ignore[arg-type]


def eur(minor: int) -> Money:
    """Cents."""
    return Money(minor, "EUR")


def lamp_order(order: str = "LL-1", customer: str = MARA) -> Order:
    """Two lines and shipping, delivered three days ago, paid by card."""
    nets = (("1", ComponentKind.LINE, 6000), ("2", ComponentKind.LINE, 3000), ("S", ComponentKind.SHIPPING, 495))
    components = tuple(
        Component(
            component=ComponentId(name),
            kind=kind,
            title=f"Part {name}",
            options="",
            sku="",
            quantity=1,
            net=eur(net),
            redeemable=False,
        )
        for name, kind, net in nets
    )
    paid = Payment(
        payment=PaymentId(f"pay_{order}"),
        kind=PaymentKind.CARD,
        captured=eur(9495),
        elsewhere=eur(0),
        dispute=Dispute.NONE,
    )
    return Order(
        order=OrderId(order),
        customer=customer,
        currency="EUR",
        placed_on=date(2027, 1, 5),
        status=OrderStatus.DELIVERED,
        delivered_on=date(2027, 1, 12),
        components=components,
        payments=(paid,),
    )


def refund_of(*components: str, order: str = "LL-1") -> RefundComponents:
    """A refund of these components because of a change of mind."""
    parts = tuple(ComponentId(part) for part in components)
    return RefundComponents(order=OrderId(order), components=parts, reason=Reason.CHANGED_MIND)


class House:
    """Everything that the gate needs, and short names for its steps."""

    def __init__(self, directory: Path) -> None:
        self.clock, self.entropy = Clock(), Entropy()
        self.store = SqliteStore.create(directory / "gate.db", InstallationId("inst_test"), self.clock)
        self.provider = Provider(self.clock)
        self.rules = Rules()
        self.roster = Roster(person("ann"), person("ben"))
        self.messages = 0
        self.add_order(lamp_order())

    @property
    def court(self) -> Court:
        """Who may decide."""
        return Court(installation=self.store.installation, roster=self.roster, verifier=Seals())

    @property
    def paying(self) -> Paying:
        """What the executor pays with."""
        return Paying(store=self.store, court=self.court, provider=self.provider, rules=self.rules)

    @property
    def quoting(self) -> Quoting:
        """What the executor prices with."""
        return Quoting(store=self.store, reads=self.provider, rules=self.rules, entropy=self.entropy)

    def add_order(self, order: Order) -> None:
        """Put an order into the record and its payment to the provider."""
        with self.store.write() as rows:
            rows.add_order(order, "memory")
        for payment in order.payments:
            self.provider.payments[payment.payment] = PaymentFacts(
                payment=payment.payment, captured=payment.captured, refunded=payment.elsewhere, dispute=payment.dispute
            )

    def message(self, sender: str = MARA, ticket: str = "tkt_1", identity: Identity = Identity.SESSION) -> Message:
        """A stored message of a customer."""
        self.messages += 1
        name = str(self.messages)
        message = Message(
            message=MessageId(f"msg_{name}"),
            ticket=TicketId(ticket),
            channel="test",
            channel_id=name,
            body_sha256=sha256(name.encode()),
            author=Author.CUSTOMER,
            identity=identity,
            sender=sender,
            subject="",
        )
        with self.store.write() as rows:
            if not rows.messages_of(message.ticket):
                rows.add_ticket(message.ticket, "test")
            rows.add_message(message, name.encode())
        return message

    def park(self, *money: MoneyAction, message: Message | None = None) -> ParkingId:
        """Park a plan with these money actions, every follow-on, and a hand-over."""
        asked = message or self.message()
        actions = [Planned(action=action) for action in money]
        for ordinal in range(len(money)):
            actions += [
                Planned(action=FollowOn(template=name, language="en"), waits_for=ordinal, when=state)
                for state, name in FOLLOW_ONS.items()
            ]
        actions.append(Planned(action=Escalate(why=HandOver.SHOP_SIDE)))
        words = (Evidence(start=0, end=9, text="send it back"),)
        proposal = Proposal(message=asked.message, ticket=asked.ticket, actions=tuple(actions), evidence=words)
        with self.store.write() as rows:
            return park(rows, proposal, self.entropy)

    def take_back(self, message: Message | None = None) -> None:
        """A message whose plan is a withdrawal."""
        said = message or self.message()
        proposal = Proposal(
            message=said.message, ticket=said.ticket, actions=(Planned(action=Withdraw()),), evidence=()
        )
        with self.store.write() as rows:
            park(rows, proposal, self.entropy)

    def quoted(self, *components: str, message: Message | None = None) -> PendingId:
        """Park and price a refund of these components; the action that then waits."""
        parking = self.park(refund_of(*(components or ("1",))), message=message)
        assert quote(self.quoting, parking, 0) == ""
        with self.store.read() as rows:
            return rows.pendings_of(parking)[0].pending

    def digest(self, pending: PendingId) -> Sha256:
        """The digest of an action."""
        with self.store.read() as rows:
            action = rows.pending(pending)
        assert action
        return action.digest

    def decision(self, pending: PendingId, who: str = "ann", verdict: Verdict = Verdict.APPROVED) -> Decision:
        """A verdict signed by `who` on the action's own digest."""
        unsigned = Decision(
            installation=self.store.installation,
            pending=pending,
            digest=self.digest(pending),
            verdict=verdict,
            person=PersonId(who),
            reason="",
            nonce=self.entropy.draw(32).hex(),
        )
        return signed(unsigned, f"key-{who}")

    def approve(self, pending: PendingId, who: str = "ann") -> State:
        """A signed yes."""
        return decide(self.store, self.court, self.decision(pending, who))

    def execute(self, pending: PendingId) -> State:
        """One try to pay."""
        return execute(self.paying, pending)

    def reconcile(self, pending: PendingId) -> State:
        """One look at what became of it."""
        return reconcile(self.paying, pending)

    def later(self, seconds: int = 8 * DAY) -> None:
        """Let time pass."""
        self.clock.at += seconds


def signed(decision: Decision, key: str) -> Decision:
    """The decision with a signature by `key`."""
    return replace(decision, signature=seal(key, decision.statement()))
