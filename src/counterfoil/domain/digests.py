"""Canonical bytes, their digest, and salted commitments: what a signature covers. No I/O, no clock.

Canonical: objects, arrays and strings only (integers as decimal strings), NFC, keys sorted by code point, no white
space, UTF-8, no doubled key. The digest is SHA-256 over a purpose line and those bytes, so bytes made for one purpose
never verify for another.
"""

import hashlib
import json
import unicodedata
from collections.abc import Mapping, Sequence

from counterfoil.domain.errors import CanonicalError
from counterfoil.domain.ids import Sha256

Canonical = str | Sequence["Canonical"] | Mapping[str, "Canonical"]
Body = dict[str, Canonical]

SALT_BYTES = 16


def canonical(value: Canonical) -> str:
    """The one spelling of `value`; CanonicalError for anything but objects, arrays and NFC strings."""
    _check(value, "$")
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def parse(text: str) -> Body:
    """The object that `text` spells; CanonicalError unless writing it again gives the same text."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CanonicalError(f"not JSON: {error}") from None
    if not isinstance(value, dict) or canonical(value) != text:
        raise CanonicalError("the text would not be written the same way again")
    return value


def digest(purpose: str, text: str) -> Sha256:
    """SHA-256, in hex, of `counterfoil/<purpose>/v1`, a line feed and `text` in UTF-8."""
    return sha256(f"counterfoil/{purpose}/v1\n{text}".encode())


def sha256(data: bytes) -> Sha256:
    """SHA-256 of `data` as 64 lower-case hex digits."""
    return Sha256(hashlib.sha256(data).hexdigest())


def commitment(salt: bytes, text: str) -> Sha256:
    """SHA-256 of `salt` (16 bytes) and `text`: shows later that this was the text; says nothing once both are gone."""
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes, not {len(salt)}")
    return sha256(b"counterfoil/commitment/v1\n" + salt + text.encode())


def _check(value: object, path: str) -> None:
    if isinstance(value, str):
        if not unicodedata.is_normalized("NFC", value):
            raise CanonicalError(f"{path} is not in Unicode form NFC")
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise CanonicalError(f"{path} holds half a surrogate pair")
        return
    if isinstance(value, Mapping):
        for key, item in value.items():
            _check(key, f"{path} key") if isinstance(key, str) else _refuse(key, path)
            _check(item, f"{path}.{key}")
        return
    if isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _check(item, f"{path}[{index}]")
        return
    _refuse(value, path)


def _refuse(value: object, path: str) -> None:
    raise CanonicalError(f"{path} is a {type(value).__name__}; only objects, arrays and strings are canonical")
