"""Planted violations: events, votes, ends and claims (040)."""

from counterfoil.domain.events import EventKind
from tests.unit.store.desk import Price
from tests.unit.store.planted import KEYS, Step, check, planted
from tests.unit.store.planted_plans import C4, FOLLOW, REFUND, WAITS, half_allocated, priced
from tests.unit.store.story import Story

MADE = EventKind.DECISION_MADE


def event(**change: object) -> Step:
    """The next event of a."""
    return lambda d: d.event("a", MADE, **change)


def vote(p: str = "a", person: str = "kim", verdict: str = "APPROVED", **change: object) -> Step:
    """A verdict."""
    return lambda d: d.vote(p, person, verdict, **change)


def end(p: str = "a", outcome: str = "APPROVED", **change: object) -> Step:
    """An end of the wait."""
    return lambda d: d.end(p, outcome, **change)


def newer(d: Story, **change: object) -> Story:
    """A later refund n of the same component as a, that says it supersedes a, unless changed."""
    return d.park("n", **{"parts": (("c1", 100),), "supersedes": ("a",), **change})


def written(
    author: str = "CUSTOMER", identity: str = "DMARC", ticket: str = "t", sender: str = "ann@mail.example"
) -> Step:
    """A later message w."""
    return lambda d: d.message("w", ticket, sender, author=author, identity=identity)


def approved(d: Story) -> Story:
    """An approval of a."""
    return d.approve("a")


def voted(d: Story) -> Story:
    """A yes to a."""
    return d.vote("a")


def over(step: Step) -> Step:
    """Approved, then that."""
    return lambda d: (approved(d), step(d))


EVENTS = {
    "an event of nothing": planted("events", lambda d: d.event("none", EventKind.ACTION_PARKED), KEYS),
    "a gap in the chain": planted("events", event(seq=2, prev_seq=1), KEYS),
    "a link over a gap": planted("events", event(seq=2), check("prev_seq IS NULL OR prev_seq = seq - 1")),
    "a chain that forks": planted("events", event(prev_hash="f" * 64), KEYS),
    "a chain that begins again": planted("events", event(prev_seq=None), check("(seq = 0) = (prev_seq IS NULL)")),
    "a second first event": planted("events", event(seq=0, prev_seq=None, kind="ActionParked"), "exists"),
    "an event before the first": planted("events", event(seq=-1, prev_seq=-2), check("seq >= 0")),
    "a parking in the middle": planted(
        "events", event(kind="ActionParked"), check("(seq = 0) = (kind = 'ActionParked')")
    ),
    "an unknown kind of event": planted("events", event(kind="Forgotten"), check("kind IN")),
    "half a hash": planted("events", event(hash="0"), check("length(hash)")),
    "a clock that goes back": planted("events", lambda d: d.clock(9).event("a", MADE), "clock went back"),
}

VOTES = {
    "an approval of another digest": planted("decisions", lambda d: d.vote("a", digest=d.digest("b")), KEYS),
    "a third verdict": planted("decisions", vote(verdict="MAYBE"), check("verdict IN")),
    "a second vote of one person": planted("decisions", vote("q", verdict="DENIED"), "exists", lambda d: d.vote("q")),
    "a nonce used again": planted(
        "decisions", vote("b", nonce="n" * 64), "exists", lambda d: d.vote("a", nonce="n" * 64)
    ),
    "a short nonce": planted("decisions", vote(nonce="0"), check("length(nonce)")),
    "no signature": planted("decisions", vote(signature=""), check("length(signature)")),
    "a reason without end": planted("decisions", vote(reason="x" * 501), check("length(reason)")),
    "a vote without an event": planted("decisions", vote(event_seq=9), KEYS),
    "a vote with the event of the parking": planted("decisions", vote(event_seq=0), KEYS),
    "a vote that says its event was another": planted(
        "decisions", vote(event_seq=0, event_kind="ActionParked"), check("event_kind = 'DecisionMade'")
    ),
    "two votes with one event": planted(
        "decisions", lambda d: d.bare_vote("q", "bob"), "exists", lambda d: d.vote("q")
    ),
    "a denial replaced by another's approval": planted(
        "decisions",
        lambda d: d.careless().bare_vote("q", "bob", "INSERT OR REPLACE"),
        "exists",
        lambda d: d.vote("q", verdict="DENIED"),
    ),
    "a vote after expiry": planted("decisions", lambda d: d.clock(100).vote("a"), "expired"),
    "a vote after the end": planted("decisions", vote(person="bob"), "already ended", approved),
    "a vote on a plan with an action missing": planted(
        "decisions",
        vote("z"),
        "plan is incomplete",
        lambda d: (
            d.plan("z", (REFUND, ""), (FOLLOW, WAITS))
            .action("z")
            .pending("z", Price(parts=C4))
            .allocate("z")
            .quote("z")
        ),
    ),
    "a vote on a plan with an unquoted refund": planted(
        "decisions",
        vote("z"),
        "plan is incomplete",
        lambda d: (
            d.plan("z", (REFUND, ""), (Price().action(), ""))
            .action("z")
            .action("z", 1)
            .pending("z", Price(parts=C4))
            .allocate("z")
            .quote("z")
        ),
    ),
    "a vote on a price that no quote sealed": planted(
        "decisions", vote("z"), "plan is incomplete", lambda d: priced(d).allocate("z")
    ),
    "a vote on allocations that are not there": planted(
        "decisions", vote("z"), "plan is incomplete", lambda d: priced(d).quote("z")
    ),
    "a vote on allocations that don't add up": planted(
        "decisions", vote("z"), "plan is incomplete", lambda d: d.park("z", parts=C4, amount=80)
    ),
    "a vote on fewer allocations than the text names": planted(
        "decisions", vote("z"), "plan is incomplete", lambda d: half_allocated(d).quote("z")
    ),
}
