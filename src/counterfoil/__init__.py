"""Counterfoil: a customer-support agent whose money actions nobody can talk open.

These names are what a brain of one's own needs: what it is shown, and the Choice that is all it may return.
"""

from counterfoil.domain.choices import Choice, Intent, OrderChoice, Reason
from counterfoil.domain.errors import CounterfoilError
from counterfoil.domain.knowledge import Block, Hit
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Component, Order
from counterfoil.domain.texts import Reading, SpanAuthor

__all__ = [
    "Block",
    "Choice",
    "Component",
    "CounterfoilError",
    "Hit",
    "Intent",
    "Money",
    "Order",
    "OrderChoice",
    "Reading",
    "Reason",
    "SpanAuthor",
    "__version__",
]
__version__ = "0.1.0"
