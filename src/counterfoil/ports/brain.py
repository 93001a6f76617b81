"""Chooses from what it is shown. It may be wrong, fooled or replaced by an attacker."""

from collections.abc import Sequence
from typing import Protocol

from counterfoil.domain.choices import Choice
from counterfoil.domain.knowledge import Hit
from counterfoil.domain.orders import Order
from counterfoil.domain.texts import Reading


class Brain(Protocol):
    """Turns a reading into a Choice."""

    def choose(self, reading: Reading, hits: Sequence[Hit], orders: Sequence[Order]) -> Choice:
        """A choice among `hits` and `orders` only; `orders` are the verified author's own, newest first."""
        ...
