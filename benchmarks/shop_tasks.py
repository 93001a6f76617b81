"""Public shop tasks through reading, rules and policy: right proposals, wrong ones by kind, and time a ticket.

    python -m benchmarks.shop_tasks

Reads tasks.jsonl of COUNTERFOIL_DATA (default ../shared/data), and says so when it is absent. Proposals are scored
before the payment kind is looked at. Every sender is taken as verified, every delivered order as delivered 3 days ago.
"""

import statistics
import time
from collections.abc import Sequence

from benchmarks.shop_data import TODAY, Refund, Task, folder, items, tasks
from benchmarks.shop_scoring import End, Made, score, table
from counterfoil.brain.propose import Proposed, propose
from counterfoil.brain.rules import RulesBrain
from counterfoil.domain.digests import sha256
from counterfoil.domain.ids import MessageId, TicketId
from counterfoil.domain.rules import Rules
from counterfoil.domain.texts import Reading, Span, SpanAuthor
from counterfoil.domain.tickets import Author, Identity, Message
from counterfoil.policy.owed import Owed, Refusal, owed

RULES = Rules()


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
    """One ticket: read, choose, propose, hold against policy."""
    begun = time.perf_counter()
    reading = _reading(task.text)
    choice = RulesBrain().choose(reading, (), task.orders)
    proposed = propose(choice, _message(task), reading, task.orders, ())
    refunds, refused = _priced(task, proposed)
    seconds = time.perf_counter() - begun
    why = (*(row.value for row in proposed.hand_over), *(f"NOT_OWED: {row.value}" for row in refused))
    return Made(end=_end(refunds, proposed, bool(why)), refunds=refunds, seconds=seconds, why=why)


def _priced(task: Task, proposed: Proposed) -> tuple[tuple[Refund, ...], tuple[Refusal, ...]]:
    own = {order.order: order for order in task.orders}
    results = [owed(own[action.order], action, {}, RULES, TODAY) for action in proposed.money]
    refunds = tuple(
        Refund(
            order=action.order,
            items=items(tuple(part.component for part, _ in found.allocations)),
            minor=found.amount.minor,
        )
        for action, found in zip(proposed.money, results, strict=True)
        if isinstance(found, Owed)
    )
    return refunds, tuple(found.reason for found in results if not isinstance(found, Owed))


def _end(refunds: tuple[Refund, ...], proposed: Proposed, handed: bool) -> End:
    if refunds:
        return End.PROPOSED
    if proposed.ask_back:
        return End.ASKED
    return End.HANDED if handed else End.NOTHING


def _reading(text: str) -> Reading:
    span = Span(start=0, end=len(text), author=SpanAuthor.REQUESTER)
    return Reading(subject="", text=text, spans=(span,), views=(), language=None, flags=frozenset())


def _message(task: Task) -> Message:
    return Message(
        message=MessageId(task.task),
        ticket=TicketId(task.task),
        channel="jsonl",
        channel_id=task.task,
        body_sha256=sha256(task.text.encode()),
        author=Author.CUSTOMER,
        identity=Identity.SESSION,
        sender=task.address,
        subject="",
    )


def _times(seconds: Sequence[float]) -> str:
    ranked = sorted(seconds)
    high = ranked[min(len(ranked) - 1, int(len(ranked) * 0.95))]
    return f"time a ticket: n={len(ranked)}, median {statistics.median(ranked) * 1e3:.2f} ms, p95 {high * 1e3:.2f} ms"


if __name__ == "__main__":
    main()
