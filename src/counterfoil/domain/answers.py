"""Drafts: quoted blocks and locked templates, how they are rendered, and the check that they are the locked bytes."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import assert_never

from counterfoil.domain.digests import Body, Canonical, sha256
from counterfoil.domain.errors import MoneyError, QuoteError
from counterfoil.domain.ids import BlockId, DocumentId, OrderId, RevisionId, Sha256, TemplateId
from counterfoil.domain.knowledge import Block
from counterfoil.domain.money import Money
from counterfoil.domain.templates import TEMPLATES, SlotKind, Template

_ORDER = re.compile(r"\S{1,40}")  # one word: no sentence fits into it
_MARK = re.compile(r"\{(\w+)\}")

Slot = Money | date | OrderId | int
Locked = Callable[[BlockId], Block | None]  # the block if the lock in force lists its very text, else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a quoted text stands."""

    block: BlockId
    revision: RevisionId
    document: DocumentId
    sha256: Sha256  # of the quoted text


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A block, quoted whole."""

    citation: Citation
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A template with its slots filled. `revision` is the hash of the template as it was when this line was planned."""

    template: TemplateId
    language: str
    revision: Sha256
    slots: tuple[tuple[str, Slot], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What would be sent: pieces in order, each its own paragraph."""

    pieces: tuple[Quote | Line, ...]

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citations of all quotes, in order."""
        return tuple(piece.citation for piece in self.pieces if isinstance(piece, Quote))


def quote(block: Block) -> Quote:
    """A quote of the whole block."""
    citation = Citation(block=block.block, revision=block.revision, document=block.document, sha256=block.sha256)
    return Quote(citation=citation, text=block.text)


def line(template: Template, **slots: Slot) -> Line:
    """A line of `template`; ValueError unless exactly its slots are given, each of its kind."""
    for name, kind in template.slots:
        if not _fits(slots.get(name), kind):
            raise ValueError(f"slot {name} of {template.template} takes {kind.value}")
    if len(slots) != len(template.slots):
        raise ValueError(f"{template.template} has no such slots: {sorted(slots)}")
    filled = tuple((name, slots[name]) for name, _ in template.slots)
    return Line(template=template.template, language=template.language, revision=template.revision, slots=filled)


def sealed_line(template: str, language: str, revision: Sha256, slots: Body) -> Line:
    """The line that `body` wrote of these; QuoteError for a slot that is none."""
    try:
        filled = tuple((name, _slot(value)) for name, value in sorted(slots.items()))
    except (ValueError, MoneyError) as error:
        raise QuoteError(f"no slot of a template: {error}") from None
    return Line(template=TemplateId(template), language=language, revision=revision, slots=filled)


def render(draft: Draft) -> str:
    """The text of the draft. Sheet and outbox both call this and nothing else."""
    return "\n\n".join(_render(piece) for piece in draft.pieces)


def verify(draft: Draft, locked: Locked) -> None:
    """QuoteError unless every quote is byte for byte a block of the lock and every line a template of this version."""
    for piece in draft.pieces:
        match piece:
            case Quote():
                _verify_quote(piece, locked)
            case Line():
                known = TEMPLATES.get((piece.template, piece.language))
                if known is None or known.revision != piece.revision:
                    raise QuoteError(f"template {piece.template} is not the one that was planned")
                if not _filled(known, piece):
                    raise QuoteError(f"the slots of {piece.template} are not filled as it says")
            case _:
                assert_never(piece)


def body(draft: Draft) -> list[Canonical]:
    """The canonical form of the draft: hashes of quotes, and templates with their slots."""
    return [_body(piece) for piece in draft.pieces]


def slot_body(slot: Slot) -> Body:
    """The canonical form of a slot's value."""
    match slot:
        case Money():
            return {"kind": "MONEY", "value": slot.body()}
        case date():
            return {"kind": "DATE", "value": slot.isoformat()}
        case int():
            return {"kind": "ORDINAL", "value": str(slot)}
        case str():
            return {"kind": "ORDER", "value": slot}
        case _:
            assert_never(slot)


def _slot(value: Canonical) -> Slot:
    match value:
        case {"kind": "MONEY", "value": amount}:
            return Money.from_body(amount)
        case {"kind": "DATE", "value": str(text)}:
            return date.fromisoformat(text)
        case {"kind": "ORDER", "value": str(text)}:
            return OrderId(text)
        case {"kind": "ORDINAL", "value": str(text)}:
            return int(text)
        case _:
            raise QuoteError(f"{value!r} is no slot of a template")


def _verify_quote(piece: Quote, locked: Locked) -> None:
    cited = piece.citation
    block = locked(cited.block)
    if block is None:
        raise QuoteError("a quoted block is not in the lock", block=cited.block, revision=cited.revision)
    same = block.text == piece.text and block.sha256 == cited.sha256 == sha256(piece.text.encode())
    if not same or block.revision != cited.revision or block.document != cited.document:
        raise QuoteError("a quote differs from the locked text", block=cited.block, revision=cited.revision)


def _render(piece: Quote | Line) -> str:
    match piece:
        case Quote():
            return piece.text
        case Line():
            text = TEMPLATES[piece.template, piece.language].text
            spelt = {name: _spell(slot) for name, slot in piece.slots}
            return _MARK.sub(lambda mark: spelt[mark[1]], text)
        case _:
            assert_never(piece)


def _body(piece: Quote | Line) -> Body:
    match piece:
        case Quote():
            cited = piece.citation
            return {
                "block": cited.block,
                "document": cited.document,
                "revision": cited.revision,
                "sha256": cited.sha256,
            }
        case Line():
            slots: dict[str, Canonical] = {name: slot_body(slot) for name, slot in piece.slots}
            return {"language": piece.language, "revision": piece.revision, "slots": slots, "template": piece.template}
        case _:
            assert_never(piece)


def _filled(template: Template, piece: Line) -> bool:
    slots = dict(piece.slots)
    return set(slots) == {name for name, _ in template.slots} and all(
        _fits(slots[n], kind) for n, kind in template.slots
    )


def _fits(slot: Slot | None, kind: SlotKind) -> bool:
    match kind:
        case SlotKind.MONEY:
            return isinstance(slot, Money)
        case SlotKind.DATE:
            return type(slot) is date
        case SlotKind.ORDER:
            return isinstance(slot, str) and _ORDER.fullmatch(slot) is not None and slot.isprintable()
        case SlotKind.ORDINAL:
            return type(slot) is int and slot > 0
        case _:
            assert_never(kind)


def _spell(slot: Slot) -> str:
    return slot.isoformat() if isinstance(slot, date) else str(slot)
