"""Finds blocks that may be quoted."""

from collections.abc import Callable
from typing import Protocol

from counterfoil.domain.ids import Sha256
from counterfoil.domain.knowledge import Block, Hit, Scope

Allowed = Callable[[Block, Sha256], bool]  # whether the lock in force lists this block, of the revision of that hash


class Search(Protocol):
    """A search over the blocks of locked revisions."""

    def find(self, query: str, scope: Scope, limit: int) -> tuple[Hit, ...]:
        """At most `limit` blocks of exactly this scope, best first; only blocks of the lock in force are ranked."""
        ...
