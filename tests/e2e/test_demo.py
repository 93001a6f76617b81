"""The demo, as a user without a terminal runs it."""

import subprocess
from collections.abc import Callable
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest

from counterfoil.adapters.payments.play.launch import launch
from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.adapters.system import SystemClock
from counterfoil.gate.signed import read

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the demo unpacks its shop."""
    return tmp_path_factory.mktemp("demo") / "home"


def test_demo_ends_by_itself(home: Path, run: Run) -> None:
    """Exit 0, the record verified, hints on what to try next, and nothing on standard error."""
    done = run(home.parent, "demo", "--home", str(home))
    assert (done.returncode, done.stderr) == (0, "")
    assert "SUCCEEDED" in done.stdout
    assert "Verified:" in done.stdout
    assert "What to try next:" in done.stdout


def test_one_refund_was_paid_once(home: Path) -> None:
    """The provider's own ledger holds one refund of ours, of the amount shown."""
    store = SqliteStore.open(home / "counterfoil.db", SystemClock())
    with store.read() as rows:
        actions = [rows.pending(chain) for chain in rows.chains()]
    store.close()
    payments = {read(action).payment.payment for action in actions if action}
    with launch(home / "executor") as provider:
        paid = [row for payment in payments for row in provider.refunds_of(payment) if row.pending]
    assert [(row.amount.minor, row.amount.currency, row.outcome.value) for row in paid] == [(7900, "EUR", "SUCCEEDED")]


def test_only_the_paid_customer_reads_refunded(home: Path) -> None:
    """One mail in the outbox says that money was refunded: the one to the customer who was paid."""
    parser = BytesParser(policy=policy.default)
    mails = [parser.parsebytes(path.read_bytes()) for path in (home / "outbox").rglob("reply-*.eml")]
    told = [mail for mail in mails if "We have refunded" in mail.get_content()]
    assert [mail["To"] for mail in told] == ["mara.lindqvist@post.example"]


def test_demo_again_in_the_same_place_is_refused(home: Path, run: Run) -> None:
    """A home that is in use is not written over."""
    done = run(home.parent, "demo", "--home", str(home))
    assert done.returncode == 1
    assert done.stderr.startswith("CF-")
    assert "Traceback" not in done.stderr
