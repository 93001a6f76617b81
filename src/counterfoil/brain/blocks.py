"""Which of the blocks that a search found answer what was asked."""

from collections.abc import Sequence

from counterfoil.brain.clauses import fold
from counterfoil.brain.titles import stem, tokens
from counterfoil.brain.words import listed
from counterfoil.domain.ids import BlockId
from counterfoil.domain.knowledge import Hit

MOST = 2  # blocks in one answer
NEAR = 0.75  # a second block must score at least this share of the best
SHARED = 2  # content words that a block must share with the question, or one of its heading
_COMMON = listed(
    """a about after all also am an and any are as ask at be been but by can could did do does for from get had has have
    hello hi how i if in into is it its just know like long many me much my need no not of on or our out please question
    say shall should so some tell thank thanks that the their them then there these they this to up us want was we were
    what when where which who why will with would you your dear regards team order shop
    """
)


def answering(question: str, hits: Sequence[Hit]) -> tuple[BlockId, ...]:
    """At most two blocks, best first, each sharing content words with `question`; none when nothing answers."""
    asked = _content(question)
    fitting = [hit for hit in hits if _fits(hit, asked)]
    if not fitting:
        return ()
    best = max(hit.score for hit in fitting)
    near = [hit for hit in fitting if hit.score >= best * NEAR]
    ranked = sorted(near, key=lambda hit: -hit.score)
    return tuple(dict.fromkeys(hit.block.block for hit in ranked))[:MOST]


def _fits(hit: Hit, asked: frozenset[str]) -> bool:
    heading, text = _content(hit.block.heading), _content(hit.block.text)
    return bool(asked & heading) or len(asked & text) >= SHARED


def _content(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in tokens(fold(text)) if word not in _COMMON and len(word) > 2)
