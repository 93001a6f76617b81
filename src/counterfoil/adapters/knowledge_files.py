"""The folder of documents and the lock file, on disk."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from counterfoil.domain.errors import DocumentError, LockError

SUFFIXES = frozenset({".md", ".markdown", ".html", ".htm"})
MOST = 1_000_001  # bytes read of one file: one more than a document may have


def read_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every Markdown and HTML file below `folder`, as relative path with slashes and bytes, by name.

    Links to folders are not followed. DocumentError when the folder or a file can't be read.
    """
    if not folder.is_dir():
        raise DocumentError(f"{folder} is no folder", advice="Name the folder that holds the documents.")
    try:
        names = sorted(Path(base, name) for base, _, names in os.walk(folder) for name in names)
        for path in names:
            if path.suffix.lower() in SUFFIXES:
                with path.open("rb") as file:
                    yield path.relative_to(folder).as_posix(), file.read(MOST)
    except OSError as error:
        message = f"can't read {error.filename}: {error.strerror}"
        raise DocumentError(message, advice="Make it readable or take it out; nothing was imported.") from None


def read_lock(path: Path) -> str:
    """The text of the lock file; LockError when there is none or it can't be read."""
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        raise LockError(f"there is no lock at {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise LockError(f"the lock at {path} can't be read: {error}") from None


def write_lock(path: Path, text: str) -> None:
    """Replace the lock file: whole and on disk when this returns, or as it was. LockError when it can't be written."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)  # nothing in it is secret, and the desk may be another user
            Path(name).replace(path)
            _sync(path.parent)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise LockError(f"the lock can't be written to {path}: {error.strerror}") from None


def _sync(folder: Path) -> None:
    """The new name on disk, where the system lets one sync a folder."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
