"""Which state a money action is in, and the hash chain of what happened to it."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterfoil.domain.decisions import Resolution, Voiding
from counterfoil.domain.errors import LedgerError
from counterfoil.domain.events import FIRST, Event, EventKind, link, verify
from counterfoil.domain.executions import Outcome, Receipt, Record, state_of
from counterfoil.domain.ids import PendingId, Sha256
from counterfoil.domain.templates import State

RECEIPTS = [(), *((Receipt(outcome=one, reference="", detail=""),) for one in Outcome)]
PENDING = PendingId("pnd_1")


def _chain(length: int) -> list[Event]:
    chain: list[Event] = []
    for at in range(length):
        kind = list(EventKind)[at % len(EventKind)]
        chain.append(link(PENDING, chain[-1] if chain else None, kind, at, {"row": str(at)}))
    return chain


@pytest.mark.parametrize(
    ("resolution", "voiding", "claimed", "receipts"),
    list(product([None, *Resolution], [None, *Voiding], [False, True], RECEIPTS)),
)
def test_the_latest_fact_is_the_state(
    resolution: Resolution | None, voiding: Voiding | None, claimed: bool, receipts: tuple[Receipt, ...]
) -> None:
    """A receipt outweighs the claim, the claim a voiding, and that the end of the wait."""
    waited = State[resolution.name] if resolution else State.WAITING
    expected = State.VOIDED if voiding else waited
    expected = State.CLAIMED if claimed else expected
    expected = State[receipts[-1].outcome.name] if receipts else expected
    record = Record(resolution=resolution, voiding=voiding, claimed=claimed, receipts=receipts)
    assert state_of(record) is expected


@pytest.mark.parametrize(("first", "last"), list(product(Outcome, Outcome)))
def test_the_last_receipt_counts(first: Outcome, last: Outcome) -> None:
    """Of several answers of the provider the last one is the state."""
    receipts = [Receipt(outcome=one, reference="re_1", detail="") for one in (first, last)]
    assert state_of(Record(receipts=receipts)).value == last.value


def test_chains_verify() -> None:
    """Linked events follow from one another, from the first with nothing before it; none is a chain too."""
    chain = _chain(6)
    verify(chain)
    verify([])
    assert chain[0].previous == FIRST
    assert [event.seq for event in chain] == list(range(6))


@given(
    st.integers(0, 5),
    st.sampled_from(["pending", "seq", "previous", "kind", "at", "body", "hash"]),
)
def test_any_changed_field_is_found(place: int, name: str) -> None:
    """Changing any field of any event breaks the chain."""
    chain = _chain(6)
    old = chain[place]
    other = {
        "pending": PendingId("pnd_2"),
        "seq": old.seq + 1,
        "previous": Sha256("f" * 64),
        "kind": EventKind.DECISION_MADE if old.kind is not EventKind.DECISION_MADE else EventKind.WAIT_ENDED,
        "at": old.at + 1,
        "body": old.body + " ",
        "hash": Sha256("f" * 64),
    }
    chain[place] = replace(old, **{name: other[name]})  # type: ignore[arg-type]
    with pytest.raises(LedgerError, match=f"event {place} of"):
        verify(chain)


@given(st.permutations(range(5)).filter(lambda order: order != sorted(order)))
def test_another_order_is_found(order: list[int]) -> None:
    """Events in another order are no chain."""
    chain = _chain(5)
    with pytest.raises(LedgerError):
        verify([chain[place] for place in order])


@given(st.integers(0, 4))
def test_gaps_and_repeats_are_found(place: int) -> None:
    """An event left out before the last, or standing twice, breaks the chain."""
    chain = _chain(6)
    for other in (chain[:place] + chain[place + 1 :], [*chain[: place + 1], *chain[place:]]):
        with pytest.raises(LedgerError):
            verify(other)


def test_time_never_runs_back() -> None:
    """An event older than the one before is refused, even well linked."""
    first = link(PENDING, None, EventKind.ACTION_PARKED, 10, {})
    with pytest.raises(LedgerError, match="older"):
        verify([first, link(PENDING, first, EventKind.WAIT_ENDED, 9, {})])
