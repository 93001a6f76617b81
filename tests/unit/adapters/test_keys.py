"""Key files are private, exact and never overwritten; signatures are checked strictly."""

import stat
from pathlib import Path

import pytest

from counterfoil.adapters.sign_in.keys import HEADER, Ed25519Verifier, KeySigner
from counterfoil.adapters.system import SystemClock, SystemEntropy
from counterfoil.domain.errors import SignatureError
from counterfoil.testing.entropy import CountingEntropy

RFC_SEED = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
RFC_PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
RFC_SIGNATURE = (
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
    "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
)


def write(path: Path, text: str, mode: int = 0o600) -> Path:
    """A file of that text and mode."""
    path.write_text(text, encoding="ascii")
    path.chmod(mode)
    return path


def test_first_vector_of_rfc_8032(tmp_path: Path) -> None:
    """The seed of the standard gives the standard's public key and signature."""
    signer = KeySigner.load(write(tmp_path / "key", f"{HEADER}\n{RFC_SEED}\n"))
    assert (signer.public_key, signer.sign(b"")) == (RFC_PUBLIC, RFC_SIGNATURE)


def test_created_key_is_private_and_loads_again(tmp_path: Path) -> None:
    """A new key file is the owner's alone, and holds the key that was given back."""
    signer = KeySigner.create(tmp_path / "key", SystemEntropy())
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    assert KeySigner.load(tmp_path / "key").public_key == signer.public_key


def test_key_is_never_overwritten(tmp_path: Path) -> None:
    """A second creation fails and leaves the first key."""
    KeySigner.create(tmp_path / "key", CountingEntropy(1))
    before = (tmp_path / "key").read_bytes()
    with pytest.raises(SignatureError, match="already"):
        KeySigner.create(tmp_path / "key", CountingEntropy(2))
    assert (tmp_path / "key").read_bytes() == before


def test_key_that_can_not_be_written_is_a_clear_error(tmp_path: Path) -> None:
    """A missing folder is named, without a traceback."""
    with pytest.raises(SignatureError, match="can't be written"):
        KeySigner.create(tmp_path / "absent" / "key", CountingEntropy())


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644])
def test_key_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    """A leaked key is not used, and the mend is named."""
    path = write(tmp_path / "key", f"{HEADER}\n{RFC_SEED}\n", mode)
    with pytest.raises(SignatureError, match="others than its owner") as refused:
        KeySigner.load(path)
    assert "chmod 600" in refused.value.what_to_do


@pytest.mark.parametrize(
    "text",
    [
        "",
        HEADER,
        RFC_SEED,
        f"{HEADER}\n{RFC_SEED[:-1]}\n",
        f"{HEADER}\n{RFC_SEED.upper()}\n",
        f"{HEADER}\n{RFC_SEED}\nx\n",
    ],
)
def test_what_is_no_key_file_is_refused(tmp_path: Path, text: str) -> None:
    """Header and 64 hex digits, nothing else."""
    with pytest.raises(SignatureError, match="not a key file"):
        KeySigner.load(write(tmp_path / "key", text))


def test_missing_and_binary_key_files_are_clear_errors(tmp_path: Path) -> None:
    """No traceback for a wrong path or a wrong file."""
    with pytest.raises(SignatureError, match="no key file"):
        KeySigner.load(tmp_path / "absent")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(SignatureError, match="can't be read"):
        KeySigner.load(tmp_path / "binary")
    with pytest.raises(SignatureError, match="can't be read"):
        KeySigner.load(tmp_path)


def test_no_repr_shows_the_key(tmp_path: Path) -> None:
    """A signer may be printed."""
    signer = KeySigner.load(write(tmp_path / "key", f"{HEADER}\n{RFC_SEED}\n"))
    assert RFC_SEED not in repr(signer)
    assert RFC_PUBLIC in repr(signer)


def test_verifier_takes_the_exact_statement_only() -> None:
    """One other byte, another key or another signature, and it is False."""
    verifier = Ed25519Verifier()
    assert verifier.verify(RFC_PUBLIC, b"", RFC_SIGNATURE)
    assert not verifier.verify(RFC_PUBLIC, b"x", RFC_SIGNATURE)
    assert not verifier.verify("0" * 64, b"", RFC_SIGNATURE)
    assert not verifier.verify(RFC_PUBLIC, b"", "0" * 128)


@pytest.mark.parametrize("bad", ["", "zz", RFC_PUBLIC + "00", RFC_PUBLIC.upper(), f"{RFC_PUBLIC}\n", "é" * 64])
def test_malformed_keys_and_signatures_are_false(bad: str) -> None:
    """Never an exception, and one spelling only."""
    verifier = Ed25519Verifier()
    assert not verifier.verify(bad, b"", RFC_SIGNATURE)
    assert not verifier.verify(RFC_PUBLIC, b"", bad)
    assert not verifier.verify(RFC_PUBLIC, b"", RFC_SIGNATURE.upper())


@pytest.mark.parametrize("top", ["00", "80"])
@pytest.mark.parametrize("last", ["ee", "01"])
def test_keys_that_anybody_can_sign_for_verify_nothing(last: str, top: str) -> None:
    """For a point of small order the signature "identity, zero" fits any text; such a key is no key."""
    middle = ("00" if last == "01" else "ff") * 30
    key = last + middle + (top if last == "01" else f"{int(top, 16) | 0x7F:02x}")
    forged = "01" + "00" * 31 + "00" * 32
    assert not any(Ed25519Verifier().verify(key, bytes([number]), forged) for number in range(40))


def test_system_clock_and_entropy() -> None:
    """Whole seconds of our time, and bytes that differ."""
    assert SystemClock().now() > 1_700_000_000
    assert len(SystemEntropy().draw(32)) == 32
    assert SystemEntropy().draw(32) != SystemEntropy().draw(32)
