"""Which of the blocks that a search found answer what was asked."""

from collections.abc import Sequence

from counterfoil.brain.clauses import fold
from counterfoil.brain.titles import stem, tokens
from counterfoil.brain.words import listed
from counterfoil.domain.ids import BlockId
from counterfoil.domain.knowledge import Hit

MOST = 2  # blocks in one answer
NEAR = 0.93  # a second block must rank at least this near to the best
SURE = 0.75  # beside a request only a block of this score answers
SHARED = 2  # content words that a block must share with the question, or one of its heading
WORDS = 0.2  # what sharing all words of the question adds to a score, which is from 0 to 1
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
    ranks = {hit.block.block: _rank(hit, asked) for hit in hits if _fits(hit, asked)}
    best = max(ranks.values(), default=0.0)
    near = [block for block, rank in ranks.items() if rank >= best * NEAR]
    return tuple(sorted(near, key=lambda block: -ranks[block]))[:MOST]


def _fits(hit: Hit, asked: frozenset[str]) -> bool:
    heading, text = _content(hit.block.heading), _content(hit.block.text)
    return bool(asked & heading) or len(asked & text) >= SHARED


def _rank(hit: Hit, asked: frozenset[str]) -> float:
    shared = asked & (_content(hit.block.heading) | _content(hit.block.text))
    return hit.score + WORDS * len(shared) / len(asked)


def _content(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in tokens(fold(text)) if word not in _COMMON and len(word) > 2)
