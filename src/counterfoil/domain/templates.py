"""The locked sentences with typed slots that the desk may send beside quoted blocks. Changing a text changes its revision."""

from dataclasses import dataclass
from enum import Enum

from counterfoil.domain.digests import canonical, digest
from counterfoil.domain.ids import Sha256, TemplateId


class SlotKind(Enum):
    """What may stand in a slot. No title and no other free text enters."""

    MONEY = "MONEY"
    DATE = "DATE"
    ORDER = "ORDER"  # the customer's own order number
    ORDINAL = "ORDINAL"  # 1, 2, 3 ...


class State(Enum):
    """The state of a money action that a follow-on waits for, as one function reads it from the rows."""

    WAITING = "WAITING"  # quoted; persons have not decided
    APPROVED = "APPROVED"  # signed by enough persons; not yet executed
    DENIED = "DENIED"
    SUPERSEDED = "SUPERSEDED"  # a later request of the same author replaced it
    EXPIRED = "EXPIRED"  # nobody decided in time
    WITHDRAWN = "WITHDRAWN"  # the customer took it back
    VOIDED = "VOIDED"  # approved, then given up before execution
    CLAIMED = "CLAIMED"  # being executed: the intent is committed
    PENDING = "PENDING"  # the provider took it; not final
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"  # final
    UNKNOWN = "UNKNOWN"  # the provider's answer was lost; counts as paid
    REFUSED = "REFUSED"  # never became a pending action: the executor refused to quote it


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """One locked text in one language, with `{slot}` marks."""

    template: TemplateId
    language: str
    text: str
    slots: tuple[tuple[str, SlotKind], ...] = ()

    @property
    def revision(self) -> Sha256:
        """The hash of the template's id, language, text and slots."""
        slots = [[name, kind.value] for name, kind in self.slots]
        body = {"language": self.language, "slots": slots, "template": self.template, "text": self.text}
        return digest("template", canonical(body))


_AMOUNT_ORDER = (("amount", SlotKind.MONEY), ("order", SlotKind.ORDER))
_ORDER = (("order", SlotKind.ORDER),)

_ENGLISH: tuple[tuple[str, str, tuple[tuple[str, SlotKind], ...]], ...] = (
    ("answer_intro", "Here is what our help pages say:", ()),
    ("general_rule", "This is the general rule. A colleague will look at your own case where it needs a decision.", ()),
    (
        "automated",
        'This is an automated answer. If it does not help, reply with "person" and a colleague takes over.',
        (),
    ),
    ("request_received", "We have passed your request about order {order} to a colleague, who decides on it.", _ORDER),
    ("withdrawal_received", "We have noted that you take back your request.", ()),
    ("hand_over", "We have passed your message to a colleague, who will answer you.", ()),
    ("ask_order", "Which of your orders is this about? Please reply with its order number:", ()),
    (
        "ask_order_option",
        "{ordinal}. order {order}, placed on {placed}",
        (("ordinal", SlotKind.ORDINAL), ("order", SlotKind.ORDER), ("placed", SlotKind.DATE)),
    ),
    ("ask_item", 'Which items of order {order} is this about? Please reply with their names, or write "all".', _ORDER),
    ("status_pending", "Your order {order} has not been shipped yet.", _ORDER),
    ("status_shipped", "Your order {order} has been shipped and is on its way.", _ORDER),
    (
        "status_delivered",
        "Your order {order} was delivered on {delivered}.",
        (("order", SlotKind.ORDER), ("delivered", SlotKind.DATE)),
    ),
    ("status_cancelled", "Your order {order} is cancelled.", _ORDER),
    ("refund_succeeded", "We have refunded {amount} for order {order} to the card you paid with.", _AMOUNT_ORDER),
    (
        "refund_pending",
        "Your refund of {amount} for order {order} is with the payment provider. We write again when it is final.",
        _AMOUNT_ORDER,
    ),
    (
        "refund_failed",
        "Your refund of {amount} for order {order} did not go through. A colleague looks into it and will write to you.",
        _AMOUNT_ORDER,
    ),
    (
        "refund_denied",
        "A colleague has looked at your request about order {order} and did not approve a refund. You can reply to this message.",
        _ORDER,
    ),
    (
        "refund_expired",
        "Nobody decided in time on your request about order {order}. A colleague will write to you.",
        _ORDER,
    ),
    ("refund_withdrawn", "As you asked, we have ended your request about order {order}. Nothing was refunded.", _ORDER),
    ("refund_voided", "Your request about order {order} needs another look. A colleague will write to you.", _ORDER),
)
_OTHER_LANGUAGES: tuple[tuple[str, str, str], ...] = (
    ("automated", "de", "Dies ist eine automatische Antwort."),
    ("automated", "fr", "Ceci est une réponse automatique."),
    ("automated", "es", "Esta es una respuesta automática."),
    (
        "hand_over",
        "de",
        "Wir haben Ihre Nachricht an eine Kollegin oder einen Kollegen weitergegeben; Sie bekommen eine Antwort.",
    ),
    ("hand_over", "fr", "Nous avons transmis votre message à un collègue, qui vous répondra."),
    ("hand_over", "es", "Hemos pasado su mensaje a un compañero, que le responderá."),
)

TEMPLATES: dict[tuple[TemplateId, str], Template] = {
    **{
        (TemplateId(name), "en"): Template(template=TemplateId(name), language="en", text=text, slots=slots)
        for name, text, slots in _ENGLISH
    },
    **{
        (TemplateId(name), code): Template(template=TemplateId(name), language=code, text=text)
        for name, code, text in _OTHER_LANGUAGES
    },
}

# What the customer hears when a money action reaches a state; states without a row say nothing.
FOLLOW_ONS: dict[State, TemplateId] = {
    State.SUCCEEDED: TemplateId("refund_succeeded"),
    State.PENDING: TemplateId("refund_pending"),
    State.FAILED: TemplateId("refund_failed"),
    State.DENIED: TemplateId("refund_denied"),
    State.EXPIRED: TemplateId("refund_expired"),
    State.WITHDRAWN: TemplateId("refund_withdrawn"),
    State.VOIDED: TemplateId("refund_voided"),
    State.REFUSED: TemplateId("hand_over"),
}


def template(name: str, language: str) -> Template:
    """The template in `language`, else in English."""
    key = (TemplateId(name), language)
    return TEMPLATES[key] if key in TEMPLATES else TEMPLATES[TemplateId(name), "en"]
