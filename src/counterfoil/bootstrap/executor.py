"""The executor's process: the only one with a payment key.

It reads no text; nothing that does is reachable from here.
"""

import fcntl
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from counterfoil.adapters.orders.files import read_orders
from counterfoil.adapters.payments.play.client import PlayProvider
from counterfoil.adapters.payments.play.launch import launch
from counterfoil.adapters.sign_in.keys import Ed25519Verifier
from counterfoil.adapters.sign_in.pin import Pin
from counterfoil.adapters.sign_in.roster_file import load as load_roster
from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.adapters.system import SystemClock, SystemEntropy
from counterfoil.config import Settings, load
from counterfoil.domain.errors import AlreadyRunningError
from counterfoil.domain.orders import Order, PaymentKind
from counterfoil.executor.book import Booked, book
from counterfoil.executor.run import Round, Tools, run_once
from counterfoil.gate.signed import Court

__all__ = ["Executor", "Round", "open_executor"]


class Executor:
    """One executor, open. Use `open_executor`."""

    def __init__(self, settings: Settings, store: SqliteStore, provider: PlayProvider) -> None:
        self._settings, self._store, self._provider = settings, store, provider

    def import_orders(self, file: Path, share: Callable[[float], None]) -> dict[str, int]:
        """Take in an order file, all or nothing, and make its charges known to the play-money provider.

        How many orders were added, changed and unchanged. OrderFileError names the line and the mend.
        """
        orders = read_orders(file)
        for number, order in enumerate(orders, 1):
            self._register(order)
            share(number / len(orders) / 2)
        counted = Counter[Booked]()
        with self._store.write() as rows:
            for number, order in enumerate(orders, 1):
                counted[book(rows, order, self._provider.provider)] += 1
                share(0.5 + number / len(orders) / 2)
        return {what.value: counted[what] for what in Booked}

    def run_once(self) -> Round:
        """Do everything that can be done now."""
        return run_once(self._tools())

    def run_forever(self) -> Iterator[Round]:
        """Round after round; yields those in which something happened."""
        while True:
            done = self.run_once()
            if not done.idle:
                yield done
            time.sleep(self._settings.poll_seconds)

    def _register(self, order: Order) -> None:
        for payment in order.payments:
            if payment.kind is PaymentKind.CARD:
                self._provider.register(payment.payment, payment.captured, payment.dispute, payment.elsewhere)

    def _tools(self) -> Tools:
        """The roster is read anew each round and held against the pin beside the key."""
        verifier = Ed25519Verifier()
        pin = Pin(path=self._settings.executor_directory / "roster.pin")
        roster = load_roster(self._settings.roster, verifier, pin)
        return Tools(
            store=self._store,
            court=Court(installation=self._store.installation, roster=roster, verifier=verifier),
            provider=self._provider,
            rules=self._settings.rules,
            entropy=SystemEntropy(),
        )


@contextmanager
def open_executor(home: Path) -> Iterator[Executor]:
    """The executor of a home directory, with its provider. AlreadyRunningError when another one holds the lock file."""
    settings = load(os.environ, home)
    store = SqliteStore.open(settings.store_path, SystemClock())
    try:
        with _alone(settings.executor_directory), launch(settings.executor_directory) as provider:
            yield Executor(settings, store, provider)
    finally:
        store.close()


@contextmanager
def _alone(directory: Path) -> Iterator[None]:
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (directory / "executor.lock").open("a", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunningError(f"another executor holds {file.name}") from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
