"""Scores what a desk made of the shop tasks: refunds proposed against refunds due. It knows nothing of the desk."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from benchmarks.shop_data import Group, Refund, Task


class End(Enum):
    """What became of a ticket, beside its proposals."""

    PROPOSED = "proposed"
    ASKED = "asked back"
    HANDED = "handed over"
    NOTHING = "nothing proposed, nothing handed over"


class Wrong(Enum):
    """Why a proposal isn't among the refunds due."""

    ORDER = "wrong order"
    COMPONENTS = "wrong components"
    AMOUNT = "wrong amount"
    UNWANTED = "not wanted: no refund of this kind is due"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What the desk made of one ticket. `seconds` is its own time; `why` names reasons of a hand-over."""

    end: End
    refunds: tuple[Refund, ...]
    seconds: float
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Counts of one group of tasks."""

    group: Group
    tasks: int
    due: int  # refunds
    right: int  # refunds: order, components and amount
    wrong: Mapping[Wrong, int]  # refunds
    all_right: int  # tasks whose proposals are exactly what is due (and something is)
    some_right: int  # tasks with right proposals only, but not all
    any_wrong: int  # tasks
    ends: Mapping[End, int]  # tasks without proposals, by what became of them
    why: Mapping[str, int]  # reasons of hand-overs, in tasks


def score(tasks: Sequence[Task], made: Mapping[str, Made]) -> tuple[Score, ...]:
    """One score a group, in the order of Group. Every task must have been made."""
    return tuple(_group(group, [(task, made[task.task]) for task in tasks if task.group is group]) for group in Group)


def wrong(refund: Refund, due: Iterable[Refund]) -> Wrong | None:
    """Why `refund` is none of those due, None when it is one of them."""
    due = list(due)
    same_order = [row for row in due if row.order == refund.order]
    if refund in due:
        return None
    if not due:
        return Wrong.UNWANTED
    if not same_order:
        return Wrong.ORDER
    same_items = any(row.items == refund.items for row in same_order)
    return Wrong.AMOUNT if same_items else Wrong.COMPONENTS


def _group(group: Group, pairs: Sequence[tuple[Task, Made]]) -> Score:
    faults = [(task, made, [wrong(refund, task.due) for refund in made.refunds]) for task, made in pairs]
    clean = [(task, made) for task, made, found in faults if found and not any(found)]
    silent = [made for _, made in pairs if not made.refunds]
    return Score(
        group=group,
        tasks=len(pairs),
        due=sum(len(task.due) for task, _ in pairs),
        right=sum(fault is None for _, _, found in faults for fault in found),
        wrong=Counter(fault for _, _, found in faults for fault in found if fault),
        all_right=sum(frozenset(made.refunds) == task.due for task, made in clean),
        some_right=sum(frozenset(made.refunds) != task.due for task, made in clean),
        any_wrong=sum(any(found) for _, _, found in faults),
        ends=Counter(made.end for made in silent),
        why=Counter(why for made in silent for why in made.why),
    )


def table(scores: Sequence[Score]) -> str:
    """The scores as text."""
    return "\n\n".join("\n".join(_lines(row)) for row in scores)


def _lines(row: Score) -> list[str]:
    title = f"{row.group.value}: {row.tasks} tasks, {row.due} refunds due"
    counts = [
        ("refunds proposed and right (order, components, amount)", row.right),
        *((f"refunds proposed, {kind.value}", row.wrong.get(kind, 0)) for kind in Wrong),
        ("tasks with all refunds right and no other", row.all_right),
        ("tasks with right refunds only, some missing", row.some_right),
        ("tasks with a wrong refund", row.any_wrong),
        *((f"tasks {end.value}", row.ends.get(end, 0)) for end in End if end is not End.PROPOSED),
        *((f"  handed over for {why}", count) for why, count in sorted(row.why.items())),
    ]
    return [title, *(f"  {name:<58}{count:>5}" for name, count in counts)]
