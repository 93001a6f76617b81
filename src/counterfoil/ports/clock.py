"""The time of day, as a parameter."""

from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> int:
        """Whole seconds since 1970-01-01, UTC."""
        ...
