"""The blocks of one scope, ready to be scored: their vectors and which words stand in which block."""

import math
from collections.abc import Sequence

import numpy as np

from counterfoil.adapters.search.embedding import Embedding, Vectors
from counterfoil.adapters.search.words import sentences, stems
from counterfoil.domain.knowledge import Block

HEADING = 0.3  # how much of the word figure is the heading's


class Index:
    """Scores blocks against queries. The score is absolute: it does not depend on what else was found.

    A sentence of the query scores, against a block, the mean of two figures from 0 to 1. Meaning: the cosine of their
    embeddings, with the heading or the whole block, whichever is nearer. Words: the share of its content words that the
    block holds (weight 0.7), and the share of the heading's that it holds (0.3), each word weighted by how rare it is
    here; words that stand in no block weigh most. A block's score is that of its best sentence.
    """

    def __init__(self, blocks: Sequence[Block], embedding: Embedding) -> None:
        self.blocks = tuple(blocks)
        self._embedding = embedding
        whole = [(f"{block.sha256} {block.heading}", f"{block.heading}\n{block.text}") for block in blocks]
        self._whole = embedding.remembered(whole)
        self._heading = embedding.remembered([(block.heading, block.heading) for block in blocks])
        self._in_block = _places([f"{block.heading}\n{block.text}" for block in blocks])
        self._in_heading = _places([block.heading for block in blocks])
        self._headings = np.zeros(len(blocks), dtype=np.float32)  # what all words of the heading weigh
        for word, places in sorted(self._in_heading.items()):
            self._headings[places] += self._rarity(word)

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
        held, named = np.zeros((2, len(self.blocks)), dtype=np.float32)
        total = 0.0
        for word in sorted(stems(sentence)):
            weight = self._rarity(word)
            total += weight
            held[self._in_block.get(word, [])] += weight
            named[self._in_heading.get(word, [])] += weight
        return np.asarray(
            (1 - HEADING) * held / total + HEADING * named / np.maximum(self._headings, 1e-6), dtype=np.float32
        )

    def _rarity(self, word: str) -> float:
        return math.log(1 + len(self.blocks) / (len(self._in_block.get(word, ())) + 0.5))


def _places(texts: Sequence[str]) -> dict[str, list[int]]:
    """For each word, which of the texts hold it."""
    found: dict[str, list[int]] = {}
    for place, text in enumerate(texts):
        for word in stems(text):
            found.setdefault(word, []).append(place)
    return found
