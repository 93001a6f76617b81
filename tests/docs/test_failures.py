"""What docs/howto/when-something-fails.md says about a refused lock is so."""

from pathlib import Path

import pytest

from counterfoil.bootstrap.desk import open_desk
from counterfoil.bootstrap.home import Founder, make
from counterfoil.bootstrap.reviewer import open_reviewer
from counterfoil.domain.errors import LockError

DOCUMENT = "---\ntitle: Delivery\naudience: public\nlanguage: en\n---\n# Delivery\n\nParcels take 3 to 5 days.\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A deployment with one accepted document and a lock that somebody has changed."""
    made = make(tmp_path / "shop", Founder(person="ann", name="Ann Example"))
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "delivery.md").write_text(DOCUMENT, encoding="utf-8")
    with open_desk(made.home) as desk:
        desk.import_documents(tmp_path / "kb")
    with open_reviewer(made.home, None) as reviewer:
        reviewer.accept(None)
    lock = made.home / "kb.lock.json"
    lock.write_text(lock.read_text(encoding="utf-8").replace('"version":"1"', '"version":"7"'), encoding="utf-8")
    return made.home


def test_accept_refuses_an_unsound_lock(home: Path) -> None:
    """A changed lock is not built on."""
    with open_reviewer(home, None) as reviewer, pytest.raises(LockError):
        reviewer.accept(None)


def test_lock_moved_away_is_made_anew(home: Path) -> None:
    """With the changed lock out of the way, an editor signs a new first version and quoting goes on."""
    (home / "kb.lock.json").rename(home / "kb.lock.old")
    with open_reviewer(home, None) as reviewer:
        assert reviewer.accept(None).version == 1
    with open_desk(home) as desk:
        assert desk.lock_problem() is None
