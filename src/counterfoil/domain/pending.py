"""A money action as digested: what a person reads, signs, and the executor sends; parsed from that text alone."""

from dataclasses import dataclass
from typing import Self, cast

from counterfoil.domain.choices import Reason
from counterfoil.domain.digests import Body, Canonical, canonical, digest, parse
from counterfoil.domain.errors import CanonicalError, MoneyError
from counterfoil.domain.ids import (
    ComponentId,
    InstallationId,
    MessageId,
    OrderId,
    ParkingId,
    PaymentId,
    PendingId,
    Sha256,
    TicketId,
)
from counterfoil.domain.money import Money

PURPOSE = "pending-action"


@dataclass(frozen=True, slots=True, kw_only=True)
class Allocation:
    """How much of a component's net price this action refunds."""

    component: ComponentId
    title: str
    net: Money
    amount: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentSeen:
    """The payment as the executor read it from the provider when it priced the action."""

    payment: PaymentId
    provider: str
    mode: str  # "play"; a live mode comes with a live provider
    state: int
    captured: Money
    refunded_by_us: Money
    elsewhere: Money
    dispute: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pricing:
    """Which rule of the settings owes this, and the arithmetic of its window."""

    rule: str
    order_state: int
    days_since: int | None  # whole calendar days since the named event; None where the rule has no window
    window_days: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedFollowOn:
    """What the customer will hear in a state: a template's revision and the slots it will be filled with."""

    state: str
    template: str
    language: str
    revision: Sha256
    slots: Body


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingBody:
    """All that a yes covers."""

    installation: InstallationId
    pending: PendingId
    parking: ParkingId
    plan_sha256: Sha256
    ticket: TicketId
    message: MessageId
    kind: str  # RefundComponents or CancelOrder
    reason: Reason
    order: OrderId
    allocations: tuple[Allocation, ...]
    amount: Money
    payment: PaymentSeen
    pricing: Pricing
    requester: Sha256  # salted commitment to the verified address
    evidence: tuple[Sha256, ...]  # salted commitments to the words that asked
    follow_ons: tuple[SealedFollowOn, ...]
    quorum: int
    expires_at: int  # seconds since 1970, UTC
    supersedes: tuple[PendingId, ...]

    def request(self) -> Body:
        """The request body for the provider; its canonical text is what is sent and hashed."""
        return {
            "amount": self.amount.body(),
            "metadata": {"installation": self.installation, "pending": self.pending},
            "payment": self.payment.payment,
        }

    def idempotency_key(self) -> str:
        """The provider's key: the same for every send of this action, different for any other."""
        return f"{self.installation}:{self.pending}"

    def columns(self) -> tuple[str, ...]:
        """What the row and its allocations must say beside the text, since SQL computes room and queue with them."""
        amount, parts = self.amount, sorted((row.component, row.amount.minor) for row in self.allocations)
        facts = (
            self.parking,
            self.ticket,
            self.order,
            self.payment.payment,
            amount.currency,
            amount.minor,
            self.quorum,
        )
        return tuple(str(fact) for fact in (*facts, self.expires_at, *(fact for part in parts for fact in part)))

    def text(self) -> str:
        """The canonical text of this action."""
        return canonical(self.body())

    def body(self) -> Body:
        """The canonical object of this action."""
        return {
            "allocations": [_allocation(row) for row in self.allocations],
            "amount": self.amount.body(),
            "evidence": list(self.evidence),
            "expires_at": str(self.expires_at),
            "follow_ons": [_follow_on(row) for row in self.follow_ons],
            "idempotency_key": self.idempotency_key(),
            "installation": self.installation,
            "kind": self.kind,
            "message": self.message,
            "order": self.order,
            "parking": self.parking,
            "payment": _payment(self.payment),
            "pending": self.pending,
            "plan_sha256": self.plan_sha256,
            "pricing": _pricing(self.pricing),
            "quorum": str(self.quorum),
            "reason": self.reason.value,
            "request": self.request(),
            "requester": self.requester,
            "supersedes": list(self.supersedes),
            "ticket": self.ticket,
            "version": "1",
        }

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The action that `text` spells; CanonicalError unless it would be spelt the same way again."""
        try:
            found = cls._from_body(parse(text))
        except (KeyError, ValueError, TypeError, MoneyError) as error:
            raise CanonicalError(f"not the text of a pending action: {error}") from None
        if found.text() != text:
            raise CanonicalError("the text of the pending action holds something that is not part of one")
        return found

    @classmethod
    def _from_body(cls, body: Body) -> Self:
        read = _Reader(body)
        return cls(
            installation=InstallationId(read.text("installation")),
            pending=PendingId(read.text("pending")),
            parking=ParkingId(read.text("parking")),
            plan_sha256=Sha256(read.text("plan_sha256")),
            ticket=TicketId(read.text("ticket")),
            message=MessageId(read.text("message")),
            kind=read.text("kind"),
            reason=Reason(read.text("reason")),
            order=OrderId(read.text("order")),
            allocations=tuple(_read_allocation(row) for row in read.rows("allocations")),
            amount=Money.from_body(body["amount"]),
            payment=_read_payment(read.inner("payment")),
            pricing=_read_pricing(read.inner("pricing")),
            requester=Sha256(read.text("requester")),
            evidence=tuple(Sha256(item) for item in read.texts("evidence")),
            follow_ons=tuple(_read_follow_on(row) for row in read.rows("follow_ons")),
            quorum=int(read.text("quorum")),
            expires_at=int(read.text("expires_at")),
            supersedes=tuple(PendingId(item) for item in read.texts("supersedes")),
        )


def pending_digest(text: str) -> Sha256:
    """The digest that decisions sign."""
    return digest(PURPOSE, text)


class _Reader:
    """Typed look-ups in a canonical object; KeyError or TypeError when something else stands there."""

    def __init__(self, body: Body) -> None:
        self._body = body

    def text(self, key: str) -> str:
        value = self._body[key]
        if not isinstance(value, str):
            raise TypeError(f"{key} is no text")
        return value

    def inner(self, key: str) -> "_Reader":
        return _Reader(cast(Body, self._body[key]))

    def rows(self, key: str) -> list["_Reader"]:
        return [_Reader(cast(Body, row)) for row in cast(list[Canonical], self._body[key])]

    def texts(self, key: str) -> list[str]:
        return [str(item) for item in cast(list[Canonical], self._body[key])]

    def money(self, key: str) -> Money:
        return Money.from_body(self._body[key])

    def number(self, key: str) -> int | None:
        text = self.text(key)
        return int(text) if text else None

    def object(self, key: str) -> Body:
        return dict(cast(Body, self._body[key]))


def _allocation(row: Allocation) -> Body:
    return {"amount": row.amount.body(), "component": row.component, "net": row.net.body(), "title": row.title}


def _read_allocation(read: _Reader) -> Allocation:
    component = ComponentId(read.text("component"))
    return Allocation(component=component, title=read.text("title"), net=read.money("net"), amount=read.money("amount"))


def _payment(seen: PaymentSeen) -> Body:
    return {
        "captured": seen.captured.body(),
        "dispute": seen.dispute,
        "elsewhere": seen.elsewhere.body(),
        "mode": seen.mode,
        "payment": seen.payment,
        "provider": seen.provider,
        "refunded_by_us": seen.refunded_by_us.body(),
        "state": str(seen.state),
    }


def _read_payment(read: _Reader) -> PaymentSeen:
    return PaymentSeen(
        payment=PaymentId(read.text("payment")),
        provider=read.text("provider"),
        mode=read.text("mode"),
        state=int(read.text("state")),
        captured=read.money("captured"),
        refunded_by_us=read.money("refunded_by_us"),
        elsewhere=read.money("elsewhere"),
        dispute=read.text("dispute"),
    )


def _pricing(pricing: Pricing) -> Body:
    return {
        "days_since": "" if pricing.days_since is None else str(pricing.days_since),
        "order_state": str(pricing.order_state),
        "rule": pricing.rule,
        "window_days": "" if pricing.window_days is None else str(pricing.window_days),
    }


def _read_pricing(read: _Reader) -> Pricing:
    return Pricing(
        rule=read.text("rule"),
        order_state=int(read.text("order_state")),
        days_since=read.number("days_since"),
        window_days=read.number("window_days"),
    )


def _follow_on(row: SealedFollowOn) -> Body:
    return {
        "language": row.language,
        "revision": row.revision,
        "slots": row.slots,
        "state": row.state,
        "template": row.template,
    }


def _read_follow_on(read: _Reader) -> SealedFollowOn:
    return SealedFollowOn(
        state=read.text("state"),
        template=read.text("template"),
        language=read.text("language"),
        revision=Sha256(read.text("revision")),
        slots=read.object("slots"),
    )
