"""The lock in force, read again whenever its file changes: a new lock or a revocation counts from the next reply on."""

from collections.abc import Callable

from counterfoil.adapters.knowledge_files import read_lock
from counterfoil.config import Settings
from counterfoil.domain.errors import CounterfoilError, LockError, RosterError
from counterfoil.domain.ids import BlockId, Sha256
from counterfoil.domain.knowledge import Block, Lock
from counterfoil.knowledge.canonical import Canonical
from counterfoil.knowledge.lock import in_force, open_lock
from counterfoil.ports.roster import Roster
from counterfoil.ports.signatures import Verifier
from counterfoil.ports.store import Rows, Store


class LockFile:
    """Says what may be quoted. Without a sound lock the answer is: nothing."""

    def __init__(self, settings: Settings, store: Store, verifier: Verifier, roster: Callable[[], Roster]) -> None:
        """`roster` reads the roster anew each time it is asked."""
        self._path, self._store, self._verifier, self._roster = settings.lock, store, verifier, roster
        self._opened: Lock | None = None
        self._seen: object = None

    def open(self, now: int) -> Lock:
        """The lock in force at `now`, seconds since 1970, UTC; LockError when there is none, RosterError."""
        text, roster = read_lock(self._path), self._roster()
        seen = (text, roster.people())
        if self._opened is None or self._seen != seen or not in_force(self._opened, now):
            self._opened, self._seen = open_lock(text, roster, self._verifier, now), seen
        return self._opened

    def problem(self) -> CounterfoilError | None:
        """Why nothing may be quoted; None when there is a lock in force."""
        with self._store.read() as rows:
            now = rows.now()
        try:
            self.open(now)
        except (LockError, RosterError) as error:
            return error
        return None

    def allowed(self, rows: Rows) -> Callable[[Block, Sha256], bool]:
        """Which blocks of this transaction may be quoted."""
        canonical = self._canonical(rows)
        return canonical.allows if canonical else _nothing

    def block(self, block: BlockId) -> Block | None:
        """The block if it may be quoted now; the `Locked` of `domain.answers`."""
        with self._store.read() as rows:
            canonical = self._canonical(rows)
            return canonical.block(block) if canonical else None

    def _canonical(self, rows: Rows) -> Canonical | None:
        try:
            return Canonical(self.open(rows.now()), rows)
        except (LockError, RosterError):
            return None


def _nothing(_block: Block, _revision: Sha256) -> bool:
    return False
