"""Static word embeddings from the weights inside the wordllama package; never the network."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedding:
    """Turns texts into unit vectors and remembers them by key for the life of the process. Loads at first use."""

    def __init__(self) -> None:
        self._model: Any = None
        self._known: dict[str, Vectors] = {}

    def of(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text, as rows; a text without a known word gives a zero vector."""
        if not texts:
            return np.zeros((0, 1), dtype=np.float32)
        vectors = np.asarray(self._loaded().embed(list(texts)), dtype=np.float32)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.where(norms > 0, norms, 1), dtype=np.float32)

    def remembered(self, keyed: Sequence[tuple[str, str]]) -> Vectors:
        """As `of` for `(key, text)` pairs; a key seen before is not computed again, so it must name one text only."""
        new = {key: text for key, text in keyed if key not in self._known}
        for key, vector in zip(new, self.of(list(new.values())), strict=True):
            self._known[key] = vector
        return np.stack([self._known[key] for key, _ in keyed])

    def _loaded(self) -> Any:  # noqa: ANN401 - wordllama has no types
        if self._model is None:
            import wordllama  # type: ignore[import-untyped]

            # Its own lookup misses the packaged tokenizer and would download one; as cache it finds both files.
            inside = Path(wordllama.__file__).parent
            self._model = wordllama.WordLlama.load(cache_dir=inside, disable_download=True)
        return self._model
