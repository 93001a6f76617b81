"""Bytes -> text: the declared character set first, then what the bytes look like."""

from dataclasses import dataclass

from counterfoil.reading.bodies import clean

_SAMPLE = 20_000  # bytes that are looked at
# Labels that mean their superset in the mails that people really send (WHATWG Encoding Standard).
_SUPERSETS = {"ascii": "utf-8", "us-ascii": "utf-8", "iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252"}
_SUPERSETS |= {"gb2312": "gb18030", "gbk": "gb18030", "ks_c_5601-1987": "cp949", "shift_jis": "cp932", "": "utf-8"}
_CONTROLS = frozenset(chr(code) for code in range(32) if chr(code) not in "\t\n\r\f\x1b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """Text, and whether some bytes were no text in the declared character set."""

    text: str
    lossy: bool


def decode(raw: bytes, declared: str) -> Decoded:
    """The text of `raw`; never raises. Lossy when the declared character set is unknown or does not fit."""
    name = declared.strip().strip("\"'").lower()
    for candidate in (_SUPERSETS.get(name, name), "utf-8"):
        text = _strictly(raw, candidate)
        if text is not None:
            lossy = candidate == "utf-8" and _SUPERSETS.get(name, name) not in {"utf-8", "utf8"}
            return Decoded(text=clean(text), lossy=lossy and not raw.isascii())
    return Decoded(text=clean(_guessed(raw)), lossy=True)


def _strictly(raw: bytes, name: str) -> str | None:
    try:
        text = raw.decode(name)
    except (LookupError, ValueError):
        return None
    return None if _CONTROLS & set(text[:_SAMPLE]) else text.removeprefix("\ufeff")


def _guessed(raw: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(raw[:_SAMPLE]).best()
    return raw.decode(best.encoding if best else "utf-8", "replace").replace("\0", "\ufffd")
