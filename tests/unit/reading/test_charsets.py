"""Bytes become text, and a loss is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterfoil.reading.charsets import decode


@pytest.mark.parametrize(
    ("raw", "declared", "text"),
    [
        (b"abc", "", "abc"),
        ("größer".encode(), "utf-8", "größer"),
        ("größer".encode(), "US-ASCII", "größer"),
        ("“quoted” – €".encode("cp1252"), "iso-8859-1", "“quoted” – €"),
        ("zażółć".encode("iso-8859-2"), '"ISO-8859-2"', "zażółć"),
        ("привет".encode("koi8-r"), "koi8-r", "привет"),
        ("谷本はるか".encode("iso-2022-jp"), "iso-2022-jp", "谷本はるか"),
        ("谷本".encode("cp932"), "shift_jis", "谷本"),
        ("\ufeffabc".encode(), "utf-8", "abc"),
        (b"abc", "nonsense", "abc"),
    ],
)
def test_what_fits_is_read_without_loss(raw: bytes, declared: str, text: str) -> None:
    """The declared character set, or the superset that mail programs mean by it."""
    found = decode(raw, declared)
    assert (found.text, found.lossy) == (text, False)


@pytest.mark.parametrize(
    ("raw", "declared"),
    [
        ("größer und schöner, für alle Fälle".encode("cp1252"), "utf-8"),
        ("größer".encode(), "nonsense"),
        (b"\x00\x01\x02\xff\xfe", "utf-8"),
        (b"\x81\x8d\x8f", "cp1252"),
        ("größer".encode(), "base64"),
    ],
)
def test_what_does_not_fit_is_flagged(raw: bytes, declared: str) -> None:
    """Read as well as can be, and said."""
    assert decode(raw, declared).lossy


@given(
    raw=st.binary(max_size=100), declared=st.one_of(st.text(max_size=10), st.sampled_from(["utf-7", "utf-16", "hz"]))
)
def test_anything_can_be_decoded(raw: bytes, declared: str) -> None:
    """No bytes and no name of a character set raise; the text can be written again and holds no carriage return."""
    text = decode(raw, declared).text
    text.encode()
    assert "\r" not in text
