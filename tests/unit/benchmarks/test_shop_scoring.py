"""The shop benchmark's arithmetic, on invented tasks."""

import json
from pathlib import Path

import pytest

from benchmarks.shop_data import Group, Refund, Task, items, tasks
from benchmarks.shop_scoring import End, Made, Wrong, score, table, wrong
from counterfoil.domain.ids import ComponentId
from counterfoil.domain.orders import OrderStatus, PaymentKind

DUE = Refund(order="#1", items=("a", "b"), minor=300)
MORE = Refund(order="#2", items=("c",), minor=100)


@pytest.mark.parametrize(
    ("refund", "why"),
    [
        (DUE, None),
        (Refund(order="#9", items=("a", "b"), minor=300), Wrong.ORDER),
        (Refund(order="#1", items=("a",), minor=200), Wrong.COMPONENTS),
        (Refund(order="#1", items=("a", "b"), minor=301), Wrong.AMOUNT),
    ],
)
def test_a_wrong_refund_has_one_kind(refund: Refund, why: Wrong | None) -> None:
    """Order first, then components, then the amount."""
    assert wrong(refund, [DUE, MORE]) is why


def test_any_refund_is_unwanted_where_none_is_due() -> None:
    """A task that moves no money, or other money."""
    assert wrong(DUE, []) is Wrong.UNWANTED


def task(name: str, *due: Refund, group: Group = Group.OURS) -> Task:
    """A task with these refunds due."""
    return Task(task=name, text="", address="", orders=(), due=frozenset(due), group=group)


def made(*refunds: Refund, end: End = End.PROPOSED, why: tuple[str, ...] = ()) -> Made:
    """What a desk made of it."""
    return Made(end=end, refunds=refunds, seconds=0.0, why=why)


def test_tasks_and_refunds_are_counted_apart() -> None:
    """A task is right only when all that is due and nothing else was proposed."""
    rows = [task("1", DUE, MORE), task("2", DUE, MORE), task("3", DUE), task("4", DUE), task("5", MORE)]
    wrong_one = Refund(order="#1", items=("a",), minor=1)
    results = {
        "1": made(DUE, MORE),
        "2": made(MORE),
        "3": made(wrong_one),
        "4": made(end=End.ASKED),
        "5": made(end=End.HANDED, why=("UNCLEAR",)),
    }
    ours = score(rows, results)[0]
    assert (ours.tasks, ours.due, ours.right, ours.wrong) == (5, 7, 3, {Wrong.COMPONENTS: 1})
    assert (ours.all_right, ours.some_right, ours.any_wrong) == (1, 1, 1)
    assert (ours.ends, ours.why) == ({End.ASKED: 1, End.HANDED: 1}, {"UNCLEAR": 1})


def test_groups_are_scored_apart() -> None:
    """What the desk does not support never counts among what it does."""
    rows = [task("1", DUE), task("2", group=Group.OTHERS), task("3", group=Group.NONE)]
    handed = made(end=End.HANDED)
    assert [row.tasks for row in score(rows, {"1": handed, "2": handed, "3": handed})] == [1, 1, 1]


def test_the_table_names_every_count() -> None:
    """Each group with its title."""
    text = table(score([task("1", DUE)], {"1": made(DUE)}))
    assert "wholly cancellation or return: 1 tasks, 1 refunds due" in text


def test_component_ids_give_the_items_back() -> None:
    """An item bought twice is two components of one item."""
    assert items((ComponentId("b"), ComponentId("a/2"), ComponentId("a"))) == ("a", "a", "b")


ITEM = {"name": "Rug", "item_id": "r", "product_id": "p", "price": 10.1, "options": {"size": "big"}}
ROW = {
    "id": "t",
    "kind": "tau2_retail",
    "ticket_text": "Return the rug.",
    "facts": {
        "customer": {"email": "A@b.example", "payment_methods": {"gift_card_1": {"source": "gift_card"}}},
        "orders": [
            {
                "order_id": "#W1",
                "status": "delivered",
                "items": [ITEM, ITEM],
                "payment_history": [
                    {"transaction_type": "payment", "amount": 20.2, "payment_method_id": "gift_card_1"},
                    {"transaction_type": "refund", "amount": 5.05, "payment_method_id": "gift_card_1"},
                ],
            }
        ],
    },
    "right_actions": [
        {"name": "return_delivered_order_items", "arguments": {"order_id": "#W1", "item_ids": ["r"]}},
        {"name": "modify_user_address", "arguments": {"address": "x"}},
    ],
    "money_moves": [{"order_id": "#W1", "amount_cents": 1010, "why": "items returned"}],
}


def test_a_row_becomes_a_task(tmp_path: Path) -> None:
    """Lines, payments and what is due, in cents without floats; other kinds of rows are left out."""
    other = {**ROW, "id": "u", "kind": "abcd_dialogue"}
    (tmp_path / "tasks.jsonl").write_text(f"{json.dumps(ROW)}\n{json.dumps(other)}\n", encoding="utf-8")
    (found,) = tasks(tmp_path)
    (mine,) = found.orders
    assert (found.address, found.group) == ("a@b.example", Group.OURS)
    assert found.due == frozenset({Refund(order="#W1", items=("r",), minor=1010)})
    assert (mine.status, [part.component for part in mine.components]) == (OrderStatus.DELIVERED, ["r", "r/2"])
    (payment,) = mine.payments
    assert (payment.kind, payment.captured.minor, payment.elsewhere.minor) == (PaymentKind.GIFT_CARD, 2020, 505)


def test_a_row_with_other_moves_is_of_another_group(tmp_path: Path) -> None:
    """A price difference is a person's work."""
    moves = [*ROW["money_moves"], {"order_id": "#W1", "amount_cents": 1, "why": "price difference"}]
    (tmp_path / "tasks.jsonl").write_text(json.dumps({**ROW, "money_moves": moves}), encoding="utf-8")
    assert [found.group for found in tasks(tmp_path)] == [Group.OTHERS]
