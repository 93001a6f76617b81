"""Whether markup keeps its words from a reader's eyes, or could: styles, attributes, rules of <style>."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from counterfoil.reading.declarations import doubtful
from counterfoil.reading.sheets import Rule, Sheet, sheet, tidy

_FAR_AWAY = re.compile(r"(?:left|top|right|text-indent|margin-left|margin-top):-\d{3}")
_SIZE = re.compile(r"(?:^|;)font-size:([^;!]{1,40})")
_TINY = re.compile(r"0{0,9}(?:[01]|0?\.\d{1,9}|1\.0{0,9})(?:px|pt|em|rem|%)?")
_RELATIVE = ("em", "rem")  # 1em is no small size
_NO_SIZE = re.compile(r"(?:max-height|height|max-width|width|line-height):0(?:px|pt|em|%)?(?:;|!|$)")
_OPACITY = re.compile(r"opacity:0{0,9}\.?0{0,9}(?:;|!|$)")
_CLEAR = re.compile(r"(?:^|;)color:transparent")
_COLOUR = re.compile(r"(?:^|;)color:([^;!]{1,60})")
_BACKGROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]{1,200})")
_HEX = re.compile(r"#?([0-9a-f]{6}|[0-9a-f]{3})")
_RGB = re.compile(r"rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,(?:1(?:\.0+)?|0?\.[5-9]\d{0,9}))?\)")
_NAMES = {
    "white": (255, 255, 255),
    "window": (255, 255, 255),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "yellow": (255, 255, 0),
    "silver": (192, 192, 192),
    "lightgray": (211, 211, 211),
    "lightgrey": (211, 211, 211),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "black": (0, 0, 0),
    "windowtext": (0, 0, 0),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "navy": (0, 0, 128),
    "teal": (0, 128, 128),
    "maroon": (128, 0, 0),
    "orange": (255, 165, 0),
    "purple": (128, 0, 128),
    "darkblue": (0, 0, 139),
    "darkred": (139, 0, 0),
}
_NO_COLOUR = frozenset({"", "inherit", "unset", "currentcolor", "revert"})
_NO_GROUND = frozenset(
    {"", "none", "transparent", "inherit", "initial", "unset", "rgba(0,0,0,0)", "rgba(255,255,255,0)"}
)
_AROUND_GROUND = re.compile(
    r"\b(?:none|repeat|no-repeat|scroll|initial|auto|left|right|top|center|0(?:%|px|pt)?)(?=[\s/]|$)"
)
_LINK = (0, 0, 238)  # what programs give a link
_SELECTOR = re.compile(r"[a-z0-9]{0,20}[.#][\w-]{1,100}")
_WORK_LIMIT = 100_000  # rules held against elements: then there is doubt
_CLOSE = 40  # steps of 255 a channel: nearer colours are hard to tell apart

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How the words of an element look: `doubtful`, and colours None, where we can't say."""

    hidden: bool = False
    tiny: bool = False
    colour: Colour | None = (0, 0, 0)
    background: Colour | None = (255, 255, 255)
    doubtful: bool = False

    @property
    def unseen(self) -> bool:
        """Whether a reader would not see words that look like this."""
        return self.hidden or self.tiny or _same(self.colour, self.background)


def look(attributes: Mapping[str, str | None], outer: Look, hiding: frozenset[str]) -> Look:
    """The look of an element with these attributes inside `outer`; `hiding` are the selectors that hide."""
    if outer.hidden or not attributes:
        return outer
    style = tidy(attributes.get("style") or "")
    size = _SIZE.findall(style)
    colour = (_COLOUR.findall(style) or [attributes.get("color") or attributes.get("text") or ""])[-1]
    ground = (_BACKGROUND.findall(style) or [attributes.get("bgcolor") or ""])[-1]
    known = replace(
        outer,
        hidden=not {"hidden", "popover"}.isdisjoint(attributes) or hides(style) or _chosen(attributes, hiding),
        tiny=_is_tiny(size[-1]) if size else outer.tiny,
        colour=outer.colour if _plain(colour) in _NO_COLOUR else _colour(colour),
        background=outer.background if _plain(ground) in _NO_GROUND else _ground(ground),
    )
    unknown = known.colour is None or known.background is None or bool(attributes.get("background"))
    resized = bool(size) and _is_tiny(size[-1])  # judged already
    rest = _SIZE.sub("", style) if resized else style
    return replace(known, doubtful=outer.doubtful or (not known.unseen and (unknown or doubtful(rest))))


def hides(style: str) -> bool:
    """Whether tidy declarations hide an element with all that is in it."""
    if "display:none" in style or "visibility:hidden" in style or "mso-hide:all" in style:
        return True
    if _OPACITY.search(style) or _FAR_AWAY.search(style) or _CLEAR.search(style):
        return True
    if "transform:scale(0)" in style:
        return True
    return "overflow:hidden" in style and _NO_SIZE.search(style) is not None


def hiding_selectors(source: str) -> frozenset[str]:
    """The class and id selectors (".name", "#name") of a sheet whose rules hide what they select, on any medium."""
    found: set[str] = set()
    for rule in sheet(source).rules:
        if _surely_hides(rule):
            found.update(re.sub(r"^[a-z0-9]{1,20}", "", one) for one in rule.selectors if _SELECTOR.fullmatch(one))
    return frozenset(found)


def _surely_hides(rule: Rule) -> bool:
    sized = any(_is_tiny(size) for size in _SIZE.findall(rule.declarations))
    return rule.always and (hides(rule.declarations) or sized)


class Doubts:
    """What a sheet may do to elements that we can't say exactly; every element read is to be shown to it."""

    def __init__(self, rules: Sheet) -> None:
        self._rules = tuple(rule for rule in rules.rules if _could_hide(rule))
        self._coloured = tuple(rule for rule in rules.rules if "color:" in rule.declarations or _grounds(rule))
        self._colours: set[Colour | None] = {(0, 0, 0), _LINK}
        self._grounds: set[Colour | None] = {(255, 255, 255)}
        self._ruled: set[Colour | None] = set()
        self._ruled_grounds: set[Colour | None] = set()
        self._found = rules.odd
        self._kinds: set[tuple[str, str | None, str | None]] = set()
        self._work = 0

    def see(self, tag: str, attributes: Mapping[str, str | None], seen: Look) -> None:
        """Take an element that is read, with its look."""
        self._colours.add(seen.colour)
        self._grounds.add(seen.background)
        self._found |= seen.doubtful or self._work > _WORK_LIMIT
        kind = (tag, attributes.get("class"), attributes.get("id"))
        if self._found or (kind in self._kinds and not {"link", "vlink", "alink"} & attributes.keys()):
            return
        self._kinds.add(kind)
        self._work += len(self._rules) + len(self._coloured)
        self._found |= any(rule.could_select(tag, attributes) for rule in self._rules)
        for rule in self._coloured:
            if rule.could_select(tag, attributes):
                values = (value for value in _COLOUR.findall(rule.declarations) if _plain(value) not in _NO_COLOUR)
                self._ruled.update(map(_colour, values))
                self._ruled_grounds.update(map(_ground, _grounds(rule)))
        for name in {"link", "vlink", "alink"} & attributes.keys():
            self._ruled.add(_colour(attributes[name] or ""))

    @property
    def found(self) -> bool:
        """Whether words of this mail may be hidden by a rule: near colours anywhere in it are enough."""
        if self._found or None in self._ruled or None in self._ruled_grounds:
            return True
        ruled = [(one, ground) for one in self._ruled for ground in self._grounds | self._ruled_grounds]
        return any(_same(one, other) for one, other in ruled) or any(
            _same(one, other) for one in self._colours for other in self._ruled_grounds - {(255, 255, 255)}
        )


def _grounds(rule: Rule) -> list[str]:
    return [value for value in _BACKGROUND.findall(rule.declarations) if _plain(value) not in _NO_GROUND]


def _could_hide(rule: Rule) -> bool:
    if _surely_hides(rule) and all(map(_SELECTOR.fullmatch, rule.selectors)):
        return False  # then the words are left out
    return doubtful(rule.declarations) or hides(rule.declarations)


def _chosen(attributes: Mapping[str, str | None], hiding: frozenset[str]) -> bool:
    if not hiding:
        return False
    names = {f".{name}" for name in (attributes.get("class") or "").lower().split()}
    return bool(hiding & (names | {f"#{(attributes.get('id') or '').lower()}"}))


def _is_tiny(size: str) -> bool:
    found = _TINY.fullmatch(size.strip())
    return found is not None and not (size.strip().endswith(_RELATIVE) and not size.strip().startswith("0"))


def _plain(written: str) -> str:
    return tidy(written.partition("!")[0])


def _colour(written: str) -> Colour | None:
    plain = _plain(written)
    if hexadecimal := _HEX.fullmatch(plain):
        digits = hexadecimal[1] if len(hexadecimal[1]) == 6 else "".join(digit * 2 for digit in hexadecimal[1])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if parts := _RGB.fullmatch(plain):
        return int(parts[1]), int(parts[2]), int(parts[3])
    return _NAMES.get(plain)


def _ground(written: str) -> Colour | None:
    return _colour(_AROUND_GROUND.sub(" ", _plain(written)).replace("/", " ").strip())


def _same(one: Colour | None, other: Colour | None) -> bool:
    if one is None or other is None:
        return False
    return all(abs(left - right) <= _CLOSE for left, right in zip(one, other, strict=True))
