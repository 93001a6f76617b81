"""Appends the event that every change of a money action's state needs, in the same transaction."""

from collections.abc import Mapping

from counterfoil.domain.digests import Canonical
from counterfoil.domain.events import EventKind, link
from counterfoil.domain.ids import PendingId
from counterfoil.ports.store import Rows


def append(rows: Rows, pending: PendingId, kind: EventKind, body: Mapping[str, Canonical]) -> int:
    """The sequence number of the new event of this action's chain."""
    event = link(pending, rows.last_event(pending), kind, rows.now(), body)
    rows.add_event(event)
    return event.seq
