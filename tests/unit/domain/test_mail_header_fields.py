"""Header fields: one way to cut them, and what they say about programs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterfoil.domain.mail_fields import HEADER_LIMIT, automatic, decoded, fields


def test_fields_are_read_in_order() -> None:
    """Names in lower case, folded values on one line, topmost first, up to the first empty line."""
    found = fields(b"From: a@shop.example\r\nX: 1\r\n\t2\r\nx: 3\r\n\r\nX: body")
    assert found.pairs == (("from", "a@shop.example"), ("x", "1\t2"), ("x", "3"))
    assert found.clean
    assert (found.all("x"), found.first("x"), found.first("y")) == (("1\t2", "3"), "1\t2", "")


def test_an_mbox_line_may_come_first() -> None:
    """The envelope line of a mailbox is no field, and only the first line may be one."""
    assert fields(b"From a@shop.example Mon\nX: 1\n\n").clean
    assert not fields(b"X: 1\nFrom a@shop.example Mon\n\n").clean


@pytest.mark.parametrize(
    "raw",
    [
        b"no field\n\n",
        b" folded\nX: 1\n\n",
        b"X: 1\rY: 2\n\n",
        b"X: 1\n 2\r3\n\n",
        b"X: a\0b\n\n",
        b"X\xc3\xa9: 1\n\n",
        b"X: " + b"a" * HEADER_LIMIT,
    ],
)
def test_doubtful_headers_are_not_clean(raw: bytes) -> None:
    """Lines that are no field, a bare CR, a NUL and endless headers prove nothing."""
    assert not fields(raw).clean


@given(st.binary(max_size=200))
def test_no_bytes_raise(raw: bytes) -> None:
    """Any bytes are cut into fields and read without an error."""
    found = fields(raw)
    automatic(found)
    for _, value in found.pairs:
        decoded(value).encode()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("plain", "plain"),
        ("=?utf-8?q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
        ("=?utf-8?b?4oKs?=", "€"),
        ("=?no-such-set?q?a?=", "a"),
        ("=?utf-8?q?a=0Ab?=", "a b"),
        ("a\t b", "a b"),
    ],
)
def test_encoded_words_are_read(value: str, text: str) -> None:
    """Encoded words are read on one line, also in an unknown character set."""
    assert decoded(value) == text


@pytest.mark.parametrize(
    "raw",
    [
        b"Auto-Submitted: auto-replied\n\n",
        b"Auto-Submitted: (no) auto-generated; x=y\n\n",
        b"Precedence: Bulk\n\n",
        b"Return-Path: < >\n\n",
        b"List-Id: <news.shop.example>\n\n",
        b"X-Failed-Recipients: a@shop.example\n\n",
        b"Content-Type: Multipart/Report; report-type=delivery-status\n\n",
        b"X-Auto-Response-Suppress: DR, OOF\n\n",
    ],
)
def test_programs_are_recognised(raw: bytes) -> None:
    """Auto-replies, bounces, lists and bulk mail count as written by a program."""
    assert automatic(fields(raw))


@pytest.mark.parametrize(
    "raw", [b"\n", b"Auto-Submitted: no\n\n", b"Auto-Submitted: No (person)\n\n", b"Return-Path: <a@shop.example>\n\n"]
)
def test_people_are_not_programs(raw: bytes) -> None:
    """A mail without such fields, or that says it was not automatic, is a person's."""
    assert not automatic(fields(raw))
