"""Ed25519 keys (RFC 8032): a signer from a key file that only its owner may read, and the verifier."""

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from counterfoil.domain.errors import SignatureError
from counterfoil.ports.entropy import Entropy

HEADER = "counterfoil ed25519 private key v1"
SEED_BYTES = 32
_SMALL_ORDER = frozenset(  # y coordinates of points for which anybody can make signatures (RFC 8032, section 5.1.3)
    int.from_bytes(bytes.fromhex(text), "little")
    for text in (
        "00" * 32,
        "01" + "00" * 31,
        "ec" + "ff" * 30 + "7f",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    )
)
_SEED = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SIGNATURE = re.compile(r"[0-9a-f]{128}", re.ASCII)


@dataclass(frozen=True, slots=True)
class KeySigner:
    """Implements Signer with a key in memory; its repr never shows the key."""

    _key: Ed25519PrivateKey

    def __repr__(self) -> str:
        return f"KeySigner({self.public_key})"

    @classmethod
    def create(cls, path: Path, entropy: Entropy) -> Self:
        """A new key, written to `path` with mode 0600; SignatureError when the file exists or can't be written."""
        seed = entropy.draw(SEED_BYTES)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(f"{HEADER}\n{seed.hex()}\n")
                file.flush()
                os.fsync(file.fileno())
        except FileExistsError:
            raise SignatureError(
                f"there is a key file {path} already",
                advice="Keep it, or name another file; a key is never overwritten.",
            ) from None
        except OSError as error:
            raise SignatureError(
                f"the key file {path} can't be written: {error.strerror}",
                advice="Check that the folder exists and is yours.",
            ) from None
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def load(cls, path: Path) -> Self:
        """The key in `path`; SignatureError when it is missing, others than its owner may read it, or it is no key."""
        try:
            with path.open(encoding="ascii") as file:
                mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
                lines = file.read(1024).splitlines()
        except FileNotFoundError:
            raise SignatureError(
                f"there is no key file {path}",
                advice="Make one with `counterfoil reviewer enrol`, or name the right file.",
            ) from None
        except (OSError, ValueError):
            raise SignatureError(
                f"the key file {path} can't be read", advice="Check who owns it and what it is."
            ) from None
        if mode & 0o077:
            raise SignatureError(f"others than its owner may read the key file {path}", advice=f"Run: chmod 600 {path}")
        if len(lines) != 2 or lines[0] != HEADER or not _SEED.fullmatch(lines[1]):
            raise SignatureError(
                f"{path} is not a key file", advice=f'A key file has the line "{HEADER}" and one line of 64 hex digits.'
            )
        return cls(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(lines[1])))

    @property
    def public_key(self) -> str:
        """The public key, 64 hex digits."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, statement: bytes) -> str:
        """The signature over `statement`, 128 hex digits."""
        return self._key.sign(statement).hex()


class Ed25519Verifier:
    """Implements Verifier."""

    def verify(self, public_key: str, statement: bytes, signature: str) -> bool:
        """Whether the owner of `public_key` signed exactly `statement`; False for anything malformed."""
        if not usable(public_key) or not _SIGNATURE.fullmatch(signature):
            return False
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(signature), statement)
        except (InvalidSignature, ValueError):
            return False
        return True


def usable(public_key: str) -> bool:
    """Whether this is a key that one person alone can sign with: 64 hex digits, and no point of small order."""
    if not _SEED.fullmatch(public_key):
        return False
    return int.from_bytes(bytes.fromhex(public_key), "little") & ~(1 << 255) not in _SMALL_ORDER
