"""Why something should be refunded, as the customer says it."""

from counterfoil.brain.words import pattern
from counterfoil.domain.choices import Reason

_WRONG = pattern(
    r"wrong (?:item|product|article|size|colou?r|model|one|thing|order) (?:was |has been )?"
    r"(?:sent|delivered|arrived|came)",
    r"(?:sent|got|received|delivered) (?:me |us )?(?:the |a )?(?:wrong|different)",
    r"not what (?:i|we) ordered",
    r"(?:instead of|rather than) (?:the|what) (?:\w+ ){0,4}(?:i|we) (?:had )?ordered",
)
_DAMAGED = pattern(
    r"damaged?",
    r"broken",
    r"defective",
    r"faulty",
    r"cracked",
    r"chip(?:ped)?",
    r"torn",
    r"shattered",
    r"(?:does not|doesn't|did not|didn't|stopped|not) work(?:ing)?(?! (?:for|with|out))",
)
_NOT_DAMAGED = pattern(r"(?:not|isn't|aren't|never|nothing) (?:\w+ )?(?:damaged|broken|defective|faulty)", r"undamaged")
_MISSING = pattern(
    r"never (?:arrived|came|received|got|turned up|been delivered)",
    r"(?:not|hasn't|haven't|didn't) (?:yet )?(?:arrived?|received?|come|been delivered|turned up)",
    r"(?:no|without a) parcel",
    r"(?:lost|missing) (?:parcel|package|in the post|in transit)",
)


def reason(text: str) -> Reason:
    """The reason that folded `text` gives; CHANGED_MIND when it gives none."""
    if _WRONG.search(text):
        return Reason.WRONG_ITEM
    if _DAMAGED.search(text) and not _NOT_DAMAGED.search(text):
        return Reason.DAMAGED
    return Reason.NOT_RECEIVED if _MISSING.search(text) else Reason.CHANGED_MIND
