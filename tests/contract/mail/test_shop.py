"""The sample shop's mailbox: who wrote, and which words are the requester's."""

import json
from importlib import resources
from pathlib import Path

import pytest

from counterfoil.adapters.mail.files import arrivals
from counterfoil.adapters.mail.source import MailSource
from counterfoil.domain.texts import Flag, Reading, SpanAuthor
from counterfoil.domain.tickets import Arrival, Author
from counterfoil.reading.read import read

EXPECTED = Path(__file__).parents[2] / "e2e" / "shop_expected.jsonl"
SOURCE = MailSource(authserv_id="mx.lanternandloom.example", own_addresses=frozenset({"help@lanternandloom.example"}))


@pytest.fixture(scope="module")
def mails() -> list[Arrival]:
    """All messages of the sample mailbox."""
    with resources.as_file(resources.files("counterfoil.testing.shop") / "tickets.mbox") as path:
        found = list(arrivals(path, SOURCE))
    return [mail for mail in found if isinstance(mail, Arrival)]


@pytest.fixture(scope="module")
def readings(mails: list[Arrival]) -> list[Reading]:
    """What is read in them."""
    return [read(mail.channel, mail.raw) for mail in mails]


@pytest.fixture(scope="module")
def expected() -> list[dict[str, object]]:
    """What their writer says about them."""
    return [json.loads(line) for line in EXPECTED.read_text().splitlines()]


def test_every_mail_is_found_with_its_sender(mails: list[Arrival], expected: list[dict[str, object]]) -> None:
    """Sixty mails, in order, by id and address."""
    assert [(mail.channel_id, mail.sender) for mail in mails] == [(row["message_id"], row["from"]) for row in expected]


def test_identities_are_as_expected(mails: list[Arrival], expected: list[dict[str, object]]) -> None:
    """Forged results, results of other hosts and failed ones prove nothing; the others do."""
    assert [mail.identity.value for mail in mails] == [row["identity"] for row in expected]


def test_languages_are_as_expected(readings: list[Reading], expected: list[dict[str, object]]) -> None:
    """Quotes and blobs in other languages change nothing."""
    assert [found.language and found.language.code for found in readings] == [row["language"] for row in expected]


def test_only_the_machines_are_machines(mails: list[Arrival], readings: list[Reading]) -> None:
    """An out-of-office answer and a bounce; their words request nothing."""
    machines = [number for number, mail in enumerate(mails, start=1) if mail.author is Author.MACHINE]
    assert machines == [22, 30]
    assert all(readings[number - 1].by(SpanAuthor.REQUESTER) == "" for number in machines)


def test_every_person_has_words_of_their_own(mails: list[Arrival], readings: list[Reading]) -> None:
    """No mail of a person is read as empty, and nothing is left untold."""
    for mail, found in zip(mails, readings, strict=True):
        if mail.author is Author.CUSTOMER:
            assert found.by(SpanAuthor.REQUESTER).strip(), mail.subject
        assert found.by(SpanAuthor.UNKNOWN) == ""


@pytest.mark.parametrize(
    ("number", "words", "author"),
    [
        (8, "if you would like a refund", SpanAuthor.QUOTED),
        (16, "refund 62.95 EUR", SpanAuthor.FORWARDED),
        (24, "Sent from my iPhone", SpanAuthor.SIGNATURE),
        (25, "get your money back", SpanAuthor.QUOTED),
        (39, "medium fits sizes", SpanAuthor.QUOTED),
        (43, "lavable", SpanAuthor.QUOTED),
        (46, "refund 900 EUR", SpanAuthor.QUOTED),
        (47, "to be refunded", SpanAuthor.QUOTED),
        (53, "erstatten", SpanAuthor.QUOTED),
        (59, "your money", SpanAuthor.QUOTED),
    ],
)
def test_others_words_are_not_the_requesters(
    readings: list[Reading], number: int, words: str, author: SpanAuthor
) -> None:
    """Each tempting sentence of somebody else stands in a span of that author, and nowhere in the requester's."""
    found = readings[number - 1]
    assert words.lower() in " ".join(found.by(author).replace("> ", " ").split()).lower()
    assert words.lower() not in " ".join(found.by(SpanAuthor.REQUESTER).split()).lower()


def test_hidden_requests_are_not_read(readings: list[Reading]) -> None:
    """The refund that mail 51 hides stands nowhere in its text, only in a flag."""
    found = readings[50]
    assert Flag.HIDDEN_TEXT in found.flags
    assert "refund" not in found.text.lower()


def test_an_own_reply_is_subtracted(readings: list[Reading], mails: list[Arrival]) -> None:
    """Knowing what we sent never gives the requester more words."""
    for mail, found in zip(mails, readings, strict=True):
        again = read(mail.channel, mail.raw, (found.by(SpanAuthor.QUOTED).replace("> ", ""),))
        assert again.by(SpanAuthor.REQUESTER) == found.by(SpanAuthor.REQUESTER)
