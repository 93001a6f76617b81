"""All rows within one transaction, put together from one file a noun (OutboxRows brings DecisionRows along)."""

from counterfoil.adapters.store.rows_executions import ExecutionRows
from counterfoil.adapters.store.rows_intake import IntakeRows
from counterfoil.adapters.store.rows_knowledge import KnowledgeRows
from counterfoil.adapters.store.rows_orders import OrderRows
from counterfoil.adapters.store.rows_outbox import OutboxRows
from counterfoil.adapters.store.rows_plans import PlanRows


class SqliteRows(IntakeRows, OrderRows, PlanRows, OutboxRows, ExecutionRows, KnowledgeRows):
    """`ports.store.Rows` on SQLite."""
