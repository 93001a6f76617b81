"""What the executor last saw of the roster, in a file beside its key: nobody can swap, cut or fork it unseen."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from counterfoil.domain.digests import Body, canonical, parse
from counterfoil.domain.errors import CanonicalError, RosterError
from counterfoil.domain.ids import Sha256


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """A pin file. It is made at the first look; from then on only longer rosters of the same beginning are taken."""

    path: Path

    def check(self, hashes: Sequence[Sha256]) -> None:
        """RosterError unless `hashes` go on from what was seen last; the pin then moves to their end."""
        seen = self._seen()
        if seen is not None:
            founding, length, head = seen
            if hashes[0] != founding:
                raise RosterError("the roster has another founding entry than the one that was pinned")
            if len(hashes) < length:
                raise RosterError(f"the roster has {len(hashes)} entries, and {length} were seen before")
            if hashes[length - 1] != head:
                raise RosterError(f"entry {length} of the roster is not the one that was seen before")
        if seen != (hashes[0], len(hashes), hashes[-1]):
            self._write(hashes)

    def _seen(self) -> tuple[str, int, str] | None:
        try:
            text = self.path.read_text(encoding="ascii")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise RosterError(f"the pin {self.path} can't be read: {error}") from None
        try:
            match parse(text.rstrip("\n")):
                case {"founding": str(founding), "head": str(head), "length": str(length)} if (
                    length.isascii() and length.isdigit() and int(length) > 0
                ):
                    return founding, int(length), head
        except CanonicalError:
            pass  # as any other content that is no pin
        raise RosterError(
            f"{self.path} is not a pin", advice="Restore it from a copy; it stands for what was seen before."
        )

    def _write(self, hashes: Sequence[Sha256]) -> None:
        body: Body = {"founding": hashes[0], "head": hashes[-1], "length": str(len(hashes))}
        part = self.path.with_name(f"{self.path.name}.part-{os.getpid()}")
        try:
            with part.open("w", encoding="ascii") as file:
                file.write(canonical(body) + "\n")
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.path)
        except OSError as error:
            raise RosterError(
                f"the pin {self.path} can't be written: {error.strerror}", advice="Check the executor's directory."
            ) from None
