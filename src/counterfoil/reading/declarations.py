"""Whether CSS declarations are of the ordinary kind, which can't keep words from a reader. Unknown ones are not."""

import re

from counterfoil.reading.sheets import is_broken

_HARMLESS = re.compile(
    r"mso-(?!hide)[\w-]+|font-(?!size)[\w-]+|text-(?:align|transform|rendering|underline|justify|autospace|overflow)[\w-]*"
    r"|(?:-webkit-|-ms-|-moz-)?text-size-adjust|-webkit-(?:font-smoothing|nbsp-mode|line-break|hyphens)"
    r"|-webkit-tap-highlight-color|-moz-osx-font-smoothing|-ms-interpolation-mode"
    r"|list-style[\w-]*|white-space[\w-]*|word-(?:break|wrap)|overflow-wrap|line-break|hyphens"
    r"|orphans|widows|page[\w-]*|break-[\w-]+|size|caret-color|cursor|float|clear|table-layout|caption-side|empty-cells"
    r"|box-sizing|tab-size|tab-interval|color-scheme|supported-color-schemes|quotes|behavior|direction|layout-[\w-]+"
    r"|punctuation-wrap|(?:min-|max-)?(?:width|height)|justify-[\w-]+|align-[\w-]+|flex[\w-]*|gap|background-(?!color|clip)"
    r"(?:repeat|position|size|attachment|origin)[\w-]*"
)
_COLOURS = frozenset({"color", "background", "background-color"})  # judged where they meet
_VALUES = {
    "display": re.compile(
        r"(?:inline-|-ms-inline-)?(?:block|flex|table|grid)|inline|table-[a-z-]+|list-item|flow-root"
    ),
    "visibility": re.compile(r"visible|inherit|initial"),
    "opacity": re.compile(r"1(?:\.0+)?|0?\.[5-9]\d{0,9}|inherit|initial"),
    "overflow": re.compile(r"visible|inherit|initial"),
    "position": re.compile(r"static|relative|inherit|initial"),
    "unicode-bidi": re.compile(r"normal|embed|isolate|plaintext|initial|inherit"),
    "-webkit-text-stroke-width": re.compile(r"0(?:\.0)?(?:px)?"),
    "-webkit-text-stroke": re.compile(r"(?:0px )?#[0-9a-f]{3,6}|0(?:px)?|(?:0px )?rgb\([\d,]+\)"),
    "zoom": re.compile(r"1|100%|normal"),
    "transform": re.compile(r"none"),
    "filter": re.compile(r"none"),
    "text-shadow": re.compile(r"none"),
    "box-shadow": re.compile(r"none"),
    "content-visibility": re.compile(r"visible"),
}
_LENGTHS = re.compile(  # property -> how far below zero and how far above it, in about a pixel
    r"(?P<space>(?:margin|padding)[\w-]*)|(?P<indent>text-indent)|(?P<shift>top|left|right|bottom|vertical-align)"
    r"|(?P<border>border(?!-image)[\w-]*)|(?P<spacing>(?:letter|word)-spacing)|(?P<line>outline(?:-width|-style|-color)?|text-decoration[\w-]*)"
)
_RANGES = {
    "space": (-10, 500),
    "indent": (-100, 500),
    "shift": (-10, 10),
    "spacing": (-1, 20),
    "line": (0, 5),
    "border": (0, 60),
}
_LENGTH = re.compile(r"(-?\d{0,9}\.?\d{1,9})\.?(px|pt|em|rem|ex|ch|cm|mm|in|pc|%)?")
_PIXELS = {"pt": 1.33, "em": 16, "rem": 16, "ex": 8, "ch": 8, "cm": 38, "mm": 3.8, "in": 96, "pc": 16}
_WORDY = re.compile(r"[a-z-]+|#[0-9a-f]{3,8}|rgba?\([\d.,% ]+\)")
_SIZES = re.compile(
    r"(?:x-|xx-|xxx-)?(?:small|large)|medium|inherit|initial|unset|revert|smaller|larger|(?P<length>\d[\w.%]*|\.\d[\w.%]*)"
)
_SMALLEST = {"": 6.0, "px": 6.0, "pt": 5.0, "em": 0.75, "rem": 0.4, "%": 75.0, "cm": 0.16, "mm": 1.6, "in": 0.07}
_AMOUNT = re.compile(r"(\d{0,9}\.?\d{1,9})\.?([a-z%]*)")
_FONT = re.compile(r"[a-z0-9 -]*?((?:\d|\.\d)[\d.]*(?:px|pt|em|rem|%))(?:/[\w.%]+)?(?: .*)?")


def doubtful(tidy: str) -> bool:
    """Whether any of the tidy declarations could hide words, or is one that we don't know."""
    if any(sign in tidy for sign in "\\{}<") or is_broken(tidy) or tidy.count("(") != tidy.count(")"):
        return True
    if "!important" in tidy and (tidy.count(";color:") + tidy.startswith("color:") > 1 or tidy.count("background") > 1):
        return True  # which one counts, we don't say
    pairs = (declaration.partition(":") for declaration in tidy.split(";") if declaration.strip())
    return any(not _is_ordinary(name.strip(), value.partition("!")[0].strip()) for name, _, value in pairs)


def _is_ordinary(name: str, value: str) -> bool:
    if not value or name in _COLOURS or _HARMLESS.fullmatch(name):
        return True
    if name in _VALUES:
        return _VALUES[name].fullmatch(value) is not None
    if name == "font-size":
        return _is_readable(value)
    if name == "font":
        return value in {"inherit", "initial"} or bool((found := _FONT.fullmatch(value)) and _is_readable(found[1]))
    if name == "line-height":
        return value in {"normal", "inherit", "initial"} or _is_open(value)
    kind = _LENGTHS.fullmatch(name)
    return kind is not None and _is_near(value, *_RANGES[kind.lastgroup or ""])


def _is_readable(size: str) -> bool:
    found = _SIZES.fullmatch(size)
    return found is not None and (not found["length"] or _at_least(found["length"], _SMALLEST))


def _is_open(height: str) -> bool:
    return _at_least(height, _SMALLEST | {"": 0.7, "%": 70.0})


def _at_least(amount: str, smallest: dict[str, float]) -> bool:
    found = _AMOUNT.fullmatch(amount)
    return found is not None and found[2] in smallest and smallest[found[2]] <= float(found[1]) <= 1000


def _is_near(value: str, low: float, high: float) -> bool:
    for part in value.split():
        found = _LENGTH.fullmatch(part)
        if found and not low <= float(found[1]) * _PIXELS.get(found[2] or "", 1) <= high:
            return False
        if not found and not _WORDY.fullmatch(part):
            return False
    return True
