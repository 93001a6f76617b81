"""Planted violations: ends of the wait and of approvals (040)."""

from counterfoil.domain.events import EventKind
from tests.unit.store.planted import KEYS, Planted, Step, check, planted
from tests.unit.store.planted_decisions import approved, end, newer, voted, written
from tests.unit.store.planted_plans import C4

ENDS = {
    "an approval without a vote": planted("resolutions", end(), "no quorum"),
    "an approval by half a quorum": planted("resolutions", end("q"), "no quorum", lambda d: d.vote("q")),
    "an approval over a denial": planted(
        "resolutions", end("q"), "no quorum", lambda d: d.vote("q").vote("q", "bob").vote("q", "eve", "DENIED")
    ),
    "an approval of a denied one": planted("resolutions", end(), "no quorum", lambda d: d.vote("a", verdict="DENIED")),
    "a denial nobody made": planted("resolutions", end("a", "DENIED"), "nobody denied", voted),
    "an approval after expiry": planted("resolutions", lambda d: d.clock(100).end("a"), "expired", voted),
    "an early expiry": planted("resolutions", lambda d: d.clock(99).end("a", "EXPIRED"), "not yet expired"),
    "an unknown end": planted("resolutions", end("a", "FORGOTTEN"), check("outcome IN")),
    "a second end": planted(
        "resolutions", end("a", "WITHDRAWN", withdrawal="w"), "exists", lambda d: (approved(d), written()(d))
    ),
    "an end of another digest": planted("resolutions", lambda d: d.end("a", digest=d.digest("b")), KEYS, voted),
    "an end without an event": planted("resolutions", end(event_seq=9), KEYS, voted),
    "an end with the event of a vote": planted("resolutions", end(event_seq=1), KEYS, voted),
    "an end that says its event was another": planted(
        "resolutions", end(event_seq=1, event_kind="DecisionMade"), check("event_kind = 'WaitEnded'"), voted
    ),
    "an approval with a successor": planted(
        "resolutions", end(successor="b"), check("(outcome = 'SUPERSEDED') = (successor IS NOT NULL)"), voted
    ),
    "an approval with a withdrawal": planted(
        "resolutions", end(withdrawal="ma"), check("(outcome = 'WITHDRAWN') = (withdrawal IS NOT NULL)"), voted
    ),
    "a successor that is not there": planted(
        "resolutions", lambda d: d.end("a", "SUPERSEDED", successor="none"), "not its successor"
    ),
    "a withdrawal that is not there": planted(
        "resolutions", lambda d: d.end("a", "WITHDRAWN", withdrawal="none"), "not a withdrawal by its author"
    ),
    "more than the payment": planted(
        "resolutions", end("b"), "payment has no room", lambda d: d.approve("a").vote("b")
    ),
    "more than the component": planted(
        "resolutions", end("s2"), "component has no room", lambda d: d.approve("s").vote("s2")
    ),
    "more than the component, from another ticket": planted(
        "resolutions", end("x"), "component has no room", lambda d: d.approve("a").vote("x")
    ),
    "more than is left after others refunded": planted(
        "resolutions", end("a"), "payment has no room", lambda d: d.state(elsewhere_minor=401).vote("a")
    ),
    "an approval of a disputed payment": planted(
        "resolutions", end("a"), "payment has no room", lambda d: d.state(dispute="OPEN").vote("a")
    ),
    "an approval of a payment the bank took back": planted(
        "resolutions", end("a"), "payment has no room", lambda d: d.state(dispute="LOST").vote("a")
    ),
    "an approval after a refund that is done": planted(
        "resolutions", end("b"), "payment has no room", lambda d: d.sent("a").receipt("a", "SUCCEEDED").vote("b")
    ),
    "an approval after a refund of unknown end": planted(
        "resolutions", end("b"), "payment has no room", lambda d: d.sent("a").receipt("a", "UNKNOWN").vote("b")
    ),
}

STRANGERS: dict[str, tuple[str, str, Step]] = {
    "an action of other components": ("SUPERSEDED", "successor", lambda d: newer(d, parts=C4)),
    "an action of another ticket": ("SUPERSEDED", "successor", lambda d: newer(d, ticket="t2")),
    "an action of another order": ("SUPERSEDED", "successor", lambda d: newer(d, order="o2", payment="pay2")),
    "an action that says it of another": ("SUPERSEDED", "successor", lambda d: newer(d, supersedes=("b",))),
    "an action that does not say so": ("SUPERSEDED", "successor", lambda d: newer(d, supersedes=())),
    "a message of an unverified sender": ("WITHDRAWN", "withdrawal", written(identity="NONE")),
    "a machine's message": ("WITHDRAWN", "withdrawal", written(author="MACHINE")),
    "a message on another ticket": ("WITHDRAWN", "withdrawal", written(ticket="t2")),
    "another customer's message": ("WITHDRAWN", "withdrawal", written(sender="bob@mail.example")),
    "a message whose text was erased": (
        "WITHDRAWN",
        "withdrawal",
        lambda d: (written()(d), d.run("DELETE FROM message_texts")),
    ),
    "the message that asked": ("WITHDRAWN", "withdrawal", lambda d: d),
}
WORDS = {"SUPERSEDED": "not its successor", "WITHDRAWN": "not a withdrawal by its author"}


def _stranger(outcome: str, column: str, before: Step, name: str) -> dict[str, Planted]:
    """The stranger as the cause of an end, and of a voiding."""
    cause = {column: "n" if outcome == "SUPERSEDED" else "ma" if name == "the message that asked" else "w"}
    verb = "supersedes" if outcome == "SUPERSEDED" else "withdraws"
    return {
        f"{name} {verb}": planted("resolutions", lambda d: d.end("a", outcome, **cause), WORDS[outcome], before),
        f"{name} voids": planted(
            "approval_ends",
            lambda d: d.void("a", outcome, **cause),
            WORDS[outcome],
            lambda d: (d.approve("a"), before(d)),
        ),
    }


ENDS |= {
    name: case
    for stranger, (outcome, column, before) in STRANGERS.items()
    for name, case in _stranger(outcome, column, before, stranger).items()
}
ENDS["an earlier action supersedes"] = planted(
    "resolutions",
    lambda d: d.end("n", "SUPERSEDED", successor="y"),
    "not its successor",
    lambda d: newer(d.park("y", parts=(("c1", 50),), supersedes=("n",))),
)

CLAIMS = {
    "a claim without approval": planted("approval_ends", lambda d: d.claim("a"), "not approved", voted),
    "a claim without approval, by a tool without foreign keys": planted(
        "approval_ends", lambda d: d.careless(keys=False).claim("a"), "not approved", voted
    ),
    "a claim of a denied one": planted(
        "approval_ends",
        lambda d: d.claim("a"),
        "not approved",
        lambda d: d.vote("a", verdict="DENIED").end("a", "DENIED"),
    ),
    "a claim that calls a denial something else": planted(
        "approval_ends",
        lambda d: d.claim("a", outcome="DENIED"),
        "not approved|outcome = 'APPROVED'",
        lambda d: d.vote("a", verdict="DENIED").end("a", "DENIED"),
    ),
    "a claim of another outcome": planted(
        "approval_ends", lambda d: d.claim("a", outcome="DENIED"), check("outcome = 'APPROVED'"), approved
    ),
    "a claim of another digest": planted(
        "approval_ends", lambda d: d.claim("a", digest=d.digest("b")), "not approved", approved
    ),
    "a second claim": planted("approval_ends", lambda d: d.claim("a"), "exists", lambda d: d.approve("a").claim("a")),
    "a claim of what was voided": planted(
        "approval_ends", lambda d: d.claim("a"), "exists", lambda d: d.approve("a").void("a")
    ),
    "a voiding of what was claimed": planted(
        "approval_ends", lambda d: d.void("a"), "exists", lambda d: d.approve("a").claim("a")
    ),
    "a claim after expiry": planted("approval_ends", lambda d: d.clock(100).claim("a"), "expired", approved),
    "an early voiding as expired": planted(
        "approval_ends", lambda d: d.void("a", "EXPIRED"), "not yet expired", approved
    ),
    "a voiding for no known reason": planted(
        "approval_ends", lambda d: d.void("a", "TIRED"), check("reason IN"), approved
    ),
    "a voiding without a reason": planted(
        "approval_ends",
        lambda d: d.void("a", None),
        check("(kind = 'VOIDING') = (reason IS NOT NULL)"),
        approved,
    ),
    "a claim with a reason": planted(
        "approval_ends",
        lambda d: d.claim("a", reason="DRIFTED"),
        check("(kind = 'VOIDING') = (reason IS NOT NULL)"),
        approved,
    ),
    "a voiding with a needless successor": planted(
        "approval_ends",
        lambda d: d.void("a", successor="b"),
        check("(reason IS 'SUPERSEDED') = (successor IS NOT NULL)"),
        approved,
    ),
    "a voiding with a needless withdrawal": planted(
        "approval_ends",
        lambda d: d.void("a", withdrawal="ma"),
        check("(reason IS 'WITHDRAWN') = (withdrawal IS NOT NULL)"),
        approved,
    ),
    "a successor of an approval that is not there": planted(
        "approval_ends", lambda d: d.void("a", "SUPERSEDED", successor="none"), "not its successor", approved
    ),
    "a withdrawal of an approval that is not there": planted(
        "approval_ends", lambda d: d.void("a", "WITHDRAWN", withdrawal="none"), "not a withdrawal", approved
    ),
    "an end of an approval of no known kind": planted(
        "approval_ends",
        lambda d: d.void("a", None, kind="SHRUG"),
        check("kind IN"),
        approved,
    ),
    "a claim without an event": planted("approval_ends", lambda d: d.claim("a", event_seq=9), KEYS, approved),
    "a claim with a voiding's event": planted(
        "approval_ends",
        lambda d: d.event("a", EventKind.APPROVAL_VOIDED).claim("a", event_seq=3, event_kind="ApprovalVoided"),
        check("event_kind = CASE kind"),
        approved,
    ),
}

QUEUE = {
    "a queued action that is not there": planted(
        "open_queue", lambda d: d.put("open_queue", pending_id="none", quoted_at=0, expires_at=1), KEYS
    ),
}
