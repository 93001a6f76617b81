"""All planted violations, by name."""

from tests.unit.store import (
    planted_decisions,
    planted_ends,
    planted_executions,
    planted_orders,
    planted_plans,
    planted_prices,
    planted_tables,
)
from tests.unit.store.planted import Planted

GROUPS: tuple[dict[str, Planted], ...] = (
    planted_orders.INTAKE,
    planted_orders.ORDERS,
    planted_plans.PARKINGS,
    planted_plans.PARKED,
    planted_prices.PRICES,
    planted_prices.QUOTES,
    planted_decisions.EVENTS,
    planted_decisions.VOTES,
    planted_ends.ENDS,
    planted_ends.CLAIMS,
    planted_ends.QUEUE,
    planted_executions.EXECUTIONS,
    planted_executions.RECEIPTS,
    planted_executions.OUTBOX,
    planted_orders.KNOWLEDGE,
    planted_tables.EVERY_TABLE,
)
VIOLATIONS: dict[str, Planted] = {name: case for group in GROUPS for name, case in group.items()}
if len(VIOLATIONS) != sum(len(group) for group in GROUPS):
    raise ValueError("two planted violations have one name")
