"""Bad input, start to end: a clear error with its code, exit 1, nothing lost, the rest of the file handled."""

import json
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]

GOOD = b"""From: Mara <mara.lindqvist@post.example>
Message-ID: <good@post.example>
Subject: Linen

How do I wash linen?
"""


def _handle(run: Run, home: Path, name: str, content: bytes) -> tuple[int, list[str]]:
    """Exit code and outcomes of handling these bytes as a file."""
    (home / name).write_bytes(content)
    done = run(home, "handle", name, "--json")
    assert "Traceback" not in done.stderr
    return done.returncode, [row["outcome"] for row in json.loads(done.stdout)["handled"]]


def _failed(run: Run, home: Path) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = json.loads(run(home, "queue", "--failed", "--json").stdout)
    return rows


def _error(done: "subprocess.CompletedProcess[str]", code: str) -> str:
    """What the refusal says, after looking that it is one."""
    assert (done.returncode, done.stderr[:6]) == (1, code), done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) >= 2, "says what to do"
    return done.stderr


def test_truncated_mailbox(home: Path, run: Run) -> None:
    """A mailbox cut inside its second mail: the first is answered, and no byte of the second is lost."""
    mailbox = b"From a Mon Jan  5 10:00:00 2026\n" + GOOD + b"\nFrom b Mon Jan  5 10:00:00 2026\nFrom: x@post.exa"
    code, outcomes = _handle(run, home, "cut.mbox", mailbox)
    assert outcomes[0] == "answered"
    assert len(outcomes) == 2
    assert code == (1 if "failed" in outcomes else 0)


def test_binary_file(home: Path, run: Run) -> None:
    """A file that is no mail is kept as failed and listed."""
    code, outcomes = _handle(run, home, "photo.eml", bytes(range(256)) * 40)
    assert (code, outcomes) == (1, ["failed"])
    assert [row["source"] for row in _failed(run, home)] == ["photo.eml:1"]


def test_binary_mailbox(home: Path, run: Run) -> None:
    """A mailbox that is none is kept as failed."""
    code, outcomes = _handle(run, home, "photo.mbox", bytes(range(256)) * 40)
    assert (code, set(outcomes)) == (1, {"failed"})
    assert _failed(run, home)


def test_ten_megabytes(home: Path, run: Run) -> None:
    """A mail of 10 MB is answered or kept, in seconds."""
    code, outcomes = _handle(run, home, "big.eml", GOOD + b"word " * 2_000_000)
    assert len(outcomes) == 1
    assert code == (1 if outcomes == ["failed"] else 0)
    assert outcomes != ["failed"] or _failed(run, home)


def test_unknown_charset(home: Path, run: Run) -> None:
    """A charset that nobody knows keeps nothing from being handled."""
    mail = GOOD.replace(b"Subject: Linen", b"Subject: Linen\nContent-Type: text/plain; charset=klingon")
    code, outcomes = _handle(run, home, "odd.eml", mail)
    assert (code, len(outcomes)) == (0, 1)


def test_mail_without_body(home: Path, run: Run) -> None:
    """Nothing written: handed over."""
    code, outcomes = _handle(run, home, "empty.eml", GOOD.split(b"\n\n")[0].replace(b"Linen", b"") + b"\n\n")
    assert (code, outcomes) == (0, ["handed over"])


def test_repeated_message_ids(home: Path, run: Run) -> None:
    """The same bytes again are a duplicate; the same id with other bytes is a new message."""
    assert _handle(run, home, "one.eml", GOOD) == (0, ["answered"])
    assert _handle(run, home, "again.eml", GOOD) == (0, ["duplicate"])
    assert _handle(run, home, "other.eml", GOOD.replace(b"wash linen", b"dry linen"))[1] != ["duplicate"]


def test_rest_of_the_file_is_handled(home: Path, run: Run) -> None:
    """A line that is no message is kept; those around it are handled."""
    row = json.dumps({"id": "1", "from": "a@post.example", "subject": "", "text": "How do I wash linen?"})
    lines = [row, "{broken", row.replace('"1"', '"2"')]
    code, outcomes = _handle(run, home, "rows.jsonl", "\n".join(lines).encode())
    assert code == 1
    assert [outcome == "failed" for outcome in outcomes] == [False, True, False]
    assert len(_failed(run, home)) == 1


def test_missing_file(home: Path, run: Run) -> None:
    """A file that isn't there is named."""
    assert "nowhere.mbox" in _error(run(home, "handle", "nowhere.mbox"), "CF-100")


@pytest.mark.parametrize(
    ("old", "new"),
    [('"EUR"', '"XXQ"'), ('"79.00"', "79.0"), ("{", "")],
    ids=["unknown currency", "float", "no JSON"],
)
def test_bad_order_file(home: Path, run: Run, old: str, new: str) -> None:
    """An order file with a wrong line is refused whole, the line named."""
    good = (home / "shop" / "orders.jsonl").read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(good) if "LL-1042" in line)
    assert old in good[number]
    bad = [*good[:number], good[number].replace(old, new, 1), *good[number + 1 :]]
    (home / "bad.jsonl").write_text("\n".join(bad) + "\n", encoding="utf-8")
    said = _error(run(home, "orders", "import", "bad.jsonl"), "CF-103")
    assert str(number + 1) in said


def test_unknown_setting_names_the_nearest(home: Path, run: Run) -> None:
    """A slip in a setting's name is told with the name that was meant."""
    file = home / "counterfoil.toml"
    file.write_text(file.read_text("utf-8").replace("poll_seconds", "pol_seconds"), encoding="utf-8")
    assert "executor.poll_seconds" in _error(run(home, "queue"), "CF-101")


def test_locked_database(home: Path, run: Run) -> None:
    """While another program holds the database, a message is refused clearly, and taken in afterwards."""
    (home / "one.eml").write_bytes(GOOD)
    other = sqlite3.connect(home / "counterfoil.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        _error(run(home, "handle", "one.eml"), "CF-203")
    finally:
        other.close()
    assert _handle(run, home, "one.eml", GOOD) == (0, ["answered"])


def test_database_of_another_version(home: Path, run: Run) -> None:
    """A database that another version made is not opened."""
    _sql(home, "PRAGMA user_version = 999")
    _error(run(home, "queue"), "CF-202")


def test_missing_trigger(home: Path, run: Run) -> None:
    """A database with a fence taken out is not opened, and the fence is named."""
    _sql(home, "DROP TRIGGER decision_rules")
    assert "decision_rules" in _error(run(home, "queue"), "CF-202")


def test_file_that_is_no_database(home: Path, run: Run) -> None:
    """Something else in the database's place is refused and left as it is."""
    for left in home.glob("counterfoil.db*"):
        left.unlink()
    (home / "counterfoil.db").write_bytes(b"no database" * 100)
    done = run(home, "queue")
    assert (done.returncode, done.stderr[:4]) == (1, "CF-2")
    assert (home / "counterfoil.db").read_bytes().startswith(b"no database")


def test_no_deployment_here(tmp_path: Path, run: Run) -> None:
    """A directory without a deployment is refused, and nothing is made in it."""
    done = run(tmp_path, "queue")
    assert (done.returncode, done.stderr[:3]) == (1, "CF-")
    assert not list(tmp_path.iterdir())


def test_changed_roster(home: Path, run: Run) -> None:
    """A roster that is no unbroken chain lets nobody decide and nothing be quoted."""
    roster = home / "roster.jsonl"
    roster.write_text(roster.read_text("utf-8").replace("Riley", "Rileys", 1), encoding="utf-8")
    _error(run(home, "reviewer", "list"), "CF-406")
    assert _handle(run, home, "one.eml", GOOD)[1] == ["handed over"]


def _sql(home: Path, statement: str) -> None:
    other = sqlite3.connect(home / "counterfoil.db")
    other.execute(statement)
    other.commit()
    other.close()
