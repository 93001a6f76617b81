"""All that a brain may return. It can't hold a sentence, an amount, a payee or a tool name."""

from dataclasses import dataclass
from enum import Enum

from counterfoil.domain.ids import BlockId


class Intent(Enum):
    """What a message wants, as far as money goes."""

    ASKS_FOR = "ASKS_FOR"  # wants money back, a return or a cancellation
    ASKS_ABOUT = "ASKS_ABOUT"  # has a question
    STATUS = "STATUS"  # asks how a parcel or a refund of their own stands
    WITHDRAWS = "WITHDRAWS"  # takes an earlier request back
    NEITHER = "NEITHER"  # nothing of these
    UNCLEAR = "UNCLEAR"  # can't be told: a person looks


class Reason(Enum):
    """Why something should be refunded, as the customer says it."""

    CHANGED_MIND = "CHANGED_MIND"  # no longer wanted, does not fit; also when no reason is given
    DAMAGED = "DAMAGED"  # arrived broken or does not work
    WRONG_ITEM = "WRONG_ITEM"  # not what was ordered
    NOT_RECEIVED = "NOT_RECEIVED"  # never arrived
    NOT_SHIPPED = "NOT_SHIPPED"  # cancelled before it was shipped


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderChoice:
    """One of the orders that the brain was shown, by its index, and some of its components, by theirs."""

    order: int
    components: tuple[int, ...]  # rising, without repeats; empty: the whole order
    cancels: bool = False  # this order is cancelled before shipping, whatever the others are


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a brain chose from what it was shown."""

    intent: Intent
    blocks: tuple[BlockId, ...] = ()  # blocks that answer, best first
    orders: tuple[OrderChoice, ...] = ()  # what is asked for; empty while it is unclear which
    items_unclear: bool = False  # `orders` are meant, but not told which of their components: never the whole order
    reason: Reason = Reason.CHANGED_MIND
    cancels: bool = False  # all of it is a cancellation before shipping, not a return
    wants_person: bool = False  # asks for a human being, or speaks of lawyers or the press
