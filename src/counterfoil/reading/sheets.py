"""The rules of style sheets, and which elements they could select. In doubt a rule could select any."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_AROUND = re.compile(r"\s{0,20}([:;,(){}!])\s{0,20}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LIMIT = 100_000  # characters of a sheet, or of one style
_TOKEN = re.compile(r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'|[\"'\\]|url\([^\"')]*\)?", re.DOTALL)
_STRUCTURE = frozenset("{};:/*()\\")
_STATEMENT = re.compile(r"@(?:charset|namespace)[^;{}]{0,500};")
_GROUP = re.compile(r"@(?:media|supports)\b[^;{}]*")
_UNSEEN = re.compile(r"@(?:font-face|page|(?:-webkit-|-moz-)?keyframes|list|viewport|-ms-viewport)\b[^;{}]*")
_COMPOUND = re.compile(r"(\*|[a-z][a-z0-9]*)?((?:[.#][\w-]+)*)(?:::?[a-z-]+)*")
_PARTS = re.compile(r"[.#][\w-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """`selectors` in lower case, tidy `declarations`; `always` is False inside @media and its like."""

    selectors: tuple[str, ...]
    declarations: str
    always: bool = True

    def could_select(self, tag: str, attributes: Mapping[str, str | None]) -> bool:
        """Whether the rule could select such an element: only tag, classes and id of the last part are judged."""
        return any(_could(selector, tag, attributes) for selector in self.selectors)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Rules, and whether something in the sheet is not understood."""

    rules: tuple[Rule, ...] = ()
    odd: bool = False


def tidy(style: str) -> str:
    """In lower case, without comments, with single blanks and none around punctuation."""
    plain = " ".join(_COMMENT.sub("", style[:_LIMIT].lower()).split())
    return _AROUND.sub(r"\1", plain)


def is_broken(style: str) -> bool:
    """Whether strings or addresses in `style` are open or hold signs of structure: readers may differ about them."""
    for found in _TOKEN.finditer(style):
        token = found[0]
        if token[0] in "\"'" and (len(token) == 1 or not _STRUCTURE.isdisjoint(token)):
            return True
        if token.startswith("url(") and (not token.endswith(")") or any(sign in token for sign in ("/*", "{", "}"))):
            return True
    return False


def sheet(source: str) -> Sheet:
    """The rules of a style sheet; odd where it is longer than the limit, nested strangely or imports another."""
    cut = source[:_LIMIT].lower()
    plain = " ".join(_TOKEN.sub(lambda found: " " if found[0].startswith("/*") else found[0], cut).split())
    plain = _STATEMENT.sub("", plain.replace("<!--", " ").replace("-->", " "))
    odd = len(source) > _LIMIT or "/*" in plain or is_broken(cut)
    rules: list[Rule] = []
    groups, heads, at = 0, "", 0
    for found in re.finditer(r"[{}]", plain):
        words, at = plain[at : found.start()].strip(), found.end()
        if found[0] == "{":
            grouped = not heads and _GROUP.fullmatch(words) is not None
            odd |= bool(heads) or (";" in words)
            groups, heads = groups + grouped, "" if grouped else words or "*"
        elif heads:
            odd |= words.count("(") != words.count(")") or "[" in words
            odd |= heads.startswith("@") and not _UNSEEN.fullmatch(heads)
            if not _UNSEEN.fullmatch(heads):
                rules.append(Rule(selectors=_split(heads), declarations=tidy(words), always=not groups))
            heads = ""
        else:
            odd |= not groups or bool(words)
            groups = max(0, groups - 1)
    return Sheet(rules=tuple(rules), odd=odd or bool(heads or groups or plain[at:].strip()))


def _split(selectors: str) -> tuple[str, ...]:
    if any(sign in selectors for sign in "([\\\"'"):
        return ("*",)  # a comma may stand inside
    return tuple(selector.strip() for selector in selectors.split(","))


def _could(selector: str, tag: str, attributes: Mapping[str, str | None]) -> bool:
    last = re.split(r"[\s>+~]+", selector)[-1]
    found = _COMPOUND.fullmatch(last)
    if found is None:
        return True
    names = {f".{name}" for name in (attributes.get("class") or "").lower().split()}
    names.add(f"#{(attributes.get('id') or '').lower()}")
    return found[1] in {None, "*", tag} and set(_PARTS.findall(found[2])) <= names
