"""Header fields cut from bytes in one way for everybody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterfoil.domain.mail_fields import HEADER_LIMIT, automatic, decoded, fields


def test_fields_come_in_order_with_lower_case_names() -> None:
    """Topmost first; the value without its outer blanks."""
    found = fields(b"A: 1\r\nb :  2 \r\nA: 3\r\n\r\nC: 4\r\n")
    assert found.pairs == (("a", "1"), ("b", "2"), ("a", "3"))
    assert found.clean


def test_first_and_all() -> None:
    """The topmost value, every value, and nothing for an absent name."""
    found = fields(b"A: 1\nA: 2\n\n")
    assert (found.first("a"), found.all("a"), found.first("x"), found.all("x")) == ("1", ("1", "2"), "", ())


def test_folded_values_are_unfolded() -> None:
    """A line that starts with a blank goes on with the field above; its blank stays."""
    assert fields(b"A: one\r\n two\r\n\tthree\r\n\r\n").first("a") == "one two\tthree"


def test_the_header_ends_at_the_first_empty_line() -> None:
    """What follows is body, whatever it looks like."""
    assert fields(b"A: 1\n\nB: 2\n").all("b") == ()


def test_a_mailbox_line_on_top_is_no_field() -> None:
    """Some programs save one in front of a single mail: it is passed over."""
    found = fields(b"From ann@post.example Fri Nov 27 07:41:14 2026\nA: 1\n\n")
    assert (found.pairs, found.clean) == ((("a", "1"),), True)


@pytest.mark.parametrize(
    "raw",
    [
        b"A: 1\nno field\n\n",
        b" folded first\nA: 1\n\n",
        b"A: 1\rB: 2\n\n",
        b"A: 1\0\n\n",
        b"A: 1\nFrom x\n\n",
        b": no name\n\n",
        b"A\xff: 1\n\n",
        b"A b: 1\n\n",
        b"A: 1\n x\ry\n\n",
        b"A: " + b"x" * HEADER_LIMIT + b"\n\nbody",
    ],
)
def test_a_doubtful_header_is_not_clean(raw: bytes) -> None:
    """Where two programs could read two things, nothing is proven by it."""
    assert not fields(raw).clean


def test_a_header_without_body_is_clean() -> None:
    """A mail may end with its header."""
    assert fields(b"A: 1\nB: 2").clean


@given(raw=st.binary(max_size=200))
def test_any_bytes_have_fields(raw: bytes) -> None:
    """No bytes raise; names are visible ASCII in lower case, values hold no line feed."""
    for name, value in fields(raw).pairs:
        assert name == name.lower()
        assert name.isascii()
        assert "\n" not in value
        decoded(value).encode()


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("plain", "plain"),
        ("=?utf-8?q?caf=C3=A9?=", "café"),
        ("=?UTF-8?B?Y2Fmw6k=?=", "café"),
        ("=?utf-8?q?a?= =?utf-8?q?b?=", "ab"),
        ("=?iso-8859-1?q?caf=E9?= au lait", "café au lait"),
        ("=?unknown-8?q?caf=C3=A9?=", "café"),
        ("=?utf-8?q?a=0D=0ABcc:_x?=", "a Bcc: x"),
        ("  two\t blanks ", "two blanks"),
        ("", ""),
    ],
)
def test_encoded_words_are_read(written: str, text: str) -> None:
    """RFC 2047, on one line, with unknown character sets read as UTF-8."""
    assert decoded(written) == text


def test_raw_bytes_in_a_subject_are_replaced() -> None:
    """A subject is always text that can be written."""
    assert decoded(fields(b"Subject: gr\xfc\xdfe\n\n").first("subject")) == "gr\ufffd\ufffde"


def test_one_automatic_field_is_enough() -> None:
    """A second Auto-Submitted that says no takes nothing back."""
    assert automatic(fields(b"Auto-Submitted: no\nAuto-Submitted: auto-replied\n\n"))
    assert not automatic(fields(b"Auto-Submitted: no\n\n"))
    assert not automatic(fields(b""))
