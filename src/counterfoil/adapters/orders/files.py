"""Reads an order file, JSONL or CSV, into Orders: the whole file or nothing of it.

JSONL: one order a line, all keys given, amounts as text in currency units::

    {"order": "A-1", "customer": "ann@mail.example", "currency": "EUR", "placed_on": "2026-11-02",
     "status": "DELIVERED", "delivered_on": "2026-11-06",
     "components": [{"id": "1", "kind": "LINE", "title": "Lamp", "options": "", "sku": "", "quantity": 1,
                     "price": "79.00", "redeemable": false}],
     "payments": [{"id": "pay_1", "kind": "CARD", "captured": "79.00", "refunded_elsewhere": "0.00",
                   "dispute": "NONE"}]}

CSV: a header and one row a component, in which the columns of the order and of its one payment are repeated; the rows
of an order stand together. `redeemable` is true or false, `delivered_on` may be empty. An order with several payments
needs JSONL. The columns are those of `CSV_COLUMNS`, in any order.
"""

import csv
import io
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from counterfoil.adapters.orders.fields import Fields, Refusal
from counterfoil.adapters.orders.rows import COMPONENT, order_of
from counterfoil.domain.errors import OrderFileError
from counterfoil.domain.orders import Order

SIZE_LIMIT = 64 * 1024 * 1024  # bytes
CSV_ORDER = ("order", "customer", "currency", "placed_on", "status", "delivered_on")
CSV_COMPONENT = {"component": "id", **{key: key for key in COMPONENT if key not in ("id", "kind")}, "kind": "kind"}
CSV_PAYMENT = {
    "payment": "id",
    "payment_kind": "kind",
    "captured": "captured",
    "refunded_elsewhere": "refunded_elsewhere",
    "dispute": "dispute",
}
CSV_COLUMNS = (*CSV_ORDER, *CSV_COMPONENT, *CSV_PAYMENT)

Numbered = tuple[int, dict[str, Any]]


def read_orders(path: Path) -> tuple[Order, ...]:
    """The orders of `path` (`.csv`, else JSONL), in its order. OrderFileError names file, line, field and mend."""
    text = _text(path)
    orders: list[Order] = []
    seen: dict[str, str] = {}
    line = 0
    try:
        for line, content in _csv(text) if path.suffix.lower() == ".csv" else _jsonl(text):
            order = order_of(Fields(content))
            _once(seen, f"order {order.order}", line)
            for payment in order.payments:
                _once(seen, f"payment {payment.payment}", line)
            orders.append(order)
    except Refusal as error:
        raise OrderFileError(f"{path.name}, line {error.line or line}: {error}", file=str(path)) from None
    if not orders:
        raise OrderFileError(f"{path.name} holds no orders", file=str(path))
    return tuple(orders)


def _once(seen: dict[str, str], what: str, line: int) -> None:
    if what in seen:
        raise Refusal(f"{what} stands on line {seen[what]} already")
    seen[what] = str(line)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise OrderFileError(f"{path} can't be read: {error.strerror}", file=str(path)) from None
    if len(data) > SIZE_LIMIT:
        raise OrderFileError(f"{path.name} is larger than {SIZE_LIMIT >> 20} MB", advice="Split it into several files.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise OrderFileError(
            f"{path.name}, line {line}: not UTF-8", advice="Save the file in UTF-8 and import it again.", file=str(path)
        ) from None


def _jsonl(text: str) -> Iterator[Numbered]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            content = json.loads(line, object_pairs_hook=_no_doubles)
        except Refusal as error:
            raise Refusal(str(error), number) from None
        except (ValueError, RecursionError) as error:
            raise Refusal(f"not JSON: {error}", number) from None
        if not isinstance(content, dict):
            raise Refusal("not a JSON object: write one order a line", number)
        yield number, content


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) != len(pairs):
        raise Refusal("a key stands twice in one object")
    return content


def _csv(text: str) -> Iterator[Numbered]:
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        names = reader.fieldnames or ()
        Fields(dict.fromkeys(names)).only(CSV_COLUMNS, "column")
        if len(names) != len(CSV_COLUMNS):
            raise Refusal("a column stands twice in the header", 1)
        rows = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise Refusal(f"not CSV: {error}", reader.line_num) from None
    for number, row in rows:
        if None in row or None in row.values():
            raise Refusal("the row has more or fewer columns than the header", number)
    groups = [list(group) for _, group in groupby(rows, key=lambda numbered: numbered[1]["order"])]
    seen: set[str] = set()
    for group in groups:
        number, first = group[0]
        if first["order"] in seen:
            raise Refusal(f"order {first['order']} stands further up: put its rows together", number)
        seen.add(first["order"])
    yield from (_order_of_rows(group) for group in groups)


def _order_of_rows(rows: list[Numbered]) -> Numbered:
    number, first = rows[0]
    for line, row in rows:
        for column in (*CSV_ORDER, *CSV_PAYMENT):
            if row[column] != first[column]:
                raise Refusal(f"{column} differs from the order's first row", line)
    content: dict[str, Any] = {column: first[column] for column in CSV_ORDER}
    content["delivered_on"] = first["delivered_on"] or None
    content["components"] = [_component(line, row) for line, row in rows]
    content["payments"] = [{key: first[column] for column, key in CSV_PAYMENT.items()}]
    return number, content


def _component(line: int, row: dict[str, str]) -> dict[str, Any]:
    flags = {"true": True, "false": False}
    if row["redeemable"].lower() not in flags:
        raise Refusal(f"redeemable is {row['redeemable']!r}: write true or false", line)
    if not (row["quantity"].isascii() and row["quantity"].isdigit()) or len(row["quantity"]) > 9:
        raise Refusal(f"quantity is {row['quantity']!r}: write a whole number", line)
    content: dict[str, Any] = {key: row[column] for column, key in CSV_COMPONENT.items()}
    return {**content, "redeemable": flags[row["redeemable"].lower()], "quantity": int(row["quantity"])}
