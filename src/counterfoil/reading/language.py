"""Which language a requester writes in, of the ones we know; nothing when it is too little to say."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from counterfoil.domain.texts import Language

if TYPE_CHECKING:
    from lingua import LanguageDetector

FEWEST_LETTERS = 15
LONGEST_WORD = 30
MOST_CHARACTERS = 2_000
_WORD = re.compile(r"[\w@.'’-]+")
SURE = 0.6  # below it nothing is said
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
    """The language of `text`; None under FEWEST_LETTERS letters or when the detector is less than SURE."""
    sample = " ".join(word for word in _WORD.findall(text[:MOST_CHARACTERS]) if _is_ordinary(word))
    if sum(map(str.isalpha, sample)) < FEWEST_LETTERS:
        return None
    values = _detector().compute_language_confidence_values(sample)
    if not values or values[0].value < SURE:
        return None
    return Language(code=values[0].language.iso_code_639_1.name.lower(), confidence=round(values[0].value, 3))


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
