"""The rules of who may import whom hold, and each of them catches the import it is there for."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture import fences

REPOSITORY = Path(__file__).parents[2]
PACKAGE = REPOSITORY / "src" / "counterfoil"


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A copy of the product's Python files to plant violations in: the folder `counterfoil`."""
    python_only = shutil.ignore_patterns("__pycache__", "*.sql", "*.md", "*.html", "*.jsonl", "*.mbox")
    return shutil.copytree(PACKAGE, tmp_path / "src" / "counterfoil", ignore=python_only)


def plant(package: Path, module: str, statement: str) -> None:
    """Write `statement` at the end of `module`, which is made if it is absent."""
    path = package / f"{module}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{statement}\n")


def lint_imports(package: Path) -> subprocess.CompletedProcess[str]:
    """Run the contracts of pyproject.toml over the product in `package`."""
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--config", REPOSITORY / "pyproject.toml"],
        cwd=package.parent.parent,
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_contracts_are_kept(planted: Path) -> None:
    """The copy that violations are planted in keeps every contract."""
    done = lint_imports(planted)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("module", "statement", "contract"),
    [
        ("domain/planted", "import counterfoil.ports", "Rooms stand in layers, and every room is declared"),
        ("policy/planted", "import counterfoil.reading", "Rooms stand in layers, and every room is declared"),
        ("gate/planted", "from counterfoil import knowledge", "Rooms stand in layers, and every room is declared"),
        ("brain/planted", "import counterfoil.reading", "Rooms stand in layers, and every room is declared"),
        ("undeclared", "", "Rooms stand in layers, and every room is declared"),
        ("adapters/search/planted", "import counterfoil.adapters.store", "Adapters never import one another"),
        ("executor/planted", "import counterfoil.brain", "reaches no code that reads text BROKEN"),
        ("reading/planted", "import counterfoil.policy", "policy: for gate, desk, executor, bootstrap"),
        ("adapters/mail/planted", "import counterfoil.reading", "reading, brain: for desk, bootstrap"),
        ("bench/planted", "import counterfoil.desk", "desk: for web, bootstrap"),
        ("cli/planted", "import counterfoil.adapters.payments", "executor, adapters, web: for bootstrap"),
    ],
)
def test_planted_import_breaks_its_contract(planted: Path, module: str, statement: str, contract: str) -> None:
    """An import across a wall, or an undeclared room, fails and the contract is named."""
    plant(planted, module, statement)
    done = lint_imports(planted)
    assert done.returncode == 1
    assert any(contract.removesuffix(" BROKEN") in line and "BROKEN" in line for line in done.stdout.splitlines())


def test_fences_hold() -> None:
    """No module breaks the finer rules."""
    assert fences.breaches(fences.read(PACKAGE)) == []


def test_every_room_lists_its_packages() -> None:
    """A new room has to say which third-party packages it may import."""
    assert fences.undeclared(fences.read(PACKAGE)) == set()


@pytest.mark.parametrize(
    ("module", "statement", "breach"),
    [
        ("gate/settle", "from counterfoil.gate import execute", "importers: gate.settle imports gate.execute"),
        ("desk/planted", "import counterfoil.gate.quote", "importers: desk.planted imports gate.quote"),
        ("web/planted", "from counterfoil.gate.execute import x", "importers: web.planted imports gate.execute"),
        ("desk/planted", "from counterfoil.ports import refunds", "importers: desk.planted imports ports.refunds"),
        ("executor/planted", "from counterfoil.gate import park", "imports: executor.planted imports gate.park"),
        ("web/planted", "from counterfoil.gate import park", "imports: web.planted imports gate.park"),
        ("bench/run", "import counterfoil.bootstrap", "importers: bench.run imports bootstrap"),
        ("cli/executor", "import counterfoil.bootstrap.desk", "imports: cli.executor imports bootstrap.desk"),
        ("gate/planted", "import cryptography", "packages: gate.planted imports cryptography"),
        ("policy/planted", "def late():\n    import numpy", "packages: policy.planted imports numpy"),
        ("domain/planted", "from time import time", "standard_library: domain.planted imports time"),
        (
            "bootstrap/executor",
            "import counterfoil.adapters.mail",
            "unreachable: bootstrap.executor reaches adapters.mail",
        ),
        (
            "bootstrap/executor",
            "import counterfoil.testing.planted",
            "unreachable: bootstrap.executor reaches reading.planted",
        ),
    ],
)
def test_planted_import_breaks_its_rule(planted: Path, module: str, statement: str, breach: str) -> None:
    """An import that a finer rule refuses is found, and the rule is named."""
    for absent in ("gate/execute", "gate/quote", "gate/park", "bootstrap/desk", "reading/planted"):
        plant(planted, absent, "")
    plant(planted, "testing/planted", "import counterfoil.reading.planted")
    plant(planted, module, statement)
    assert breach in fences.breaches(fences.read(planted))


def test_undeclared_room_is_found(planted: Path) -> None:
    """A room that lists no packages is named."""
    plant(planted, "cellar/wine", "")
    assert fences.undeclared(fences.read(planted)) == {"cellar"}


def test_one_call_refunds() -> None:
    """Nothing but the door calls `refund`, and it does once."""
    assert fences.read(PACKAGE).refund_calls() == ["gate.execute"]


@pytest.mark.parametrize("body", ["return provider.refund(None)", "pay = provider.refund\n    return pay(None)"])
def test_second_refund_call_is_found(planted: Path, body: str) -> None:
    """A call of `refund` anywhere else is seen, whatever it is called on and whatever it is called by."""
    plant(planted, "desk/planted", f"def pay_out(provider):\n    {body}")
    assert "desk.planted" in fences.read(planted).refund_calls()
