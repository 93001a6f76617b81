"""What the fences must let through: each way of a refund that is meant to work does."""

import pytest

from tests.unit.store.planted import Step
from tests.unit.store.planted_executions import followed
from tests.unit.store.story import Story, opened

WAYS: dict[str, Step] = {
    "approved, claimed, sent, pending, done": lambda d: d.sent("a").receipt("a", "PENDING").receipt("a", "SUCCEEDED"),
    "lost, then found": lambda d: d.sent("a").receipt("a", "UNKNOWN", "").receipt("a", "SUCCEEDED"),
    "done, then bounced": lambda d: d.sent("a").receipt("a", "SUCCEEDED").receipt("a", "FAILED"),
    "two persons": lambda d: d.vote("q").vote("q", "bob").end("q").claim("q").execute("q"),
    "two that fit one payment": lambda d: d.sent("a").sent("s"),
    "two orders": lambda d: d.sent("a").sent("o2"),
    "denied by one of two": lambda d: d.vote("q").vote("q", "bob", "DENIED").end("q", "DENIED"),
    "expired undecided": lambda d: d.clock(100).end("a", "EXPIRED"),
    "expired after a vote": lambda d: d.vote("a").clock(100).end("a", "EXPIRED"),
    "approved, then expired": lambda d: d.approve("a").clock(100).void("a", "EXPIRED"),
    "approved, then drifted": lambda d: d.approve("a").void("a", "DRIFTED"),
    "withdrawn by its author": lambda d: d.message("w").end("a", "WITHDRAWN", withdrawal="w"),
    "approved, then withdrawn": lambda d: d.approve("a").message("w").void("a", "WITHDRAWN", withdrawal="w"),
    "superseded": lambda d: newer(d).end("a", "SUPERSEDED", successor="n").approve("n"),
    "approved, then superseded": lambda d: newer(d.approve("a")).void("a", "SUPERSEDED", successor="n").approve("n"),
    "room again after a failure": lambda d: d.sent("a").receipt("a", "FAILED", "").sent("b"),
    "room again after a voiding": lambda d: d.approve("a").void("a").sent("b"),
    "room again after a dispute was won": lambda d: d.state(dispute="OPEN").state(dispute="WON").sent("a"),
    "room to the last cent": lambda d: d.state(elsewhere_minor=400).sent("a"),
    "the last second": lambda d: d.clock(99).sent("a"),
    "denied, and told": lambda d: (
        followed(d, "DENIED").vote("z", "kim", "DENIED").end("z", "DENIED").ran("z", 1, pending="z")
    ),
    "done, and told": lambda d: followed(d).sent("z").receipt("z", "SUCCEEDED").ran("z", 1, pending="z"),
    "not done, and skipped": lambda d: followed(d).sent("z").ran("z", 1, pending="z", outcome="SKIPPED"),
    "personal text erased": lambda d: (
        d.run("DELETE FROM requester_texts").run("DELETE FROM message_texts").approve("a")
    ),
}


def newer(d: Story) -> Story:
    """A later refund n of some of what a refunds."""
    return d.park("n", parts=(("c1", 100), ("c2", 50)), supersedes=("a",))


@pytest.fixture(scope="module")
def world() -> Story:
    """The refunds that the ways speak of. Never changed: each test takes a copy."""
    return opened()


@pytest.mark.parametrize("way", WAYS)
def test_way_is_open(world: Story, way: str) -> None:
    """The fences let this way of a refund through."""
    WAYS[way](Story.copy(world))


def test_queue_holds_what_waits_and_nothing_else(world: Story) -> None:
    """The open queue follows parking and ending by itself, and says what the rows say."""
    desk = Story.copy(world)
    desk.approve("a").vote("s", verdict="DENIED").end("s", "DENIED").park("n", parts=(("c4", 5),))
    listed = {row[0] for row in desk.db.execute("SELECT pending_id FROM open_queue")}
    waiting = {
        row[0]
        for row in desk.db.execute("SELECT pending_id FROM pending_actions EXCEPT SELECT pending_id FROM resolutions")
    }
    assert listed == waiting == {"b", "s2", "q", "x", "o2", "n"}
