"""Whether markup keeps its words from a reader's eyes: inline styles, attributes and the simple rules of <style>."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_FAR_AWAY = re.compile(r"(?:left|top|right|text-indent|margin-left|margin-top):-\d{3}")
_TINY = re.compile(r"font-size:0*(?:0|1|0?\.\d{1,9}|1\.0{0,9})(?:px|pt|em|rem|%)?(?:;|!|$)")
_NO_SIZE = re.compile(r"(?:max-height|height|max-width|width|line-height):0(?:px|pt|em|%)?(?:;|!|$)")
_OPACITY = re.compile(r"opacity:(?:0|0?\.0\d{0,9}|0\.0{1,9})(?:;|!|$)")
_COLOUR = re.compile(r"(?:^|;)color:([^;!]{1,60})")
_BACKGROUND = re.compile(r"(?:^|;)background(?:-color|-image)?:([^;!]{1,200})")
_HEX_SHORT = re.compile(r"#([0-9a-f])([0-9a-f])([0-9a-f])")
_NAMES = {"white": "#ffffff", "black": "#000000", "rgb(255,255,255)": "#ffffff", "rgb(0,0,0)": "#000000"}
_SELECTOR = re.compile(r"[a-z0-9]{0,20}[.#][\w-]{1,100}")
_STYLE_LIMIT = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How the words of an element look."""

    hidden: bool = False
    colour: str = "#000000"
    background: str = "#ffffff"


def look(attributes: Mapping[str, str | None], outer: Look, hiding: frozenset[str]) -> Look:
    """The look of an element with these attributes inside `outer`; `hiding` are the selectors that hide."""
    if outer.hidden or not attributes:
        return outer
    style = _squeezed(attributes.get("style") or "")
    colour = _value(_COLOUR, style) or _colour(attributes.get("color") or "") or outer.colour
    background = _value(_BACKGROUND, style) or _colour(attributes.get("bgcolor") or "") or outer.background
    hidden = "hidden" in attributes or hides(style) or colour in (background, "transparent")
    return Look(hidden=hidden or _chosen(attributes, hiding), colour=colour, background=background)


def hides(style: str) -> bool:
    """Whether declarations without white space, in lower case, make an element invisible."""
    if "display:none" in style or "visibility:hidden" in style or "mso-hide:all" in style:
        return True
    if _TINY.search(style) or _OPACITY.search(style) or _FAR_AWAY.search(style):
        return True
    return "overflow:hidden" in style and _NO_SIZE.search(style) is not None


def hiding_selectors(sheet: str) -> frozenset[str]:
    """The class and id selectors (".name", "#name") of `sheet` whose rules hide what they select."""
    found: set[str] = set()
    for rule in sheet[:_STYLE_LIMIT].split("}"):
        selectors, _, declarations = rule.rpartition("{")
        if hides(_squeezed(declarations)):
            plain = (selector.strip().lower() for selector in selectors.rpartition("{")[2].split(","))
            found.update(re.sub(r"^[a-z0-9]{1,20}", "", one) for one in plain if _SELECTOR.fullmatch(one))
    return frozenset(found)


def _chosen(attributes: Mapping[str, str | None], hiding: frozenset[str]) -> bool:
    if not hiding:
        return False
    names = {f".{name}" for name in (attributes.get("class") or "").lower().split()}
    return bool(hiding & (names | {f"#{(attributes.get('id') or '').lower()}"}))


def _squeezed(style: str) -> str:
    return "".join(re.sub(r"/\*[^*]{0,2000}\*/", "", style[:_STYLE_LIMIT]).split()).lower()


def _value(pattern: re.Pattern[str], style: str) -> str:
    found = pattern.findall(style)
    return _colour(found[-1]) if found else ""


def _colour(written: str) -> str:
    name = "".join(written.split()).lower()
    short = _HEX_SHORT.fullmatch(name)
    if short:
        return "#" + "".join(digit * 2 for digit in short.groups())
    return _NAMES.get(name, name)
