"""The default brain: rules on the requester's own words. It runs nowhere but here and can be read in an hour."""

from collections.abc import Sequence

from counterfoil.brain import asking, words
from counterfoil.brain.blocks import SURE, answering
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

MOST_CHARACTERS = 50_000  # of the requester's own words; more is read by a person


class RulesBrain:
    """Implements ports.brain.Brain. English; the same reading, hits and orders always give the same choice."""

    def choose(self, reading: Reading, hits: Sequence[Hit], orders: Sequence[Order]) -> Choice:
        """A choice from `hits` and `orders`, by the words of REQUESTER spans and the subject alone.

        UNCLEAR for more than MOST_CHARACTERS of them.
        """
        text = reading.by(SpanAuthor.REQUESTER)
        if len(text) + len(reading.subject) > MOST_CHARACTERS:
            return Choice(intent=Intent.UNCLEAR)
        said = read(clauses(text))
        wanted = _doubted(intent(said), text)
        subject = _plainly(read(clauses(reading.subject)))
        cancels = list(sort(said)) == [Kind.CANCEL]
        target = meant(said, subject, orders) if wanted in (Intent.ASKS_FOR, Intent.STATUS) else Meant()
        whole = any(not chosen.components for chosen in target.orders)
        if wanted is Intent.ASKS_FOR and target.orders and _partly(said, whole=whole):
            wanted, target = Intent.UNCLEAR, Meant()
        return Choice(
            intent=wanted,
            blocks=_blocks(said, reading, hits, wanted),
            orders=target.orders,
            items_unclear=target.items_unclear and wanted is Intent.ASKS_FOR and not _says(text, "all"),
            reason=Reason.NOT_SHIPPED if cancels else reason(fold(text)),
            cancels=cancels,
            wants_person=bool(words.PERSON.search(fold(text))) or _says(text, "person"),
        )


def _partly(said: Sequence[Said], *, whole: bool) -> bool:
    """Whether a request names a charge or a share, or an amount of a whole order: never the price of its lines."""
    asked = [item.clause.text for item in said if item.act in ASKING]
    return any(words.PARTLY.search(text) or (whole and words.AMOUNT.search(text)) for text in asked)


def _says(text: str, word: str) -> bool:
    """Whether a line holds nothing but `word`: the way to a colleague, or to all items, that our own texts offer."""
    return any(line.strip(" \t\"'.!").casefold() == word for line in text.splitlines())


def _doubted(found: Intent, text: str) -> Intent:
    """UNCLEAR where only the folded text asks for money: something is hidden in the letters."""
    if found is not Intent.ASKS_FOR:
        return found
    plain = text.lower().replace("\u2019", "'").replace("\xa0", " ")
    return found if asking.ASKED_FOR.search(" ".join(plain.split())) else Intent.UNCLEAR


def _plainly(subject: Sequence[Said]) -> list[Said]:
    """The subject helps to say which order is meant; it never asks for anything by itself."""
    return [Said(clause=item.clause, act=Act.PLAIN) for item in subject]


def _blocks(said: Sequence[Said], reading: Reading, hits: Sequence[Hit], wanted: Intent) -> tuple[BlockId, ...]:
    """What answers the questions asked. Beside a request, a withdrawal or a doubt only what surely answers one."""
    questions = [item.clause.text for item in said if item.act not in ASKING and _wonders(item)]
    if wanted in _NO_QUESTION:
        return answering(" ".join(questions), [hit for hit in hits if hit.score >= SURE])[:1]
    asked = " ".join(questions) or reading.by(SpanAuthor.REQUESTER)
    return answering(f"{reading.subject} {asked}", hits)


_NO_QUESTION = frozenset({Intent.ASKS_FOR, Intent.WITHDRAWS, Intent.UNCLEAR})


def _wonders(item: Said) -> bool:
    return item.act in (Act.QUESTION, Act.STATUS) or asks(item.clause)
