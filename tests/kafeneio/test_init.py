"""`kafeneio init` writes one private file of settings, and never changes what it finds there."""

import stat
from pathlib import Path

import pytest

from kafeneio.processes import SERVICES
from kafeneio.server import environment_file
from kafeneio.server.environment_file import Choices, completed, parsed
from kafeneio.startup import misspelt
from services.platform.operations.encryption import Sealer
from services.platform.process.settings import CommonSettings, SettingsError, load, settings_structs
from tests.architecture.project import ROOT
from tests.support.commands import kafeneio

CHOICES = Choices("play.example.org", mail="smtp://post@mail.example.org")
SECRETS = {
    "BROKER_PASSWORD", "DATABASE_PASSWORD", "GRAFANA_PASSWORD", "KAFENEIO_SEALING_KEYS", "KAFENEIO_PERSON_KEYS_SECRET",
}  # fmt: skip


def made(folder: Path, choices: Choices = CHOICES) -> dict[str, str]:
    path = folder / "etc/kafeneio.env"
    completed(path, choices, SERVICES)
    return environment_file.read(path)


def test_the_file_is_readable_for_its_owner_alone_and_every_process_can_read_its_settings(tmp_path: Path) -> None:
    found = made(tmp_path)

    assert stat.S_IMODE((tmp_path / "etc/kafeneio.env").stat().st_mode) == 0o600
    for _, kind in settings_structs(ROOT):
        load(kind, found)
    assert (
        load(CommonSettings, found).broker_url == f"amqp://kafeneio:{found['BROKER_PASSWORD']}@127.0.0.1:5672/kafeneio"
    )
    assert {found[f"KAFENEIO_{each.upper()}_DB_URL"] for each in SERVICES} == {
        f"postgresql+psycopg://kafeneio:{found['DATABASE_PASSWORD']}@127.0.0.1:5432/kafeneio"
    }
    assert misspelt(found, SERVICES) == []


def test_secrets_are_long_and_of_this_installation_alone(tmp_path: Path) -> None:
    one, other = made(tmp_path / "one"), made(tmp_path / "other")

    assert all(len(one[name]) >= 32 and one[name] != other[name] for name in SECRETS)
    assert Sealer(one["KAFENEIO_SEALING_KEYS"]).has_keys


def test_values_need_no_quotes_in_a_shell_or_in_a_unit(tmp_path: Path) -> None:
    assert not [name for name, value in made(tmp_path).items() if set(value) & set(" '\"$\\#`&;()<>|*?")]


def test_a_second_call_changes_nothing(tmp_path: Path) -> None:
    made(tmp_path)
    before = (tmp_path / "etc/kafeneio.env").read_bytes()

    assert completed(tmp_path / "etc/kafeneio.env", CHOICES, SERVICES) == []
    assert completed(tmp_path / "etc/kafeneio.env", None, SERVICES) == []
    assert (tmp_path / "etc/kafeneio.env").read_bytes() == before


@pytest.mark.parametrize("lost", ["KAFENEIO_SEALING_KEYS", "KAFENEIO_WALLET_DB_URL", "KAFENEIO_VAR_DIR"])
def test_what_is_missing_is_added_and_the_rest_stays(tmp_path: Path, lost: str) -> None:
    found = made(tmp_path, CHOICES._replace(database="db.example.org:6432"))
    path = tmp_path / "etc/kafeneio.env"
    path.write_text("".join(f"{name}={value}\n" for name, value in found.items() if name != lost) + "OWN=1\n")
    path.chmod(0o644)

    assert completed(path, None, SERVICES) == [lost]

    now = environment_file.read(path)
    assert {name: value for name, value in now.items() if name not in (lost, "OWN")} == {
        name: value for name, value in found.items() if name != lost
    }
    assert now["OWN"] == "1"
    assert (lost == "KAFENEIO_SEALING_KEYS") != (now[lost] == found[lost]) or lost == "KAFENEIO_WALLET_DB_URL"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_another_domain_and_mails_that_were_turned_off_are_refused_and_not_overwritten(tmp_path: Path) -> None:
    made(tmp_path, Choices("play.example.org"))
    path = tmp_path / "etc/kafeneio.env"
    before = path.read_bytes()

    for choices in (Choices("other.example.org"), CHOICES):
        with pytest.raises(SettingsError, match="nothing is overwritten"):
            completed(path, choices, SERVICES)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("changes", "option"),
    [
        ({"domain": "https://play.example.org"}, "--domain"),
        ({"domain": "two words"}, "--domain"),
        ({"domain": ""}, "--domain"),
        ({"mail": "mail.example.org"}, "--mail"),
        ({"mail": "smtp://post:secret@mail.example.org"}, "--mail"),
        ({"mail": "smtp://post@mail.example.org:x"}, "--mail"),
        ({"mail_from": "Two Words <a@b>"}, "--mail-from"),
        ({"folder": "/var/lib/$HOME"}, "--folder"),
        ({"broker": "rabbit"}, "--broker"),
        ({"database": "db:70000"}, "--database"),
    ],
)
def test_what_cannot_be_chosen_is_refused_and_nothing_is_written(
    tmp_path: Path, changes: dict[str, str], option: str
) -> None:
    with pytest.raises(SettingsError, match=option):
        completed(tmp_path / "kafeneio.env", CHOICES._replace(**changes), SERVICES)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["A B=1\n", "nothing\n", "A=1\nA=2\n"])
def test_a_file_that_cannot_be_read_is_named_with_its_line(text: str) -> None:
    with pytest.raises(SettingsError, match=r"here line \d"):
        parsed(text, "here")


def test_the_commands_on_a_shell(tmp_path: Path) -> None:
    path = str(tmp_path / "kafeneio.env")
    first, refused, again, unread = kafeneio(
        {},
        ("init", "--env", path, "--domain", "play.example.org", "--compose"),
        ("init", "--env", str(tmp_path / "other.env")),
        ("init", "--env", path),
        ("doctor", "--env", path, "--json"),
    )

    assert (first.code, again.code) == (0, 0)
    assert "kafeneio roles give" in first.stdout
    assert "@rabbitmq:5672/kafeneio" in environment_file.read(Path(path))["KAFENEIO_BROKER_URL"]
    assert (refused.code, "--domain" in refused.stderr) == (2, True)
    assert "nothing was missing" in again.stdout
    assert unread.code == 1
    assert not set(environment_file.read(Path(path)).values()) & set(first.stdout.split()) - {"play.example.org"}
