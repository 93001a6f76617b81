"""One order from the fields of an order file."""

from collections.abc import Iterable
from datetime import date

from counterfoil.adapters.orders.fields import Fields, Refusal
from counterfoil.domain.errors import MoneyError
from counterfoil.domain.ids import ComponentId, OrderId, PaymentId
from counterfoil.domain.money import Money, exponent, total
from counterfoil.domain.orders import Component, ComponentKind, Dispute, Order, OrderStatus, Payment, PaymentKind

ORDER = ("order", "customer", "currency", "placed_on", "status", "delivered_on", "components", "payments")
COMPONENT = ("id", "kind", "title", "options", "sku", "quantity", "price", "redeemable")
PAYMENT = ("id", "kind", "captured", "refunded_elsewhere", "dispute")


def order_of(fields: Fields) -> Order:
    """The order that `fields` spell; Refusal names the first field that can't be taken."""
    fields.only(ORDER)
    currency = _currency(fields)
    status = fields.one_of("status", OrderStatus)
    placed = fields.day("placed_on")
    order = Order(
        order=OrderId(fields.ident("order")),
        customer=fields.address("customer"),
        currency=currency,
        placed_on=placed,
        status=status,
        delivered_on=_delivered(fields, status, placed),
        components=tuple(_component(part, currency) for part in fields.parts("components")),
        payments=tuple(_payment(part, currency) for part in fields.parts("payments")),
    )
    _check_unique("component", (part.component for part in order.components))
    _check_unique("payment", (payment.payment for payment in order.payments))
    _check_sums(order)
    return order


def _currency(fields: Fields) -> str:
    currency = fields.text("currency")
    try:
        exponent(currency)
    except MoneyError as error:
        raise Refusal(f"currency: {error.message}; write a code such as EUR") from None
    return currency


def _delivered(fields: Fields, status: OrderStatus, placed: date) -> date | None:
    if fields.content["delivered_on"] is None:
        if status is OrderStatus.DELIVERED:
            raise Refusal("delivered_on is missing for an order that is DELIVERED: write the day")
        return None
    delivered = fields.day("delivered_on")
    if delivered < placed:
        raise Refusal(f"delivered_on {delivered} is before placed_on {placed}")
    if status in (OrderStatus.PENDING, OrderStatus.SHIPPED):
        raise Refusal(f"delivered_on is given for an order that is {status.value}: write null, or DELIVERED")
    return delivered


def _component(fields: Fields, currency: str) -> Component:
    fields.only(COMPONENT)
    return Component(
        component=ComponentId(fields.ident("id")),
        kind=fields.one_of("kind", ComponentKind),
        title=fields.text("title"),
        options=fields.text("options", empty=True),
        sku=fields.text("sku", empty=True),
        quantity=fields.whole("quantity"),
        net=fields.money("price", currency),
        redeemable=fields.flag("redeemable"),
    )


def _payment(fields: Fields, currency: str) -> Payment:
    fields.only(PAYMENT)
    payment = Payment(
        payment=PaymentId(fields.text("id", 100)),
        kind=fields.one_of("kind", PaymentKind),
        captured=fields.money("captured", currency),
        elsewhere=fields.money("refunded_elsewhere", currency),
        dispute=fields.one_of("dispute", Dispute),
    )
    if payment.captured < payment.elsewhere:
        raise Refusal(f"{fields.where}refunded_elsewhere is more than was captured")
    if payment.captured.minor == 0:
        raise Refusal(f"{fields.where}captured is zero: leave the payment out")
    return payment


def _check_unique(what: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for ident in ids:
        if ident in seen:
            raise Refusal(f"{what} id {ident} stands twice in the order")
        seen.add(ident)


def _check_sums(order: Order) -> None:
    bought: Money = total([part.net for part in order.components], order.currency)
    paid = total([payment.captured for payment in order.payments], order.currency)
    if bought != paid:
        raise Refusal(f"the components add up to {bought} and the payments to {paid}: they must be the same")
