"""What every test can ask for."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).parent.parent

# A slow machine is no fault of the code, and what CI runs is the same every time.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


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
