"""The blocks of one scope, ready to be scored: their vectors and which words stand in which block."""

import math
from collections.abc import Sequence

import numpy as np

from counterfoil.adapters.search.embedding import Embedding, Vectors
from counterfoil.adapters.search.words import sentences, stems
from counterfoil.domain.knowledge import Block


class Index:
    """Scores blocks against queries. The score is absolute: it does not depend on what else was found.

    A sentence of the query scores, against a block, the mean of two figures from 0 to 1: the cosine of their embeddings
    (with the heading or the whole block, whichever is nearer), and the share of its content words, weighted by how rare
    they are here, that the block holds; words that stand in no block weigh most. A block's score is that of its best
    sentence.
    """

    def __init__(self, blocks: Sequence[Block], embedding: Embedding) -> None:
        self.blocks = tuple(blocks)
        self._embedding = embedding
        whole = [(f"{block.sha256} {block.heading}", f"{block.heading}\n{block.text}") for block in blocks]
        self._whole = embedding.remembered(whole)
        self._heading = embedding.remembered([(block.heading, block.heading) for block in blocks])
        self._holding: dict[str, list[int]] = {}
        for place, block in enumerate(blocks):
            for word in stems(f"{block.heading}\n{block.text}"):
                self._holding.setdefault(word, []).append(place)

    def scores(self, query: str) -> Vectors:
        """One score from 0 to 1 a block, in the order of `blocks`; all zero for a query without a content word."""
        parts = sentences(query)
        if not parts:
            return np.zeros(len(self.blocks), dtype=np.float32)
        vectors = self._embedding.of(parts)
        near = np.maximum(vectors @ self._whole.T, vectors @ self._heading.T).clip(0, 1)
        shared = np.stack([self._shared(part) for part in parts])
        return np.asarray(((near + shared) / 2).max(axis=0), dtype=np.float32)

    def _shared(self, sentence: str) -> Vectors:
        weights = {word: self._rarity(word) for word in stems(sentence)}
        shares = np.zeros(len(self.blocks), dtype=np.float32)
        for word in sorted(weights):
            shares[self._holding.get(word, [])] += weights[word]
        return shares / np.float32(sum(weights.values()))

    def _rarity(self, word: str) -> float:
        return math.log(1 + len(self.blocks) / (len(self._holding.get(word, ())) + 0.5))
