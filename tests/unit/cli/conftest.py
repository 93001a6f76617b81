"""One initialised shop, copied for each test, and a way to run commands in it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from counterfoil.bootstrap.demo import unpack
from counterfoil.bootstrap.desk import open_desk
from counterfoil.bootstrap.executor import open_executor
from counterfoil.cli.main import app

Do = Callable[..., Result]


def _quiet(_share: float) -> None:
    """Show no progress."""


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample shop, its mailbox handled and priced; not to be changed."""
    shop = unpack(tmp_path_factory.mktemp("cli") / "home")
    with open_executor(shop.made.home) as executor:
        executor.import_orders(shop.orders, _quiet)
        with open_desk(shop.made.home) as desk:
            desk.import_documents(shop.documents)
            list(desk.handle(shop.mailbox, _quiet))
        executor.run_once()
    return shop.made.home


@pytest.fixture
def home(template: Path, tmp_path: Path) -> Path:
    """A copy of the shop."""
    return Path(shutil.copytree(template, tmp_path / "home"))


@pytest.fixture
def do(home: Path) -> Do:
    """Runs a command on the copy."""

    def do(*words: str) -> Result:
        return CliRunner().invoke(app, [*words, "--home", str(home)])

    return do
