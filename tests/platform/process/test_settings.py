"""Settings from the environment."""

import msgspec
import pytest

from services.platform.process.settings import CommonSettings, SettingsError, database_url, load


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """One field of each kind."""

    stake_chips: int = 200
    share: float = 0.5
    open: bool = True
    name: str = "café"
    games: list[str] = []
    ports: tuple[int, ...] = (1,)
    limits: dict[str, int] = {}
    minutes: int | None = None


def read(**values: str) -> Sample:
    return load(Sample, {f"KAFENEIO_{name.upper()}": text for name, text in values.items()})


@pytest.mark.parametrize("name", ["LOG_LEVEL", "LOG_LEVELS"])
def test_a_level_of_logs_that_there_is_not_is_refused_with_the_name_of_its_variable(name: str) -> None:
    text = "LOUD" if name == "LOG_LEVEL" else '{"services.tables": "LOUD"}'
    with pytest.raises(SettingsError, match=f"KAFENEIO_{name}: .*LOUD"):
        load(CommonSettings, {f"KAFENEIO_{name}": text})


def test_what_is_not_set_keeps_its_default():
    assert read() == Sample()
    assert load(CommonSettings, {"PATH": "/bin", "STAKE_CHIPS": "5"}) == CommonSettings()


def test_values_are_read_by_the_type_of_their_field():
    assert read(stake_chips="5", share="0.25", name="5", minutes="3") == Sample(
        stake_chips=5, share=0.25, name="5", minutes=3
    )


def test_the_line_break_behind_a_secret_that_was_typed_is_no_part_of_it() -> None:
    assert read(name="word\n", stake_chips="5\r\n") == Sample(name="word", stake_chips=5)
    environ = {"KAFENEIO_WALLET_DB_URL": "postgresql+psycopg://wallet@db/kafeneio\n"}
    assert database_url("wallet", CommonSettings(), environ) == "postgresql+psycopg://wallet@db/kafeneio"


@pytest.mark.parametrize(("text", "value"), [("true", True), ("1", True), ("false", False), ("0", False)])
def test_truth_is_written_as_word_or_digit(text, value):
    assert read(open=text).open is value


@pytest.mark.parametrize("text", ["tavli,dominoes", " tavli , dominoes ,", '["tavli", "dominoes"]'])
def test_a_list_is_written_with_commas_or_as_json(text):
    assert read(games=text).games == ["tavli", "dominoes"]


def test_an_empty_text_is_an_empty_list():
    assert read(games="").games == []


def test_lists_of_numbers_are_numbers():
    assert read(ports="80,443").ports == (80, 443)
    assert read(ports="[80, 443]").ports == (80, 443)


def test_a_mapping_is_written_as_json():
    assert read(limits='{"tavli": 5}').limits == {"tavli": 5}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("stake_chips", "many"),
        ("stake_chips", ""),
        ("stake_chips", "5.5"),
        ("share", "half"),
        ("open", "perhaps"),
        ("ports", "80,http"),
        ("limits", "{"),
        ("limits", "[]"),
        ("limits", '{"tavli": "x"}'),
        ("games", '["tavli"'),
        ("minutes", "x"),
    ],
)
def test_a_bad_value_is_refused_by_the_name_of_its_variable(name, text):
    with pytest.raises(SettingsError, match=f"KAFENEIO_{name.upper()}"):
        read(**{name: text})


def test_the_first_of_two_bad_values_does_not_hide_which_one_it_is():
    with pytest.raises(SettingsError) as caught:
        read(share="0.5", stake_chips="many", open="true")
    assert "KAFENEIO_STAKE_CHIPS" in str(caught.value) and "KAFENEIO_OPEN" not in str(caught.value)


def test_a_bad_value_is_named_but_not_repeated():
    """It may be a secret in the wrong variable."""
    with pytest.raises(SettingsError) as caught:
        read(stake_chips="hunter2")
    assert "hunter2" not in str(caught.value)


def test_the_default_broker_lives_in_the_process():
    assert CommonSettings().embedded
    assert not CommonSettings(broker_url="amqp://guest:guest@127.0.0.1//").embedded


def test_each_service_has_a_database_of_its_own():
    common = CommonSettings(var_dir="/data")
    assert database_url("wallet", common, {}) == "sqlite:////data/wallet.db"
    told = {"KAFENEIO_WALLET_DB_URL": "postgresql+psycopg://db/x", "KAFENEIO_LOBBY_DB_URL": ""}
    assert database_url("wallet", common, told) == "postgresql+psycopg://db/x"
    assert database_url("lobby", common, told) == "sqlite:////data/lobby.db"
