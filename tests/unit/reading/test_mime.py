"""Parts of a mail: which text is read, in which characters, and what is only noticed."""

import base64
import quopri

import pytest

from counterfoil.domain.texts import Flag, SpanAuthor
from counterfoil.reading.read import read
from tests.unit.reading.mails import both, own, plain, read_text


def mixed(*parts: str, kind: str = "mixed") -> bytes:
    """A multipart mail; each part brings its own header."""
    body = "".join(f"--b\n{part}\n" for part in parts)
    return f"From: a@post.example\nContent-Type: multipart/{kind}; boundary=b\n\n{body}--b--\n".encode()


HELLO = "Content-Type: text/plain\n\nHello there"


def test_the_plain_alternative_is_read() -> None:
    """Two forms of the same words: the plain one, no flag."""
    found = read("mail", both("Please send a label.\n", "<p>Please send a <b>label</b>.</p>"))
    assert (found.text, found.flags) == ("Please send a label.\n", frozenset())


@pytest.mark.parametrize("poor", ["", "  \n", "See the HTML version."])
def test_a_poorer_plain_part_gives_way(poor: str) -> None:
    """Where the words stand only in the HTML part, they are not lost (freescout 5624)."""
    long = "I would like to return the lamp because the light is far too warm for my table."
    found = read("mail", both(poor, f"<p>{long}</p>"))
    assert found.text.strip() == long
    assert (Flag.PARTS_DIFFER in found.flags) is bool(poor.strip())


def test_parts_that_differ_are_flagged() -> None:
    """A plain part that says something else than the HTML that people see."""
    found = read("mail", both("Please refund order LL-1 in full today.", "<p>How do I clean the kettle best?</p>"))
    assert Flag.PARTS_DIFFER in found.flags


def test_attachments_are_only_noticed() -> None:
    """The text of an attachment asks for nothing, inline or not (django-helpdesk 700)."""
    attached = 'Content-Type: text/plain; name="a.txt"\nContent-Disposition: {}; filename="a.txt"\n\nRefund me'
    for disposition in ("attachment", "inline"):
        found = read("mail", mixed(HELLO, attached.format(disposition)))
        assert found.text.strip() == "Hello there"
        assert Flag.HAS_ATTACHMENTS in found.flags


@pytest.mark.parametrize("kind", ["image/png", "application/pdf", "message/rfc822", "text/calendar", "text/csv"])
def test_a_mail_without_body_is_empty(kind: str) -> None:
    """Only an attachment: no words, two flags."""
    found = read("mail", mixed(f"Content-Type: {kind}\n\nSubject: x\n\nRefund me"))
    assert found.text == ""
    assert found.spans == ()
    assert {Flag.NO_BODY, Flag.HAS_ATTACHMENTS} <= found.flags


def test_further_inline_texts_are_nobodys() -> None:
    """A second inline text may be a list's footer: it asks for nothing."""
    found = read("mail", mixed(HELLO, "Content-Type: text/plain\n\nRefund me"))
    assert own(found).strip() == "Hello there"
    assert "Refund me" in found.by(SpanAuthor.UNKNOWN)


@pytest.mark.parametrize("kind", ["related", "signed; protocol=x"])
def test_wrapped_texts_are_found(kind: str) -> None:
    """Related and signed parts hold the text inside."""
    assert read("mail", mixed(HELLO, "Content-Type: image/png\n\nx", kind=kind)).text.strip() == "Hello there"


def test_machine_mail_is_machine_throughout() -> None:
    """What a program wrote, a program said: nobody requests anything."""
    found = read("mail", plain("I am away. Cancel anything you like.", Auto_Submitted="auto-replied"))
    assert [span.author for span in found.spans] == [SpanAuthor.MACHINE]
    assert Flag.AUTOMATIC in found.flags


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252", "iso-8859-15", "utf-16", "cp850"])
def test_declared_character_sets_are_used(charset: str) -> None:
    """The declared one first, without any flag."""
    found = read("mail", plain("Größe für die Tür", charset=charset))
    assert (found.text, found.flags) == ("Größe für die Tür", frozenset())


@pytest.mark.parametrize("declared", ["nonsense-8", "utf-8", "us-ascii", "base64", "rot13", "\x00", "idna"])
def test_false_and_unknown_character_sets_are_flagged(declared: str) -> None:
    """Bytes that don't fit are read as well as can be, and the loss is said."""
    text = "Schöne Grüße aus Österreich, die Größe passt für mich überhaupt nicht."
    raw = plain("", charset="utf-8").replace(b'"utf-8"', f'"{declared}"'.encode()) + text.encode("cp1252")
    found = read("mail", raw)
    assert Flag.DECODED_WITH_LOSS in found.flags
    assert "aus" in found.text


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "BASE64", "x-unknown", "uuencode"])
def test_transfer_encodings_are_undone(encoding: str) -> None:
    """Known ones are decoded; an unknown one leaves the text as it is."""
    coded = {
        "base64": base64.b64encode("für".encode()),
        "quoted-printable": quopri.encodestring("für".encode()),
    }.get(encoding.strip().lower(), "für".encode())
    head = f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n"
    assert read("mail", head.encode() + coded).text.strip() == "für"


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
def test_line_endings_are_line_feeds(ending: str) -> None:
    """Nothing else of the text is changed."""
    assert read_text(f"a{ending}  é\u0301{ending}").text == "a\n  é\u0301\n"


def test_deep_nesting_is_bounded() -> None:
    """Parts within parts within parts: cut, flagged, quick."""
    raw = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3000))
    found = read("mail", raw + b"Content-Type: text/plain\n\nHello")
    assert {Flag.NO_BODY, Flag.TRUNCATED} <= found.flags


def test_many_parts_are_bounded() -> None:
    """Thousands of parts: the first ones are read."""
    assert Flag.TRUNCATED in read("mail", mixed(*[HELLO] * 3000)).flags


@pytest.mark.parametrize(
    "field",
    [
        "text/plain; charset=\x00",
        "text/plain; charset*=x''%FF",
        "; charset=utf-8",
        "text/plain; charset=\udcff",
        "x/y; =;",
    ],
)
def test_odd_content_types_cost_a_flag_at_most(field: str) -> None:
    """Fields on which the standard library stumbles are no reason to lose the other part."""
    raw = both("Please send a label for it.\n", "<p>Please send a label for it.</p>")
    head, _, rest = raw.partition(b"Content-Type: text/html")
    odd = f"Content-Type: {field}".encode("utf-8", "surrogateescape")
    assert "Please send a label" in read("mail", head + odd + rest.partition(b"\n")[2].join([b"\n", b""])).text
