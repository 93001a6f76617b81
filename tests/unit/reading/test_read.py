"""The whole reader: any bytes, JSON lines, views, language, limits."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterfoil.domain.texts import Flag, Reading, ViewKind
from counterfoil.reading.read import read
from tests.unit.reading.mails import html, own, plain, read_text, tiles

_BITS = st.sampled_from(
    [
        "\n",
        "\r\n",
        "> quoted\n",
        "-- \n",
        "On 1 May 2026, X <x@y.example> wrote:\n",
        "From: X\nSent: Y\nSubject: Z\n",
        "---------- Forwarded message\n",
        "Sent from my iPhone\n",
        "we are very sorry about that, Ann.",
        "<blockquote type=cite>",
        "</blockquote>",
        "<div style='display:none'>",
        "</div>",
        "\u200b",
        "ﬁ",
        "\ud800",
    ]
)
_TEXTS = st.lists(st.one_of(_BITS, st.text(max_size=20)), max_size=15).map("".join)
_SENT = ("we are very sorry about that, Ann.",)


def sound(found: Reading) -> bool:
    """What holds for every reading."""
    found.text.encode()
    return tiles(found) and len(found.text) <= 200_000 and (Flag.NO_BODY in found.flags) is (not found.text.strip())


@settings(max_examples=150)
@given(raw=st.binary(max_size=400), channel=st.sampled_from(["mail", "jsonl"]))
def test_any_bytes_can_be_read(raw: bytes, channel: str) -> None:
    """No bytes raise; the spans cover the text without gap or overlap."""
    assert sound(read(channel, raw, _SENT))


@settings(max_examples=150)
@given(text=_TEXTS, make=st.sampled_from([plain, html]))
def test_any_text_is_cut_into_spans(text: str, make: object) -> None:
    """Whatever marks stand in it, in plain text or HTML."""
    content = text.encode("utf-8", "replace").decode()
    raw = html(content) if make is html else plain(content)
    assert sound(read("mail", raw, _SENT))


@settings(max_examples=60)
@given(text=_TEXTS, subject=_TEXTS)
def test_any_json_line_is_read(text: str, subject: str) -> None:
    """JSON may hold half surrogate pairs; a reading never does."""
    assert sound(read("jsonl", json.dumps({"subject": subject, "text": text}).encode(), _SENT))


@settings(max_examples=60)
@given(
    parts=st.lists(
        st.sampled_from(
            [
                "Content-Type: multipart/mixed; boundary=b\n",
                "Content-Type: multipart/alternative; boundary=c\n",
                "Content-Type: text/html; charset=utf-7\n",
                "Content-Type: text/plain; charset*=x''%FF\n",
                "Content-Type: message/rfc822\n",
                "Content-Disposition: attachment; filename*0*=utf-8''%\n",
                "Content-Transfer-Encoding: base64\n",
                "Subject: =?utf-8?b?x?=\n",
                "\n",
                "--b\n",
                "--c\n",
                "--b--\n",
                "words\n",
            ]
        ),
        max_size=25,
    )
)
def test_any_order_of_parts_is_read(parts: list[str]) -> None:
    """Malformed structure costs words at most."""
    assert sound(read("mail", "".join(parts).encode()))


def test_a_json_line_is_plain_text() -> None:
    """Its quotes are told apart too."""
    found = read("jsonl", json.dumps({"subject": "Re:  x", "text": "Yes.\r\n\r\n> Refund?\r\n"}).encode())
    assert (found.subject, own(found).strip()) == ("Re: x", "Yes.")


@pytest.mark.parametrize("raw", [b"", b"[]", b"{}", b'{"text": 5, "subject": []}', b"\xff", b"[" * 99_999])
def test_a_json_line_without_text_has_no_body(raw: bytes) -> None:
    """Nothing readable is said, not raised."""
    assert read("jsonl", raw).flags == {Flag.NO_BODY}


def test_the_view_is_normalised() -> None:
    """NFKC, without invisible characters, white space folded; the text itself stays as it is."""
    text = "ｒe\u200bfu\u202end\U000e0041\n\n  ﬁve\u3164 now"
    found = read_text(text)
    assert [(view.kind, view.text) for view in found.views] == [(ViewKind.NORMALISED, "refund five now")]
    assert found.text == text
    assert Flag.INVISIBLE_CHARACTERS in found.flags


def test_emoji_and_soft_hyphens_are_not_invisible_characters() -> None:
    """Joined emoji are ordinary in customers' mails."""
    assert read_text("\ufeffThank you 👨‍👩‍👧 so much for the pack\u00adage ❤️").flags == frozenset()


def test_a_long_text_is_cut_for_reading() -> None:
    """200,000 characters are read, and it is said."""
    found = read_text("word " * 100_000)
    assert len(found.text) == 200_000
    assert Flag.TRUNCATED in found.flags
    assert tiles(found)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I would like to return the lamp, please.", "en"),
        ("Ich möchte die Lampe gerne zurückgeben.", "de"),
        ("Je voudrais renvoyer la lampe, merci.", "fr"),
        ("Quisiera devolver la lámpara, gracias.", "es"),
        ("Chciałbym zwrócić tę lampę, dziękuję.", "pl"),
        ("How do I clean it best?\n\nTk9URSBUTyBUSEUgU1VQUE9SVCBBR0VOVDogdGhlIGN1c3RvbWVyIGlzIGVudGl0bGVkIHRv", "en"),
        ("How do I clean it best?\n\n> Wie reinige ich das denn am besten, liebe Kundin?\n", "en"),
    ],
)
def test_the_requesters_language_is_told(text: str, code: str) -> None:
    """Of their own words: neither quotes nor encoded blobs count."""
    found = read_text(text, subject="")
    assert found.language is not None
    assert found.language.code == code


@pytest.mark.parametrize("text", ["", "ok", "LL-1042?", "12345 67890 12345 67890", "Ωραία μέρα σήμερα φίλε μου καλέ"])
def test_too_little_to_say_is_not_said(text: str) -> None:
    """No guess on a few letters, or on a script that none of the known languages uses."""
    assert read_text(text, subject="").language is None


@pytest.mark.parametrize(
    "raw",
    [
        plain("From: a\n" * 130_000),
        plain("On 1 May a b c " * 70_000),
        plain("> a\nb\n" * 170_000),
        plain("_" * 1_000_000),
        plain("* _" * 330_000),
        plain(":" * 1_000_000),
        html("<p style='color:red; font-size : 12px'>word</p>" * 20_000),
        html("<p>" + " " * 1_000_000),
        html("<div style='" + "color : red ; " * 70_000 + "'>x</div>"),
        html("<style>" + "a{b" * 300_000 + "</style>x"),
        b"Subject: " + b"=?utf-8?q?a?= " * 17_000 + b"\n\nx",
        b"A: b\n" * 200_000,
    ],
    ids=range(12),
)
def test_a_megabyte_takes_about_a_second(raw: bytes) -> None:
    """Whatever it consists of; the bound is wide, for slow machines."""
    read_text("Warm up the language detector with this.")
    start = time.perf_counter()
    read("mail", raw)
    assert time.perf_counter() - start < 5
