"""Separate processes: who may hold the key, who may run at once, and what a process killed half-way leaves behind."""

import fcntl
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from counterfoil.adapters.payments.play.launch import launch
from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.adapters.system import SystemClock
from counterfoil.domain.ids import PaymentId
from counterfoil.ports.payment_reads import ProviderRefund

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Script = Callable[..., int]
KILLED = -9

DIES_PAYING = """
import os, signal, sys
from pathlib import Path
from counterfoil.adapters.payments.play.client import PlayProvider
from counterfoil.bootstrap.executor import open_executor
refund = PlayProvider.refund
def dies(self, request):
    if sys.argv[2] == "after":
        refund(self, request)
    os.kill(os.getpid(), signal.SIGKILL)
PlayProvider.refund = dies
with open_executor(Path(sys.argv[1])) as executor:
    executor.run_once()
"""

DIES_ANSWERING = """
import os, signal, sys
from pathlib import Path
from counterfoil.bootstrap import desk
desk.answer = lambda tools, message: os.kill(os.getpid(), signal.SIGKILL)
with desk.open_desk(Path(sys.argv[1])) as opened:
    list(opened.handle(Path(sys.argv[2]), lambda share: None, trust_identity=True))
"""


def _ask(home: Path) -> Path:
    """A file with Mara's signed-in request to return her lamp."""
    row = {
        "id": "1",
        "from": "mara.lindqvist@post.example",
        "subject": "Lamp",
        "text": "Hello, I would like to return the lamp of order LL-1042.",
        "ticket": "T",
        "identity": "session",
    }
    file = home / "ask.jsonl"
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def approved(home: Path, run: Run) -> Path:
    """A shop with one signed refund that is not paid yet."""
    assert run(home, "handle", str(_ask(home)), "--trust-identity").returncode == 0
    assert run(home, "executor", "run", "--once").returncode == 0
    (waiting,) = json.loads(run(home, "queue", "--json").stdout)
    digest = json.loads(run(home, "show", waiting["id"], "--json").stdout)["digest"]
    assert run(home, "approve", waiting["id"], "--digest", digest).returncode == 0
    return home


def _refunds(home: Path) -> tuple[ProviderRefund, ...]:
    """Refunds of Mara's payment, as the provider tells them."""
    with SqliteStore.open(home / "counterfoil.db", SystemClock()).read() as rows:
        (order,) = rows.orders_of("mara.lindqvist@post.example")
    with launch(home / "executor") as provider:
        return tuple(row for payment in order.payments for row in provider.refunds_of(PaymentId(payment.payment)))


def test_desk_refuses_a_payment_key(home: Path, run: Run) -> None:
    """With a payment key in its environment the process that reads text does not start."""
    done = run(home, "desk", "run", "--once", STRIPE_SECRET_KEY="sk_live_" + "0" * 24)
    assert done.returncode == 1
    assert done.stderr.startswith("CF-501")
    assert "0000" not in done.stderr


def test_one_executor_at_a_time(home: Path, run: Run) -> None:
    """While one executor holds the lock file, another one is refused."""
    with (home / "executor" / "executor.lock").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = run(home, "executor", "run", "--once")
    assert (done.returncode, done.stderr[:6]) == (1, "CF-502")


def test_two_executors_pay_once(approved: Path, run: Run) -> None:
    """Two executors started at once pay a signed refund once."""
    command = [sys.executable, "-m", "counterfoil.cli.main", "executor", "run", "--once"]
    both = [
        subprocess.Popen(command, cwd=approved, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(2)
    ]
    assert 0 in [process.wait(60) for process in both]
    run(approved, "executor", "run", "--once")
    assert len(_refunds(approved)) == 1


@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_executor_pays_once(approved: Path, run: Run, script: Script, when: str) -> None:
    """Killed just before or just after the provider was asked, and started again: paid once, told once."""
    assert script(DIES_PAYING, str(approved), when) == KILLED
    for _ in range(2):
        assert run(approved, "executor", "run", "--once").returncode == 0
        assert run(approved, "desk", "run", "--once").returncode == 0
    assert [row.amount.minor for row in _refunds(approved)] == [7900]
    assert _told(approved, "We have refunded 79.00 EUR") == 1
    assert run(approved, "ledger", "verify").returncode == 0


def test_nothing_is_told_before_it_is_paid(approved: Path, run: Run, script: Script) -> None:
    """Between the provider's call and its receipt the customer hears of no refund."""
    script(DIES_PAYING, str(approved), "after")
    run(approved, "desk", "run", "--once")
    assert _told(approved, "We have refunded") == 0


def test_killed_desk_answers_once(home: Path, run: Run, script: Script) -> None:
    """Killed after a message was taken in and before it was answered: handling the file again answers it once."""
    file = _ask(home)
    assert script(DIES_ANSWERING, str(home), str(file)) == KILLED
    outcomes = []
    for _ in range(2):
        done = run(home, "handle", str(file), "--trust-identity", "--json")
        outcomes += [row["outcome"] for row in json.loads(done.stdout)["handled"]]
    assert outcomes == ["parked", "duplicate"]
    assert len(list((home / "outbox").rglob("reply-*.eml"))) == 1


def test_two_desks_answer_once(home: Path) -> None:
    """Two desks that handle the same file at once answer its message once."""
    command = [sys.executable, "-m", "counterfoil.cli.main", "handle", str(_ask(home)), "--trust-identity", "--json"]
    both = [
        subprocess.Popen(command, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)
    ]
    said = [process.communicate(timeout=60) for process in both]
    assert not any("Traceback" in err for _, err in said)
    assert len(list((home / "outbox").rglob("reply-*.eml"))) == 1


def _told(home: Path, text: str) -> int:
    """How many mails to customers hold `text`."""
    mails = [path.read_text("utf-8").replace("=\n", "") for path in (home / "outbox").rglob("reply-*.eml")]
    return Counter(text in mail for mail in mails)[True]
