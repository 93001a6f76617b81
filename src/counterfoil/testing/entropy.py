"""Bytes that are different each time and the same in every run."""

import hashlib
from dataclasses import dataclass


@dataclass(slots=True)
class CountingEntropy:
    """Implements Entropy for tests: the SHA-256 stream of a counter. Two with the same `seed` draw the same bytes."""

    seed: int = 0
    drawn: int = 0

    def draw(self, count: int) -> bytes:
        """`count` bytes that anybody can guess."""
        result = b""
        while len(result) < count:
            self.drawn += 1
            result += hashlib.sha256(f"{self.seed}:{self.drawn}".encode()).digest()
        return result[:count]
