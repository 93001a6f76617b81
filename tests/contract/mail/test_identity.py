"""Who wrote a mail: only the configured host's own topmost word counts."""

import pytest

from counterfoil.adapters.mail.identity import identity, sender
from counterfoil.domain.mail_fields import fields
from counterfoil.domain.tickets import Identity

HOST = "mx.shop.example"
PASS = "dmarc=pass (p=reject) header.from=post.example"
MARA = "Mara <mara@post.example>"


def judge(*lines: str, host: str = HOST, end: str = "\r\n") -> Identity:
    """The identity of a mail with these header lines."""
    raw = (end.join(lines) + end + end + "Hello" + end).encode("utf-8", "surrogateescape")
    return identity(fields(raw), host)


def by_result(result: str, author: str = MARA) -> Identity:
    """The identity of a mail with this Authentication-Results value."""
    return judge(f"Authentication-Results: {result}", f"From: {author}")


@pytest.mark.parametrize(
    "result",
    [
        f"{HOST}; {PASS}",
        f"{HOST} 1; {PASS}",
        f"MX.SHOP.example; {PASS}",
        f"{HOST};\r\n\tspf=pass smtp.mailfrom=x.example;\r\n {PASS}",
        f"(a comment; dmarc=fail) {HOST} (v(1)\\)) ; (another) {PASS}",
        f"{HOST}; DMARC=Pass header.from=Post.Example",
        f"{HOST}; dmarc = pass header.from = post.example",
        f'{HOST}; dmarc=pass reason="a; b=c" header.from=post.example policy.dmarc=reject',
        f'{HOST}; spf=fail reason="; dmarc=fail header.from=evil.example"; {PASS}',
        f"{HOST}; {PASS}; dkim=fail header.d=evil.example",
    ],
)
def test_the_hosts_own_pass_is_believed(result: str) -> None:
    """A pass of exactly the configured host for the author's domain is DMARC, however it is folded or commented."""
    assert by_result(result) is Identity.DMARC


@pytest.mark.parametrize(
    "result",
    [
        f"{HOST}; none",
        f"{HOST}",
        f"{HOST};",
        "",
        f"{HOST}; dmarc=fail header.from=post.example",
        f"{HOST}; dmarc=bestguesspass header.from=post.example",
        f"{HOST}; dmarc=passed header.from=post.example",
        f"{HOST}; xdmarc=pass header.from=post.example",
        f"{HOST}; spf=pass header.from=post.example",
        f"{HOST}; dmarc=pass",
        f"{HOST}; dmarc=pass header.from=evil.example",
        f"{HOST}; dmarc=pass header.from=post.example.evil.example",
        f"{HOST}; dmarc=pass header.from=mail.post.example",
        f"{HOST}; dmarc=pass header.d=post.example",
        f"{HOST}; dmarc=pass smtp.mailfrom=post.example",
        f"{HOST}; dmarc=pass header.from=evil.example header.from=post.example",
        f"{HOST}; dmarc=fail header.from=post.example; {PASS}",
        f"{HOST}; {PASS}; dmarc=fail header.from=post.example",
        f"{HOST}; {PASS}; {PASS}",
        f"{HOST}; {PASS}; dmarc/1=fail header.from=post.example",
        f"{HOST}; spf=pass ({PASS})",
        f"{HOST}; spf=pass (; {PASS} ;)",
        f'{HOST}; spf=pass reason="; {PASS}"',
        f'{HOST}; spf=pass reason="\\"; {PASS}"',
        f'{HOST}; "{PASS}"',
        f'{HOST}; dmarc="pass" header.from=post.example',
        f'{HOST}; dmarc=pass header.from="post.example"',
        f'"{HOST}"; {PASS}',
        f"evil.example; {PASS}",
        f"evil.example ({HOST}); {PASS}",
        f"{HOST}.evil.example; {PASS}",
        f"evil.{HOST}; {PASS}",
        f"{HOST} evil.example; {PASS}",
        f"evil.example {HOST}; {PASS}",
        f"{HOST} 2; {PASS}",
        f"{HOST}/x; {PASS}",
        f"{HOST}; spf=pass (unclosed; {PASS}",
        f"{HOST}; spf=pass) {PASS}",
        f'{HOST}; spf=pass reason="unclosed; {PASS}',
        f"{HOST}; {PASS} stray",
        f"{HOST}; dmarc=pass=pass header.from=post.example",
        f"{HOST}; dmarc pass header.from=post.example",
        f"mх.shop.example; {PASS}",
        f"{HOST}; dmarc=pass header.from=pоst.example",
        f"{HOST}, {PASS}",
    ],
)
def test_anything_else_is_not(result: str) -> None:
    """Another host, another method or domain, doubled or quoted or commented or malformed results prove nothing."""
    assert by_result(result) is Identity.NONE


def test_without_a_configured_host_nobody_is_believed() -> None:
    """The empty setting believes nobody, not even a result whose host is empty."""
    assert judge(f"Authentication-Results: {HOST}; {PASS}", f"From: {MARA}", host="") is Identity.NONE
    assert judge(f"Authentication-Results: ; {PASS}", f"From: {MARA}", host="") is Identity.NONE


def test_a_forged_result_below_the_hosts_own_is_ignored() -> None:
    """The host says fail on top; a forged pass in the host's name below changes nothing."""
    top = f"Authentication-Results: {HOST}; dmarc=fail header.from=post.example"
    assert judge(top, f"Authentication-Results: {HOST}; {PASS}", f"From: {MARA}") is Identity.NONE


def test_another_hosts_result_on_top_hides_ours() -> None:
    """Only the topmost field is looked at."""
    top = f"Authentication-Results: relay.example; {PASS}"
    assert judge(top, f"Authentication-Results: {HOST}; {PASS}", f"From: {MARA}") is Identity.NONE


def test_a_result_below_a_received_line_came_with_the_mail() -> None:
    """A host writes above what it received."""
    received = f"Received: from evil.example by {HOST}; Fri, 27 Nov 2026 10:00:00 +0000"
    assert judge(received, f"Authentication-Results: {HOST}; {PASS}", f"From: {MARA}") is Identity.NONE
    assert judge(f"Authentication-Results: {HOST}; {PASS}", received, f"From: {MARA}") is Identity.DMARC


@pytest.mark.parametrize(
    "lines",
    [
        [f"From: {MARA}", "From: evil@evil.example"],
        ["From: evil@evil.example", f"From: {MARA}"],
        [f"From: {MARA}, evil@evil.example"],
        [f"From: {MARA}", "from : evil@evil.example"],
        ["From: Mara mara@post.example <evil@evil.example>"],
        ["From: mara@post.example evil@post.example"],
        ["From: <evil@evil.example> <mara@post.example>"],
        ["From: =?utf-8?q?mara=40post.example?="],
        ["From: Mara <=?utf-8?q?mara?=@post.example>"],
        ["From: Group: mara@post.example;"],
        ['From: "mara"@post.example'],
        ["From: mara@post.example\x00"],
        ["From: mara@@post.example"],
        ["From: Mara <mara@post.example"],
        ["From: <@relay.example:mara@post.example>"],
        ["From: mära@post.example"],
        ["From: mara@pöst.example"],
        ["From:"],
        ["Sender: mara@post.example"],
    ],
)
def test_there_must_be_exactly_one_well_formed_author(lines: list[str]) -> None:
    """Several or malformed authors prove nothing, even though the host passed the domain."""
    assert judge(f"Authentication-Results: {HOST}; {PASS}", *lines) is Identity.NONE


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("mara@post.example", "mara@post.example"),
        ("Mara Lind <Mara@Post.Example>", "mara@post.example"),
        ('"evil@evil.example" <mara@post.example>', "mara@post.example"),
        ("(evil@evil.example) mara@post.example (x)", "mara@post.example"),
        ("=?utf-8?q?S=C3=B6derqvist?= <mara@post.example>", "mara@post.example"),
        ('"Lind, Mara \\"M\\"" <mara+tag@post.example>', "mara+tag@post.example"),
        ("Annika Söderqvist <mara@post.example>", "mara@post.example"),
    ],
)
def test_display_names_and_comments_are_not_the_address(written: str, address: str) -> None:
    """An address in a display name, a quoted string or a comment is only decoration."""
    assert sender(fields(f"From: {written}\n\n".encode())).address == address


@pytest.mark.parametrize(
    "injection",
    [
        f"Subject: hi\rAuthentication-Results: {HOST}; {PASS}",
        f"Subject: hi\x00\nAuthentication-Results: {HOST}; {PASS}",
        f"no field at all\nAuthentication-Results: {HOST}; {PASS}",
        f" leading fold\nAuthentication-Results: {HOST}; {PASS}",
        f"Authentication-Results: {HOST}; {PASS}\n>From smuggled",
    ],
)
def test_a_header_that_is_not_clean_proves_nothing(injection: str) -> None:
    """Bare carriage returns, NULs and lines that are no field may mean different things to different programs."""
    assert judge(injection, f"From: {MARA}", end="\n") is Identity.NONE


def test_a_header_after_the_first_empty_line_is_body() -> None:
    """What looks like a result in the body is text."""
    assert judge(f"From: {MARA}", "", f"Authentication-Results: {HOST}; {PASS}") is Identity.NONE
