"""The examples in the how-tos are taken as they stand."""

import json
import re
from pathlib import Path

from counterfoil.adapters.mail.files import arrivals
from counterfoil.adapters.mail.source import MailSource, Unreadable
from counterfoil.adapters.orders.files import CSV_COLUMNS, read_orders
from counterfoil.domain.tickets import Arrival, Identity
from counterfoil.knowledge.blocks import parse

HOWTO = Path(__file__).parents[2] / "docs" / "howto"


def fenced(page: str, kind: str) -> str:
    """The first example of a kind on a page."""
    found = re.search(rf"^ *```{kind}\n(.*?)^ *```$", (HOWTO / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found, f"{page} has no example of {kind}"
    return found[1]


def taken(path: Path, source: MailSource) -> Arrival:
    """The one message of a file."""
    (found,) = arrivals(path, source)
    assert not isinstance(found, Unreadable), found.reason
    return found


def test_both_order_files_say_the_same(tmp_path: Path) -> None:
    """The order as JSON lines and as CSV is one and the same order."""
    for suffix in ("json", "csv"):
        (tmp_path / f"orders.{suffix}").write_text(fenced("order-files.md", suffix), encoding="utf-8")
    assert read_orders(tmp_path / "orders.json") == read_orders(tmp_path / "orders.csv")


def test_every_column_is_explained() -> None:
    """Each column of an order file stands in the table of fields."""
    text = (HOWTO / "order-files.md").read_text(encoding="utf-8")
    assert [column for column in CSV_COLUMNS if f"| `{column}` |" not in text] == []


def test_both_documents_say_the_same() -> None:
    """The document as Markdown and as HTML has the same title, scope and blocks."""
    markdown = fenced("knowledge-documents.md", "markdown").encode()
    html = fenced("knowledge-documents.md", "html").encode()
    assert parse("delivery.md", markdown) == parse("delivery.html", html)


def test_mail_is_verified_as_described(tmp_path: Path) -> None:
    """The header shown gives DMARC for the host that the page sets, and NONE for any other."""
    mail, setting = fenced("verify-senders.md", "text"), fenced("verify-senders.md", "toml")
    (tmp_path / "mail.eml").write_text(f"{mail}Subject: Hello\n\nHello.\n", encoding="utf-8")
    host = setting.split('"')[1]
    assert taken(tmp_path / "mail.eml", MailSource(authserv_id=host)).identity is Identity.DMARC
    assert taken(tmp_path / "mail.eml", MailSource(authserv_id=f"not-{host}")).identity is Identity.NONE


def test_line_is_believed_only_when_trusted(tmp_path: Path) -> None:
    """The JSON line shown gives SESSION with --trust-identity, else NONE; each of its keys is explained."""
    line = fenced("verify-senders.md", "json")
    (tmp_path / "form.jsonl").write_text(line, encoding="utf-8")
    assert taken(tmp_path / "form.jsonl", MailSource(trust_identity=True)).identity is Identity.SESSION
    assert taken(tmp_path / "form.jsonl", MailSource()).identity is Identity.NONE
    text = (HOWTO / "verify-senders.md").read_text(encoding="utf-8")
    assert [key for key in json.loads(line) if f"| `{key}` |" not in text] == []
