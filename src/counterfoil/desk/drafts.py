"""How a draft is kept between parking and sending: its pieces as canonical JSON, read back piece by piece."""

from counterfoil.domain import answers
from counterfoil.domain.answers import Citation, Draft, Line, Quote, sealed_line
from counterfoil.domain.digests import Body, Canonical, canonical, parse
from counterfoil.domain.errors import QuoteError
from counterfoil.domain.ids import BlockId, DocumentId, RevisionId, Sha256


def dump(draft: Draft) -> str:
    """The canonical text of the draft, quoted words included.

    They are normalised nowhere: what is not NFC is refused.
    """
    pieces: list[Canonical] = [_dump(piece) for piece in draft.pieces]
    return canonical({"pieces": pieces})


def load(text: str) -> Draft:
    """The draft that `dump` wrote; QuoteError for anything else. `answers.verify` must follow before it is sent."""
    pieces = parse(text).get("pieces")
    if not isinstance(pieces, list):
        raise QuoteError("the stored answer is not a draft")
    return Draft(pieces=tuple(_load(piece) for piece in pieces))


def _dump(piece: Quote | Line) -> Body:
    (body,) = answers.body(Draft(pieces=(piece,)))
    fields: Body = dict(body) if isinstance(body, dict) else {}
    return {**fields, "text": piece.text} if isinstance(piece, Quote) else fields


def _load(piece: Canonical) -> Quote | Line:
    match piece:
        case {
            "block": str(block),
            "revision": str(revision),
            "document": str(document),
            "sha256": str(sha),
            "text": str(text),
        }:
            cited = Citation(
                block=BlockId(block), revision=RevisionId(revision), document=DocumentId(document), sha256=Sha256(sha)
            )
            return Quote(citation=cited, text=text)
        case {"template": str(template), "language": str(language), "revision": str(revision), "slots": dict(slots)}:
            return sealed_line(template, language, Sha256(revision), slots)
        case _:
            raise QuoteError("the stored answer holds something that is neither a quote nor a template")
