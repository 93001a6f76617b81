"""Embeddings come from the package's own weights, without the network or a cache on the machine."""

import socket
from pathlib import Path

import numpy as np
import pytest

from counterfoil.adapters.search.embedding import Embedding
from tests.unit.adapters_search.kit import EMBEDDING


def test_loading_needs_no_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With every socket refused and no home directory the model loads all the same."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Embedding().of(["lamp"]).shape == (1, 256)


def test_vectors_have_length_one() -> None:
    """So that their product is the cosine."""
    assert np.linalg.norm(EMBEDDING.of(["a lamp", "returns"]), axis=1) == pytest.approx([1, 1], abs=1e-5)


def test_near_meanings_are_nearer() -> None:
    """Words that are not shared count too."""
    sofa, couch, tax = EMBEDDING.of(["sofa", "couch", "import tax"])
    assert sofa @ couch > sofa @ tax


def test_nothing_has_no_vector() -> None:
    """No text gives no row, an empty text no direction."""
    assert EMBEDDING.of([]).shape[0] == 0
    assert np.isfinite(EMBEDDING.of([""])).all()


def test_a_known_key_is_not_computed_again() -> None:
    """The vector of a key stays."""
    embedding = Embedding()
    first = embedding.remembered([("k", "lamp")])
    assert (embedding.remembered([("k", "table"), ("j", "table")])[0] == first[0]).all()
