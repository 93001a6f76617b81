"""Views of a text, for detection only."""

import unicodedata

from counterfoil.domain.texts import View, ViewKind

_HARMLESS = frozenset("\u200d\ufeff\u00ad")  # joins emoji, marks the start, allows a hyphen
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u034f\u180e")  # letters and marks that show nothing


def views(text: str) -> tuple[View, ...]:
    """The normalised view: NFKC, format characters and fillers removed, white space folded."""
    plain = unicodedata.normalize("NFKC", "".join(char for char in text if not _unseen(char)))
    folded = " ".join("".join(char for char in plain if not _unseen(char)).split())
    return (View(kind=ViewKind.NORMALISED, text=folded),)


def has_invisible(text: str) -> bool:
    """Whether zero-width, bidi or tag characters or fillers stand in `text`."""
    return not text.isascii() and any(_unseen(char) and char not in _HARMLESS for char in set(text))


def _unseen(char: str) -> bool:
    return char in _FILLERS or (not char.isascii() and unicodedata.category(char) == "Cf")
