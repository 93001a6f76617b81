"""Money in whole minor units and an ISO 4217 currency. No floats, no rounding: what is not exact is refused."""

import re
from dataclasses import dataclass
from typing import Self

from counterfoil.domain.currencies import EXPONENTS
from counterfoil.domain.digests import Body
from counterfoil.domain.errors import MoneyError

_AMOUNT = re.compile(r"(\d{1,15})(?:\.(\d{1,4}))?", re.ASCII)


@dataclass(frozen=True, slots=True, order=False)
class Money:
    """`minor` whole minor units (cents, yen, fils) of `currency`; never negative."""

    minor: int
    currency: str

    def __post_init__(self) -> None:
        if type(self.minor) is not int or self.minor < 0:
            raise MoneyError(f"{self.minor!r} is not a whole, non-negative number of minor units")
        exponent(self.currency)

    @classmethod
    def parse(cls, text: object, currency: str) -> Self:
        """`"19.99"` as 1999 minor units; MoneyError for floats, signs, separators or more decimals than it has."""
        decimals = exponent(currency)
        if not isinstance(text, str):
            raise MoneyError(f"{text!r} is a {type(text).__name__}, not an amount written as text")
        found = _AMOUNT.fullmatch(text)
        if not found:
            raise MoneyError(f"{text!r} is not an amount such as 19.99")
        whole, fraction = found[1], found[2] or ""
        if len(fraction) > decimals:
            raise MoneyError(f"{text!r} has {len(fraction)} decimals, {currency} has {decimals}")
        return cls(int(whole + fraction.ljust(decimals, "0")), currency)

    def __add__(self, other: "Money") -> "Money":
        return Money(self.minor + self._same(other), self.currency)

    def __sub__(self, other: "Money") -> "Money":
        return Money(self.minor - self._same(other), self.currency)

    def __lt__(self, other: "Money") -> bool:
        return self.minor < self._same(other)

    def __le__(self, other: "Money") -> bool:
        return self.minor <= self._same(other)

    def __str__(self) -> str:
        decimals = exponent(self.currency)
        digits = str(self.minor).rjust(decimals + 1, "0")
        number = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
        return f"{number} {self.currency}"

    def body(self) -> Body:
        """The canonical object of this amount."""
        return {"currency": self.currency, "minor": str(self.minor)}

    @classmethod
    def from_body(cls, body: object) -> Self:
        """The amount that `body()` wrote."""
        match body:
            case {"currency": str(currency), "minor": str(minor)} if minor.isascii() and minor.isdigit():
                return cls(int(minor), currency)
            case _:
                raise MoneyError(f"{body!r} is not an amount")

    def _same(self, other: "Money") -> int:
        if other.currency != self.currency:
            raise MoneyError(f"{self} and {other} are of different currencies")
        return other.minor


def exponent(currency: str) -> int:
    """How many decimals `currency` has in ISO 4217; MoneyError when it is not in the standard."""
    try:
        return EXPONENTS[currency]
    except KeyError:
        raise MoneyError(f"{currency!r} is not a currency of ISO 4217") from None


def total(amounts: list[Money], currency: str) -> Money:
    """The sum of `amounts`, zero of `currency` when there are none."""
    result = Money(0, currency)
    for amount in amounts:
        result = result + amount
    return result
