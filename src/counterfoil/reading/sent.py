"""Finds what we sent ourselves within a text, however a mail program quoted or re-wrapped it."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from counterfoil.domain.texts import SpanAuthor
from counterfoil.reading.bodies import Mark

_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"(?<=[.!?:])\s+|\n\s*\n")
FEWEST_WORDS = 5  # a shorter sentence may be anybody's
MOST_SENTENCES = 2_000
MOST_FOUND = 500  # of one sentence


def own_words(text: str, sent_before: Sequence[str]) -> tuple[Mark, ...]:
    """Where sentences of `sent_before` stand in `text`, as QUOTED; only words and their order count."""
    wanted = sorted(set(_sentences(sent_before)))
    if not wanted:
        return ()
    words = list(_WORD.finditer(text))
    starts: list[int] = []
    parts: list[str] = []
    size = 1
    for word in words:
        folded = word[0].casefold()
        starts.append(size)
        parts.append(folded)
        size += len(folded) + 1
    line = f" {' '.join(parts)} "
    found = sorted(place for sentence in wanted for place in _places(line, sentence, starts))
    return _merged([(words[first].start(), words[last].end()) for first, last in found], text)


def _sentences(sent_before: Sequence[str]) -> Iterator[str]:
    count = 0
    for text in reversed(sent_before):
        for sentence in _SENTENCE.split(text):
            words = _WORD.findall(sentence.casefold())
            count += 1
            if count > MOST_SENTENCES:
                return
            if len(words) >= FEWEST_WORDS:
                yield " ".join(words)


def _places(line: str, sentence: str, starts: list[int]) -> Iterator[tuple[int, int]]:
    """First and last word of each place where `sentence` stands."""
    at = line.find(f" {sentence} ")
    for _ in range(MOST_FOUND):
        if at < 0:
            return
        first = bisect_left(starts, at + 1)
        last = bisect_left(starts, at + 1 + len(sentence)) - 1
        yield first, last
        at = line.find(f" {sentence} ", at + len(sentence))


def _merged(places: list[tuple[int, int]], text: str) -> tuple[Mark, ...]:
    """The places with the marks around them; those with no word between them as one."""
    merged: list[tuple[int, int]] = []
    for start, end in places:
        if merged and (start <= merged[-1][1] or not _WORD.search(text, merged[-1][1], start)):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(Mark(start=start, end=_with_stop(text, end), author=SpanAuthor.QUOTED) for start, end in merged)


def _with_stop(text: str, end: int) -> int:
    while end < len(text) and text[end] in ".!?:;,\"'”’)":
        end += 1
    return end
