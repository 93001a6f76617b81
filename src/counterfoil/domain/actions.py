"""What may be proposed. An action holds ids and constants, never an amount, a payee or free text."""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from counterfoil.domain import answers
from counterfoil.domain.answers import Draft
from counterfoil.domain.choices import Reason
from counterfoil.domain.digests import Body
from counterfoil.domain.ids import ComponentId, OrderId, TemplateId
from counterfoil.domain.templates import TEMPLATES


class Effect(Enum):
    """What an action touches; it decides what the action must wait for."""

    MOVES_MONEY = "MOVES_MONEY"  # parked until persons have signed
    REACHES_CUSTOMER = "REACHES_CUSTOMER"  # verified text only
    INTERNAL = "INTERNAL"  # the desk's own constants


class HandOver(Enum):
    """Why a person should look: a constant, shown to staff."""

    NO_ANSWER = "NO_ANSWER"  # nothing canonical answers this
    LANGUAGE = "LANGUAGE"  # the language is not enabled
    UNVERIFIED = "UNVERIFIED"  # asks for something about an account, and the sender is not verified
    UNCLEAR = "UNCLEAR"  # can't be told what is wanted
    WANTS_PERSON = "WANTS_PERSON"
    NOT_OWED = "NOT_OWED"  # policy or the record refuses what was asked for
    NOT_SUPPORTED = "NOT_SUPPORTED"  # an exchange, a part of a line, and the like
    SHOP_SIDE = "SHOP_SIDE"  # the money part is parked; the shop's own step (cancel the order) is a person's


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundComponents:
    """Refund what the record owes for these components of one order."""

    order: OrderId
    components: tuple[ComponentId, ...]  # sorted, without repeats, at least one
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelOrder:
    """Refund everything of an order that has not been shipped; the shop-side cancellation is handed over."""

    order: OrderId


@dataclass(frozen=True, slots=True, kw_only=True)
class SendReply:
    """Send a draft to the customer, or put it on the ticket as a note, by setting."""

    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBack:
    """Ask the customer one question with fixed answers."""

    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Escalate:
    """Hand the ticket to a person."""

    why: HandOver


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """The verified author takes back what they asked for on this ticket; what is not priced yet never will be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowOn:
    """Say what became of a money action: the template is sealed at parking, its slots at quoting."""

    template: str
    language: str


MoneyAction = RefundComponents | CancelOrder
Action = MoneyAction | SendReply | AskBack | Escalate | Withdraw | FollowOn


def effect(action: Action) -> Effect:
    """What `action` touches."""
    match action:
        case RefundComponents() | CancelOrder():
            return Effect.MOVES_MONEY
        case SendReply() | AskBack() | FollowOn():
            return Effect.REACHES_CUSTOMER
        case Escalate() | Withdraw():
            return Effect.INTERNAL
        case _:
            assert_never(action)


def body(action: Action) -> Body:
    """The canonical object of `action`, with its kind."""
    match action:
        case RefundComponents():
            return {
                "components": list(action.components),
                "kind": "RefundComponents",
                "order": action.order,
                "reason": action.reason.value,
            }
        case CancelOrder():
            return {"kind": "CancelOrder", "order": action.order}
        case SendReply() | AskBack():
            return {"draft": answers.body(action.draft), "kind": type(action).__name__}
        case Escalate():
            return {"kind": "Escalate", "why": action.why.value}
        case Withdraw():
            return {"kind": "Withdraw"}
        case FollowOn():
            revision = TEMPLATES[TemplateId(action.template), action.language].revision
            return {"kind": "FollowOn", "language": action.language, "revision": revision, "template": action.template}
        case _:
            assert_never(action)
