"""An answer to our own question is read together with the messages that we asked about; and we don't ask for ever."""

from dataclasses import dataclass, replace

from counterfoil.domain.answers import Draft, Line
from counterfoil.domain.digests import parse
from counterfoil.domain.texts import Reading, Span, SpanAuthor
from counterfoil.domain.tickets import Author, Message
from counterfoil.ports.store import Rows
from counterfoil.reading.read import read

MOST_QUESTIONS = 2  # in a row, never the same one twice; then a person takes over
_BETWEEN = "\n\n"
_SHARED = frozenset({"automated", "answer_intro", "general_rule", "ask_order_option"})  # templates that are no question


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What we asked back just before a message.

    The messages asked about, oldest first, and the templates of each question.
    """

    about: tuple[Message, ...] = ()
    questions: tuple[frozenset[str], ...] = ()

    def again(self, draft: Draft) -> bool:
        """Whether asking `draft` now would repeat a question or be one too many."""
        new = frozenset(piece.template for piece in draft.pieces if isinstance(piece, Line)) - _SHARED
        return len(self.questions) >= MOST_QUESTIONS or new in self.questions


def asked_before(rows: Rows, message: Message) -> Asked:
    """The unbroken run of ask-backs to the same verified author that `message` may answer."""
    about: list[Message] = []
    questions: list[frozenset[str]] = []
    own = [row for row in rows.messages_of(message.ticket) if row.author is Author.CUSTOMER]
    for before in reversed(own[: [row.message for row in own].index(message.message)]):
        question = _question(rows, before)
        if question is None or message.verified_address is None or before.verified_address != message.verified_address:
            break
        about.insert(0, before)
        questions.insert(0, question)
    return Asked(about=tuple(about), questions=tuple(questions))


def with_question(rows: Rows, asked: Asked, reading: Reading) -> Reading:
    """`reading` after the requester's own words of the messages that we asked about; as it is when we asked nothing."""
    words = [_words(rows, message) for message in asked.about]
    before = "".join(text + _BETWEEN for text in words if text)
    moved = (
        Span(start=span.start + len(before), end=span.end + len(before), author=span.author) for span in reading.spans
    )
    first = (Span(start=0, end=len(before), author=SpanAuthor.REQUESTER),) if before else ()
    return replace(reading, text=before + reading.text, spans=(*first, *moved))


def _words(rows: Rows, message: Message) -> str:
    raw = rows.raw(message.message)
    if raw is None:
        return ""
    return read(message.channel, raw, rows.sent_texts(message.ticket)).by(SpanAuthor.REQUESTER).strip()


def _question(rows: Rows, message: Message) -> frozenset[str] | None:
    """The templates of the ask-back that answered `message`; None when it was answered otherwise."""
    parking = rows.parking_of(message.message)
    parked = rows.parked(parking) if parking else None
    for action in parked.actions if parked else ():
        if action.kind == "AskBack":
            pieces = parse(action.body)["draft"]
            found = [piece.get("template") for piece in pieces if isinstance(piece, dict)]
            return frozenset(str(name) for name in found if name and name not in _SHARED)
    return None
