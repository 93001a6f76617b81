"""Whatever goes wrong on the way to the provider, paying never raises and reading says so."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from counterfoil.adapters.payments.play import PlayProvider, launch
from counterfoil.adapters.payments.play.launch import read_key
from counterfoil.domain.digests import canonical
from counterfoil.domain.errors import KeyExposedError, ProviderError
from counterfoil.domain.executions import Outcome
from counterfoil.domain.ids import PaymentId
from counterfoil.domain.money import Money
from counterfoil.ports.refunds import RefundRequest

PAID = PaymentId("pay_1")
AMOUNT = Money(500, "EUR")


def asking(payment: str = PAID, key: str = "key-1") -> RefundRequest:
    """A good request for 5.00 EUR."""
    body = canonical(
        {"amount": AMOUNT.body(), "metadata": {"installation": "ins_1", "pending": "pnd_1"}, "payment": payment}
    )
    return RefundRequest(
        payment=PaymentId(payment),
        amount=AMOUNT,
        installation="ins_1",
        pending="pnd_1",
        idempotency_key=key,
        body=body,
    )


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayProvider]:
    """One provider process for this file."""
    with launch(tmp_path_factory.mktemp("play")) as provider:
        provider.register(PAID, Money(10000, "EUR"))
        yield provider


@contextmanager
def answering(data: bytes) -> Iterator[PlayProvider]:
    """A provider that sends `data` to whoever connects, and closes."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_answer, args=(listener, data), daemon=True)
        thread.start()
        yield PlayProvider(port=listener.getsockname()[1], key="k" * 64, timeout=0.3)
        thread.join(5)


def _answer(listener: socket.socket, data: bytes) -> None:
    with listener.accept()[0] as connection:
        connection.recv(65536)
        connection.sendall(data)
        if not data:
            time.sleep(0.6)


def http_answer(content: str, status: int = 200) -> bytes:
    """An HTTP answer of that content."""
    head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    return (head + content).encode()


BROKEN = [
    b"",
    b"garbage\r\n\r\n",
    http_answer("not json"),
    http_answer("[]"),
    http_answer("{}"),
    http_answer("null"),
    http_answer('{"outcome": "PERHAPS", "reference": "", "detail": ""}'),
    http_answer('{"error": "broken"}', 500),
    http_answer("<html>", 502),
    http_answer("[1]", 503),
    b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{",
]


@pytest.mark.parametrize("data", BROKEN)
def test_unclear_answer_is_unknown(data: bytes) -> None:
    """Silence, garbage and errors of the provider are UNKNOWN, which counts as paid."""
    with answering(data) as provider:
        receipt = provider.refund(asking())
    assert (receipt.outcome, receipt.reference) == (Outcome.UNKNOWN, "")
    assert provider.key not in receipt.detail


@pytest.mark.parametrize("data", BROKEN)
@pytest.mark.parametrize("call", ["payment", "refunds_of", "now"])
def test_unclear_reading_is_an_error(call: str, data: bytes) -> None:
    """A reading never makes facts out of garbage."""
    calls = {
        "payment": lambda one: one.payment(PAID),
        "refunds_of": lambda one: one.refunds_of(PAID),
        "now": lambda one: one.now(),
    }
    if call == "refunds_of" and data == http_answer("[]"):
        data = http_answer('{"error": "no such address"}', 404)
    with answering(data) as provider, pytest.raises(ProviderError):
        calls[call](provider)


@pytest.mark.parametrize("content", ["{}", '{"a": 1}', '"text"', '[{"reference": 1}]', "[null]", "7"])
def test_list_of_another_shape_is_an_error(content: str) -> None:
    """Only a list of whole refunds is one."""
    with answering(http_answer(content)) as provider, pytest.raises(ProviderError):
        provider.refunds_of(PAID)


def test_nobody_listening_is_unknown_or_an_error() -> None:
    """A provider that is down."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    provider = PlayProvider(port=port, key="k" * 64, timeout=0.3)
    assert provider.refund(asking()).outcome is Outcome.UNKNOWN
    for call in (provider.now, lambda: provider.payment(PAID), lambda: provider.register(PAID, AMOUNT)):
        with pytest.raises(ProviderError):
            call()


@pytest.mark.parametrize("key", ["", "x" * 64, "wrong", "é"])
def test_wrong_key_opens_nothing(running: PlayProvider, key: str) -> None:
    """Every call needs the key; a refused refund is not final, since the right key may still be sent."""
    stranger = PlayProvider(port=running.port, key=key)
    assert stranger.refund(asking()).outcome is Outcome.UNKNOWN
    for call in (stranger.now, lambda: stranger.payment(PAID), lambda: stranger.register(PaymentId("p"), AMOUNT)):
        with pytest.raises(ProviderError):
            call()
    assert running.refunds_of(PAID) == ()


def post(provider: PlayProvider, path: str, body: bytes, **headers: str) -> int:
    """The status of a raw request with the right key."""
    connection = http.client.HTTPConnection("127.0.0.1", provider.port, timeout=5)
    all_headers = {"Authorization": f"Bearer {provider.key}"} | {k.replace("_", "-"): v for k, v in headers.items()}
    try:
        connection.request("POST", path, body, all_headers)
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b"{",
        b"\xff",
        b"[" * 60_000,
        b'{"payment": "pay_1"}',
        json.dumps({"amount": {"currency": "EUR", "minor": 5}, "metadata": {}, "payment": "pay_1"}).encode(),
        asking().body.replace('"500"', '"-500"').encode(),
        asking().body.replace('"500"', '"5e2"').encode(),
        asking().body.replace('"500"', '"\u0665"').encode(),
        asking().body.replace('"500"', f'"{"9" * 400}"').encode(),
        asking().body.replace("EUR", "eur").encode(),
        (asking().body[:-1] + ',"also":"this"}').encode(),
        (asking().body[:-1] + ',"payment":"pay_1"}').encode(),
        asking().body.replace('"500"', '"500","tip":"1"').encode(),
        asking().body.replace('"500"', '"0500"').encode(),
        asking().body.replace(":", ": ").encode(),
        b" " * 70_000,
    ],
)
def test_server_takes_exact_refunds_only(running: PlayProvider, body: bytes) -> None:
    """Anything that isn't exactly one refund is refused, and the server goes on."""
    assert post(running, "/refunds", body, Idempotency_Key="key-x") == 400
    assert running.refunds_of(PAID) == ()


def test_server_needs_an_idempotency_key(running: PlayProvider) -> None:
    """A refund without a key could be paid twice."""
    assert post(running, "/refunds", asking().body.encode()) == 400


@pytest.mark.parametrize("path", ["/", "/refund", "/payments/a/b/c", "/payments//refunds", "/../clock"])
def test_other_addresses_are_not_found(running: PlayProvider, path: str) -> None:
    """There is nothing else on the server."""
    assert post(running, path, b"{}") == 404  # not even with a body that is JSON


@pytest.mark.parametrize(
    "charge",
    [
        b"{}",
        b'{"payment": "p", "captured": 0, "currency": "EUR", "elsewhere": 0, "dispute": "NONE"}',
        b'{"payment": "p", "captured": 1.5, "currency": "EUR", "elsewhere": 0, "dispute": "NONE"}',
        b'{"payment": "p", "captured": 5, "currency": "EUR", "elsewhere": 6, "dispute": "NONE"}',
        b'{"payment": "p", "captured": 5, "currency": "Euro", "elsewhere": 0, "dispute": "NONE"}',
        b'{"payment": "p", "captured": 5, "currency": "EUR", "elsewhere": 0, "dispute": "MAYBE"}',
        b'{"payment": "", "captured": 5, "currency": "EUR", "elsewhere": 0, "dispute": "NONE"}',
        b'{"payment": 7, "captured": 5, "currency": "EUR", "elsewhere": 0, "dispute": "NONE"}',
    ],
)
def test_server_takes_whole_charges_only(running: PlayProvider, charge: bytes) -> None:
    """An incomplete or impossible charge is not registered."""
    assert post(running, "/payments", charge) == 400
    assert running.payment(PaymentId("p")) is None


@pytest.mark.parametrize(
    ("payment", "first", "later"),
    [
        ("test_fail_1", Outcome.FAILED, Outcome.FAILED),
        ("test_pending_1", Outcome.PENDING, Outcome.SUCCEEDED),
        ("test_late_fail_1", Outcome.PENDING, Outcome.FAILED),
    ],
)
def test_test_payments_behave_as_named(running: PlayProvider, payment: str, first: Outcome, later: Outcome) -> None:
    """The documented test payments decline, wait, and fail late; what failed is free again."""
    running.register(PaymentId(payment), AMOUNT)
    assert running.refund(asking(payment, key=payment)).outcome is first
    (listed,) = running.refunds_of(PaymentId(payment))
    facts = running.payment(PaymentId(payment))
    assert facts is not None
    assert listed.outcome is later
    assert facts.refunded.minor == (500 if later is Outcome.SUCCEEDED else 0)


def test_no_repr_shows_the_key(running: PlayProvider) -> None:
    """The client may be printed."""
    assert running.key not in repr(running)


def test_files_of_the_provider_are_private(tmp_path: Path) -> None:
    """The key is its owner's alone; a key that others may read is refused."""
    with launch(tmp_path):
        assert (tmp_path / "play.key").stat().st_mode & 0o077 == 0
    assert not list(tmp_path.glob("play.port*"))
    (tmp_path / "play.key").chmod(0o644)
    with pytest.raises(KeyExposedError), launch(tmp_path):
        pass


@pytest.mark.parametrize("data", [b"", b"short\n", b"\xff" * 64])
def test_what_is_no_key_is_refused(tmp_path: Path, data: bytes) -> None:
    """A cut or foreign key file is one clear error."""
    (tmp_path / "play.key").write_bytes(data)
    (tmp_path / "play.key").chmod(0o600)
    with pytest.raises(ProviderError):
        read_key(tmp_path / "play.key")


def test_ledger_that_is_no_database_is_a_clear_error(tmp_path: Path) -> None:
    """The child's reason reaches the operator as one line."""
    (tmp_path / "play.db").write_bytes(b"no database" * 100)
    with pytest.raises(ProviderError, match="did not start"), launch(tmp_path):
        pass


def test_two_on_one_directory_share_the_ledger(tmp_path: Path) -> None:
    """An import beside a running executor sees the same payments, and a key pays once."""
    with launch(tmp_path) as one, launch(tmp_path) as two:
        one.register(PAID, AMOUNT)
        assert two.register(PAID, AMOUNT) is False
        assert one.refund(asking()) == two.refund(asking())
        assert len(one.refunds_of(PAID)) == 1


def test_provider_ends_with_the_block(tmp_path: Path) -> None:
    """Nothing listens any more afterwards."""
    with launch(tmp_path) as provider:
        pass
    with pytest.raises(ProviderError):
        provider.now()


PARENT = """
import sys, time
from pathlib import Path
from counterfoil.adapters.payments.play import launch
with launch(Path(sys.argv[1])) as provider:
    print(provider.port, flush=True)
    time.sleep(60)
"""


def test_provider_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    """An executor that dies without a word leaves no provider behind."""
    command = [sys.executable, "-c", PARENT, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        port = int(parent.stdout.readline())
        assert PlayProvider(port=port, key=read_key(tmp_path / "play.key")).now() > 0
        os.kill(parent.pid, signal.SIGKILL)
    assert _closes(port)


def _closes(port: int) -> bool:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            return True
        time.sleep(0.05)
    return False
