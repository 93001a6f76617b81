"""Signing and verifying with Ed25519 keys (RFC 8032). Keys and signatures are lower-case hex."""

from typing import Protocol


class Verifier(Protocol):
    """Checks signatures."""

    def verify(self, public_key: str, statement: bytes, signature: str) -> bool:
        """Whether the owner of `public_key` signed exactly `statement`; False for anything malformed."""
        ...


class Signer(Protocol):
    """Holds one private key."""

    @property
    def public_key(self) -> str:
        """The public key, 64 hex digits."""
        ...

    def sign(self, statement: bytes) -> str:
        """The signature over `statement`, 128 hex digits."""
        ...
