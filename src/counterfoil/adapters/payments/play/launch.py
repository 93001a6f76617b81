"""Starts the play-money provider as a process of its own beside the executor, and stops it. Its key stays in a file."""

import os
import secrets
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from counterfoil.adapters.payments.play.client import PlayProvider
from counterfoil.domain.errors import KeyExposedError, ProviderError

START_SECONDS = 20.0
STOP_SECONDS = 5.0


@contextmanager
def launch(directory: Path) -> Iterator[PlayProvider]:
    """The provider of `directory`, running while the block runs; ProviderError when it doesn't start in time.

    Makes `play.key` (0600) and `play.db` when absent. Several may run on one directory at once: they share the ledger.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    key_file = directory / "play.key"
    _make_key(key_file)
    key = read_key(key_file)
    port_file = directory / f"play.port.{secrets.token_hex(8)}"
    process = _spawn(directory / "play.db", key_file, port_file)
    try:
        port = _await_port(process, port_file)
        yield PlayProvider(port=port, key=key)
    finally:
        _stop(process)
        port_file.unlink(missing_ok=True)


def read_key(path: Path) -> str:
    """The bearer key in `path`; KeyExposedError when others than its owner may read it, ProviderError for no key."""
    try:
        with path.open(encoding="ascii") as file:
            mode = os.fstat(file.fileno()).st_mode
            key = file.read(1024).strip()
    except (OSError, ValueError) as error:
        raise ProviderError(f"the key file {path} can't be read: {error}") from None
    if stat.S_IMODE(mode) & 0o077:
        raise KeyExposedError(f"others than its owner may read {path}", advice=f"Run: chmod 600 {path}")
    if len(key) < 32:
        raise ProviderError(
            f"the key file {path} holds no key", advice="Remove the file; a new key is made at the start."
        )
    return key


def _make_key(path: Path) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32) + "\n")


def _spawn(database: Path, key_file: Path, port_file: Path) -> "subprocess.Popen[bytes]":
    files = ["--database", str(database), "--key-file", str(key_file), "--port-file", str(port_file)]
    command = [sys.executable, "-m", "counterfoil.adapters.payments.play", *files, "--until-stdin-closes"]
    return subprocess.Popen(  # noqa: S603  # our own module and paths
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )


def _await_port(process: "subprocess.Popen[bytes]", port_file: Path) -> int:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if port_file.exists():
            return int(port_file.read_text(encoding="ascii"))
        if process.poll() is not None:
            said = process.stderr.read().decode(errors="replace").strip() if process.stderr else ""
            raise ProviderError(
                f"the play-money provider did not start: {said.splitlines()[-1] if said else 'no reason'}"
            )
        time.sleep(0.02)
    raise ProviderError(f"the play-money provider did not start within {START_SECONDS:.0f} seconds")


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stderr):
        with suppress(OSError):
            if pipe:
                pipe.close()
