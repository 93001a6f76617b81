"""Settings are known, typed and checked; payment keys are noticed."""

import tomllib
from pathlib import Path

import pytest

from counterfoil import config
from counterfoil.domain.choices import Reason
from counterfoil.domain.errors import KeyExposedError, SettingsError


def written(home: Path, text: str) -> Path:
    """A home directory with this counterfoil.toml."""
    (home / config.FILE).write_text(text, encoding="utf-8")
    return home


def test_defaults_need_no_file(tmp_path: Path) -> None:
    """An empty directory has working settings, all paths inside it."""
    settings = config.load({}, tmp_path)
    assert (settings.reply, settings.languages, settings.poll_seconds) == ("note", ("en",), 1)
    assert settings.store_path == tmp_path / "counterfoil.db"
    assert settings.executor_directory == tmp_path / "executor"
    assert settings.rules.window(Reason.CHANGED_MIND) == 30
    assert settings.rules.expires_after == 168 * 3600


def test_file_is_read(tmp_path: Path) -> None:
    """What the file says counts."""
    desk = '[desk]\nlanguages = ["en", "de"]\naddress = "Help@Shop.example"\nreply = "reply"\n'
    text = f"{desk}[policy]\ndamaged_days = 10\n"
    settings = config.load({}, written(tmp_path, text))
    assert (settings.reply, settings.languages, settings.address) == ("reply", ("en", "de"), "help@shop.example")
    assert settings.rules.window(Reason.DAMAGED) == 10


def test_environment_beats_the_file(tmp_path: Path) -> None:
    """Each setting has its variable; lists are written with commas."""
    environ = {
        "COUNTERFOIL_DESK_REPLY": "shadow",
        "COUNTERFOIL_DESK_LANGUAGES": "en, fr",
        "COUNTERFOIL_EXECUTOR_POLL_SECONDS": "5",
        "HOME": "/root",
    }
    settings = config.load(environ, written(tmp_path, '[desk]\nreply = "note"\n'))
    assert (settings.reply, settings.languages, settings.poll_seconds) == ("shadow", ("en", "fr"), 5)


def test_home_comes_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """COUNTERFOIL_HOME, else where the command is run."""
    monkeypatch.chdir(tmp_path)
    assert config.load({}).home == tmp_path
    assert config.load({"COUNTERFOIL_HOME": str(tmp_path / "shop")}).home == tmp_path / "shop"


def test_absolute_paths_stay(tmp_path: Path) -> None:
    """Only relative paths count from home."""
    elsewhere = tmp_path / "elsewhere" / "x.db"
    text = f'[store]\npath = "{elsewhere}"\n[people]\nroster = "../r.jsonl"\n'
    settings = config.load({}, written(tmp_path, text))
    assert (settings.store_path, settings.roster) == (elsewhere, tmp_path.parent / "r.jsonl")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[desk]\nreplay = 1\n", "no setting desk.replay; did you mean desk.reply?"),
        ("[dsk]\nreply = 1\n", "no section [dsk]; did you mean desk?"),
        ("[zzzzzz]\n", "known: desk"),
        ("desk = 1\n", "write [desk]"),
        ('[desk]\nreply = "sometimes"\n', "shadow, note, reply"),
        ('[desk]\nreply = "reply"\n', "desk.address"),
        ("[desk]\nreply = 1\n", "desk.reply takes a text, not 1"),
        ('[desk]\nlanguages = "en"\n', "desk.languages takes a list"),
        ("[desk]\nlanguages = [1]\n", "desk.languages takes a list"),
        ('[desk]\nlanguages = ["english"]\n', "'english'"),
        ('[desk]\naddress = "a\\nb"\n', "desk.address takes a text"),
        ('[executor]\npoll_seconds = "1"\n', "executor.poll_seconds takes a whole number from 1 to 100000"),
        ("[executor]\npoll_seconds = 0\n", "from 1 to 100000, not 0"),
        ("[executor]\npoll_seconds = true\n", "not True"),
        ("[executor]\npoll_seconds = 1.5\n", "not 1.5"),
        ("[policy]\ndamaged_days = -1\n", "from 0 to 100000, not -1"),
        ('[policy]\nzone = "Mars/Olympus"\n', "no IANA time zone"),
        ('[policy]\nzone = "../etc/passwd"\n', "no IANA time zone"),
        ('[store]\npath = ""\n', "store.path takes a path"),
        ("[store\n", "is not TOML"),
    ],
)
def test_wrong_settings_are_named(tmp_path: Path, text: str, says: str) -> None:
    """Each mistake is one clear error that says what is taken."""
    with pytest.raises(SettingsError) as refused:
        config.load({}, written(tmp_path, text))
    assert says in refused.value.message


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("COUNTERFOIL_DESK_REPLAY", "note", "did you mean COUNTERFOIL_DESK_REPLY?"),
        ("COUNTERFOIL_EXECUTOR_POLL_SECONDS", "soon", "COUNTERFOIL_EXECUTOR_POLL_SECONDS takes a whole number"),
    ],
)
def test_wrong_variables_are_named(tmp_path: Path, name: str, value: str, says: str) -> None:
    """A variable is checked as strictly as the file."""
    with pytest.raises(SettingsError) as refused:
        config.load({name: value}, tmp_path)
    assert says in refused.value.message


def test_unreadable_files_are_clear_errors(tmp_path: Path) -> None:
    """Binary content and a folder in the file's place give no traceback."""
    (tmp_path / config.FILE).write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="not TOML"):
        config.load({}, tmp_path)
    (tmp_path / config.FILE).unlink()
    (tmp_path / config.FILE).mkdir()
    with pytest.raises(SettingsError, match="can't be read"):
        config.load({}, tmp_path)


def test_default_file_says_what_the_defaults_are(tmp_path: Path) -> None:
    """The text for `init` loads, and changes nothing."""
    text, without = config.default_toml(), config.load({}, tmp_path)
    assert config.load({}, written(tmp_path, text)) == without
    assert all(f"# {row.says}" in text for row in config.TABLE)


def test_default_file_takes_other_values(tmp_path: Path) -> None:
    """`init` may write what it knows; an unknown name is refused."""
    text = config.default_toml({"desk.address": "help@shop.example", "desk.languages": ("en", "de")})
    assert tomllib.loads(text)["desk"]["languages"] == ["en", "de"]
    with pytest.raises(SettingsError):
        config.default_toml({"desk.adress": "x"})


def test_every_setting_is_described() -> None:
    """The reference is made from the same table that the loader uses."""
    rows = config.describe()
    assert [row[0] for row in rows] == [row.name for row in config.TABLE]
    assert rows[1][:3] == ("desk.reply", "COUNTERFOIL_DESK_REPLY", '"note"')
    assert all(says.endswith(".") for *_, says in rows)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COUNTERFOIL_PAYMENT_KEY", "x"),
        ("COUNTERFOIL_EXECUTOR_PAYMENT_KEY", "x"),
        ("STRIPE_API_KEY", "x"),
        ("STRIPE_SECRET_KEY", "x"),
        ("stripe_secret_key", "x"),
        ("ADYEN_API_KEY", "x"),
        ("PAYPAL_CLIENT_SECRET", "x"),
        ("SHOP_MOLLIE_TOKEN", "x"),
        ("ANYTHING", "sk_live_abc"),
        ("ANYTHING", " sk_test_abc"),
        ("ANYTHING", "rk_live_abc"),
    ],
)
def test_payment_key_in_the_environment_is_named_and_not_shown(name: str, value: str) -> None:
    """Desk and web refuse to start, without writing the key anywhere."""
    with pytest.raises(KeyExposedError) as refused:
        config.check_no_payment_key({name: value, "PATH": "/bin"})
    assert name in refused.value.message
    assert "abc" not in refused.value.message


def test_other_environments_are_taken() -> None:
    """Empty key variables and other people's keys that pay nothing are no reason to refuse."""
    config.check_no_payment_key(
        {
            "PATH": "/bin",
            "STRIPE_API_KEY": "",
            "COUNTERFOIL_HOME": "/x",
            "STRIPE_WEBHOOK_SECRET": "whsec_1",
            "STRIPE_PUBLISHABLE_KEY": "pk_live_1",
            "TASK_LIVE": "task_live_",
        }
    )


def test_payment_key_in_the_file_is_refused(tmp_path: Path) -> None:
    """A key that somebody put into a setting stops every process, and is not shown."""
    with pytest.raises(KeyExposedError) as refused:
        config.load({}, written(tmp_path, '[mail]\nauthserv_id = "sk_live_abc"\n'))
    assert "abc" not in refused.value.message


def test_payment_key_in_a_list_is_refused(tmp_path: Path) -> None:
    """Nor can it hide among addresses."""
    with pytest.raises(KeyExposedError):
        config.load({}, written(tmp_path, '[desk]\nown_addresses = ["a@shop.example", "rk_live_abc"]\n'))


def test_executor_may_have_its_key_in_the_environment(tmp_path: Path) -> None:
    """Loading settings alone does not refuse a key: only desk and web do."""
    assert config.load({"COUNTERFOIL_PAYMENT_KEY": "x"}, tmp_path).reply == "note"
