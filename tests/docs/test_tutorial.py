"""The tutorial is true: its files and commands are run in order, and say what the page says."""

import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "first-day.md"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = {"markdown": "help-centre/returns.md", "csv": "orders.csv", "json": "messages.jsonl"}
PROGRAM = Path(sys.executable).with_name("counterfoil")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Somebody who does what the page says, in an empty folder."""

    folder: Path

    def write(self, name: str, text: str) -> None:
        """Save one of the page's files, with recent days, as the page asks."""
        assert name in PAGE.read_text(encoding="utf-8"), f"the page does not say to make {name}"
        today = datetime.now(UTC).date()
        recent = text.replace("2026-11-20", str(today - timedelta(days=11)))
        recent = recent.replace("2026-11-24", str(today - timedelta(days=7)))
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(recent, encoding="utf-8")

    def console(self, block: str) -> None:
        """Run each `$ ` line and compare what is printed with the lines below it."""
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            words = shlex.split(self.filled(command))[1:]
            if words[0] == "approve":
                self.try_another_digest(words)
            self.check_output(self.run(*words), printed, command)

    def try_another_digest(self, words: list[str]) -> None:
        """What the page says about a wrong digest, kept for its test."""
        done = self.start(*words[:-1], "0" * 64)
        (self.folder / "wrong-digest.txt").write_text(f"{done.returncode}\n{done.stderr}", encoding="utf-8")

    def check_output(self, output: str, printed: str, command: str) -> None:
        """Every promised piece of text stands in the output, in order; `…` is anything."""
        at = 0
        for piece in filter(None, (text.strip() for text in re.split(r"…|\n", printed))):
            found = output.find(piece, at)
            assert found >= 0, f"{command}: {piece!r} is not in\n{output}"
            at = found + len(piece)

    def filled(self, command: str) -> str:
        """The command with the ids that the reader would copy."""
        if "REVISION" in command:
            command = command.replace("REVISION", self.json("kb", "list")[0]["revision"])
        if "ACTION" in command:
            action = self.json("queue")[0]["id"]
            digest = str(json.loads(self.run("show", action, "--json"))["digest"])
            command = command.replace("ACTION", action).replace("DIGEST", digest)
        return command

    def json(self, *command: str) -> list[dict[str, str]]:
        """The rows that a command prints for machines."""
        rows: list[dict[str, str]] = json.loads(self.run(*command, "--json"))
        return rows

    def run(self, *command: str) -> str:
        """Standard output of a command that ends with exit code 0."""
        done = self.start(*command)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def start(self, *command: str) -> "subprocess.CompletedProcess[str]":
        """A command run to its end."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("COUNTERFOIL_")}
        return subprocess.run(
            [PROGRAM, *command],
            cwd=self.folder,
            env={**environment, "COLUMNS": "200"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of somebody who followed the whole page."""
    reader = Reader(folder=tmp_path_factory.mktemp("first-day"))
    for kind, content in FENCE.findall(PAGE.read_text(encoding="utf-8")):
        if kind == "console":
            reader.console(content)
        elif kind in FILES:
            reader.write(FILES[kind], content)
    return reader.folder


def test_notes_say_what_the_page_quotes(followed: Path) -> None:
    """The page's commands ran with the output promised, and the notes hold the texts it quotes."""
    notes = "\n".join(note.read_text(encoding="utf-8") for note in followed.glob("outbox/*/notes/*.txt"))
    quoted = [content.strip() for kind, content in FENCE.findall(PAGE.read_text(encoding="utf-8")) if kind == "text"]
    assert len(quoted) == 2
    assert all(text in notes for text in quoted)


def test_init_made_the_files_the_page_names(followed: Path) -> None:
    """Settings, database, roster, key and lock are where the page says."""
    names = ("counterfoil.toml", "counterfoil.db", "roster.jsonl", "keys/ann.key", "kb.lock.json")
    assert [name for name in names if not (followed / name).is_file()] == []


def test_wrong_digest_is_refused_as_promised(followed: Path) -> None:
    """Another digest ended with CF-401 and exit code 1, before the right one was signed."""
    code, message = (followed / "wrong-digest.txt").read_text(encoding="utf-8").split("\n", 1)
    assert code == "1"
    assert message.startswith("CF-401 ")
