"""The shop tasks as tickets of this product: their own orders, and what their record owes. Nothing is copied."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any

from counterfoil.domain.ids import ComponentId, OrderId, PaymentId
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Component, ComponentKind, Dispute, Order, OrderStatus, Payment, PaymentKind

DELIVERED = 3  # days ago: inside every window, so that no rule of ours hides a right proposal
CURRENCY = "USD"
KINDS = frozenset({"tau_retail_train", "tau2_retail"})
OURS = frozenset({"items returned", "order cancelled"})
_STATUS = {
    "pending": OrderStatus.PENDING,
    "processed": OrderStatus.SHIPPED,
    "delivered": OrderStatus.DELIVERED,
    "cancelled": OrderStatus.CANCELLED,
}
_PAID = {"credit_card": PaymentKind.CARD, "paypal": PaymentKind.WALLET, "gift_card": PaymentKind.GIFT_CARD}


class Group(Enum):
    """What the task's money moves are."""

    OURS = "wholly cancellation or return"
    OTHERS = "with price differences or changed payment methods"
    NONE = "no money moves"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refund:
    """Money for components of one order. `items` are the source's item ids, sorted, one twice when bought twice."""

    order: str
    items: tuple[str, ...]
    minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One ticket with the orders of its customer and the refunds that are due."""

    task: str
    text: str
    address: str
    orders: tuple[Order, ...]
    due: frozenset[Refund]
    group: Group


def today() -> date:
    """The shop's calendar day, in UTC."""
    return datetime.now(UTC).date()


def folder() -> Path:
    """Where the shared data is: COUNTERFOIL_DATA, else ../shared/data."""
    return Path(os.environ.get("COUNTERFOIL_DATA", "../shared/data"))


def tasks(data: Path) -> Iterator[Task]:
    """Every shop task of `data`/tasks.jsonl, in the order of the file."""
    with (data / "tasks.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["kind"] in KINDS:
                yield _task(row)


def items(components: tuple[ComponentId, ...]) -> tuple[str, ...]:
    """The source's item ids of our component ids."""
    return tuple(sorted(component.split("/")[0] for component in components))


def _task(row: Mapping[str, Any]) -> Task:
    customer = row["facts"]["customer"]
    orders = tuple(_order(found, customer) for found in row["facts"]["orders"])
    moves = {move["why"] for move in row["money_moves"]}
    group = Group.NONE if not moves else Group.OURS if moves <= OURS else Group.OTHERS
    return Task(
        task=row["id"],
        text=row["ticket_text"],
        address=customer["email"].lower(),
        orders=orders,
        due=frozenset(_due(row, {order.order: order for order in orders})),
        group=group,
    )


def _due(row: Mapping[str, Any], orders: Mapping[OrderId, Order]) -> Iterator[Refund]:
    for action in row["right_actions"]:
        number = action["arguments"].get("order_id", "")
        if action["name"] == "return_delivered_order_items":
            returned = tuple(sorted(action["arguments"]["item_ids"]))
            yield Refund(order=number, items=returned, minor=_moved(row, number, "items returned"))
        elif action["name"] == "cancel_pending_order":
            whole = items(tuple(part.component for part in orders[OrderId(number)].components))
            yield Refund(order=number, items=whole, minor=_moved(row, number, "order cancelled"))


def _moved(row: Mapping[str, Any], number: str, why: str) -> int:
    return sum(m["amount_cents"] for m in row["money_moves"] if (m["order_id"], m["why"]) == (number, why))


def _order(found: Mapping[str, Any], customer: Mapping[str, Any]) -> Order:
    status = _STATUS[found["status"].split()[0]]
    return Order(
        order=OrderId(found["order_id"]),
        customer=customer["email"].lower(),
        currency=CURRENCY,
        placed_on=today() - timedelta(days=10),
        status=status,
        delivered_on=today() - timedelta(days=DELIVERED) if status is OrderStatus.DELIVERED else None,
        components=tuple(_components(found["items"])),
        payments=tuple(_payments(found, customer["payment_methods"])),
    )


def _components(bought: list[Mapping[str, Any]]) -> Iterator[Component]:
    """One line an item; an item bought twice is two lines."""
    for place, item in enumerate(bought):
        before = sum(earlier["item_id"] == item["item_id"] for earlier in bought[:place])
        yield Component(
            component=ComponentId(f"{item['item_id']}/{before + 1}" if before else item["item_id"]),
            kind=ComponentKind.LINE,
            title=item["name"],
            options=", ".join(str(value) for value in item["options"].values()),
            sku=item["product_id"],
            quantity=1,
            net=_money(item["price"]),
            redeemable=False,
        )


def _payments(found: Mapping[str, Any], methods: Mapping[str, Mapping[str, Any]]) -> Iterator[Payment]:
    history = found["payment_history"]
    for place, move in enumerate(history):
        if move["transaction_type"] != "payment":
            continue
        name = move["payment_method_id"]
        back = [
            _cents(m["amount"]) for m in history if (m["transaction_type"], m["payment_method_id"]) == ("refund", name)
        ]
        yield Payment(
            payment=PaymentId(f"{found['order_id']}-{place}"),
            kind=_PAID[methods[name]["source"] if name in methods else name.rpartition("_")[0]],
            captured=_money(move["amount"]),
            elsewhere=Money(sum(back), CURRENCY),
            dispute=Dispute.NONE,
        )


def _cents(price: float) -> int:
    return int((Decimal(str(price)) * 100).to_integral_value())


def _money(price: float) -> Money:
    return Money(_cents(price), CURRENCY)
