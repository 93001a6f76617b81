"""The shop's record of orders."""

from typing import Protocol

from counterfoil.domain.ids import OrderId
from counterfoil.domain.orders import Order


class Orders(Protocol):
    """Reads orders. The desk is given the verified author's own; the executor reads any."""

    def of_customer(self, address: str) -> tuple[Order, ...]:
        """All orders of the buyer with this address (lower case), newest first."""
        ...

    def order(self, order: OrderId) -> Order | None:
        """The order of that number, or None."""
        ...
