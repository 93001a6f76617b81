"""The order book: known orders may change state, never what was bought."""

from dataclasses import replace
from pathlib import Path

import pytest

from counterfoil.domain.errors import OrderFileError
from counterfoil.domain.orders import Dispute, Order, OrderStatus
from counterfoil.executor.book import Booked, book
from tests.unit.gate.house import House, eur, lamp_order


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A shop that knows LL-1."""
    return House(tmp_path)


def _book(house: House, order: Order) -> Booked:
    with house.store.write() as rows:
        return book(rows, order, "memory")


def test_new_order_is_added(house: House) -> None:
    """Unknown: added, and unchanged when it comes again."""
    assert _book(house, lamp_order("LL-2")) is Booked.ADDED
    assert _book(house, lamp_order("LL-2")) is Booked.UNCHANGED


def test_status_may_change(house: House) -> None:
    """A new status is taken in."""
    other = replace(lamp_order(), status=OrderStatus.CANCELLED)
    assert _book(house, other) is Booked.CHANGED
    with house.store.read() as rows:
        found = rows.order(other.order)
    assert found
    assert found.status is OrderStatus.CANCELLED


def test_payment_may_change(house: House) -> None:
    """A dispute and a refund made elsewhere are taken in."""
    order = lamp_order()
    changed = replace(order.payments[0], dispute=Dispute.OPEN, elsewhere=eur(100))
    assert _book(house, replace(order, payments=(changed,))) is Booked.CHANGED


def test_what_was_bought_may_not_change(house: House) -> None:
    """Other components, another buyer or other payments are refused, and nothing is written."""
    order = lamp_order()
    cheaper = replace(order.components[0], net=eur(1))
    others = (
        replace(order, components=(cheaper, *order.components[1:])),
        replace(order, customer="eve@post.example"),
        replace(order, payments=()),
    )
    for other in others:
        with pytest.raises(OrderFileError):
            _book(house, other)
    assert _book(house, order) is Booked.UNCHANGED
