"""What was bought and paid: the system of record as the executor reads it. No customer text."""

from dataclasses import dataclass
from datetime import date
from enum import Enum

from counterfoil.domain.ids import ComponentId, OrderId, PaymentId
from counterfoil.domain.money import Money


class OrderStatus(Enum):
    """Where an order stands in the shop."""

    PENDING = "PENDING"  # paid, not yet shipped: may be cancelled
    SHIPPED = "SHIPPED"
    DELIVERED = "DELIVERED"
    CANCELLED = "CANCELLED"


class ComponentKind(Enum):
    """What a component of an order is."""

    LINE = "LINE"  # goods: one order line with its quantity
    SHIPPING = "SHIPPING"
    TAX = "TAX"


class PaymentKind(Enum):
    """How a payment was made; only CARD is refunded through the gate so far."""

    CARD = "CARD"
    WALLET = "WALLET"
    GIFT_CARD = "GIFT_CARD"
    TRANSFER = "TRANSFER"
    SUBSCRIPTION = "SUBSCRIPTION"


class Dispute(Enum):
    """Whether the payer's bank has been asked to take the money back."""

    NONE = "NONE"
    OPEN = "OPEN"
    WON = "WON"
    LOST = "LOST"


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """The unit that can be refunded, with the net price that was paid for it."""

    component: ComponentId
    kind: ComponentKind
    title: str  # the shop's own words, NFC, at most 200 characters
    options: str
    sku: str
    quantity: int  # pieces; 1 or more
    net: Money  # for all pieces, after discounts
    redeemable: bool  # a voucher or the like, worth money by itself: never refunded


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """A payment of an order, as the provider last told it to the executor."""

    payment: PaymentId
    kind: PaymentKind
    captured: Money
    elsewhere: Money  # refunded by others than this gate
    dispute: Dispute
    state: int = 0  # sequence number of the reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One order with its components and payments."""

    order: OrderId
    customer: str  # the buyer's mail address, lower case
    currency: str
    placed_on: date
    status: OrderStatus
    delivered_on: date | None
    components: tuple[Component, ...]
    payments: tuple[Payment, ...]
    state: int = 0  # sequence number of the reading

    def component(self, wanted: ComponentId) -> Component | None:
        """The component of that id, or None."""
        return next((part for part in self.components if part.component == wanted), None)
