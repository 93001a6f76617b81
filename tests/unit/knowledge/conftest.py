"""A world for every test of knowledge."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.knowledge.kit import World, world


@pytest.fixture(name="world")
def _world(tmp_path: Path) -> Iterator[World]:
    """A store of its own."""
    made = world(tmp_path)
    yield made
    made.store.close()
