"""The sample shop, unpacked once and copied for each test that changes it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from counterfoil.bootstrap.demo import unpack
from counterfoil.bootstrap.desk import open_desk
from counterfoil.bootstrap.executor import open_executor
from counterfoil.bootstrap.reports import Handling

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def _quiet(_share: float) -> None:
    """Show no progress."""


@pytest.fixture(scope="session")
def stocked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shop with orders and documents, nothing handled yet; not to be changed."""
    shop = unpack(tmp_path_factory.mktemp("stocked") / "home")
    with open_executor(shop.made.home) as executor:
        executor.import_orders(shop.orders, _quiet)
    with open_desk(shop.made.home) as desk:
        desk.import_documents(shop.documents)
    return shop.made.home


@pytest.fixture
def home(stocked: Path, tmp_path: Path) -> Path:
    """A copy of the stocked shop that a test may change."""
    return Path(shutil.copytree(stocked, tmp_path / "home"))


@pytest.fixture(scope="session")
def handled(stocked: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[Handling, ...]]:
    """The shop with its mailbox handled and its answers sent, not priced yet; and what became of each message."""
    home = Path(shutil.copytree(stocked, tmp_path_factory.mktemp("handled") / "home"))
    with open_desk(home) as desk:
        told = tuple(desk.handle(home / "shop" / "tickets.mbox", _quiet))
        desk.flush()
    return home, told


@pytest.fixture
def run() -> Run:
    """Runs the command in a process of its own, without a terminal."""

    def run(home: Path, *words: str, **environ: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "counterfoil.cli.main", *words]
        return subprocess.run(
            command,
            cwd=home,
            env={**os.environ, **environ},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return run


@pytest.fixture
def script() -> Callable[..., int]:
    """Runs a Python text with arguments in a process of its own; its exit code, negative for a signal."""

    def script(text: str, *words: str) -> int:
        command = [sys.executable, "-c", text, *words]
        return subprocess.run(command, capture_output=True, check=False, timeout=120).returncode

    return script
