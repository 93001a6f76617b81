"""Every command: tables, JSON, exit codes, and errors that say what to do."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Do = Callable[..., Result]

READING = [
    ("queue",),
    ("queue", "--failed"),
    ("kb", "list"),
    ("reviewer", "list"),
    ("ledger", "verify"),
    ("executor", "run", "--once"),
    ("desk", "run", "--once"),
]
HEAVY = ("wordllama", "lingua", "numpy", "cryptography", "rich", "sqlite3", "bs4", "markdown_it", "http.server")


def _refused(done: Result, code: str) -> str:
    """What the refusal says, after looking that it is one."""
    assert (done.exit_code, done.stderr[:6]) == (1, code), done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.strip().count("\n") >= 1, "says what to do"
    return done.stderr


def _waiting(do: Do) -> tuple[str, str]:
    """The first action that waits, and its digest."""
    action = json.loads(do("queue", "--json").stdout)[0]["id"]
    return action, json.loads(do("show", action, "--json").stdout)["digest"]


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_tables_and_json(do: Do, words: tuple[str, ...]) -> None:
    """Each command prints for people by default and one JSON document with --json; both exit 0."""
    plain, data = do(*words), do(*words, "--json")
    assert (plain.exit_code, data.exit_code) == (0, 0), plain.stderr + data.stderr
    assert plain.stdout.strip()
    json.loads(data.stdout)


def test_show_has_the_same_facts_both_ways(do: Do) -> None:
    """The sheet and its JSON name the same digest and amount."""
    action, digest = _waiting(do)
    shown, data = do("show", action).stdout, json.loads(do("show", action, "--json").stdout)
    assert digest in shown
    assert data["digest"] == digest
    assert data["state"] in shown


def test_show_revision(do: Do) -> None:
    """A revision is shown block by block, also as JSON."""
    revision = json.loads(do("kb", "list", "--json").stdout)[0]["revision"]
    assert do("kb", "show", revision).exit_code == 0
    assert json.loads(do("kb", "show", revision, "--json").stdout)["blocks"]


def test_accept_needs_an_editor(do: Do, home: Path) -> None:
    """The founding person accepts everything, and a reviewer who is no editor may not."""
    do("reviewer", "enrol", "sam", "--name", "Sam")
    _refused(do("kb", "accept", "--all", "--key", str(home / "keys" / "sam.key")), "CF-301")
    done = do("kb", "accept", "--all", "--json", "--key", str(home / "keys" / "riley.key"))
    assert json.loads(done.stdout)["editor"] == "riley"


def test_imports_tell_what_they_did(do: Do, home: Path) -> None:
    """Importing what is there already changes nothing, and says so in JSON."""
    booked = json.loads(do("orders", "import", str(home / "shop" / "orders.jsonl"), "--json").stdout)
    assert (booked["ADDED"], booked["CHANGED"]) == (0, 0)
    documents = json.loads(do("kb", "import", str(home / "shop" / "kb"), "--json").stdout)
    assert (documents["added"], documents["changed"]) == ([], [])


def test_init_makes_a_deployment_once(do: Do, home: Path, tmp_path: Path) -> None:
    """A new home is made and told as JSON; one in use is left alone."""
    from typer.testing import CliRunner

    from counterfoil.cli.main import app

    words = ["init", "--person", "ann", "--name", "Ann", "--home", str(tmp_path / "new"), "--json"]
    made = json.loads(CliRunner().invoke(app, words).stdout)
    assert Path(made["key"]).stat().st_mode & 0o077 == 0
    before = (home / "roster.jsonl").read_bytes()
    assert do("init", "--person", "ann", "--name", "Ann").exit_code == 1
    assert (home / "roster.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [("approve", "act_x"), ("deny", "act_x", "--digest", "0"), ("nonsense",), ("handle",), ("kb", "accept")],
    ids=" ".join,
)
def test_usage_is_exit_code_two(do: Do, words: tuple[str, ...]) -> None:
    """A digest, a reason, a file can't be left out."""
    assert do(*words).exit_code == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("show", "act_nothing"), "CF-106"),
        (("kb", "show", "rev_nothing"), "CF-106"),
        (("handle", "nowhere.eml"), "CF-100"),
        (("orders", "import", "nowhere.jsonl"), "CF-1"),
        (("reviewer", "enrol", "../eve", "--name", "Eve"), "CF-100"),
        (("reviewer", "enrol", "eve", "--name", "Eve", "--roles", "king"), "CF-100"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_errors_have_code_and_advice(do: Do, words: tuple[str, ...], code: str) -> None:
    """Each error is its code, what is wrong and what to do, exit 1."""
    done = do(*words)
    assert (done.exit_code, done.stderr.startswith(code)) == (1, True), done.stderr
    assert done.stderr.strip().count("\n") >= 1


def test_help_imports_nothing_heavy() -> None:
    """--help is quick because nothing that a command needs is loaded yet."""
    program = (
        "import sys\nfrom counterfoil.cli.main import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit: pass\n"
        f"print('LOADED', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "LOADED []" in done.stdout


def test_approve_is_paid_and_told(do: Do) -> None:
    """A yes to the digest shown is filed under the key's owner, and the executor pays it."""
    action, digest = _waiting(do)
    done = json.loads(do("approve", action, "--digest", digest, "--json").stdout)
    assert (done["person"], done["state"]) == ("riley", "APPROVED")
    assert json.loads(do("executor", "run", "--once", "--json").stdout)["paid"][0]["state"] == "SUCCEEDED"


def test_deny_ends_it(do: Do) -> None:
    """One no is enough, and a yes afterwards comes too late."""
    action, digest = _waiting(do)
    assert do("deny", action, "--digest", digest, "--reason", "not ours").exit_code == 0
    _refused(do("approve", action, "--digest", digest), "CF-405")


def test_wrong_digest_is_refused(do: Do) -> None:
    """A digest that is not the action's approves nothing."""
    action, _ = _waiting(do)
    _refused(do("approve", action, "--digest", "0" * 64), "CF-401")
    assert json.loads(do("show", action, "--json").stdout)["state"] != "APPROVED"


def test_several_keys_need_a_choice(do: Do, home: Path) -> None:
    """With two keys in the directory nobody is guessed; with --key the key says who signed."""
    action, digest = _waiting(do)
    assert do("reviewer", "enrol", "sam", "--name", "Sam").exit_code == 0
    assert "--key" in _refused(do("approve", action, "--digest", digest), "CF-100")
    done = do("approve", action, "--digest", digest, "--key", str(home / "keys" / "sam.key"), "--json")
    assert json.loads(done.stdout)["person"] == "sam"


@pytest.mark.parametrize("option", ["--person", "--as", "--reviewer"])
def test_nobody_can_be_named(do: Do, option: str) -> None:
    """No option says who decides: the key does."""
    action, digest = _waiting(do)
    assert do("approve", action, "--digest", digest, option, "sam").exit_code == 2


def test_strange_key_is_refused(do: Do, home: Path) -> None:
    """A key that the roster doesn't know decides nothing."""
    from counterfoil.adapters.sign_in.keys import KeySigner
    from counterfoil.adapters.system import SystemEntropy

    KeySigner.create(home / "eve.key", SystemEntropy())
    action, digest = _waiting(do)
    _refused(do("approve", action, "--digest", digest, "--key", str(home / "eve.key")), "CF-404")


def test_key_that_others_can_read_is_refused(do: Do, home: Path) -> None:
    """A private key that its group may read is not used."""
    action, digest = _waiting(do)
    (home / "keys" / "riley.key").chmod(0o640)
    assert "chmod 600" in _refused(do("approve", action, "--digest", digest), "CF-403")


def test_foreign_text_is_made_visible(do: Do, tmp_path: Path) -> None:
    """Escape sequences and direction marks of a stranger reach no terminal as they are."""
    row = {"id": "e", "from": "eve@post.example", "subject": "\x1b[2J\u202eevil", "text": "How do I wash linen?"}
    (tmp_path / "e.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    for words in (("handle", str(tmp_path / "e.jsonl")), ("handle", str(tmp_path / "e.jsonl"), "--json")):
        said = do(*words).stdout
        assert "evil" in said
        assert not {"\x1b", "\u202e"} & set(said)
