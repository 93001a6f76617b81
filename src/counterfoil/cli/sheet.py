"""Prints a reviewer's sheet: facts first, then the words that asked.

Nothing is truncated, no recommendation is given.
"""

from counterfoil.bootstrap.reviewer import Sheet
from counterfoil.cli.output import facts, moment, quoted, say, table

GONE = "(erased, or not the text that was committed to)"


def print_sheet(sheet: Sheet) -> None:
    """Print the sheet for a person."""
    body = sheet.body
    window = (
        "none" if body.pricing.window_days is None else f"day {body.pricing.days_since} of {body.pricing.window_days}"
    )
    facts(
        {
            "action": f"{body.pending} ({sheet.state.value})",
            "what": f"{body.kind}, reason {body.reason.value}",
            "amount": str(body.amount),
            "order": body.order,
            "asked by": sheet.requester.text or GONE,
            "rule": f"{body.pricing.rule}, window: {window}",
            "payment": f"{body.payment.payment} at {body.payment.provider} ({body.payment.mode} money)",
            "captured": str(body.payment.captured),
            "refunded by us": str(body.payment.refunded_by_us),
            "refunded elsewhere": str(body.payment.elsewhere),
            "dispute": body.payment.dispute,
            "signatures needed": str(body.quorum),
            "expires": moment(body.expires_at),
            "supersedes": ", ".join(body.supersedes) or "nothing",
        }
    )
    rows = [[row.component, row.title, str(row.net), str(row.amount)] for row in body.allocations]
    table(("component", "title", "paid", "to refund"), rows, empty="")
    say("The customer's own words:")
    for words in sheet.evidence:
        quoted(words.text or GONE)
    _others(sheet)
    say(f"digest {sheet.digest}")


def _others(sheet: Sheet) -> None:
    for sibling in sheet.siblings:
        say(f"In the same plan: {sibling.pending} {sibling.body.order} {sibling.body.amount} {sibling.state.value}")
    for state, text in sheet.follow_ons:
        say(f"When {state}, the customer is sent:")
        quoted(text)
    for decision in sheet.decisions:
        say(f"{decision.person} signed {decision.verdict.value}.")
        quoted(decision.reason) if decision.reason else None
    for receipt in sheet.receipts:
        say(f"The provider answered {receipt.outcome.value} {receipt.reference}")


def plain(sheet: Sheet) -> dict[str, object]:
    """The sheet as plain data."""
    return {
        "body": sheet.body.body(),
        "decisions": [
            {"person": row.person, "reason": row.reason, "verdict": row.verdict.value} for row in sheet.decisions
        ],
        "digest": sheet.digest,
        "evidence": [words.text for words in sheet.evidence],
        "follow_ons": dict(sheet.follow_ons),
        "receipts": [{"outcome": row.outcome.value, "reference": row.reference} for row in sheet.receipts],
        "requester": sheet.requester.text,
        "siblings": [{"pending": row.pending, "state": row.state.value} for row in sheet.siblings],
        "state": sheet.state.value,
    }
