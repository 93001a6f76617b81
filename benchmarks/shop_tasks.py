"""Public shop tasks through the real desk: right refund proposals, wrong ones by kind, and the time a ticket takes.

    python -m benchmarks.shop_tasks

Reads tasks.jsonl of COUNTERFOIL_DATA (default ../shared/data), and says so when it is absent. Every ticket has a
database of its own with its customer's orders, comes in as one line of JSON with a signed-in sender, and goes through
intake, reader, rules, policy and parking. Proposals are scored before the executor looks at the kind of payment. Every
delivered order was delivered 3 days ago. No documents are imported: these tasks ask for actions, not for answers.
"""

import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.shop_data import Refund, Task, folder, items, tasks, today
from benchmarks.shop_scoring import End, Made, score, table
from counterfoil.adapters.helpdesk.folder import FolderHelpdesk
from counterfoil.adapters.mail.jsonl import arrival
from counterfoil.adapters.mail.source import MailSource
from counterfoil.adapters.search.hybrid import HybridSearch
from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.adapters.system import SystemClock, SystemEntropy
from counterfoil.brain.rules import RulesBrain
from counterfoil.desk.answer import Answered, Answering, Handled, answer
from counterfoil.desk.intake import receive
from counterfoil.domain.ids import InstallationId
from counterfoil.domain.rules import Rules
from counterfoil.executor.book import book
from counterfoil.policy.owed import Owed, owed

RULES = Rules()
SOURCE = MailSource(authserv_id="", own_addresses=frozenset(), trust_identity=True)
ENDS = {Handled.ASKED_BACK: End.ASKED, Handled.HANDED_OVER: End.HANDED}


def main() -> None:
    """Print the table, or why there is none."""
    data = folder()
    if not (data / "tasks.jsonl").exists():
        print(f"skipped: no tasks.jsonl in {data}; set COUNTERFOIL_DATA")
        return
    rows = list(tasks(data))
    made = {row.task: run(row) for row in rows}
    print(table(score(rows, made)))
    print(f"\n{_times([found.seconds for found in made.values()])}")


def run(task: Task) -> Made:
    """One ticket through a desk of its own. The time is from the arrived line to the parked plan."""
    with tempfile.TemporaryDirectory() as directory:
        store = SqliteStore.create(Path(directory) / "desk.db", InstallationId(task.task), SystemClock())
        try:
            with store.write() as rows:
                for order in task.orders:
                    book(rows, order, "play")
            begun = time.perf_counter()
            found = _answered(store, task, Path(directory))
            seconds = time.perf_counter() - begun
        finally:
            store.close()
    refunds = _priced(task, found)
    why = (*(row.value for row in found.hand_over), *(f"NOT_OWED: {reason}" for reason in found.refused))
    end = End.PROPOSED if refunds else ENDS.get(found.handled, End.HANDED if found.hand_over else End.NOTHING)
    return Made(end=end, refunds=refunds, seconds=seconds, why=why)


def _answered(store: SqliteStore, task: Task, directory: Path) -> Answered:
    entropy, clock = SystemEntropy(), SystemClock()
    tools = Answering(
        store=store,
        search=HybridSearch(store, lambda _: lambda _block, _revision: False),
        brain=RulesBrain(),
        locked=lambda _: None,
        helpdesk=FolderHelpdesk(directory=directory, address="help@shop.example", clock=clock),
        entropy=entropy,
        rules=RULES,
        languages=frozenset({"en"}),
    )
    row = {"id": task.task, "from": task.address, "subject": "", "text": task.text, "identity": "session"}
    arrived = arrival(json.dumps(row).encode(), SOURCE)
    assert not isinstance(arrived, str), arrived
    with store.write() as rows:
        received = receive(rows, arrived, entropy)
    return answer(tools, received.message)


def _priced(task: Task, answered: Answered) -> tuple[Refund, ...]:
    """What the executor would compute for each proposal, from the record alone."""
    own = {order.order: order for order in task.orders}
    results = [(action.order, owed(own[action.order], action, {}, RULES, today())) for action in answered.money]
    return tuple(
        Refund(
            order=order,
            items=items(tuple(part.component for part, _ in found.allocations)),
            minor=found.amount.minor,
        )
        for order, found in results
        if isinstance(found, Owed)
    )


def _times(seconds: Sequence[float]) -> str:
    ranked = sorted(seconds)
    high = ranked[min(len(ranked) - 1, int(len(ranked) * 0.95))]
    return f"time a ticket: n={len(ranked)}, median {statistics.median(ranked) * 1e3:.2f} ms, p95 {high * 1e3:.2f} ms"


if __name__ == "__main__":
    main()
