"""Canonical text, digests, commitments and ids."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterfoil.domain.digests import Canonical, canonical, commitment, digest, parse, sha256
from counterfoil.domain.errors import CanonicalError
from counterfoil.domain.ids import spell

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12).map(
    lambda text: unicodedata.normalize("NFC", text)
)
VALUES: st.SearchStrategy[Canonical] = st.recursive(
    WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=8
)
BODIES = st.dictionaries(WORDS, VALUES, max_size=4)


@given(BODIES)
def test_canonical_text_reads_back(body: dict[str, Canonical]) -> None:
    """What is written is read as the same object, and writing it again gives the same text."""
    text = canonical(body)
    assert parse(text) == body
    assert canonical(parse(text)) == text


@given(BODIES)
def test_order_of_keys_does_not_matter(body: dict[str, Canonical]) -> None:
    """Keys are sorted, whatever order they came in."""
    assert canonical(dict(reversed(body.items()))) == canonical(body)


@given(BODIES)
def test_white_space_is_refused(body: dict[str, Canonical]) -> None:
    """The same object in another spelling is not canonical."""
    with pytest.raises(CanonicalError):
        parse(json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n")


@pytest.mark.parametrize("value", [1, 1.5, None, True, b"x", {"a"}, {"a": 1}, ["a", None], {1: "a"}])
def test_only_text_arrays_and_objects_are_canonical(value: Canonical) -> None:
    """Numbers, null, booleans, bytes and keys that are no text are refused, at any depth."""
    with pytest.raises(CanonicalError, match="only objects, arrays and strings"):
        canonical(value)


@pytest.mark.parametrize("value", ["e\u0301", {"e\u0301": "a"}, ["\u212b"]])
def test_other_unicode_forms_are_refused(value: Canonical) -> None:
    """Text and keys that are not NFC are refused, never changed."""
    with pytest.raises(CanonicalError, match="NFC"):
        canonical(value)


@pytest.mark.parametrize("value", ["\ud800", {"\udfff": "a"}])
def test_half_a_surrogate_pair_is_refused(value: Canonical) -> None:
    """What has no UTF-8 spelling is refused."""
    with pytest.raises(CanonicalError, match="surrogate"):
        canonical(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '"a"',
        "{",
        '{"a":1}',
        '{"a":"b","a":"b"}',
        '{"b":"","a":""}',
        '{"a": "b"}',
        '{"a":"\\u0041"}',
        "[" * 100_000,
    ],
)
def test_other_texts_are_not_parsed(text: str) -> None:
    """Doubled or unsorted keys, blanks, needless escapes, other values and endless nesting are refused."""
    with pytest.raises(CanonicalError):
        parse(text)


@given(WORDS)
def test_purpose_separates_digests(text: str) -> None:
    """The same text has another digest for another purpose."""
    assert len({digest("pending", text), digest("template", text), sha256(text.encode())}) == 3


@given(st.binary(min_size=16, max_size=16), WORDS)
def test_commitments_bind_text_and_salt(salt: bytes, text: str) -> None:
    """Another text or another salt gives another commitment."""
    other = bytes([salt[0] ^ 1]) + salt[1:]
    assert len({commitment(salt, text), commitment(other, text), commitment(salt, text + "x")}) == 3


@pytest.mark.parametrize("length", [0, 15, 17])
def test_salts_have_sixteen_bytes(length: int) -> None:
    """A shorter or longer salt is refused, so salt and text never run into one another."""
    with pytest.raises(ValueError, match="16 bytes"):
        commitment(bytes(length), "a")


def test_ids_use_all_their_randomness() -> None:
    """15 bytes become 24 digits of the base32 alphabet after the prefix."""
    assert spell("tkt", bytes(15)) == "tkt_" + "a" * 24
    assert spell("tkt", b"\xff" * 15) == "tkt_" + "7" * 24


@given(st.binary(min_size=15, max_size=15), st.binary(min_size=15, max_size=15))
def test_different_bytes_give_different_ids(one: bytes, other: bytes) -> None:
    """Two ids are equal exactly when their bytes are."""
    assert (spell("p", one) == spell("p", other)) == (one == other)


@pytest.mark.parametrize("length", [0, 14, 16])
def test_ids_need_fifteen_bytes(length: int) -> None:
    """Too little or too much randomness is refused."""
    with pytest.raises(ValueError, match="15 random bytes"):
        spell("p", bytes(length))
