"""Documents are read from a folder, and the lock file is replaced whole or not at all."""

import os
from pathlib import Path

import pytest

from counterfoil.adapters.knowledge_files import MOST, read_folder, read_lock, write_lock
from counterfoil.domain.errors import DocumentError, LockError


def test_a_folder_is_read_by_name_and_below(tmp_path: Path) -> None:
    """Markdown and HTML files come sorted, with slashes, others are left."""
    (tmp_path / "sub").mkdir()
    for name in ("b.md", "a.HTML", "sub/c.markdown", "d.txt", "e.md~"):
        (tmp_path / name).write_bytes(name.encode())
    assert list(read_folder(tmp_path)) == [
        ("a.HTML", b"a.HTML"),
        ("b.md", b"b.md"),
        ("sub/c.markdown", b"sub/c.markdown"),
    ]


def test_a_huge_file_is_not_read_whole(tmp_path: Path) -> None:
    """One byte over the limit is enough to refuse it."""
    (tmp_path / "a.md").write_bytes(b"x" * (MOST + 1000))
    assert [len(raw) for _, raw in read_folder(tmp_path)] == [MOST]


def test_a_linked_folder_is_not_followed(tmp_path: Path) -> None:
    """So that a loop of links ends."""
    (tmp_path / "a.md").write_bytes(b"x")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert [name for name, _ in read_folder(tmp_path)] == ["a.md"]


def test_what_is_no_folder_is_an_error(tmp_path: Path) -> None:
    """A missing folder and a dangling link are told."""
    with pytest.raises(DocumentError, match="no folder"):
        list(read_folder(tmp_path / "none"))
    (tmp_path / "a.md").symlink_to(tmp_path / "none")
    with pytest.raises(DocumentError, match="can't read"):
        list(read_folder(tmp_path))


def test_a_lock_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Not a byte is changed, and an older file is replaced."""
    path = tmp_path / "kb.lock.json"
    write_lock(path, "old\n")
    write_lock(path, "ü\n")
    assert read_lock(path) == "ü\n"
    assert [each.name for each in tmp_path.iterdir()] == ["kb.lock.json"]


def test_other_processes_may_read_the_lock(tmp_path: Path) -> None:
    """The desk may run as another user than the editor."""
    write_lock(tmp_path / "lock", "x")
    assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o644


def test_a_lock_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """No file, a folder and bytes that are no text are all LockErrors."""
    (tmp_path / "bad").write_bytes(b"\xff")
    for name, reason in (("none", "no lock"), (".", "can't be read"), ("bad", "can't be read")):
        with pytest.raises(LockError, match=reason):
            read_lock(tmp_path / name)


def test_a_lock_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """A missing folder is a LockError."""
    with pytest.raises(LockError, match="can't be written"):
        write_lock(tmp_path / "none" / "lock", "x")


def test_a_failed_write_leaves_the_old_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk fails, the old lock stands and nothing else is left."""
    path = tmp_path / "kb.lock.json"
    write_lock(path, "old\n")

    def fail(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(LockError, match="No space left"):
        write_lock(path, "new\n")
    assert (read_lock(path), list(tmp_path.iterdir())) == ("old\n", [path])
