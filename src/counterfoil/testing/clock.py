"""A clock that stands still until it is told otherwise."""

from dataclasses import dataclass


@dataclass(slots=True)
class FixedClock:
    """Implements Clock. `at` is seconds since 1970, UTC."""

    at: int = 1_796_040_000  # 2026-11-30 12:00 UTC, the sample shop's day

    def now(self) -> int:
        """The time it was set to."""
        return self.at

    def advance(self, seconds: int) -> None:
        """Move forward by `seconds`."""
        self.at += abs(seconds)

    def jump_back(self, seconds: int) -> None:
        """Move backward by `seconds`, as a wrongly corrected machine clock does."""
        self.at -= abs(seconds)
