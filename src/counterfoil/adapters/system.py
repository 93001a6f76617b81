"""The machine's own clock and random source."""

import secrets
import time


class SystemClock:
    """Implements Clock with the time of the operating system."""

    def now(self) -> int:
        """Whole seconds since 1970-01-01, UTC."""
        return int(time.time())


class SystemEntropy:
    """Implements Entropy with the operating system's random source."""

    def draw(self, count: int) -> bytes:
        """`count` bytes that nobody can guess."""
        return secrets.token_bytes(count)
