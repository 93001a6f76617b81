"""Takes typed fields out of one object of an order file; every refusal names the field and how to mend it."""

import difflib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any, TypeVar

from counterfoil.domain.errors import MoneyError
from counterfoil.domain.money import Money

_E = TypeVar("_E", bound=Enum)


class Refusal(Exception):  # noqa: N818  # becomes an OrderFileError once file and line are known
    """A field that can't be taken. `line` is given where it isn't the line of the order."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one object; `where` is put before their names."""

    content: Mapping[str, Any]
    where: str = ""

    def only(self, known: Iterable[str], what: str = "key") -> None:
        """Refuse unknown and missing keys, naming the nearest known one."""
        names = list(known)
        for key in self.content:
            if key not in names:
                near = difflib.get_close_matches(str(key), names, n=1, cutoff=0.4)
                hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}"
                raise Refusal(f"{self.where}{key} is an unknown {what}; {hint}")
        for name in names:
            if name not in self.content:
                raise Refusal(f"{self.where}{name} is missing")

    def text(self, key: str, limit: int = 200, *, empty: bool = False) -> str:
        """A printable text in Unicode form NFC, of at most `limit` characters."""
        value = self.content[key]
        if not isinstance(value, str):
            raise Refusal(f"{self.where}{key} is {_shown(value)}: write a text in quotes")
        value = unicodedata.normalize("NFC", value).strip()
        if not value and not empty:
            raise Refusal(f"{self.where}{key} is empty")
        if len(value) > limit:
            raise Refusal(f"{self.where}{key} has {len(value)} characters: shorten it to {limit}")
        if not value.isprintable():
            raise Refusal(f"{self.where}{key} holds control or invisible characters: take them out")
        return value

    def ident(self, key: str) -> str:
        """An id: at most 40 characters without white space, since an order number stands in sentences to customers."""
        value = self.text(key, 40)
        if any(char.isspace() for char in value):
            raise Refusal(f"{self.where}{key} is {_shown(value)}: write an id without spaces")
        return value

    def address(self, key: str) -> str:
        """A mail address, made lower case."""
        value = self.text(key, 254)
        if value.count("@") != 1 or value.startswith("@") or value.endswith("@") or " " in value:
            raise Refusal(f"{self.where}{key} is {_shown(value)}: write a mail address")
        return value.lower()

    def money(self, key: str, currency: str) -> Money:
        """An exact amount written as text."""
        try:
            return Money.parse(self.content[key], currency)
        except MoneyError as error:
            raise Refusal(f'{self.where}{key}: {error.message}; write amounts as text, such as "19.99"') from None

    def whole(self, key: str) -> int:
        """A whole number from 1 to a million."""
        value = self.content[key]
        if type(value) is not int or not 1 <= value <= 1_000_000:
            raise Refusal(f"{self.where}{key} is {_shown(value)}: write a whole number of 1 or more")
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.content[key]
        if not isinstance(value, bool):
            raise Refusal(f"{self.where}{key} is {_shown(value)}: write true or false")
        return value

    def day(self, key: str) -> date:
        """A calendar day, YYYY-MM-DD."""
        value = self.content[key]
        try:
            if isinstance(value, str) and len(value) == 10:
                return date.fromisoformat(value)
        except ValueError:
            pass  # refused like any other text that is no day
        raise Refusal(f"{self.where}{key} is {_shown(value)}: write a day such as 2026-11-30")

    def one_of(self, key: str, words: type[_E]) -> _E:
        """A word of a fixed list."""
        value = self.content[key]
        found = next((word for word in words if word.value == value), None)
        if found is None:
            known = ", ".join(str(word.value) for word in words)
            raise Refusal(f"{self.where}{key} is {_shown(value)}: write one of {known}")
        return found

    def parts(self, key: str) -> list["Fields"]:
        """A list of objects, not empty."""
        value = self.content[key]
        if not isinstance(value, list) or not value or not all(isinstance(part, dict) for part in value):
            raise Refusal(f"{self.where}{key} is not a list of objects with at least one")
        return [Fields(part, f"{self.where}{key}[{index}].") for index, part in enumerate(value)]


def _shown(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
