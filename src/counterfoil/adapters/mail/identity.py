"""Who wrote a mail, as far as the configured host's own word goes. Everything doubtful is Identity.NONE.

The word is the topmost Authentication-Results field (RFC 8601), and only where it stands above every Received field:
a host writes above what it received, so what stands below its own Received line may have come with the mail. Hosts
that write their result below that line are not believed.
"""

import re
from dataclasses import dataclass

from counterfoil.domain.mail_fields import Fields
from counterfoil.domain.tickets import Identity

_DOMAIN = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){0,20}"
_ADDRESS = re.compile(rf"[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@({_DOMAIN})")
_TOKEN = re.compile(r'[;=]|[^\s()"\\;=]+')
_SPACE = re.compile(r"\s+")
QUOTED = '"'  # what stands for a quoted string in a list of tokens: its content proves nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """The author's address in lower case, and its domain; both "" unless there is exactly one well-formed author."""

    address: str = ""
    domain: str = ""


def sender(found: Fields) -> Sender:
    """The one address of the one From field; nothing for several, for none, and for anything malformed."""
    authors = found.all("from")
    if len(authors) != 1:
        return Sender()
    bare = _without_comments(authors[0], keep=False)
    if bare is None:
        return Sender()
    address = _ADDRESS.fullmatch(_angle(bare))
    if not address or "=?" in address[0]:
        return Sender()
    return Sender(address=address[0].lower(), domain=address[1].lower())


def identity(found: Fields, authserv_id: str) -> Identity:
    """DMARC if the topmost result is by exactly `authserv_id` and passes the one author's domain; else NONE."""
    results = found.all("authentication-results")
    author = sender(found)
    if not (authserv_id and found.clean and results and author.domain):
        return Identity.NONE
    if not _on_top(found):
        return Identity.NONE
    passed = _passed_domain(results[0], authserv_id)
    return Identity.DMARC if passed == author.domain else Identity.NONE


def _on_top(found: Fields) -> bool:
    """Whether the first result stands above the first Received field."""
    names = [name for name, _ in found.pairs]
    return "received" not in names or names.index("authentication-results") < names.index("received")


def _angle(bare: str) -> str:
    """What stands in the one pair of angle brackets at the end, or all of it where there are none."""
    if "<" not in bare and ">" not in bare:
        return bare.strip()
    name, _, rest = bare.partition("<")
    if any(mark in name for mark in ",;:@>\\") or not rest.rstrip().endswith(">"):
        return ""
    return rest.rstrip()[:-1]


def _passed_domain(value: str, authserv_id: str) -> str | None:
    """The header.from of the only dmarc result, if that result is pass and `authserv_id` gave it."""
    text = _without_comments(value, keep=True)
    tokens = _tokens(text) if text is not None else None
    if not tokens:
        return None
    first, *results = _split(tokens)
    if first not in ([authserv_id.lower()], [authserv_id.lower(), "1"]):
        return None
    of_dmarc = [result for result in results if result[:2] == ["dmarc", "="] or result[0].startswith("dmarc/")]
    if len(of_dmarc) != 1 or of_dmarc[0][:3] != ["dmarc", "=", "pass"]:
        return None
    return _header_from(of_dmarc[0][3:])


def _header_from(tokens: list[str]) -> str | None:
    """The value of the only header.from property; None unless `tokens` are properties throughout."""
    if len(tokens) % 3 or any(mark != "=" for mark in tokens[1::3]):
        return None
    values = [value for name, value in zip(tokens[0::3], tokens[2::3], strict=True) if name == "header.from"]
    return values[0] if len(values) == 1 else None


def _split(tokens: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for word in tokens:
        if word == ";":
            parts.append([])
        else:
            parts[-1].append(word)
    return [part or [""] for part in parts]


def _tokens(text: str) -> list[str] | None:
    """The tokens in lower case; None where a character has no place in the grammar."""
    if not text.isascii():
        return None
    tokens: list[str] = []
    position = 0
    while position < len(text):
        gap = _SPACE.match(text, position)
        if gap:
            position = gap.end()
            continue
        if text[position] == QUOTED:
            tokens.append(QUOTED)
            position += 1
            continue
        found = _TOKEN.match(text, position)
        if not found:
            return None
        tokens.append(found[0].lower())
        position = found.end()
    return tokens


def _without_comments(value: str, *, keep: bool) -> str | None:
    """`value` with comments as blanks and quoted strings as one mark (blank unless `keep`); None if unbalanced."""
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for char in value:
        inside = quoted or depth > 0
        if escaped:
            escaped = False
        elif inside and char == "\\":
            escaped = True
        elif quoted:
            quoted = char != '"'
        elif char == "(":
            depth += 1
            kept.append(" ")
        elif char == ")":
            depth -= 1
            if depth < 0:
                return None
        elif not inside and char == '"':
            quoted = True
            kept.append(f" {QUOTED} " if keep else " ")
        elif not inside:
            kept.append(char)
    return None if quoted or depth or escaped else "".join(kept)
