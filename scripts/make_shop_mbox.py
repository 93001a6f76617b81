"""Write the sample shop's mailbox and the outcomes expected of it from `scripts/shop_tickets/*.toml`.

Standard library only, no clock and no randomness: the same texts give the same bytes. Nothing here is imported by
the product. Run `python scripts/make_shop_mbox.py`, or with `--check` to compare with the files already written.
"""

from __future__ import annotations

import argparse
import base64
import codecs
import hashlib
import html
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from pathlib import Path
from time import asctime
from typing import Any, Literal

HERE = Path(__file__).resolve().parent
TEXTS = HERE / "shop_tickets"
MAILBOX = HERE.parent / "src/counterfoil/testing/shop/tickets.mbox"
EXPECTED = HERE.parent / "tests/e2e/shop_expected.jsonl"

SHOP_HOST = "mx.lanternandloom.example"
SHOP_ADDRESS = "help@lanternandloom.example"
LF = SMTP.clone(linesep="\n")

Client = Literal["gmail", "outlook", "apple", "iphone", "thunderbird", "webmail"]
Auth = Literal["pass", "none", "other_host", "further_down", "fail_then_forged"]

# One grey pixel: a real attachment, small enough to read past.
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")

# Latin letters and the Cyrillic ones that look the same.
LOOKALIKES = str.maketrans("aceopxyA", "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0410")

DISGUISES: Mapping[str, Callable[[str], str]] = {
    "base64": lambda text: "\n".join(re.findall(".{1,72}", base64.b64encode(text.encode()).decode())),
    "rot13": lambda text: codecs.encode(text, "rot13"),
    "zero_width": "\u200b".join,
    "homoglyph": lambda text: text.translate(LOOKALIKES),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """One message as its sender's mail client makes it, and what an honest reviewer accepts as its outcome."""

    key: str
    at: datetime
    about: str
    acceptable: list[str]
    sender: str = ""
    name: str = ""
    subject: str = ""
    text: str = ""
    html: str = ""
    form: Literal["plain", "html", "both", "raw"] = "plain"
    client: Client = "webmail"
    auth: Auth = "pass"
    charset: str = "utf-8"
    transfer: str = "quoted-printable"
    subject_charset: str = "us-ascii"
    secrets: dict[str, str] = field(default_factory=dict)
    reply_to: str = ""
    same_bytes_as: str = ""
    same_id_as: str = ""
    photo: str = ""
    null_sender: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    language: str = "en"
    order: str | None = None
    components: list[str] = field(default_factory=list)
    more: list[dict[str, object]] = field(default_factory=list)
    docs: list[str] = field(default_factory=list)

    @property
    def domain(self) -> str:
        """The domain of the From address."""
        return self.sender.partition("@")[2]

    @property
    def identity(self) -> str:
        """What the receiving host vouches for: only a pass it wrote itself, on top, counts."""
        return "DMARC" if self.auth == "pass" else "NONE"


def read_tickets() -> list[Ticket]:
    """All tickets by time of arrival; refuses two with one key."""
    texts = [tomllib.loads(path.read_text("utf-8")) for path in sorted(TEXTS.glob("*.toml"))]
    rows = [row for text in texts for row in text["ticket"]]
    tickets = {row["key"]: Ticket(**row) for row in rows}
    if len(tickets) != len(rows):
        raise ValueError("two tickets share a key")
    return sorted(tickets.values(), key=lambda ticket: ticket.at)


def token(key: str, length: int) -> str:
    """Hexadecimal digits that look random and depend on the key alone."""
    return hashlib.sha256(f"lantern-and-loom/{key}".encode()).hexdigest()[:length]


def message_id(ticket: Ticket) -> str:
    """A Message-ID in the manner of the client; another ticket's where the texts say so."""
    key = ticket.same_id_as or ticket.same_bytes_as or ticket.key
    if ticket.null_sender:
        return f"<{token(key, 12)}.bounce@{SHOP_HOST}>"
    if ticket.client == "gmail":
        return f"<CA+{token(key, 36)}@mail.{ticket.domain}>"
    if ticket.client in ("apple", "iphone"):
        digits = token(key, 32).upper()
        return f"<{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}@{ticket.domain}>"
    return f"<{token(key, 24)}@{ticket.domain}>"


def results(host: str, ticket: Ticket, *, passed: bool) -> tuple[str, str]:
    """An Authentication-Results field, folded as receiving hosts fold it."""
    good = f"dmarc=pass (p=reject) header.from={ticket.domain};\n\tspf=pass smtp.mailfrom={ticket.domain};\n\t"
    good += f"dkim=pass header.d={ticket.domain} header.s=k{token(ticket.domain, 3)}"
    bad = f"dmarc=fail (p=none) header.from={ticket.domain};\n\tspf=softfail smtp.mailfrom=bulkmailer.example"
    return "Authentication-Results", f"{host};\n\t" + (good if passed else bad)


def trace(ticket: Ticket) -> list[tuple[str, str]]:
    """Return-Path, results and Received fields, topmost first, genuine or forged as the ticket says."""
    arrived = ticket.at + timedelta(seconds=4)
    relay = f"mail.{ticket.domain}" if ticket.auth in ("pass", "none") else "node7.bulkmailer.example"
    relay = "localhost" if ticket.null_sender else relay
    octet = int(token(relay, 2), 16)
    route = f"from {relay} ({relay} [192.0.2.{octet}])\n\tby {SHOP_HOST} with ESMTPS id {token(ticket.key, 10)}"
    received = ("Received", f"{route}\n\tfor <{SHOP_ADDRESS}>; {format_datetime(arrived)}")
    path = ("Return-Path", "<>" if ticket.null_sender else f"<{ticket.sender}>")
    genuine = results(SHOP_HOST, ticket, passed=ticket.auth == "pass")
    forged = results(SHOP_HOST, ticket, passed=True)
    match ticket.auth:
        case "pass":
            return [genuine, path, received]
        case "none":
            return [path, received]
        case "other_host":
            return [results("mx.mail-gateway.example", ticket, passed=True), path, received]
        case "further_down":
            return [path, received, forged]
        case "fail_then_forged":
            return [genuine, path, received, forged]


def envelope(ticket: Ticket) -> list[tuple[str, str]]:
    """The fields a sender writes, in the order in which its mail client writes them."""
    charset = ticket.subject_charset
    fields = {
        "From": formataddr((ticket.name, ticket.sender), "utf-8" if charset == "us-ascii" else charset),
        "To": f"Lantern & Loom <{SHOP_ADDRESS}>" if ticket.client != "iphone" else SHOP_ADDRESS,
        "Subject": Header(ticket.subject, charset, header_name="Subject").encode(),
        "Date": format_datetime(ticket.at),
        "Message-ID": message_id(ticket),
    }
    order: dict[Client, str] = {
        "gmail": "References In-Reply-To From Date Message-ID Subject To",
        "outlook": "From To Subject Date Message-ID References In-Reply-To Accept-Language X-MS-Has-Attach",
        "apple": "From Subject Message-ID References In-Reply-To Date To X-Mailer",
        "iphone": "From Subject Date Message-ID References In-Reply-To To X-Mailer",
        "thunderbird": "Message-ID Date User-Agent Subject Content-Language To References From In-Reply-To",
        "webmail": "Date From To Message-ID In-Reply-To References Subject",
    }
    fields |= marks(ticket) | thread(ticket)
    written = [(name, fields[name]) for name in order[ticket.client].split() if name in fields]
    return written + list(ticket.headers.items())


def marks(ticket: Ticket) -> dict[str, str]:
    """The fields by which a mail client names itself."""
    return {
        "Accept-Language": "en-GB, de-DE",
        "X-MS-Has-Attach": "yes" if ticket.photo else "",
        "X-Mailer": "iPhone Mail (22B91)" if ticket.client == "iphone" else "Apple Mail (2.3826.200.121)",
        "User-Agent": "Mozilla Thunderbird",
        "Content-Language": ticket.language,
    }


def thread(ticket: Ticket) -> dict[str, str]:
    """In-Reply-To and References of an answer to the shop's own mail; empty for a first message."""
    if not ticket.reply_to:
        return {}
    theirs = message_id(replace(ticket, key=ticket.reply_to))
    ours = f"<{token(ticket.reply_to, 20)}.reply@lanternandloom.example>"
    return {"In-Reply-To": ours, "References": f"{theirs}\n {ours}"}


def to_html(ticket: Ticket, text: str) -> str:
    """The HTML part a client makes of a plain text, with quoted lines in a blockquote."""
    own, mark, quoted = text.partition("\n>")
    tail = ""
    if mark:
        own, _, attribution = own.rstrip().rpartition("\n\n")
        inner = paragraphs(re.sub("^> ?", "", quoted.lstrip(), flags=re.MULTILINE))
        head = f'<div class="gmail_attr">{html.escape(attribution)}</div>'
        tail = f'<div class="gmail_quote">{head}<blockquote type="cite">{inner}</blockquote></div>\n'
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={ticket.charset}">'
    return f"<html><head>{meta}</head>\n<body>\n{paragraphs(own)}\n{tail}</body></html>\n"


def paragraphs(text: str) -> str:
    """One `<p>` a paragraph, line ends kept as `<br>`."""
    cut = html.escape(text.strip(), quote=False).split("\n\n")
    return "\n".join("<p>" + part.replace("\n", "<br>\n") + "</p>" for part in cut)


def disguised(ticket: Ticket, text: str) -> str:
    """The text with each `{secret}` replaced by its disguised form."""
    for kind, secret in ticket.secrets.items():
        text = text.replace("{" + kind + "}", DISGUISES[kind](secret))
    return text


def body(ticket: Ticket) -> bytes:
    """MIME fields and content, starting with the field after the envelope."""
    text = disguised(ticket, ticket.text)
    if ticket.form == "raw":
        return text.encode(ticket.charset)
    page = disguised(ticket, ticket.html) or to_html(ticket, text)
    part = EmailMessage(policy=LF)
    coded: dict[str, Any] = {"charset": ticket.charset, "cte": ticket.transfer}
    if ticket.form == "html":
        part.set_content(page, subtype="html", **coded)
    else:
        part.set_content(text, **coded)
    if ticket.form == "both":
        part.add_alternative(page, subtype="html", **coded)
    if ticket.photo:
        part.add_attachment(PIXEL, maintype="image", subtype="png", filename=ticket.photo)
    mark = "Apple-Mail=_" if ticket.client == "apple" else "0000000000"
    for n, inner in enumerate(inner for inner in part.walk() if inner.is_multipart()):
        inner.set_boundary(mark + token(f"{ticket.key}/{n}", 24))
    return part.as_bytes()


def message(ticket: Ticket) -> bytes:
    """The whole message, lines ending in LF."""
    fields = trace(ticket) + envelope(ticket)
    head = "".join(f"{name}: {value}".rstrip() + "\n" for name, value in fields)
    return head.encode("ascii") + body(ticket)


def mailbox(tickets: Iterable[Ticket]) -> bytes:
    """An mboxrd file: a From line a message, body lines that look like one quoted by `>`."""
    messages: dict[str, bytes] = {}
    out = b""
    for ticket in tickets:
        content = messages[ticket.same_bytes_as] if ticket.same_bytes_as else message(ticket)
        messages[ticket.key] = content
        sender = "MAILER-DAEMON" if ticket.null_sender else ticket.sender
        stamp = (ticket.at + timedelta(seconds=4)).astimezone(UTC).timetuple()
        quoted = re.sub(rb"^(>*From )", rb">\1", content.rstrip(b"\n"), flags=re.MULTILINE)
        out += f"From {sender} {asctime(stamp)}\n".encode() + quoted + b"\n\n"
    return out


def expected(tickets: Iterable[Ticket]) -> bytes:
    """One JSON object a message, in the mailbox's order; `more` lists further orders due in the same message."""
    return "".join(json.dumps(expectation(n, t), ensure_ascii=False) + "\n" for n, t in enumerate(tickets, 1)).encode()


def expectation(n: int, ticket: Ticket) -> dict[str, object]:
    """What a reviewer would accept for the n-th message."""
    head = {"n": n, "message_id": message_id(ticket), "from": ticket.sender, "identity": ticket.identity}
    names = ["language", "about", "acceptable", "order", "components", "docs"]
    return head | {name: getattr(ticket, name) for name in names + ["more"] * bool(ticket.more)}


def main() -> int:
    """Write both files, or compare them and return 1 when one differs."""
    parser = argparse.ArgumentParser(description="Write the sample shop's mailbox and expected outcomes.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")
    check = parser.parse_args().check
    tickets = read_tickets()
    stale = 0
    for path, content in ((MAILBOX, mailbox(tickets)), (EXPECTED, expected(tickets))):
        if not check:
            path.write_bytes(content)
        elif path.read_bytes() != content:
            stale = 1
            print(f"{path.name} is stale: run this without --check", file=sys.stderr)
    return stale


if __name__ == "__main__":
    sys.exit(main())
