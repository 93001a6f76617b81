"""Money: exact minor units of an ISO 4217 currency; everything else is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from iso4217 import Currency

from counterfoil.domain.currencies import EXPONENTS
from counterfoil.domain.errors import MoneyError
from counterfoil.domain.money import Money, exponent, total

AMOUNTS = st.builds(Money, st.integers(0, 10**12), st.sampled_from(sorted(EXPONENTS)))


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [("19.99", "EUR", 1999), ("19.9", "EUR", 1990), ("19", "EUR", 1900), ("500", "JPY", 500), ("1.234", "KWD", 1234)],
)
def test_amounts_are_read_in_minor_units(text: str, currency: str, minor: int) -> None:
    """An amount in currency units becomes whole minor units by the currency's own decimals."""
    assert Money.parse(text, currency) == Money(minor, currency)


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", "1,00", "1 000", " 1", "1\n", ".5", "5.", "1e3", "٣", "NaN", "1" * 16]
)
def test_other_spellings_are_refused(text: str) -> None:
    """Signs, separators, blanks, exponents, foreign digits and endless numbers are no amounts."""
    with pytest.raises(MoneyError):
        Money.parse(text, "EUR")


@pytest.mark.parametrize("value", [19.99, 19, None, True, b"19.99"])
def test_only_text_is_read(value: object) -> None:
    """Floats and every other type are refused, never converted."""
    with pytest.raises(MoneyError, match="not an amount written as text"):
        Money.parse(value, "EUR")


@pytest.mark.parametrize(("text", "currency"), [("1.001", "EUR"), ("1.0", "JPY"), ("1.2345", "KWD")])
def test_too_many_decimals_are_refused(text: str, currency: str) -> None:
    """Nothing is rounded: more decimals than the currency has are refused, even zeros."""
    with pytest.raises(MoneyError, match="decimals"):
        Money.parse(text, currency)


@pytest.mark.parametrize("minor", [-1, 1.0, True, "1", None])
def test_minor_units_are_whole_and_not_negative(minor: object) -> None:
    """Negative numbers, floats, booleans and text never become money."""
    with pytest.raises(MoneyError):
        Money(minor, "EUR")  # type: ignore[arg-type]


@pytest.mark.parametrize("currency", ["", "eur", "EURO", "XXX", "€"])
def test_unknown_currencies_are_refused(currency: str) -> None:
    """Only upper-case codes of the standard are currencies."""
    with pytest.raises(MoneyError, match="ISO 4217"):
        Money(1, currency)


@pytest.mark.parametrize(
    ("minor", "currency", "text"), [(5, "EUR", "0.05 EUR"), (7, "JPY", "7 JPY"), (0, "KWD", "0.000 KWD")]
)
def test_text_shows_all_decimals(minor: int, currency: str, text: str) -> None:
    """An amount is written with all decimals that its currency has."""
    assert str(Money(minor, currency)) == text


@given(AMOUNTS)
def test_text_and_body_read_back(amount: Money) -> None:
    """What is written is read as the same amount."""
    number, currency = str(amount).split(" ")
    assert Money.parse(number, currency) == amount == Money.from_body(amount.body())


@given(AMOUNTS, st.integers(0, 10**12))
def test_sums_are_exact(amount: Money, minor: int) -> None:
    """Adding and taking away again gives the same amount, and order follows the number."""
    more = amount + Money(minor, amount.currency)
    assert more - Money(minor, amount.currency) == amount
    assert amount <= more
    assert (amount < more) == (minor > 0)


def test_currencies_never_mix() -> None:
    """Neither sum, difference nor comparison takes two currencies."""
    euro, dollar = Money(1, "EUR"), Money(1, "USD")
    for work in (lambda: euro + dollar, lambda: euro - dollar, lambda: euro < dollar, lambda: euro <= dollar):
        with pytest.raises(MoneyError, match="different currencies"):
            work()
    with pytest.raises(MoneyError):
        total([euro, dollar], "EUR")


def test_nothing_goes_below_zero() -> None:
    """A difference below zero is refused."""
    with pytest.raises(MoneyError):
        Money(1, "EUR") - Money(2, "EUR")


def test_total_of_nothing_is_zero() -> None:
    """The sum of no amounts is zero of the currency; of some, their sum."""
    assert total([], "EUR") == Money(0, "EUR")
    assert total([Money(1, "EUR"), Money(2, "EUR")], "EUR") == Money(3, "EUR")


@pytest.mark.parametrize(
    "body", [None, {}, {"currency": "EUR"}, {"currency": "EUR", "minor": 1}, {"currency": "EUR", "minor": "-1"}]
)
def test_other_bodies_are_refused(body: object) -> None:
    """Only an object with a currency and digits is an amount."""
    with pytest.raises(MoneyError):
        Money.from_body(body)


def test_decimals_are_those_of_the_standard() -> None:
    """Every listed currency stands in ISO 4217 with the same number of decimals."""
    known = {one.code: one.exponent for one in Currency}
    assert {code: known.get(code) for code in EXPONENTS} == EXPONENTS


def test_no_currency_with_decimals_is_missing() -> None:
    """Every currency to which the standard gives decimals is listed."""
    assert {one.code for one in Currency if one.exponent is not None} <= EXPONENTS.keys()
    assert exponent("EUR") == 2
