"""Which language a requester writes in, of the ones we know; nothing when it is too little to say."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from counterfoil.domain.texts import Language
from counterfoil.reading.words import evidence

if TYPE_CHECKING:
    from lingua import LanguageDetector

FEWEST_LETTERS = 12
_NO_WORDS = re.compile(
    r"\w{1,10}://\S{1,500}|www\.\S{1,500}|[\w.+-]{1,64}@[\w.-]{1,200}|\b[A-Za-z]{1,10}-?\d[\w-]{0,50}"
)
LONGEST_WORD = 30
MOST_CHARACTERS = 2_000
_WORD = re.compile(r"[\w@.'’-]+")
SURE = 0.6  # below it nothing is said
RULED_OUT = 0.01  # an English text without a small word is likelier than this
CLEAR = 1.5  # points of small words, and how many times those of any other language, that decide alone
_OURS = "en"
_NAMES = [
    "CZECH",
    "DANISH",
    "DUTCH",
    "ENGLISH",
    "FINNISH",
    "FRENCH",
    "GERMAN",
    "HUNGARIAN",
    "ITALIAN",
    "POLISH",
    "PORTUGUESE",
    "ROMANIAN",
    "SPANISH",
    "SWEDISH",
    "TURKISH",
]


def language(text: str) -> Language | None:
    """The language that the letters and the small words of `text` agree on; None where they don't, or too few.

    Small words decide alone when they are clear. Letters alone never speak against a small English word.
    """
    found = _WORD.findall(_NO_WORDS.sub(" ", text[:MOST_CHARACTERS]))
    words = [word.strip(".'’-") for word in found if _is_ordinary(word)]
    sample = " ".join(words)
    if sum(map(str.isalpha, sample)) < FEWEST_LETTERS:
        return None
    values = _detector().compute_language_confidence_values(sample)
    sure = {value.language.iso_code_639_1.name.lower(): value.value for value in values if value.value}
    code = _agreed(sure, evidence(part for word in words for part in (word, *_parts(word))))
    return Language(code=code, confidence=round(sure.get(code, 0.0), 3)) if code else None


def _parts(word: str) -> list[str]:
    return word.split("-") if "-" in word else []


def _agreed(sure: dict[str, float], points: dict[str, float]) -> str | None:
    """The code to tell, from confidences of 0 to 1 and points of small words."""
    ranked = sorted(points, key=lambda code: (-points[code], code))
    best = ranked[0] if ranked else ""
    second = points[ranked[1]] if len(ranked) > 1 else 0
    if sure and points.get(best, 0) >= CLEAR * max(1, second):
        return best
    first = max(sure, key=lambda code: sure[code], default="")
    if points.get(best, 0) >= 1 and not points.get(_OURS):
        return first if points.get(first, 0) >= 1 else best
    if not first or points.get(first, 0) > points.get(_OURS, 0) or first == _OURS:
        return first if first and sure[first] >= SURE else None
    return first if sure.get(_OURS, 0) < RULED_OUT and not points.get(_OURS) else None


def _is_ordinary(word: str) -> bool:
    """Whether a person may have written the word: encoded text, ids and addresses have no language."""
    plain = word.strip(".'’-").replace("'", "").replace("’", "").replace("-", "")
    cased = plain[1:].islower() or plain.islower() or plain.isupper() or len(plain) == 1
    return len(plain) <= LONGEST_WORD and plain.isalpha() and (cased or plain.lower() == plain.upper())


@lru_cache(maxsize=1)
def _detector() -> "LanguageDetector":
    """Trigrams only: 0.1 s and 30 MB to load; the full models take 2 s and 350 MB and say the same."""
    import lingua

    known = [getattr(lingua.Language, name) for name in _NAMES]
    return lingua.LanguageDetectorBuilder.from_languages(*known).with_low_accuracy_mode().build()
