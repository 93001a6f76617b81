"""Whether markup keeps its words from a reader's eyes: inline styles, attributes and the simple rules of <style>."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_FAR_AWAY = re.compile(r"(?:left|top|right|text-indent|margin-left|margin-top):-\d{3}")
_SIZE = re.compile(r"(?:^|;)font-size:([^;!]{1,40})")
_TINY = re.compile(r"0{0,9}(?:[01]|0?\.\d{1,9}|1\.0{0,9})(?:px|pt|em|rem|%)?")
_RELATIVE = ("em", "rem")  # 1em is no small size
_NO_SIZE = re.compile(r"(?:max-height|height|max-width|width|line-height):0(?:px|pt|em|%)?(?:;|!|$)")
_OPACITY = re.compile(r"opacity:0{0,9}\.?0{0,9}(?:;|!|$)")
_COLOUR = re.compile(r"(?:^|;)color:([^;!]{1,60})")
_BACKGROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]{1,200})")
_HEX = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-f])")
_RGB = re.compile(r"rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})[^)]{0,20}\)")
_NAMES = {"white": (255, 255, 255), "black": (0, 0, 0), "snow": (255, 250, 250), "ivory": (255, 255, 240)}
_SELECTOR = re.compile(r"[a-z0-9]{0,20}[.#][\w-]{1,100}")
_COMMENT = re.compile(r"/\*[^*]{0,2000}\*/")
_AROUND = re.compile(r"\s{0,20}([:;,(){}!])\s{0,20}")
_STYLE_LIMIT = 100_000
_CLOSE = 24  # steps of 255 a channel: nearer colours can't be told apart

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How the words of an element look. `colour` and `background` are None where we can't say."""

    hidden: bool = False
    tiny: bool = False
    colour: Colour | None = (0, 0, 0)
    background: Colour | None = (255, 255, 255)

    @property
    def unseen(self) -> bool:
        """Whether a reader would not see words that look like this."""
        return self.hidden or self.tiny or _same(self.colour, self.background)


def look(attributes: Mapping[str, str | None], outer: Look, hiding: frozenset[str]) -> Look:
    """The look of an element with these attributes inside `outer`; `hiding` are the selectors that hide."""
    if outer.hidden or not attributes:
        return outer
    style = _tidy(attributes.get("style") or "")
    size = _SIZE.findall(style)
    colours = _COLOUR.findall(style) or [attributes.get("color") or ""]
    backgrounds = _BACKGROUND.findall(style) or [attributes.get("bgcolor") or ""]
    return Look(
        hidden="hidden" in attributes or hides(style) or _chosen(attributes, hiding),
        tiny=_is_tiny(size[-1]) if size else outer.tiny,
        colour=_colour(colours[-1]) if colours[-1] else outer.colour,
        background=_colour(backgrounds[-1]) if backgrounds[-1] else outer.background,
    )


def hides(style: str) -> bool:
    """Whether tidy declarations hide an element with all that is in it."""
    if "display:none" in style or "visibility:hidden" in style or "mso-hide:all" in style:
        return True
    if _OPACITY.search(style) or _FAR_AWAY.search(style) or "color:transparent" in style.replace("-color", ""):
        return True
    return "overflow:hidden" in style and _NO_SIZE.search(style) is not None


def hiding_selectors(sheet: str) -> frozenset[str]:
    """The class and id selectors (".name", "#name") of `sheet` whose rules hide what they select."""
    found: set[str] = set()
    for rule in sheet[:_STYLE_LIMIT].split("}"):
        selectors, _, declarations = rule.rpartition("{")
        tidy = _tidy(declarations)
        if hides(tidy) or any(_is_tiny(size) for size in _SIZE.findall(tidy)):
            plain = (selector.strip().lower() for selector in selectors.rpartition("{")[2].split(","))
            found.update(re.sub(r"^[a-z0-9]{1,20}", "", one) for one in plain if _SELECTOR.fullmatch(one))
    return frozenset(found)


def _chosen(attributes: Mapping[str, str | None], hiding: frozenset[str]) -> bool:
    if not hiding:
        return False
    names = {f".{name}" for name in (attributes.get("class") or "").lower().split()}
    return bool(hiding & (names | {f"#{(attributes.get('id') or '').lower()}"}))


def _tidy(style: str) -> str:
    """In lower case, without comments, with single blanks and none around punctuation."""
    plain = " ".join(_COMMENT.sub("", style[:_STYLE_LIMIT].lower()).split())
    return _AROUND.sub(r"\1", plain)


def _is_tiny(size: str) -> bool:
    found = _TINY.fullmatch(size.strip())
    return found is not None and not (size.strip().endswith(_RELATIVE) and not size.strip().startswith("0"))


def _colour(written: str) -> Colour | None:
    plain = _tidy(written)
    if hexadecimal := _HEX.search(plain):
        digits = hexadecimal[1] if len(hexadecimal[1]) == 6 else "".join(digit * 2 for digit in hexadecimal[1])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if parts := _RGB.search(plain):
        return int(parts[1]), int(parts[2]), int(parts[3])
    return next((value for name, value in _NAMES.items() if name in plain.split()), None)


def _same(one: Colour | None, other: Colour | None) -> bool:
    if one is None or other is None:
        return False
    return all(abs(left - right) <= _CLOSE for left, right in zip(one, other, strict=True))
