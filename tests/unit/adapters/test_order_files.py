"""An order file is read whole and exactly, or refused with the place and the mend."""

import json
from datetime import date
from pathlib import Path

import pytest

from counterfoil.adapters.orders.files import CSV_COLUMNS, CSV_COMPONENT, CSV_ORDER, CSV_PAYMENT, read_orders
from counterfoil.adapters.orders.rows import COMPONENT, ORDER, PAYMENT
from counterfoil.domain.errors import OrderFileError
from counterfoil.domain.money import Money
from counterfoil.domain.orders import ComponentKind, Dispute, OrderStatus, PaymentKind
from counterfoil.testing.shop import ORDERS, SHOP


def order(**changes: object) -> dict[str, object]:
    """A good order, with some fields changed."""
    good: dict[str, object] = {
        "order": "A-1",
        "customer": "Ann@Mail.example",
        "currency": "EUR",
        "placed_on": "2026-11-02",
        "status": "DELIVERED",
        "delivered_on": "2026-11-06",
        "components": [component(), component(id="S", kind="SHIPPING", title="Shipping", price="4.95")],
        "payments": [payment()],
    }
    return good | changes


def component(**changes: object) -> dict[str, object]:
    """A good component, with some fields changed."""
    good = {"id": "1", "kind": "LINE", "title": "Lamp", "options": "", "sku": "", "quantity": 1}
    return good | {"price": "79.00", "redeemable": False} | changes


def payment(**changes: object) -> dict[str, object]:
    """A good payment, with some fields changed."""
    good = {"id": "pay_1", "kind": "CARD", "captured": "83.95", "refunded_elsewhere": "0.00", "dispute": "NONE"}
    return good | changes


def alone(price: object, currency: str = "EUR", captured: object = None) -> dict[str, object]:
    """An order of one component at `price`."""
    paid = price if captured is None else captured
    return order(currency=currency, components=[component(price=price)], payments=[payment(captured=paid)])


def written(folder: Path, *orders: object) -> Path:
    """A JSONL file of these orders."""
    path = folder / "orders.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in orders), encoding="utf-8")
    return path


def test_sample_shop_is_read() -> None:
    """Every order of the shipped shop is taken."""
    orders = read_orders(Path(str(SHOP / ORDERS)))
    assert len(orders) >= 40
    assert len({one.order for one in orders}) == len(orders)


def test_every_field_is_taken(tmp_path: Path) -> None:
    """What is written is what is read; the address in small letters."""
    (read,) = read_orders(written(tmp_path, order()))
    assert (read.order, read.customer, read.currency) == ("A-1", "ann@mail.example", "EUR")
    assert (read.placed_on, read.delivered_on) == (date(2026, 11, 2), date(2026, 11, 6))
    assert read.status is OrderStatus.DELIVERED
    lamp, shipping = read.components
    assert (lamp.component, lamp.kind, lamp.title, lamp.net) == ("1", ComponentKind.LINE, "Lamp", Money(7900, "EUR"))
    assert (shipping.kind, shipping.net) == (ComponentKind.SHIPPING, Money(495, "EUR"))
    (paid,) = read.payments
    assert (paid.payment, paid.kind, paid.captured) == ("pay_1", PaymentKind.CARD, Money(8395, "EUR"))
    assert (paid.elsewhere, paid.dispute) == (Money(0, "EUR"), Dispute.NONE)


@pytest.mark.parametrize(
    ("one", "says"),
    [
        (alone(79.0), "components[0].price: 79.0 is a float"),
        (alone(79), "components[0].price: 79 is a int"),
        (alone("79,00"), "'79,00' is not an amount"),
        (alone("1.234.00"), "not an amount"),
        (alone("-5.00"), "not an amount"),
        (alone("79.001"), "3 decimals, EUR has 2"),
        (alone("79.5", "JPY"), "1 decimals, JPY has 0"),
        (alone("1.0005", "KWD"), "4 decimals, KWD has 3"),
        (alone("79.00", captured="79.01"), "79.00 EUR and the payments to 79.01 EUR"),
        (order(currency="EURO"), "'EURO' is not a currency"),
        (order(currency="eur"), "'eur' is not a currency"),
        (order(status="DELIVERD"), "status is 'DELIVERD': write one of PENDING, SHIPPED, DELIVERED, CANCELLED"),
        (order(status=None), "status is None"),
        (order(placed_on="02.11.2026"), "placed_on is '02.11.2026': write a day"),
        (order(placed_on="2026-02-30"), "placed_on"),
        (order(placed_on=20261102), "placed_on is 20261102"),
        (order(delivered_on=None), "delivered_on is missing for an order that is DELIVERED"),
        (order(delivered_on="2026-11-01"), "delivered_on 2026-11-01 is before placed_on"),
        (order(status="SHIPPED"), "delivered_on is given for an order that is SHIPPED"),
        (order(customer="ann"), "customer is 'ann': write a mail address"),
        (order(customer=""), "customer is empty"),
        (order(order=17), "order is 17: write a text in quotes"),
        (order(order="x" * 41), "order has 41 characters: shorten it to 40"),
        (order(components=[]), "components is not a list"),
        (order(components={"id": "1"}), "components is not a list"),
        (order(payments=["pay_1"]), "payments is not a list"),
        (order(components=[component(), component()]), "component id 1 stands twice"),
        (order(components=[component(kind="GIFT")]), "components[0].kind is 'GIFT'"),
        (order(components=[component(title="two\nlines")]), "components[0].title holds control"),
        (order(components=[component(title="hid\u202eden")]), "components[0].title holds control"),
        (order(components=[component(title="x" * 201)]), "components[0].title has 201 characters"),
        (order(components=[component(title=" ")]), "components[0].title is empty"),
        (order(components=[component(quantity=0)]), "components[0].quantity is 0"),
        (order(components=[component(quantity=1.0)]), "components[0].quantity is 1.0"),
        (order(components=[component(quantity=True)]), "components[0].quantity is True"),
        (order(components=[component(redeemable="no")]), "components[0].redeemable is 'no'"),
        (order(payments=[payment(kind="CRAD")]), "payments[0].kind is 'CRAD'"),
        (order(payments=[payment(dispute="")]), "payments[0].dispute is ''"),
        (order(payments=[payment(refunded_elsewhere="83.96")]), "refunded_elsewhere is more than was captured"),
        (order(payments=[payment(), payment()]), "payment id pay_1 stands twice"),
        (alone("0.00"), "captured is zero"),
        (order(custmer="x"), "custmer is an unknown key; did you mean customer?"),
        (order(payments=[payment(elsewhere="1")]), "payments[0].elsewhere is an unknown key; did you mean"),
        ({key: value for key, value in order().items() if key != "status"}, "status is missing"),
        ([1], "not a JSON object"),
    ],
)
def test_refusals_name_the_line_and_the_field(tmp_path: Path, one: object, says: str) -> None:
    """One bad order refuses the whole file and says where and why."""
    good = order(order="A-0", payments=[payment(id="pay_0")])
    with pytest.raises(OrderFileError) as refused:
        read_orders(written(tmp_path, good, one))
    assert refused.value.message.startswith("orders.jsonl, line 2: ")
    assert says in refused.value.message


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "holds no orders"),
        (b"\n \n", "holds no orders"),
        (b"{\n", "line 1: not JSON"),
        (b'\n{"order": "\xff"}\n', "line 2: not UTF-8"),
        (b'{"order": "A", "order": "B"}\n', "line 1: a key stands twice"),
        (b"[" * 100_000 + b"\n", "line 1: not JSON"),
        (b'{"order": NaN}\n', "line 1: "),
        (b"\x00\x01\x02", "line 1: not JSON"),
    ],
)
def test_broken_files_are_refused(tmp_path: Path, data: bytes, says: str) -> None:
    """Empty, binary and cut files give one clear error."""
    path = tmp_path / "orders.jsonl"
    path.write_bytes(data)
    with pytest.raises(OrderFileError, match=says):
        read_orders(path)


def test_missing_file_is_a_clear_error(tmp_path: Path) -> None:
    """A wrong path and a folder are named."""
    for path in (tmp_path / "absent.jsonl", tmp_path):
        with pytest.raises(OrderFileError, match="can't be read"):
            read_orders(path)


def test_same_order_or_payment_twice_in_a_file_is_refused(tmp_path: Path) -> None:
    """The place of the first one is named."""
    with pytest.raises(OrderFileError, match="line 2: order A-1 stands on line 1"):
        read_orders(written(tmp_path, order(), order(payments=[payment(id="pay_2")])))
    with pytest.raises(OrderFileError, match="line 2: payment pay_1 stands on line 1"):
        read_orders(written(tmp_path, order(), order(order="A-2")))


def test_titles_are_normalised(tmp_path: Path) -> None:
    """A decomposed letter becomes one, as everything signed must be."""
    (read,) = read_orders(written(tmp_path, order(components=[component(title="Fe\u0301", price="83.95")])))
    assert read.components[0].title == "F\u00e9"


def test_byte_order_mark_and_windows_lines_are_taken(tmp_path: Path) -> None:
    """A file saved by an office program is no error."""
    path = tmp_path / "orders.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(order()).encode() + b"\r\n")
    assert len(read_orders(path)) == 1


CSV_HEAD = ",".join(CSV_COLUMNS)
LAMP = "A-1,ann@mail.example,EUR,2026-11-02,DELIVERED,2026-11-06,1,Lamp,,,1,79.00,false,LINE,pay_1,CARD,83.95,0.00,NONE"
SHIP = (
    "A-1,ann@mail.example,EUR,2026-11-02,DELIVERED,2026-11-06,S,Post,,,1,4.95,False,SHIPPING,pay_1,CARD,83.95,0.00,NONE"
)
SENT = "A-2,bo@mail.example,JPY,2026-11-02,PENDING,,1,Mug,,,2,1800,true,LINE,pay_2,CARD,1800,0,NONE"


def table(folder: Path, *lines: str) -> Path:
    """A CSV file of these lines."""
    path = folder / "orders.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_csv_says_the_same_as_jsonl(tmp_path: Path) -> None:
    """Rows of one order become its components."""
    one, two = read_orders(table(tmp_path, CSV_HEAD, LAMP, SHIP, SENT))
    (same,) = read_orders(
        written(
            tmp_path, order(components=[component(), component(id="S", kind="SHIPPING", title="Post", price="4.95")])
        )
    )
    assert one == same
    assert (two.delivered_on, two.components[0].redeemable, two.components[0].quantity) == (None, True, 2)


def test_csv_has_every_field_of_jsonl() -> None:
    """No field can be written in one form only, but for several payments."""
    assert {*CSV_ORDER, "components", "payments"} == set(ORDER)
    assert set(CSV_COMPONENT.values()) == set(COMPONENT)
    assert set(CSV_PAYMENT.values()) == set(PAYMENT)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ((CSV_HEAD.replace("customer", "costumer"), LAMP), "costumer is an unknown column; did you mean customer?"),
        ((CSV_HEAD.replace(",dispute", ""), LAMP), "dispute is missing"),
        ((CSV_HEAD, LAMP + ",x"), "line 2: the row has more or fewer columns"),
        ((CSV_HEAD, LAMP.removesuffix(",NONE")), "line 2: the row has more or fewer columns"),
        ((CSV_HEAD, LAMP, SHIP.replace("EUR", "USD")), "line 3: currency differs from the order's first row"),
        ((CSV_HEAD, LAMP, SENT, SHIP), "line 4: order A-1 stands further up: put its rows together"),
        ((CSV_HEAD, LAMP), "line 2: the components add up to 79.00 EUR"),
        ((CSV_HEAD + ",order", LAMP + ",A-1"), "a column stands twice"),
        ((CSV_HEAD, SENT.replace("true", "yes")), "line 2: redeemable is 'yes'"),
        ((CSV_HEAD, SENT.replace(",2,1800", ",two,1800")), "line 2: quantity is 'two'"),
        ((CSV_HEAD, SENT.replace("1800", "18.00")), "line 2: components[0].price"),
        ((CSV_HEAD, '"A-1'), "not CSV"),
        ((CSV_HEAD,), "holds no orders"),
        (("",), "order is missing"),
    ],
)
def test_csv_refusals_name_the_line(tmp_path: Path, lines: tuple[str, ...], says: str) -> None:
    """A bad row refuses the whole file."""
    with pytest.raises(OrderFileError) as refused:
        read_orders(table(tmp_path, *lines))
    assert says in refused.value.message
