"""A house for every test of the gate."""

from pathlib import Path

import pytest

from tests.unit.gate.house import House


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A fresh shop."""
    return House(tmp_path)
