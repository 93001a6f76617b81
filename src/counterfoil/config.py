"""One frozen Settings object from counterfoil.toml and the environment. Every setting is a row of `TABLE`."""

import difflib
import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from counterfoil.domain.choices import Reason
from counterfoil.domain.errors import KeyExposedError, SettingsError
from counterfoil.domain.rules import Rules

FILE: Final = "counterfoil.toml"
PREFIX: Final = "COUNTERFOIL_"
OTHER_NAMES: Final = frozenset({"COUNTERFOIL_HOME", "COUNTERFOIL_DATA"})  # of the environment, not settings
REPLY_MODES: Final = ("shadow", "note", "reply")
_KEY_NAME: Final = re.compile(
    r".*PAYMENT_?KEY|.*(STRIPE|ADYEN|PAYPAL|BRAINTREE|MOLLIE|KLARNA|RAZORPAY|SQUARE)(?!.*(WEBHOOK|PUBLI)).*(KEY|SECRET|TOKEN).*",
    re.IGNORECASE,
)
_KEY_STARTS: Final = ("sk_live_", "sk_test_", "rk_live_", "rk_test_")

Value = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One row of the table: where a setting stands, its default (which also gives its type) and what it does."""

    section: str
    key: str
    default: Value
    says: str
    least: int = 0  # of numbers
    most: int = 100_000  # of numbers: eleven years of hours, 270 years of days
    path: bool = False  # relative ones count from the home directory

    @property
    def name(self) -> str:
        """`section.key`."""
        return f"{self.section}.{self.key}"

    @property
    def variable(self) -> str:
        """The environment variable that overrides the file."""
        return f"{PREFIX}{self.section}_{self.key}".upper()


def _row(name: str, default: Value, says: str, *, least: int = 0, path: bool = False) -> Setting:
    section, key = name.split(".")
    return Setting(section=section, key=key, default=default, says=says, least=least, path=path)


TABLE: Final = (
    _row("store.path", "counterfoil.db", "The database file.", path=True),
    _row("desk.reply", "note", "What happens to an answer: shadow (only recorded), note (for staff) or reply (sent)."),
    _row("desk.languages", ("en",), "Languages that are answered; any other is handed over."),
    _row("desk.address", "", "The address that replies come from; needed for reply."),
    _row("desk.own_addresses", (), "Further addresses of the shop: mail from them is staff's, never a customer's."),
    _row(
        "mail.authserv_id",
        "",
        "The receiving host whose Authentication-Results are believed; empty: nobody is verified.",
    ),
    _row("knowledge.lock", "kb.lock.json", "The signed list of what may be quoted.", path=True),
    _row("people.roster", "roster.jsonl", "The signed list of persons; keep it outside the database.", path=True),
    _row("people.keys", "keys", "Where `init` and `reviewer enrol` put the persons' key files.", path=True),
    _row("executor.directory", "executor", "The executor's own directory: its key, ledger, lock and pin.", path=True),
    _row("executor.poll_seconds", 1, "Seconds between two rounds of the executor, and of the desk.", least=1),
    _row("outbox.directory", "outbox", "Where the embedded helpdesk keeps a folder for each ticket.", path=True),
    _row("policy.zone", "UTC", "Whose calendar days the windows count: an IANA time zone."),
    _row("policy.changed_mind_days", 30, "Days from delivery to take goods back that are no longer wanted."),
    _row("policy.damaged_days", 730, "Days from delivery to claim a fault."),
    _row("policy.wrong_item_days", 730, "Days from delivery to claim that something else came."),
    _row("policy.expires_after_hours", 168, "Hours that persons have to decide, and the executor to execute.", least=1),
)
_BY_NAME: Final = {row.name: row for row in TABLE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings, checked. Paths are absolute."""

    home: Path
    store_path: Path
    reply: str  # one of REPLY_MODES
    languages: tuple[str, ...]  # ISO 639-1, lower case
    address: str
    own_addresses: tuple[str, ...]  # lower case
    authserv_id: str
    lock: Path
    roster: Path
    keys: Path
    executor_directory: Path
    poll_seconds: int
    outbox_directory: Path
    rules: Rules


def load(environ: Mapping[str, str], home: Path | None = None) -> Settings:
    """The settings of `home`, else COUNTERFOIL_HOME, else the current directory; SettingsError says what is wrong."""
    where = (home or Path(environ.get("COUNTERFOIL_HOME") or ".")).absolute()
    values = {row.name: row.default for row in TABLE} | _from_file(where / FILE) | _from_environment(environ)
    return _build(where, values)


def describe() -> tuple[tuple[str, str, str, str], ...]:
    """(name, environment variable, default as TOML, what it does) of every setting, in order."""
    return tuple((row.name, row.variable, _toml(row.default), row.says) for row in TABLE)


def default_toml(values: Mapping[str, Value] | None = None) -> str:
    """A counterfoil.toml with every setting and its line of documentation; `values` replace defaults by name."""
    given = values or {}
    for name in given:
        _known(name)
    lines: list[str] = []
    for section in dict.fromkeys(row.section for row in TABLE):
        lines += ["", f"[{section}]"]
        for row in TABLE:
            if row.section == section:
                lines += [f"# {row.says}", f"{row.key} = {_toml(given.get(row.name, row.default))}"]
    return "\n".join(lines[1:]) + "\n"


def check_no_payment_key(environ: Mapping[str, str]) -> None:
    """KeyExposedError, naming the variable and never its value, when something there looks like a payment key."""
    visible = payment_keys_visible(environ)
    if visible:
        raise KeyExposedError(f"a payment key is in the environment of a process that reads text: {', '.join(visible)}")


def payment_keys_visible(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Names of environment variables that look like payment keys, by name or by value, sorted."""
    return tuple(sorted(name for name, value in environ.items() if value and _looks_like_key(name, value)))


def _looks_like_key(name: str, value: str) -> bool:
    return bool(_KEY_NAME.fullmatch(name)) or value.strip().startswith(_KEY_STARTS)


def _from_file(path: Path) -> dict[str, Value]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(f"{path} can't be read: {error.strerror}") from None
    except ValueError as error:
        raise SettingsError(f"{path} is not TOML: {error}") from None
    found: dict[str, Value] = {}
    for section, table in content.items():
        if section not in {row.section for row in TABLE}:
            raise SettingsError(_unknown(f"section [{section}]", section, {row.section for row in TABLE}))
        if not isinstance(table, dict):
            raise SettingsError(f"{section} is a section: write [{section}] and its settings below")
        for key, value in table.items():
            row = _known(f"{section}.{key}")
            found[row.name] = _typed(row, value, row.name)
    return found


def _from_environment(environ: Mapping[str, str]) -> dict[str, Value]:
    by_variable = {row.variable: row for row in TABLE}
    found: dict[str, Value] = {}
    for name, text in environ.items():
        if not name.startswith(PREFIX) or name in OTHER_NAMES:
            continue
        if _looks_like_key(name, text):
            continue  # not a setting: `check_no_payment_key` names it
        row = by_variable.get(name)
        if row is None:
            raise SettingsError(_unknown(f"environment variable {name}", name, set(by_variable) | OTHER_NAMES))
        found[row.name] = _typed(row, _from_text(row, text), name)
    return found


def _from_text(row: Setting, text: str) -> object:
    if isinstance(row.default, int):
        return int(text) if text.isascii() and text.isdigit() else text
    return [part.strip() for part in text.split(",") if part.strip()] if isinstance(row.default, tuple) else text


def _typed(row: Setting, value: object, name: str) -> Value:
    if _holds_key(value):
        raise KeyExposedError(f"{name} holds what looks like a payment key")
    match row.default:
        case int():
            if type(value) is not int or not row.least <= value <= row.most:
                raise SettingsError(f"{name} takes a whole number from {row.least} to {row.most}, not {value!r}")
            return value
        case str():
            if not isinstance(value, str) or not value.isprintable() or (row.path and not value):
                raise SettingsError(f"{name} takes {'a path' if row.path else 'a text'}, not {value!r}")
            return value
        case tuple():
            if not isinstance(value, list | tuple) or not all(isinstance(item, str) and item for item in value):
                raise SettingsError(f'{name} takes a list of texts such as ["en"], not {value!r}')
            return tuple(value)


def _holds_key(value: object) -> bool:
    texts = value if isinstance(value, list) else [value]
    return any(isinstance(text, str) and text.strip().startswith(_KEY_STARTS) for text in texts)


def _known(name: str) -> Setting:
    row = _BY_NAME.get(name)
    if row is None:
        raise SettingsError(_unknown(f"setting {name}", name, set(_BY_NAME)))
    return row


def _unknown(what: str, name: str, known: set[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.5)
    return f"there is no {what}" + (f"; did you mean {near[0]}?" if near else f"; known: {', '.join(sorted(known))}")


def _toml(value: Value) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def _build(home: Path, values: Mapping[str, Value]) -> Settings:
    reader = _Reader(home=home, values=values)
    reply = reader.text("desk.reply")
    if reply not in REPLY_MODES:
        raise SettingsError(f"desk.reply is {reply!r}; it takes {', '.join(REPLY_MODES)}")
    address = reader.text("desk.address").lower()
    if reply == "reply" and "@" not in address:
        raise SettingsError("desk.reply is reply, and desk.address, the address that replies come from, is empty")
    return Settings(
        home=home,
        store_path=reader.path("store.path"),
        reply=reply,
        languages=reader.languages("desk.languages"),
        address=address,
        own_addresses=tuple(text.lower() for text in reader.texts("desk.own_addresses")),
        authserv_id=reader.text("mail.authserv_id").lower(),
        lock=reader.path("knowledge.lock"),
        roster=reader.path("people.roster"),
        keys=reader.path("people.keys"),
        executor_directory=reader.path("executor.directory"),
        poll_seconds=reader.number("executor.poll_seconds"),
        outbox_directory=reader.path("outbox.directory"),
        rules=_rules(reader),
    )


def _rules(reader: "_Reader") -> Rules:
    zone = reader.text("policy.zone")
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise SettingsError(f"policy.zone is {zone!r}, which is no IANA time zone such as Europe/Berlin") from None
    return Rules(
        zone=zone,
        window_days=(
            (Reason.CHANGED_MIND, reader.number("policy.changed_mind_days")),
            (Reason.DAMAGED, reader.number("policy.damaged_days")),
            (Reason.WRONG_ITEM, reader.number("policy.wrong_item_days")),
        ),
        expires_after=reader.number("policy.expires_after_hours") * 3600,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    """Values by name, each as the type that its row checked."""

    home: Path
    values: Mapping[str, Value]

    def text(self, name: str) -> str:
        return str(self.values[name])

    def path(self, name: str) -> Path:
        return Path(os.path.normpath(self.home / self.text(name)))

    def number(self, name: str) -> int:
        value = self.values[name]
        return value if isinstance(value, int) else 0

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.values[name]
        return value if isinstance(value, tuple) else ()

    def languages(self, name: str) -> tuple[str, ...]:
        codes = self.texts(name)
        for code in codes:
            if len(code) != 2 or not code.isascii() or not code.islower():
                raise SettingsError(f'{name} has {code!r}; a language is a code of ISO 639-1 such as "en"')
        return codes
