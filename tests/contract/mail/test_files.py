"""Files of messages: everything in them comes out, as an arrival or as bytes with a reason."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counterfoil.adapters.mail import mbox
from counterfoil.adapters.mail.files import arrivals
from counterfoil.adapters.mail.source import MailSource, Unreadable
from counterfoil.domain.errors import MailError
from counterfoil.domain.tickets import Arrival, Author, Identity

FROM_LINE = b"From ann@post.example Fri Nov 27 07:41:14 2026\n"
MAIL = b"From: Ann <ann@post.example>\nSubject: Hi\nMessage-ID: <a@post.example>\n\nHello.\n"


def handled(folder: Path, name: str, content: bytes, source: MailSource | None = None) -> list[Arrival | Unreadable]:
    """What comes out of a file of that name with this content."""
    path = folder / name
    path.write_bytes(content)
    return list(arrivals(path, source or MailSource()))


def one(folder: Path, name: str, content: bytes, source: MailSource | None = None) -> Arrival:
    """The only message of the file."""
    (found,) = handled(folder, name, content, source)
    assert isinstance(found, Arrival)
    return found


def bad(folder: Path, name: str, content: bytes) -> Unreadable:
    """The only piece of the file, which is no message."""
    (found,) = handled(folder, name, content)
    assert isinstance(found, Unreadable)
    return found


def test_a_mail_keeps_its_bytes(tmp_path: Path) -> None:
    """A .eml file is one message, byte for byte."""
    found = one(tmp_path, "a.eml", MAIL)
    assert (found.raw, found.channel, found.channel_id) == (MAIL, "mail", "<a@post.example>")
    assert (found.sender, found.subject, found.identity) == ("ann@post.example", "Hi", Identity.NONE)
    assert found.author is Author.CUSTOMER


def test_own_addresses_are_staff(tmp_path: Path) -> None:
    """A sender among the shop's addresses is staff, in any case of letters."""
    source = MailSource(own_addresses=frozenset({"ann@post.example"}))
    assert one(tmp_path, "a.eml", MAIL.replace(b"ann@", b"ANN@"), source).author is Author.STAFF


def test_without_message_id_the_bytes_name_the_mail(tmp_path: Path) -> None:
    """The id is then the hash of the bytes: the same mail has the same id."""
    raw = MAIL.replace(b"Message-ID: <a@post.example>\n", b"")
    found = one(tmp_path, "a.eml", raw)
    assert found.channel_id.startswith("sha256:")
    assert len(found.channel_id) == 71
    assert one(tmp_path, "b.eml", raw).channel_id == found.channel_id


def test_references_come_nearest_last(tmp_path: Path) -> None:
    """References first, then In-Reply-To, each id once."""
    raw = b"References: <1@x.example> <2@x.example>\n <3@x.example>\nIn-Reply-To: <2@x.example>\n" + MAIL
    assert one(tmp_path, "a.eml", raw).references == ("<1@x.example>", "<3@x.example>", "<2@x.example>")


def test_subjects_are_decoded_onto_one_line(tmp_path: Path) -> None:
    """Encoded words are read (RFC 2047); a line break in one makes no second line."""
    raw = MAIL.replace(b"Subject: Hi", b"Subject: =?utf-8?q?R=C3=BCck=0Agabe?=\n =?iso-8859-1?q?_f=FCr?= mich")
    assert one(tmp_path, "a.eml", raw).subject == "Rück gabe für mich"


@pytest.mark.parametrize("word", ["=?nonsense?q?abc?=", "=?utf-8?b?####?=", "=?utf-8?q?=ZZ?=", "\udcff\udcfe", "=?x?="])
def test_broken_subjects_are_read_somehow(tmp_path: Path, word: str) -> None:
    """No subject makes a mail unreadable."""
    raw = MAIL.replace(b"Hi", word.encode("utf-8", "surrogateescape"))
    assert one(tmp_path, "a.eml", raw).channel_id == "<a@post.example>"


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated; owner=x",
        "auto-submitted: (x) AUTO-NOTIFIED",
        "Precedence: bulk",
        "Precedence: Auto_Reply",
        "List-Id: <news.shop.example>",
        "Return-Path: <>",
        "X-Auto-Response-Suppress: OOF, AutoReply",
        "X-Autoreply: yes",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
        "Content-Type: Multipart/Report; boundary=x",
    ],
)
def test_machine_mail_is_told_by_its_header(tmp_path: Path, field: str) -> None:
    """RFC 3834, RFC 3464, lists, the null sender: a machine wrote it."""
    assert one(tmp_path, "a.eml", f"{field}\n".encode() + MAIL).author is Author.MACHINE


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: no (really)",
        "Precedence: normal",
        "Return-Path: <ann@post.example>",
        "X-Auto-Response-Suppress: DR, RN, NRN",
        "Content-Type: text/plain",
    ],
)
def test_a_persons_mail_is_not_machine_mail(tmp_path: Path, field: str) -> None:
    """The same fields with harmless values say nothing."""
    assert one(tmp_path, "a.eml", f"{field}\n".encode() + MAIL).author is Author.CUSTOMER


def test_a_mailbox_gives_every_message(tmp_path: Path) -> None:
    """Quoting is undone by one step, the separating empty line is not part of a message."""
    body = MAIL + b"\n>From here\n>>From there\nFrom inside a paragraph 2026\n"
    found = handled(tmp_path, "a.mbox", FROM_LINE + body + b"\n" + FROM_LINE + MAIL + b"\n")
    undone = MAIL + b"\nFrom here\n>From there\nFrom inside a paragraph 2026\n"
    assert [piece.raw for piece in found] == [undone, MAIL]


def test_a_mailbox_with_crlf_is_read_alike(tmp_path: Path) -> None:
    """Line endings of the other kind change nothing."""
    content = (FROM_LINE + MAIL + b"\n" + FROM_LINE + MAIL + b"\n").replace(b"\n", b"\r\n")
    assert [piece.raw for piece in handled(tmp_path, "a.mbox", content)] == [MAIL.replace(b"\n", b"\r\n")] * 2


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        (FROM_LINE + b"\n", "ends too early"),
        (FROM_LINE + b"Sub\0ject: x\n\nHello\n\n", "NUL"),
        (FROM_LINE + b"just words\n\n", "no header"),
    ],
)
def test_a_bad_piece_spoils_only_itself(tmp_path: Path, piece: bytes, words: str) -> None:
    """What can't be a message comes out as its bytes with a reason; its neighbours are handled."""
    good = FROM_LINE + MAIL + b"\n"
    before, found, after = handled(tmp_path, "a.mbox", good + piece + good)
    assert isinstance(found, Unreadable)
    assert words in found.reason
    assert found.source.endswith(f"a.mbox:{len(good)}")
    assert isinstance(before, Arrival)
    assert isinstance(after, Arrival)


def test_bytes_before_the_first_message_are_kept(tmp_path: Path) -> None:
    """A mailbox whose start is cut off: the rest of the first message is kept as bytes, the next is handled."""
    cut, after = handled(tmp_path, "a.mbox", b"lo.\n\n" + FROM_LINE + MAIL)
    assert isinstance(cut, Unreadable)
    assert cut.raw.startswith(b"lo.")
    assert isinstance(after, Arrival)


def test_a_binary_file_is_one_bad_piece(tmp_path: Path) -> None:
    """A photo named .mbox gives its bytes and a reason."""
    found = bad(tmp_path, "a.mbox", bytes(range(256)) * 40)
    assert "export it again as mbox" in found.reason


def test_an_empty_mailbox_holds_nothing(tmp_path: Path) -> None:
    """No message, no complaint."""
    assert handled(tmp_path, "a.mbox", b"") == []


def test_an_empty_mail_is_unreadable(tmp_path: Path) -> None:
    """A .eml file without any field is no mail."""
    assert "no header field" in bad(tmp_path, "a.eml", b"").reason


def test_a_ten_megabyte_mail_is_fine(tmp_path: Path) -> None:
    """Size alone is no trouble, in one long line either."""
    raw = MAIL + b"x" * 10_000_000
    assert one(tmp_path, "a.mbox", FROM_LINE + raw).raw == raw


def test_a_mailbox_is_read_piece_by_piece() -> None:
    """The first message comes out before the rest of the file has been read."""
    stream = io.BytesIO((FROM_LINE + MAIL + b"\n") * 1000)
    next(mbox.pieces(stream))
    assert stream.tell() < 1000


def test_a_too_large_piece_is_cut_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit only the start is held; the next message is handled."""
    monkeypatch.setattr(mbox, "PIECE_LIMIT", 1024)
    large, after = mbox.pieces(io.BytesIO(FROM_LINE + MAIL + b"x" * 5000 + b"\n\n" + FROM_LINE + MAIL))
    assert "was cut" in large.trouble
    assert len(large.raw) == 1024
    assert after.trouble == ""


def test_a_message_smuggled_into_a_body_proves_nothing(tmp_path: Path) -> None:
    """A mailbox that counts bytes and quotes nothing: what stands within a counted body is never believed."""
    result = b"Authentication-Results: mx.shop.example; dmarc=pass header.from=post.example\n"
    inner = b"Hi\n\n" + FROM_LINE + result + MAIL
    outer = FROM_LINE + b"From: evil@evil.example\nContent-Length: %d\n\n" % len(inner) + inner + b"\n"
    content = outer + FROM_LINE + result + MAIL
    found = handled(tmp_path, "a.mbox", content, MailSource(authserv_id="mx.shop.example"))
    assert [piece.identity for piece in found if isinstance(piece, Arrival)] == [
        Identity.NONE,
        Identity.NONE,
        Identity.DMARC,
    ]


@pytest.mark.parametrize("name", ["a.txt", "a", "a.msg"])
def test_another_suffix_is_refused(tmp_path: Path, name: str) -> None:
    """The error says what suffixes there are."""
    with pytest.raises(MailError) as caught:
        arrivals(tmp_path / name, MailSource())
    assert ".jsonl" in caught.value.what_to_do


def test_a_missing_file_and_a_folder_are_refused_at_once(tmp_path: Path) -> None:
    """The error comes before the first message is asked for."""
    (tmp_path / "folder.mbox").mkdir()
    for name in ("none.mbox", "folder.mbox"):
        with pytest.raises(MailError, match="can't be read"):
            arrivals(tmp_path / name, MailSource())


LINE = {"id": "m-1", "from": "Ann@Post.example", "subject": "Hi", "text": "Hello"}


def line(**changes: object) -> bytes:
    """A line of JSON with changes."""
    return json.dumps(LINE | changes).encode()


def test_a_line_is_a_message(tmp_path: Path) -> None:
    """Its bytes are the line's; blank lines are skipped; the ticket is a hint."""
    found = one(tmp_path, "a.jsonl", b"\n" + line(ticket="T-7") + b"\r\n\n")
    assert (found.channel, found.channel_id, found.ticket_hint) == ("jsonl", "m-1", "T-7")
    assert (found.sender, found.raw) == ("ann@post.example", line(ticket="T-7"))


def test_a_session_counts_only_with_trust(tmp_path: Path) -> None:
    """Stated identity is believed only where the operator says so; otherwise it is NONE, not an error."""
    content = line(identity="session")
    assert one(tmp_path, "a.jsonl", content).identity is Identity.NONE
    trusting = MailSource(trust_identity=True)
    assert one(tmp_path, "a.jsonl", content, trusting).identity is Identity.SESSION
    assert one(tmp_path, "a.jsonl", line(), trusting).identity is Identity.NONE
    assert one(tmp_path, "a.jsonl", line(identity="session", **{"from": ""}), trusting).identity is Identity.NONE


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (line(colour="red"), '"colour"'),
        (line(text=5), '"text" is not text'),
        (line(text=None), '"text" is not text'),
        (line(id=" "), '"id" is empty'),
        (line(identity="admin"), '"identity" is neither'),
        (b'{"id": "1", "from": "a", "subject": "b"}', '"text" is missing'),
        (b'{"id": "1", "id": "2"}', "stands twice"),
        (b"[1]", "no object"),
        (b"{", "not JSON at column"),
        (b"[" * 100_000, "not usable JSON"),
        (b'{"id": "\xff"}', "not UTF-8"),
        (line(text="\ud800"), "surrogate"),
        (line(ticket=5), '"ticket" is not text'),
    ],
)
def test_a_bad_line_names_itself_and_the_mend(tmp_path: Path, content: bytes, words: str) -> None:
    """The reason names the line; the lines around it are handled."""
    before, found, after = handled(tmp_path, "a.jsonl", line() + b"\n" + content + b"\n" + line(id="m-2"))
    assert isinstance(found, Unreadable)
    assert found.reason.startswith("line 2: ")
    assert words in found.reason
    assert found.raw == content
    assert isinstance(before, Arrival)
    assert isinstance(after, Arrival)


_PIECES = st.lists(
    st.one_of(
        st.binary(max_size=60),
        st.sampled_from([b"\n", b"\r", b"\n\n", FROM_LINE, MAIL, b"From: ", b"\0", b'{"id":', line(), b"=?utf-8?b?"]),
    ),
    max_size=12,
).map(b"".join)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=_PIECES, suffix=st.sampled_from([".eml", ".mbox", ".jsonl"]))
def test_no_bytes_raise(tmp_path: Path, content: bytes, suffix: str) -> None:
    """Whatever a file holds, it comes out as arrivals with an id, or as bytes with a reason."""
    source = MailSource(authserv_id="mx.shop.example", trust_identity=True)
    for found in handled(tmp_path, f"any{suffix}", content, source):
        assert found.reason if isinstance(found, Unreadable) else found.channel_id
