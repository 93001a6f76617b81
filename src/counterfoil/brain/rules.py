"""The default brain: rules on the requester's own words. It runs nowhere but here and can be read in an hour."""

from collections.abc import Sequence

from counterfoil.brain import asking, words
from counterfoil.brain.blocks import answering
from counterfoil.brain.clauses import clauses, fold
from counterfoil.brain.intent import Act, Said, asks, intent, read
from counterfoil.brain.kinds import ASKING, Kind, sort
from counterfoil.brain.mentions import Meant, meant
from counterfoil.brain.reasons import reason
from counterfoil.domain.choices import Choice, Intent, Reason
from counterfoil.domain.ids import BlockId
from counterfoil.domain.knowledge import Hit
from counterfoil.domain.orders import Order
from counterfoil.domain.texts import Reading, SpanAuthor


class RulesBrain:
    """Implements ports.brain.Brain. English; the same reading, hits and orders always give the same choice."""

    def choose(self, reading: Reading, hits: Sequence[Hit], orders: Sequence[Order]) -> Choice:
        """A choice from `hits` and `orders`, by the words of REQUESTER spans and the subject alone."""
        text = reading.by(SpanAuthor.REQUESTER)
        said = read(clauses(text))
        wanted = _doubted(intent(said), text)
        subject = _plainly(read(clauses(reading.subject)))
        cancels = list(sort(said)) == [Kind.CANCEL]
        target = meant(said, subject, orders) if wanted in (Intent.ASKS_FOR, Intent.STATUS) else Meant()
        return Choice(
            intent=wanted,
            blocks=_blocks(said, reading, hits),
            orders=target.orders,
            items_unclear=target.items_unclear and wanted is Intent.ASKS_FOR,
            reason=Reason.NOT_SHIPPED if cancels else reason(fold(text)),
            cancels=cancels,
            wants_person=bool(words.PERSON.search(fold(text))),
        )


def _doubted(found: Intent, text: str) -> Intent:
    """UNCLEAR where only the folded text asks for money: something is hidden in the letters."""
    if found is not Intent.ASKS_FOR:
        return found
    plain = text.lower().replace("\u2019", "'").replace("\xa0", " ")
    return found if asking.ASKED_FOR.search(" ".join(plain.split())) else Intent.UNCLEAR


def _plainly(subject: Sequence[Said]) -> list[Said]:
    """The subject helps to say which order is meant; it never asks for anything by itself."""
    return [Said(clause=item.clause, act=Act.PLAIN) for item in subject]


def _blocks(said: Sequence[Said], reading: Reading, hits: Sequence[Hit]) -> tuple[BlockId, ...]:
    questions = [item.clause.text for item in said if item.act not in ASKING and asks(item.clause)]
    if not questions and any(item.act in ASKING for item in said):
        return ()
    asked = " ".join(questions) or reading.by(SpanAuthor.REQUESTER)
    return answering(f"{reading.subject} {asked}", hits)
