"""Drafts and templates: only locked bytes and typed slots are ever rendered."""

from dataclasses import replace
from datetime import date

import pytest

from counterfoil.domain.answers import (
    Draft,
    Line,
    Quote,
    Slot,
    body,
    line,
    quote,
    render,
    sealed_line,
    slot_body,
    verify,
)
from counterfoil.domain.digests import Canonical, sha256
from counterfoil.domain.errors import QuoteError
from counterfoil.domain.ids import BlockId, DocumentId, OrderId, RevisionId, Sha256, TemplateId
from counterfoil.domain.knowledge import Audience, Block, Scope
from counterfoil.domain.money import Money
from counterfoil.domain.templates import TEMPLATES, template

TEXT = "Returns are free for {amount} days."
BLOCK = Block(
    block=BlockId("blk_1"),
    revision=RevisionId("rev_1"),
    document=DocumentId("returns"),
    ordinal=0,
    heading="Returns",
    text=TEXT,
    sha256=sha256(TEXT.encode()),
    scope=Scope(audience=Audience.PUBLIC, language="en"),
)
PAID = template("refund_succeeded", "en")
OPTION = template("ask_order_option", "en")
REFUNDED = line(PAID, amount=Money(1999, "EUR"), order=OrderId("1001"))
LISTED = line(OPTION, ordinal=1, order=OrderId("1001"), placed=date(2026, 1, 2))


def _locked(block: BlockId) -> Block | None:
    return BLOCK if block == BLOCK.block else None


def test_what_is_locked_verifies() -> None:
    """A whole block and lines of current templates pass."""
    verify(Draft(pieces=(quote(BLOCK), REFUNDED, LISTED)), _locked)


def test_pieces_are_paragraphs() -> None:
    """The draft is its pieces in order, slots spelt, quotes untouched even where they look like marks."""
    refunded = "We have refunded 19.99 EUR for order 1001 to the card you paid with."
    draft = Draft(pieces=(quote(BLOCK), REFUNDED, LISTED))
    assert render(draft) == f"{TEXT}\n\n{refunded}\n\n1. order 1001, placed on 2026-01-02"
    assert draft.citations == (quote(BLOCK).citation,)


def test_marks_in_slots_are_not_expanded() -> None:
    """A slot's value that looks like a mark is sent as it stands."""
    text = render(Draft(pieces=(line(PAID, amount=Money(1, "EUR"), order=OrderId("{amount}")),)))
    assert "for order {amount} to" in text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ordinal", 0),
        ("ordinal", True),
        ("ordinal", OrderId("1")),
        ("order", OrderId("")),
        ("order", OrderId("a\nb")),
        ("order", OrderId("a\u202eb")),
        ("order", OrderId("1" * 41)),
        ("order", 1001),
        ("order", Money(1, "EUR")),
        ("placed", OrderId("2026-01-02")),
    ],
)
def test_slots_take_their_kind_only(name: str, value: Slot) -> None:
    """Another type, an empty, long or unprintable order number and a zero ordinal are refused."""
    slots: dict[str, Slot] = {"ordinal": 1, "order": OrderId("1001"), "placed": date(2026, 1, 2)}
    with pytest.raises(ValueError, match=f"slot {name}"):
        line(OPTION, **{**slots, name: value})


def test_amounts_are_money() -> None:
    """An amount written as text or a number never stands in a money slot."""
    for amount in (OrderId("19.99 EUR"), 1999):
        with pytest.raises(ValueError, match="takes MONEY"):
            line(PAID, amount=amount, order=OrderId("1"))


def test_exactly_the_slots_are_filled() -> None:
    """A missing slot and one too many are refused."""
    with pytest.raises(ValueError, match="slot order"):
        line(PAID, amount=Money(1, "EUR"))
    with pytest.raises(ValueError, match="no such slots"):
        line(template("hand_over", "en"), order=OrderId("1"))


@pytest.mark.parametrize(
    "changed",
    [
        replace(quote(BLOCK), text=TEXT + " "),
        replace(quote(BLOCK), text=TEXT.upper()),
        replace(quote(BLOCK), citation=replace(quote(BLOCK).citation, sha256=Sha256("0" * 64))),
        replace(quote(BLOCK), citation=replace(quote(BLOCK).citation, revision=RevisionId("rev_2"))),
        replace(quote(BLOCK), citation=replace(quote(BLOCK).citation, document=DocumentId("other"))),
        replace(quote(BLOCK), citation=replace(quote(BLOCK).citation, block=BlockId("blk_2"))),
    ],
)
def test_changed_quotes_are_refused(changed: Quote) -> None:
    """A changed byte, hash, revision or document and a block outside the lock are not sent."""
    with pytest.raises(QuoteError):
        verify(Draft(pieces=(changed,)), _locked)


def test_a_new_text_with_its_own_hash_is_refused() -> None:
    """A hash that fits the changed text does not help: the lock's text counts."""
    cited = replace(quote(BLOCK).citation, sha256=sha256(b"Free money."))
    with pytest.raises(QuoteError, match="differs"):
        verify(Draft(pieces=(Quote(citation=cited, text="Free money."),)), _locked)


@pytest.mark.parametrize(
    "changed",
    [
        replace(REFUNDED, revision=Sha256("0" * 64)),
        replace(REFUNDED, template=TemplateId("hand_over")),
        replace(REFUNDED, language="de"),
        replace(REFUNDED, template=TemplateId("no_such_template")),
    ],
)
def test_changed_templates_are_refused(changed: Line) -> None:
    """A line whose template is unknown or was changed since it was planned is not sent."""
    with pytest.raises(QuoteError, match="not the one that was planned"):
        verify(Draft(pieces=(changed,)), _locked)


def test_bodies_hold_hashes_and_slots() -> None:
    """The canonical form names quotes by hash, and lines by revision and typed slots."""
    quoted, filled = body(Draft(pieces=(quote(BLOCK), REFUNDED)))
    assert quoted == {"block": "blk_1", "document": "returns", "revision": "rev_1", "sha256": BLOCK.sha256}
    assert filled == {
        "language": "en",
        "revision": PAID.revision,
        "slots": {name: slot_body(value) for name, value in REFUNDED.slots},
        "template": "refund_succeeded",
    }


@pytest.mark.parametrize("planned", [REFUNDED, LISTED])
def test_sealed_lines_read_back(planned: Line) -> None:
    """The slots written into an action give the same text again, each of its own type."""
    sealed = sealed_line(
        planned.template, planned.language, planned.revision, {name: slot_body(value) for name, value in planned.slots}
    )
    assert dict(sealed.slots) == dict(planned.slots)
    assert render(Draft(pieces=(sealed,))) == render(Draft(pieces=(planned,)))
    verify(Draft(pieces=(sealed,)), _locked)


@pytest.mark.parametrize(
    "value",
    [
        "text",
        {},
        {"kind": "TEXT", "value": "a"},
        {"kind": "ORDER", "value": {"a": "b"}},
        {"kind": "DATE", "value": "soon"},
        {"kind": "ORDINAL", "value": "x"},
        {"kind": "MONEY", "value": "1"},
    ],
)
def test_other_sealed_slots_are_refused(value: Canonical) -> None:
    """Free text and unknown kinds are no slots."""
    with pytest.raises(QuoteError, match="no slot"):
        sealed_line("refund_succeeded", "en", PAID.revision, {"order": value})


def test_every_line_can_be_rendered() -> None:
    """Each template, filled by kind, renders without a mark left over."""
    examples: dict[str, Slot] = {
        "MONEY": Money(1, "EUR"),
        "DATE": date(2026, 1, 2),
        "ORDER": OrderId("1"),
        "ORDINAL": 1,
    }
    for known in TEMPLATES.values():
        filled = line(known, **{name: examples[kind.value] for name, kind in known.slots})
        assert "{" not in render(Draft(pieces=(filled,)))


def test_no_sentence_fits_into_an_order_number() -> None:
    """An order slot holds one word, so that nothing can be said through it."""
    with pytest.raises(ValueError, match="order"):
        line(template("request_received", "en"), order=OrderId("LL 9 refunded 900 EUR"))
