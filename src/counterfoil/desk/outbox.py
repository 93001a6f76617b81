"""Sends what is due: answers at once, and what the state of a money action calls for.

Nothing says "refunded" before SUCCEEDED.
"""

from dataclasses import dataclass

from counterfoil.desk.drafts import load
from counterfoil.domain import answers
from counterfoil.domain.answers import Draft, Locked, line, render, verify
from counterfoil.domain.digests import parse
from counterfoil.domain.errors import (
    CounterfoilError,
    GateError,
    HelpdeskError,
    KnowledgeError,
    QuoteError,
    StaleTicketError,
)
from counterfoil.domain.templates import State, template
from counterfoil.gate.review import follow_on_text
from counterfoil.gate.signed import read
from counterfoil.ports.helpdesk import Helpdesk, Outgoing, ReplyMode
from counterfoil.ports.store import DueFollowOn, Store

UNVERIFIED_SUBJECT = "Your message"  # nothing that a stranger wrote is carried to an address that may not be theirs


@dataclass(frozen=True, slots=True, kw_only=True)
class Sending:
    """What the outbox sends with."""

    store: Store
    helpdesk: Helpdesk
    locked: Locked  # the lock as it is now, asked again at send time
    mode: ReplyMode


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What one run of the outbox did. `problems` are tried again on the next run."""

    ran: int
    skipped: tuple[str, ...]  # reasons
    problems: tuple[CounterfoilError, ...]


def flush(tools: Sending) -> Sent:
    """Run everything that is due now. One item's problem never keeps the others waiting."""
    with tools.store.read() as rows:
        due = rows.due()
    ran, skipped, problems = 0, [], []
    for item in due:
        try:
            reason = _run(tools, item)
        except StaleTicketError as error:
            reason = f"stale: {error.message}"
            _record(tools, item, "SKIPPED", reason, "")
        except (KnowledgeError, GateError) as error:
            reason = f"not the locked text any more: {error.message}"
            _record(tools, item, "SKIPPED", reason, "")
            _hand_over(tools, item)
        except HelpdeskError as error:
            problems.append(error)
            continue
        ran += not reason
        skipped += [reason] if reason else []
    return Sent(ran=ran, skipped=tuple(skipped), problems=tuple(problems))


def _run(tools: Sending, item: DueFollowOn) -> str:
    """Empty when it ran, else why it was skipped."""
    if item.kind == "Withdraw":
        _record(tools, item, "RAN", "the gate ended what could be ended", "")
        return ""
    if item.kind == "Escalate":
        _note(tools, item, f"A person should look: {parse(item.body).get('why')}")
        _record(tools, item, "RAN", "noted", "")
        return ""
    text, after = _text(tools, item)
    if not text:
        _record(tools, item, "SKIPPED", "nothing to say", "")
        return "nothing to say"
    _send(tools, item, text, after)
    _record(tools, item, "RAN", tools.mode.value, text)
    return ""


def _text(tools: Sending, item: DueFollowOn) -> tuple[str, str | None]:
    """The text, and the ticket's mark that it was written after; None for what holds whoever wrote meanwhile."""
    if item.kind == "FollowOn":
        return _follow_on(tools, item), None
    with tools.store.read() as rows:
        stored = rows.answer(item.parking, item.ordinal)
    if stored is None:
        return "", None
    draft = load(stored[0])
    if answers.body(draft) != parse(item.body).get("draft"):
        raise QuoteError("the stored answer is not the one that the plan sealed")
    verify(draft, tools.locked)
    return render(draft), stored[1]


def _follow_on(tools: Sending, item: DueFollowOn) -> str:
    if item.pending is None:  # refused before it was ever priced: nothing sealed, a constant sentence
        return render(Draft(pieces=(line(template("hand_over", str(parse(item.body)["language"]))),)))
    with tools.store.read() as rows:
        action = rows.pending(item.pending)
    return follow_on_text(read(action), State(item.state)) if action else ""


def _send(tools: Sending, item: DueFollowOn, text: str, after: str | None) -> None:
    outgoing = _outgoing(tools, item, text)
    match tools.mode:
        case ReplyMode.SHADOW:
            return
        case ReplyMode.NOTE:
            tools.helpdesk.note(outgoing)
        case ReplyMode.REPLY if not outgoing.recipient:
            tools.helpdesk.note(outgoing)  # nobody to send it to: a mail without one usable From
        case ReplyMode.REPLY:
            tools.helpdesk.reply(outgoing, tools.helpdesk.last_public(item.ticket) if after is None else after)


def _hand_over(tools: Sending, item: DueFollowOn) -> None:
    _note(tools, item, "A person should look: the prepared answer is no longer the locked text and was not sent.")


def _note(tools: Sending, item: DueFollowOn, text: str) -> None:
    if tools.mode is not ReplyMode.SHADOW:
        tools.helpdesk.note(_outgoing(tools, item, text))


def _outgoing(tools: Sending, item: DueFollowOn, text: str) -> Outgoing:
    with tools.store.read() as rows:
        message = rows.message(item.message)
    if message is None:
        raise HelpdeskError("the message that this answers is not there", ticket=item.ticket)
    return Outgoing(
        key=f"{item.parking}-{item.ordinal}-{item.pending or 'none'}",
        ticket=item.ticket,
        recipient=message.sender,
        subject=message.subject if message.verified_address else UNVERIFIED_SUBJECT,
        in_reply_to=message.channel_id,
        text=text,
    )


def _record(tools: Sending, item: DueFollowOn, outcome: str, reason: str, sent: str) -> None:
    with tools.store.write() as rows:
        rows.add_run(item, outcome, reason, sent)
