"""What the processes tell the command line, as plain data. No rule lives here."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Handling:
    """What became of one message of a file."""

    source: str  # file and number in it
    outcome: str  # a `desk.answer.Handled`, "duplicate" or "failed"
    detail: str
    sender: str = ""
    subject: str = ""
    identity: str = ""
    message: str = ""  # our id; empty when it could not be handled
    answer: str = ""  # the text drafted for the customer; empty where there is none
    citations: tuple[str, ...] = ()  # documents quoted

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {
            "source": self.source,
            "from": self.sender,
            "subject": self.subject,
            "identity": self.identity,
            "outcome": self.outcome,
            "detail": self.detail,
            "message": self.message,
            "answer": self.answer,
            "citations": list(self.citations),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    """A line of `kb list`."""

    document: str
    revision: str
    tier: str
    locked: bool
    audience: str
    language: str
    title: str
    source: str

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {
            "document": self.document,
            "revision": self.revision,
            "tier": self.tier,
            "quotable": self.locked,
            "audience": self.audience,
            "language": self.language,
            "title": self.title,
            "source": self.source,
        }
