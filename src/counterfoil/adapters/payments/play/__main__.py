"""`python -m counterfoil.adapters.payments.play`: the provider's process. It serves once its port file is there."""

import argparse
import os
import signal
import sqlite3
import sys
import threading
import time
from pathlib import Path

from counterfoil.adapters.payments.play.book import PlayBook
from counterfoil.adapters.payments.play.launch import read_key
from counterfoil.adapters.payments.play.server import PlayServer
from counterfoil.domain.errors import CounterfoilError


def main() -> int:
    """Serve until SIGTERM, or until standard input closes when asked to watch it: then the parent is gone."""
    options = _options()
    try:
        key = read_key(options.key_file)
        book = PlayBook(options.database, lambda: int(time.time()))
    except (CounterfoilError, OSError, sqlite3.Error) as error:
        print(f"play-money provider: {error}", file=sys.stderr)  # noqa: T201  # the parent reads it
        return 1
    server = PlayServer(book, key)
    signal.signal(signal.SIGTERM, lambda *_: _stop(server))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the executor is interrupted first and stops us when it is done
    if options.until_stdin_closes:
        threading.Thread(target=_watch, args=(server,), daemon=True).start()
    _write_port(options.port_file, server.server_port)
    server.serve_forever(poll_interval=0.1)
    server.server_close()
    book.close()
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="play", description="Play-money payment provider on loopback.")
    parser.add_argument("--database", type=Path, required=True, help="its ledger; made when absent")
    parser.add_argument("--key-file", type=Path, required=True, help="the bearer key; only its owner may read the file")
    parser.add_argument("--port-file", type=Path, required=True, help="where the port is written once it serves")
    parser.add_argument("--until-stdin-closes", action="store_true", help="stop when the parent process is gone")
    return parser.parse_args()


def _stop(server: PlayServer) -> None:
    threading.Thread(target=server.shutdown, daemon=True).start()  # shutdown waits for the loop that we interrupt


def _watch(server: PlayServer) -> None:
    while os.read(0, 4096):
        continue
    server.shutdown()


def _write_port(path: Path, port: int) -> None:
    part = path.with_name(f"{path.name}.part")
    part.write_text(f"{port}\n", encoding="ascii")
    part.replace(path)


if __name__ == "__main__":
    sys.exit(main())
