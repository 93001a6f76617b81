"""Planted violations: intents, receipts and what reached the customer (050, 060)."""

from counterfoil.domain.digests import canonical
from tests.unit.store.planted import KEYS, Step, check, planted
from tests.unit.store.planted_plans import FOLLOW, PRICE, REFUND, ready, spelt
from tests.unit.store.story import Story


def claimed(d: Story) -> Story:
    """A claim of a."""
    return d.approve("a").claim("a")


def sent(*outcomes: str) -> Step:
    """The refund a was sent, and the provider answered so far."""

    def step(d: Story) -> None:
        d.sent("a")
        for outcome in outcomes:
            d.receipt("a", outcome)

    return step


def receipt(outcome: str = "SUCCEEDED", **change: object) -> Step:
    """The next receipt of a."""
    return lambda d: d.receipt("a", outcome, **change)  # type: ignore[arg-type] # columns


def intent(**change: object) -> Step:
    """The intent of a."""
    return lambda d: d.execute("a", **change)


def _crowded(d: Story) -> object:
    """Two approvals that take more than their component: the one slipped in while the rule against it was away."""
    rule = str(d.value("SELECT sql FROM sqlite_schema WHERE name = 'resolution_rules'"))
    d.approve("s2").claim("s2").run("DROP TRIGGER resolution_rules").approve("s")
    return d.run(rule)


REPLACING = """
INSERT OR REPLACE INTO receipts (pending_id, seq, outcome, reference, detail, event_seq)
SELECT pending_id, 1, 'SUCCEEDED', reference, detail, event_seq FROM receipts
"""

EXECUTIONS = {
    "an execution without a claim": planted("executions", intent(), "not claimed", lambda d: d.approve("a")),
    "an execution of what was voided": planted(
        "executions", intent(), "not claimed", lambda d: d.approve("a").void("a")
    ),
    "an execution without a claim, by a tool without foreign keys": planted(
        "executions", lambda d: d.careless(keys=False).execute("a"), "not claimed", lambda d: d.approve("a")
    ),
    "an execution that calls a voiding its claim": planted(
        "executions", intent(kind="VOIDING"), "not claimed", lambda d: d.approve("a").void("a")
    ),
    "an execution of another kind": planted("executions", intent(kind="VOIDING"), check("kind = 'CLAIM'"), claimed),
    "another request": planted(
        "executions",
        lambda d: d.execute("a", request=canonical(d.prices["b"].body("b").request())),
        "not the request that was signed",
        claimed,
    ),
    "the same request in other bytes": planted(
        "executions",
        lambda d: d.execute("a", request=canonical(d.prices["a"].body("a").request()) + " "),
        "not the request that was signed",
        claimed,
    ),
    "another key": planted("executions", intent(idempotency_key="inst:b"), "not the request that was signed", claimed),
    "half a hash of the request": planted(
        "executions", intent(request_sha256="0"), check("length(request_sha256)"), claimed
    ),
    "two executions with one key": planted(
        "executions",
        lambda d: d.execute("z", idempotency_key="inst:a"),
        "exists",
        lambda d: (
            ready(d.sent("a"))
            .pending("z", text=spelt("idempotency_key", "inst:a"))
            .allocate("z")
            .quote("z")
            .approve("z")
            .claim("z")
        ),
    ),
    "a second execution": planted("executions", intent(), "exists", sent()),
    "an execution after expiry": planted("executions", lambda d: d.clock(100).execute("a"), "expired", claimed),
    "an execution of a disputed payment": planted(
        "executions", intent(), "payment is disputed", lambda d: claimed(d).state(dispute="OPEN")
    ),
    "an execution of a payment the bank took back": planted(
        "executions", intent(), "payment is disputed", lambda d: claimed(d).state(dispute="LOST")
    ),
    "an execution after others refunded": planted(
        "executions", intent(), "payment has no room", lambda d: claimed(d).state(elsewhere_minor=401)
    ),
    "an execution after the capture shrank": planted(
        "executions", intent(), "payment has no room", lambda d: claimed(d).state(captured_minor=599)
    ),
    "an execution into a component that another refund used up": planted(
        "executions", lambda d: d.execute("s2"), "component has no room", _crowded
    ),
}

RECEIPTS = {
    "a receipt without an execution": planted("receipts", receipt(), KEYS, claimed),
    "a receipt out of order": planted("receipts", receipt(seq=1), "receipts out of order", sent()),
    "a receipt before the first": planted("receipts", receipt(seq=-1), "receipts out of order", sent()),
    "the same receipt again": planted("receipts", receipt("UNKNOWN", seq=0), "exists|out of order", sent("UNKNOWN")),
    "an unknown outcome": planted("receipts", receipt("PERHAPS"), check("outcome IN"), sent()),
    "a success without the provider's reference": planted(
        "receipts", receipt("SUCCEEDED", reference=""), check("outcome NOT IN"), sent()
    ),
    "a pending refund without the provider's reference": planted(
        "receipts", receipt("PENDING", reference=""), check("outcome NOT IN"), sent()
    ),
    "a receipt without an event": planted("receipts", receipt(event_seq=9), KEYS, sent()),
    "two receipts with one event": planted("receipts", receipt(event_seq=4), "exists", sent("UNKNOWN")),
    "a receipt that replaces another through its event": planted(
        "receipts", lambda d: d.careless().run(REPLACING), "exists", sent("UNKNOWN")
    ),
    "a receipt that says its event was another": planted(
        "receipts", receipt(event_seq=3, event_kind="ApprovalClaimed"), check("event_kind = 'ReceiptStored'"), sent()
    ),
    "one refund for two actions": planted(
        "receipts",
        lambda d: d.receipt("s", "SUCCEEDED", "re_a"),
        "refund belongs to another action",
        lambda d: d.sent("a").receipt("a", "SUCCEEDED").sent("s"),
    ),
}
NO_CHANGE = [("FAILED", "SUCCEEDED"), ("FAILED", "PENDING"), ("FAILED", "UNKNOWN"), ("FAILED", "FAILED")]
NO_CHANGE += [("SUCCEEDED", "SUCCEEDED"), ("SUCCEEDED", "PENDING"), ("SUCCEEDED", "UNKNOWN")]
NO_CHANGE += [("PENDING", "PENDING"), ("PENDING", "UNKNOWN"), ("UNKNOWN", "UNKNOWN")]
RECEIPTS |= {
    f"{new} after {old}": planted("receipts", receipt(new), "no such change of a receipt", sent(old))
    for old, new in NO_CHANGE
}


def followed(d: Story, state: str = "SUCCEEDED") -> Story:
    """A refund z that waits for persons, and what the customer hears in a state."""
    d.prices["z"] = PRICE
    d.plan("z", (REFUND, ""), (FOLLOW, {"ordinal": "0", "state": state})).action("z").action("z", 1)
    return d.pending("z").allocate("z").quote("z")


OUTBOX = {
    "an answer of no action": planted(
        "answer_texts", lambda d: d.put("answer_texts", parking_id="ka", ordinal=9, draft="", after=""), KEYS
    ),
    "a run of no action": planted("action_runs", lambda d: d.ran("h", 9), KEYS),
    "a second run": planted("action_runs", lambda d: d.ran("h"), "exists", lambda d: d.ran("h")),
    "a run that ended unheard of": planted("action_runs", lambda d: d.ran("h", outcome="MAYBE"), check("outcome IN")),
    "a run of a refund": planted("action_runs", lambda d: d.ran("a"), "moves money"),
    "a run that waited for what it need not": planted(
        "action_runs", lambda d: d.ran("h", pending="a"), "not what it waits for"
    ),
    "a follow-on that ran without waiting": planted(
        "action_runs", lambda d: d.ran("z", 1), "not what it waits for", lambda d: followed(d, "DENIED")
    ),
    "a follow-on of another refund": planted(
        "action_runs", lambda d: d.ran("z", 1, pending="a"), "not what it waits for", lambda d: followed(d, "DENIED")
    ),
    "a refusal told before there is one": planted(
        "action_runs", lambda d: d.ran("z", 1), "not what it waits for", lambda d: followed(d, "REFUSED")
    ),
    "a success told before there is one": planted(
        "action_runs",
        lambda d: d.ran("z", 1, pending="z"),
        "has not succeeded",
        lambda d: followed(d).sent("z").receipt("z", "PENDING"),
    ),
    "a sent text of no run": planted(
        "sent_texts", lambda d: d.put("sent_texts", parking_id="kh", ordinal=0, pending="", text=""), KEYS
    ),
}
