"""Random bytes, as a parameter."""

from typing import Protocol


class Entropy(Protocol):
    """Draws random bytes."""

    def draw(self, count: int) -> bytes:
        """`count` bytes that nobody can guess."""
        ...
