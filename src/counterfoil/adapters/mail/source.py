"""What the operator says about where mail comes from, and what stands for bytes that are no message."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MailSource:
    """Whom to believe. Every value is the operator's."""

    authserv_id: str = ""  # the shop's own mail host as it names itself in Authentication-Results; "": nobody
    own_addresses: frozenset[str] = frozenset()  # the shop's, in lower case: such a sender is Author.STAFF
    trust_identity: bool = False  # JSONL only: believe `"identity": "session"`


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """Bytes that can't be taken as a message; the rest of the file is still handled."""

    source: str  # file and position
    reason: str  # one sentence: what is wrong, and what to do
    raw: bytes  # what there was, at most PIECE_LIMIT bytes of it
