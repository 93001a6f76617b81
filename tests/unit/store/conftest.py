"""Stores on disk, with a clock that stands still."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.domain.ids import InstallationId


@dataclass
class StoppedClock:
    """Time that moves when it is told to; seconds since 1970, UTC."""

    at: int = 1000

    def now(self) -> int:
        """The time it was told."""
        return self.at


@pytest.fixture
def clock() -> StoppedClock:
    """The clock of `store`."""
    return StoppedClock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "desk.db"


@pytest.fixture
def store(path: Path, clock: StoppedClock) -> Iterator[SqliteStore]:
    """A new store."""
    made = SqliteStore.create(path, InstallationId("inst_a"), clock)
    yield made
    made.close()
