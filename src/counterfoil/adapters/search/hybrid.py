"""Search by meaning and by words over the blocks that may be quoted; no others are ever looked at.

The word half is computed over the allowed blocks alone, not by the database's full-text index: that one counts every
imported block, so that unreviewed documents could change what is found.
"""

from collections.abc import Callable

import numpy as np

from counterfoil.adapters.search.embedding import Embedding
from counterfoil.adapters.search.index import Index
from counterfoil.domain.knowledge import Block, Hit, Scope
from counterfoil.ports.search import Allowed
from counterfoil.ports.store import Rows, Store

ANSWERS = (
    0.47  # a block that scores less answers nothing; tests/unit/adapters_search/questions.py says how it was found
)

Lookout = Callable[[Rows], Allowed]  # the lock in force, over the rows of one transaction


class HybridSearch:
    """`ports.search.Search`. Opens a transaction of its own; one instance keeps its index and vectors in memory."""

    def __init__(self, store: Store, allowed: Lookout, embedding: Embedding | None = None) -> None:
        """`allowed` is asked about every block before ranking and about every hit after it."""
        self._store = store
        self._allowed = allowed
        self._embedding = embedding or Embedding()
        self._built: dict[Scope, Index] = {}

    def find(self, query: str, scope: Scope, limit: int) -> tuple[Hit, ...]:
        """At most `limit` blocks of exactly this scope, best first, none below `ANSWERS`.

        Scores are from 0 to 1 and compare across queries. Nothing found means that nothing canonical answers.
        """
        with self._store.read() as rows:
            allowed = self._allowed(rows)
            blocks = tuple(block for block, revision in rows.blocks(scope) if allowed(block, revision))
            if not blocks or limit < 1:
                return ()
            index = self._index(scope, blocks)
            scores = index.scores(query)
            best = [place for place in np.argsort(-scores, kind="stable")[:limit] if scores[place] >= ANSWERS]
            hits = (Hit(block=index.blocks[place], score=round(float(scores[place]), 4)) for place in best)
            return tuple(hit for hit in hits if _still(rows, allowed, hit.block, scope))

    def _index(self, scope: Scope, blocks: tuple[Block, ...]) -> Index:
        built = self._built.get(scope)
        if built is None or built.blocks != blocks:
            built = self._built[scope] = Index(blocks, self._embedding)
        return built


def _still(rows: Rows, allowed: Allowed, block: Block, scope: Scope) -> bool:
    """Whether the row of a hit is this very block, of this scope, and may be quoted."""
    found = rows.block(block.block)
    return found is not None and found[0] == block and block.scope == scope and allowed(*found)
