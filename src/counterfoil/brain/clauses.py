"""Cuts a requester's words into clauses, folded for detection. Nothing here is ever quoted or sent."""

import re
import unicodedata
from dataclasses import dataclass

_QUOTES = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u02bc": "'", "`": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"'}
)
_SAID = re.compile(r'"[^"\n]{0,400}"')
_PARAGRAPHS = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*\u2022]|\d+[.)])\s)")
_SENTENCES = re.compile(r"(?<=[.!?])[\"')]*\s+|(?<=\?)\s*")
_PARTS = re.compile(  # over text whose white space is single spaces
    r" ?; ?| [-\u2013\u2014]{1,3} |,? (?:(?<!everything )(?<!all )(?<!anything )but"
    r"|however|whereas|while|although|though|because|since) "
    r"|,? (?:and|so|then) (?=(?:i|we|please|also|then|can|could)\b)|, (?=(?:i|we|please|can|could|how|what|when)\b)"
    r"|,? and (?=(?:return|refund|cancel|keep|send)\b)|, (?=(?:keep|not|refund|return|cancel)\b)"
    r"|(?<=\)) | ?\((?=\w)"
)
_DETAIL = re.compile(r"[({\[].*")  # what stands in brackets is no clause
_BULLET = re.compile(r"^\s*(?:[-*\u2022]|\d+[.)])\s+")


_LONG = {"d": " would", "ll": " will", "m": " am", "ve": " have", "re": " are"}
_SHORT_FORM = re.compile(r"(?<=\w)'(d|ll|m|ve|re)(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A part of a sentence, in folded text."""

    text: str
    asked: bool  # its sentence ends with a question mark
    listed: bool  # the beginning of an item of a list
    trails: bool  # a short end of its sentence


def fold(text: str) -> str:
    """`text` in NFKC and lower case, without format characters, plain quotes, and "I'd" as "i would"."""
    plain = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    bare = "".join(char for char in plain if unicodedata.category(char) != "Cf").lower()
    return _SHORT_FORM.sub(lambda found: _LONG[found[1]], bare)


def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of `text` in order; what stands in double quotation marks is somebody else's word and left out."""
    found: list[Clause] = []
    for paragraph in _PARAGRAPHS.split(fold(text)):
        for sentence in _SENTENCES.split(_SAID.sub(" ", paragraph)):
            found += _parts(sentence)
    return tuple(found)


def _parts(sentence: str) -> list[Clause]:
    asked = sentence.rstrip(" \"')").endswith("?")
    bullet = bool(_BULLET.match(sentence))
    parts = [part.strip() for part in _PARTS.split(" ".join(_BULLET.sub("", sentence).split()))]
    return [
        Clause(text=part, asked=asked, listed=bullet and place == 0, trails=place > 0 and _short(part))
        for place, part in enumerate(part for part in parts if part)
    ]


def _short(part: str) -> bool:
    return len(_DETAIL.sub(" ", part).split()) <= 5
