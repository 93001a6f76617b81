"""One line of JSON -> Arrival. A line is taken whole or not at all."""

import json
from json import JSONDecodeError

from counterfoil.adapters.mail.source import MailSource
from counterfoil.domain.tickets import Arrival, Author, Identity

LINE_LIMIT = 64 * 1024 * 1024  # bytes
_NEEDED = ("id", "from", "subject", "text")
_KNOWN = frozenset({*_NEEDED, "ticket", "identity"})
_IDENTITIES = ("session", "none")


def arrival(line: bytes, settings: MailSource) -> Arrival | str:
    """The Arrival, or one sentence that says what is wrong with the line and how to mend it."""
    found = _object(line)
    if isinstance(found, str):
        return found
    trouble = _trouble(found)
    return trouble or _taken({name: str(value) for name, value in found.items()}, line, settings)


def _taken(found: dict[str, str], line: bytes, settings: MailSource) -> Arrival:
    sender = found["from"].strip().lower()
    stated = settings.trust_identity and found.get("identity") == "session"
    return Arrival(
        channel="jsonl",
        channel_id=found["id"],
        references=(),
        ticket_hint=found.get("ticket", ""),
        sender=sender,
        identity=Identity.SESSION if stated and sender else Identity.NONE,
        author=Author.STAFF if sender in settings.own_addresses else Author.CUSTOMER,
        subject=" ".join(found["subject"].split()),
        raw=line,
    )


def _object(line: bytes) -> dict[str, object] | str:
    try:
        found = json.loads(line.decode("utf-8"), object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        return f"byte {error.start + 1} of the line is not UTF-8; save the file as UTF-8"
    except JSONDecodeError as error:
        return f"not JSON at column {error.colno} ({error.msg}); write one JSON object a line"
    except (ValueError, RecursionError) as error:
        return f"not usable JSON ({error}); write one flat JSON object a line"
    return found if isinstance(found, dict) else "the line is JSON but no object; write one JSON object a line"


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _trouble(found: dict[str, object]) -> str:
    unknown = sorted(set(found) - _KNOWN)
    missing = [name for name in _NEEDED if name not in found]
    wrong = sorted(name for name, value in found.items() if not isinstance(value, str))
    if unknown:
        return f'unknown key "{unknown[0][:80]}"; known are {", ".join(sorted(_KNOWN))}'
    if missing:
        return f'"{missing[0]}" is missing; every line needs {", ".join(_NEEDED)}'
    if wrong:
        return f'"{wrong[0]}" is not text; write it in quotation marks'
    texts = {name: str(value) for name, value in found.items()}
    if not _writable(texts):
        return "the text holds half a surrogate pair; write characters, or both halves of the escape"
    if not texts["id"].strip():
        return '"id" is empty; give every message an id of its own'
    if texts.get("identity", "none") not in _IDENTITIES:
        return f'"identity" is neither {" nor ".join(_IDENTITIES)}; write one of them or leave it out'
    return ""


def _writable(found: dict[str, str]) -> bool:
    return not any("\ud800" <= char <= "\udfff" for value in found.values() for char in value)
