"""Orders for these tests."""

from datetime import date, timedelta

from counterfoil.domain.ids import ComponentId, OrderId, PaymentId
from counterfoil.domain.money import Money
from counterfoil.domain.orders import (
    Component,
    ComponentKind,
    Dispute,
    Order,
    OrderStatus,
    Payment,
    PaymentKind,
)

TODAY = date(2026, 12, 1)
CURRENCY = "EUR"


def component(name: str, net: int, kind: ComponentKind = ComponentKind.LINE, *, redeemable: bool = False) -> Component:
    """A component of `net` minor units."""
    return Component(
        component=ComponentId(name),
        kind=kind,
        title=f"Thing {name}",
        options="",
        sku="",
        quantity=1,
        net=Money(net, CURRENCY),
        redeemable=redeemable,
    )


def payment(
    name: str,
    captured: int,
    *,
    elsewhere: int = 0,
    kind: PaymentKind = PaymentKind.CARD,
    dispute: Dispute = Dispute.NONE,
    currency: str = CURRENCY,
) -> Payment:
    """A payment in minor units."""
    return Payment(
        payment=PaymentId(name),
        kind=kind,
        captured=Money(captured, currency),
        elsewhere=Money(elsewhere, currency),
        dispute=dispute,
    )


def order(
    *components: Component,
    status: OrderStatus = OrderStatus.DELIVERED,
    days_ago: int | None = 3,
    payments: tuple[Payment, ...] = (),
) -> Order:
    """An order delivered `days_ago` days before TODAY."""
    return Order(
        order=OrderId("LL-1"),
        customer="a@b.example",
        currency=CURRENCY,
        placed_on=date(2026, 1, 1),
        status=status,
        delivered_on=None if days_ago is None else TODAY - timedelta(days=days_ago),
        components=components,
        payments=payments,
    )
