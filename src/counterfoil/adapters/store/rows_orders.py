"""Orders, components and payments, and each new state of them."""

from datetime import date

from counterfoil.adapters.store.base import Base
from counterfoil.domain.ids import ComponentId, OrderId, PaymentId
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Component, ComponentKind, Dispute, Order, OrderStatus, Payment, PaymentKind

_ORDER = """
SELECT o.order_id, o.customer, o.currency, o.placed_on, s.status, s.delivered_on, s.seq
  FROM orders o JOIN order_states s ON s.order_id = o.order_id
   AND s.seq = (SELECT max(seq) FROM order_states m WHERE m.order_id = o.order_id)
"""
_PAYMENTS = """
SELECT p.payment_id, p.kind, p.currency, s.captured_minor, s.elsewhere_minor, s.dispute, s.seq
  FROM payments p JOIN payment_states s ON s.payment_id = p.payment_id
   AND s.seq = (SELECT max(seq) FROM payment_states m WHERE m.payment_id = p.payment_id)
 WHERE p.order_id = ? ORDER BY p.rowid
"""


class OrderRows(Base):
    """`ports.store.OrderRows` on SQLite."""

    def add_order(self, order: Order, provider: str) -> None:
        """A new order with its components, payments and first states."""
        self._put(
            "orders",
            order_id=order.order,
            customer=order.customer,
            currency=order.currency,
            placed_on=order.placed_on.isoformat(),
        )
        for part in order.components:
            self._add_component(order.order, part)
        for payment in order.payments:
            self._put(
                "payments",
                payment_id=payment.payment,
                order_id=order.order,
                currency=order.currency,
                provider=provider,
                kind=payment.kind.value,
            )
            self.add_payment_state(payment)
        self.add_order_state(order)

    def add_order_state(self, order: Order) -> int:
        """What the shop says about the order now; the number of this reading."""
        seq = self._next_seq("order_states", "order_id", order.order)
        delivered = order.delivered_on.isoformat() if order.delivered_on else None
        self._put("order_states", order_id=order.order, seq=seq, status=order.status.value, delivered_on=delivered)
        return seq

    def add_payment_state(self, payment: Payment) -> int:
        """What the provider says about the payment now; the number of this reading."""
        seq = self._next_seq("payment_states", "payment_id", payment.payment)
        self._put(
            "payment_states",
            payment_id=payment.payment,
            seq=seq,
            captured_minor=payment.captured.minor,
            elsewhere_minor=payment.elsewhere.minor,
            dispute=payment.dispute.value,
        )
        return seq

    def orders_of(self, address: str) -> tuple[Order, ...]:
        """All orders of the buyer with this address, newest first."""
        rows = self._all(f"{_ORDER} WHERE o.customer = ? ORDER BY o.placed_on DESC, o.order_id DESC", address)
        return tuple(self._order(row) for row in rows)

    def order(self, order: OrderId) -> Order | None:
        """The order of that number, or None."""
        found = self._one(f"{_ORDER} WHERE o.order_id = ?", order)
        return self._order(found) if found else None

    def order_of_payment(self, payment: PaymentId) -> OrderId | None:
        """The order that the payment is of, or None for an unknown payment."""
        found = self._one("SELECT order_id FROM payments WHERE payment_id = ?", payment)
        return OrderId(found[0]) if found else None

    def order_count(self) -> int:
        """How many orders there are."""
        return int(self._one("SELECT count(*) FROM orders")[0])

    def refunded_by_us(self, payment: PaymentId) -> int:
        """Minor units of this payment that live or done refunds of ours take."""
        (found,) = self._one("SELECT coalesce(sum(amount_minor), 0) FROM live_refunds WHERE payment_id = ?", payment)
        return int(found)

    def allocated(self, order: OrderId) -> dict[ComponentId, int]:
        """Minor units of each component that live or done refunds of ours take."""
        rows = self._all(
            "SELECT a.component_id, sum(a.amount_minor) FROM allocations a JOIN live_refunds l USING (pending_id)"
            " WHERE a.order_id = ? GROUP BY a.component_id",
            order,
        )
        return {ComponentId(row[0]): int(row[1]) for row in rows}

    def _add_component(self, order: OrderId, part: Component) -> None:
        self._put(
            "components",
            order_id=order,
            component_id=part.component,
            kind=part.kind.value,
            title=part.title,
            options=part.options,
            sku=part.sku,
            quantity=part.quantity,
            net_minor=part.net.minor,
            redeemable=int(part.redeemable),
        )

    def _order(self, row: tuple[str, str, str, str, str, str | None, int]) -> Order:
        order, customer, currency, placed_on, status, delivered_on, seq = row
        return Order(
            order=OrderId(order),
            customer=customer,
            currency=currency,
            placed_on=date.fromisoformat(placed_on),
            status=OrderStatus(status),
            delivered_on=date.fromisoformat(delivered_on) if delivered_on else None,
            components=self._components(order, currency),
            payments=self._payments(order),
            state=seq,
        )

    def _components(self, order: str, currency: str) -> tuple[Component, ...]:
        rows = self._all(
            "SELECT component_id, kind, title, options, sku, quantity, net_minor, redeemable"
            " FROM components WHERE order_id = ? ORDER BY rowid",
            order,
        )
        return tuple(
            Component(
                component=ComponentId(row[0]),
                kind=ComponentKind(row[1]),
                title=row[2],
                options=row[3],
                sku=row[4],
                quantity=row[5],
                net=Money(row[6], currency),
                redeemable=bool(row[7]),
            )
            for row in rows
        )

    def _payments(self, order: str) -> tuple[Payment, ...]:
        return tuple(
            Payment(
                payment=PaymentId(row[0]),
                kind=PaymentKind(row[1]),
                captured=Money(row[3], row[2]),
                elsewhere=Money(row[4], row[2]),
                dispute=Dispute(row[5]),
                state=row[6],
            )
            for row in self._all(_PAYMENTS, order)
        )
