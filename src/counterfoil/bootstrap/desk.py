"""The desk's process: messages and documents in, answers out.

It holds no payment key and refuses to start when it sees one.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from counterfoil.adapters.helpdesk.folder import FolderHelpdesk
from counterfoil.adapters.knowledge_files import read_folder
from counterfoil.adapters.mail.files import arrivals
from counterfoil.adapters.mail.source import MailSource, Unreadable
from counterfoil.adapters.search.hybrid import HybridSearch
from counterfoil.adapters.sign_in.keys import Ed25519Verifier
from counterfoil.adapters.sign_in.roster_file import load as load_roster
from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.adapters.system import SystemClock, SystemEntropy
from counterfoil.bootstrap.lock import LockFile
from counterfoil.bootstrap.reports import DocumentRow, Handling
from counterfoil.brain.rules import RulesBrain
from counterfoil.config import Settings, check_no_payment_key, load
from counterfoil.desk.answer import Answering, answer
from counterfoil.desk.intake import receive
from counterfoil.desk.outbox import Sending, Sent, flush
from counterfoil.domain.answers import Draft, render
from counterfoil.domain.errors import CounterfoilError, FenceError, LockError, NotFoundError, RosterError, StoreError
from counterfoil.domain.ids import RANDOM_BYTES, MessageId, RevisionId, spell
from counterfoil.domain.knowledge import Block, Revision
from counterfoil.domain.tickets import Arrival
from counterfoil.knowledge.importing import Imported, import_folder
from counterfoil.knowledge.review import note
from counterfoil.ports.brain import Brain
from counterfoil.ports.helpdesk import ReplyMode
from counterfoil.ports.store import Rows

Flushed = Sent
Share = Callable[[float], None]


class Desk:
    """One desk, open. Use `open_desk`."""

    def __init__(self, settings: Settings, store: SqliteStore, brain: Brain) -> None:
        self._settings, self._store = settings, store
        self._entropy, verifier = SystemEntropy(), Ed25519Verifier()
        self._lock = LockFile(settings, store, verifier, lambda: load_roster(settings.roster, verifier))
        helpdesk = FolderHelpdesk(directory=settings.outbox_directory, address=settings.address, clock=SystemClock())
        self._answering = Answering(
            store=store,
            search=HybridSearch(store, self._lock.allowed),
            brain=brain,
            locked=self._lock.block,
            helpdesk=helpdesk,
            entropy=self._entropy,
            rules=settings.rules,
            languages=frozenset(settings.languages),
        )
        self._sending = Sending(store=store, helpdesk=helpdesk, locked=self._lock.block, mode=ReplyMode(settings.reply))

    def lock_problem(self) -> CounterfoilError | None:
        """Why nothing may be quoted now; None when the lock is in force."""
        return self._lock.problem()

    def handle(self, file: Path, share: Share, *, trust_identity: bool = False) -> Iterator[Handling]:
        """Take in and answer every message of a file. What can't be handled is kept, and the rest goes on."""
        source = MailSource(
            authserv_id=self._settings.authserv_id,
            own_addresses=frozenset({self._settings.address, *self._settings.own_addresses} - {""}),
            trust_identity=trust_identity,
        )
        size, done = max(1, file.stat().st_size), 0
        for number, arrival in enumerate(arrivals(file, source), 1):
            done += len(arrival.raw)
            yield self._handle(arrival, f"{file.name}:{number}")
            share(min(1.0, done / size))

    def resume(self) -> tuple[Handling, ...]:
        """Answer what a crash left without a plan."""
        with self._store.read() as rows:
            left = [(message, rows.raw(message) or b"") for message in rows.unanswered()]
        return tuple(self._answer_or_keep(message, "resumed", raw) for message, raw in left)

    def flush(self) -> Sent:
        """Send what is due now."""
        return flush(self._sending)

    def run_forever(self) -> Iterator[Sent]:
        """Flush again and again; yields when something happened."""
        while True:
            sent = self.flush()
            if sent.ran or sent.skipped or sent.problems:
                yield sent
            time.sleep(self._settings.poll_seconds)

    def import_documents(self, folder: Path, share: Share = lambda _share: None) -> Imported:
        """Import every Markdown and HTML file below `folder`."""
        files = _counted(read_folder(folder), sum(1 for _ in folder.rglob("*")), share)
        imported = import_folder(self._store, files, self._entropy, folder.name)
        with self._store.write() as rows, suppress(LockError, RosterError):
            note(rows, self._lock.open(rows.now()))
        return imported

    def documents(self) -> tuple[DocumentRow, ...]:
        """Every revision of every document."""
        with self._store.read() as rows:
            return tuple(self._row(rows, revision, source) for revision, source, _ in rows.revisions())

    def revision(self, revision: str) -> tuple[DocumentRow, tuple[Block, ...]]:
        """One revision with its blocks; NotFoundError."""
        with self._store.read() as rows:
            found = rows.revision(RevisionId(revision))
            if found is None:
                raise NotFoundError(f"there is no revision {revision}")
            return self._row(rows, *found), found[0].blocks

    def _row(self, rows: Rows, revision: Revision, source: str) -> DocumentRow:
        tier, allowed = rows.tier(revision.revision), self._lock.allowed(rows)
        return DocumentRow(
            document=revision.document,
            revision=revision.revision,
            tier=tier.value if tier else "",
            locked=bool(revision.blocks) and all(allowed(block, revision.sha256) for block in revision.blocks),
            audience=revision.scope.audience.value,
            language=revision.scope.language,
            title=revision.title,
            source=source,
        )

    def _handle(self, arrival: Arrival | Unreadable, source: str) -> Handling:
        if isinstance(arrival, Unreadable):
            return self._fail(source, arrival.reason, arrival.raw)
        with self._store.write() as rows:
            received = receive(rows, arrival, self._entropy)
            planned = rows.parking_of(received.message)
        if received.duplicate and planned:
            return self._told(received.message, source, "duplicate", "the same bytes were handled before", None)
        return self._answer_or_keep(received.message, source, arrival.raw)

    def _answer_or_keep(self, message: MessageId, source: str, raw: bytes) -> Handling:
        """Answer, or keep the bytes and say why not.

        StoreError when the database can't be used: nothing could be kept.
        """
        try:
            return self._answered(message, source)
        except FenceError:
            with self._store.read() as rows:
                if rows.parking_of(message) is None:
                    raise
            return self._told(message, source, "duplicate", "another process handled it at the same moment", None)
        except StoreError:
            raise
        except CounterfoilError as error:
            return self._fail(source, error.message, raw)

    def _answered(self, message: MessageId, source: str) -> Handling:
        found = answer(self._answering, message)
        money = [f"{type(action).__name__} {action.order}" for action in found.money]
        refused = [f"refused: {reason}" for reason in found.refused]
        notes = [*money, *refused, *(why.value for why in found.hand_over), *(f"ended {p}" for p in found.withdrawn)]
        return self._told(message, source, found.handled.value, ", ".join(notes), found.draft)

    def _told(self, message: MessageId, source: str, outcome: str, detail: str, draft: Draft | None) -> Handling:
        with self._store.read() as rows:
            found = rows.message(message)
        return Handling(
            source=source,
            sender=found.sender if found else "",
            subject=found.subject if found else "",
            identity=found.identity.value if found else "",
            outcome=outcome,
            detail=detail,
            message=message,
            answer=render(draft) if draft else "",
            citations=tuple(dict.fromkeys(cited.document for cited in draft.citations)) if draft else (),
        )

    def _fail(self, source: str, reason: str, raw: bytes) -> Handling:
        with self._store.write() as rows:
            rows.add_failure(spell("fail", self._entropy.draw(RANDOM_BYTES)), source, reason, raw)
        return Handling(source=source, outcome="failed", detail=reason)


def _counted(files: Iterator[tuple[str, bytes]], total: int, share: Share) -> Iterator[tuple[str, bytes]]:
    for number, file in enumerate(files, 1):
        yield file
        share(min(1.0, number / max(1, total)))


@contextmanager
def open_desk(home: Path, brain: Brain | None = None) -> Iterator[Desk]:
    """The desk of a home directory. KeyExposedError when a payment key is in reach; SettingsError, StoreError."""
    check_no_payment_key(os.environ)
    settings = load(os.environ, home)
    store = SqliteStore.open(settings.store_path, SystemClock())
    try:
        yield Desk(settings, store, brain or RulesBrain())
    finally:
        store.close()
