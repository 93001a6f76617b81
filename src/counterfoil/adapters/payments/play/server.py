"""The provider's HTTP side, on loopback only. Every call needs the bearer key; amounts come from the body alone."""

import hmac
import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import fields
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

from counterfoil.adapters.payments.play.book import Asked, Charge, Conflict, PlayBook
from counterfoil.domain.digests import parse
from counterfoil.domain.errors import CanonicalError

BODY_LIMIT = 64 * 1024  # bytes
_PAYMENT = re.compile(r"/payments/([^/]+)(/refunds|/dispute)?")
_CURRENCY = re.compile(r"[A-Z]{3}", re.ASCII)
_MINOR = re.compile(r"0|[1-9]\d{0,14}", re.ASCII)

Answer = tuple[int, Any]


class PlayServer(ThreadingHTTPServer):
    """Serves one ledger on a free port of 127.0.0.1."""

    daemon_threads = True
    allow_reuse_address = False

    def __init__(self, book: PlayBook, key: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.book = book
        self.key = key

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a caller that went away hears nothing anyway, and nobody reads our standard error."""


class _Handler(BaseHTTPRequestHandler):
    server: PlayServer
    timeout = 10

    def do_GET(self) -> None:
        """Facts about payments and refunds, and the time."""
        self._serve(lambda: _read(self.server.book, self.path))

    def do_POST(self) -> None:
        """Refunds, and the operator's registrations."""
        body = self._body()
        key = self.headers.get("Idempotency-Key", "")
        self._serve(lambda: _write(self.server.book, self.path, key, body))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the standard library's name
        """Print nothing: the ledger is the record."""

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > BODY_LIMIT:
            return b""
        return self.rfile.read(int(length))

    def _serve(self, answer: Callable[[], Answer]) -> None:
        given = self.headers.get("Authorization", "").encode("latin-1", "replace")
        if not hmac.compare_digest(given, f"Bearer {self.server.key}".encode()):
            self._send(401, {"error": "the key is missing or wrong"})
            return
        try:
            self._send(*answer())
        except Conflict as error:
            self._send(409, {"error": str(error)})
        except (CanonicalError, LookupError, RecursionError, TypeError, ValueError) as error:
            self._send(400, {"error": f"not a request that this provider takes: {error}"})
        except sqlite3.Error as error:
            self._send(500, {"error": f"the ledger can't be used: {error}"})

    def _send(self, status: int, content: object) -> None:
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _read(book: PlayBook, path: str) -> Answer:
    if path == "/clock":
        return 200, {"now": book.now()}
    found = _PAYMENT.fullmatch(path)
    if not found or found[2] == "/dispute":
        return 404, {"error": "no such address"}
    payment = unquote(found[1])
    charge = book.charge(payment)
    if charge is None:
        return 404, {"error": "unknown_payment"}
    return 200, book.refunds(payment) if found[2] else charge


def _write(book: PlayBook, path: str, key: str, body: bytes) -> Answer:
    if path == "/refunds":
        if not key:
            raise ValueError("a refund needs an Idempotency-Key")
        return 200, book.refund(key, body, _asked(body))
    content = json.loads(body)
    if path == "/payments":
        return (201 if book.register(_charge(content)) else 200), {}
    found = _PAYMENT.fullmatch(path)
    if not found or found[2] != "/dispute":
        return 404, {"error": "no such address"}
    dispute = {"NONE": "NONE", "OPEN": "OPEN", "WON": "WON", "LOST": "LOST"}[content["dispute"]]
    return (200, {}) if book.set_dispute(unquote(found[1]), dispute) else (404, {"error": "unknown_payment"})


def _asked(body: bytes) -> Asked:
    """The refund that canonical bytes spell: what was signed, and no second key or other spelling of it."""
    content = parse(body.decode())
    match content:
        case {
            "amount": {"currency": str(currency), "minor": str(minor)},
            "metadata": {"installation": str(installation), "pending": str(pending)},
            "payment": str(payment),
        } if [len(content), len(content["amount"]), len(content["metadata"])] == [3, 2, 2]:
            if _CURRENCY.fullmatch(currency) and _MINOR.fullmatch(minor):
                return Asked(
                    payment=payment, minor=int(minor), currency=currency, installation=installation, pending=pending
                )
    raise ValueError("the body is not a refund")


def _charge(content: dict[str, Any]) -> Charge:
    charge = Charge(**content)
    if [type(getattr(charge, field.name)) for field in fields(charge)] != [str, int, str, int, str]:
        raise ValueError("a field of the charge has another type")
    if not _CURRENCY.fullmatch(charge.currency) or not 0 <= charge.elsewhere <= charge.captured < 10**15:
        raise ValueError("the amounts of the charge are impossible")
    if charge.captured == 0 or charge.dispute not in ("NONE", "OPEN", "WON", "LOST") or not charge.payment:
        raise ValueError("the charge is incomplete")
    return charge
