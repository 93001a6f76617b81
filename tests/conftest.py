"""What every test can ask for."""

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of public data sets, named by COUNTERFOIL_DATA; the test is skipped where it is absent."""
    folder = Path(os.environ.get("COUNTERFOIL_DATA", "../shared/data"))
    folder = folder if folder.is_absolute() else REPOSITORY / folder
    if not folder.is_dir():
        pytest.skip("shared data absent: set COUNTERFOIL_DATA")
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what asks for the shared data."""
    for item in items:
        if "shared_data" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.needs_data)
