"""The embedded order book: takes the operator's orders into the record.

Known orders may change state, never what was bought.
"""

from dataclasses import replace
from enum import Enum

from counterfoil.domain.errors import OrderFileError
from counterfoil.domain.orders import Order, Payment
from counterfoil.ports.store import Rows


class Booked(Enum):
    """What became of an order of the file."""

    ADDED = "ADDED"
    CHANGED = "CHANGED"  # status, delivery or payment
    UNCHANGED = "UNCHANGED"


def book(rows: Rows, order: Order, provider: str) -> Booked:
    """Take in one order; OrderFileError when it is known with another buyer, other components or other payments."""
    known = rows.order(order.order)
    if known is None:
        _check_payments(rows, order)
        rows.add_order(order, provider)
        return Booked.ADDED
    if _bought(known) != _bought(order):
        raise OrderFileError(
            f"order {order.order} is known with another buyer, other components or other payments",
            advice="What was bought can't be changed by an import; give the new purchase an order number of its own.",
            order=order.order,
        )
    changed = [_state(rows, known, order)]
    changed += [_payment(rows, old, new) for old, new in zip(known.payments, order.payments, strict=True)]
    return Booked.CHANGED if any(changed) else Booked.UNCHANGED


def _check_payments(rows: Rows, order: Order) -> None:
    for payment in order.payments:
        other = rows.order_of_payment(payment.payment)
        if other is not None:
            raise OrderFileError(
                f"payment {payment.payment} of order {order.order} belongs to order {other}",
                advice="A payment is of one order; correct its id and import the file again. None of it was imported.",
                order=order.order,
            )


def _bought(order: Order) -> tuple[object, ...]:
    payments = tuple((row.payment, row.kind, row.captured.currency) for row in order.payments)
    return (order.customer, order.currency, order.placed_on, order.components, payments)


def _state(rows: Rows, known: Order, order: Order) -> bool:
    if (known.status, known.delivered_on) == (order.status, order.delivered_on):
        return False
    rows.add_order_state(order)
    return True


def _payment(rows: Rows, known: Payment, payment: Payment) -> bool:
    if replace(known, state=0) == replace(payment, state=0):
        return False
    rows.add_payment_state(payment)
    return True
