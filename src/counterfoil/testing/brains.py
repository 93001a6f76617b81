"""Brains without a mind of their own, for tests of what stands around a brain."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from counterfoil.domain.choices import Choice, Intent
from counterfoil.domain.knowledge import Hit
from counterfoil.domain.orders import Order
from counterfoil.domain.texts import Reading

UNCLEAR = Choice(intent=Intent.UNCLEAR)


@dataclass(slots=True)
class ScriptedBrain:
    """Implements Brain: gives the choices of `script` in turn, then UNCLEAR; remembers what it was shown."""

    script: Sequence[Choice]
    shown: list[tuple[Reading, tuple[Hit, ...], tuple[Order, ...]]] = field(default_factory=list)

    def choose(self, reading: Reading, hits: Sequence[Hit], orders: Sequence[Order]) -> Choice:
        """The next choice of the script."""
        self.shown.append((reading, tuple(hits), tuple(orders)))
        turn = len(self.shown) - 1
        return self.script[turn] if turn < len(self.script) else UNCLEAR


@dataclass(frozen=True, slots=True)
class AnythingBrain:
    """Implements Brain: always gives `choice`, shown or not, as a fooled brain does."""

    choice: Choice

    def choose(self, reading: Reading, hits: Sequence[Hit], orders: Sequence[Order]) -> Choice:
        """The same choice, whatever is shown."""
        del reading, hits, orders
        return self.choice
