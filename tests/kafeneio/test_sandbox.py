"""`kafeneio up --sandbox`: what it does not start with, what it deletes and what not, and a night that passes."""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.processes.members import bare_environment
from kafeneio import startup
from kafeneio.processes import SERVICES
from kafeneio.server import checks, doctor, sandbox
from kafeneio.server.checks import Server
from services.platform.process.settings import SettingsError
from tests.support.commands import ROOT, kafeneio
from tests.support.ports import free_port

DAY_MS = 86_400_000
NOON_MS = 20_000 * DAY_MS + DAY_MS // 2
OUTSIDE = {
    "KAFENEIO_PAYMENT_PROVIDER": "stripe",
    "KAFENEIO_STRIPE_KEY": "sk_live_geheim",
    "KAFENEIO_MAIL_TRANSPORT": "smtp",
    "KAFENEIO_SMTP_HOST": "mail.geheim.example",
    "KAFENEIO_PUSH_KEY": "geheim",
    "KAFENEIO_SIGN_IN_PROVIDERS": '{"google": {"client_id": "geheim"}}',
    "KAFENEIO_WALLET_DB_URL": "postgresql+psycopg://ann:geheim@db/kafeneio",
    "KAFENEIO_LOBBY_DB_URL": "sqlite:////srv/geheim/lobby.db",
    "KAFENEIO_BROKER_URL": "amqp://ann:geheim@rabbit//",
    "KAFENEIO_JOURNAL_ARCHIVE": "s3://geheim",
    "KAFENEIO_CELL_LINKS": '{"b": "amqps://geheim"}',
}


# --- what it does not start with ---


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_setting_that_reaches_outside_is_named_without_its_value(name: str) -> None:
    with pytest.raises(SettingsError, match=name) as refused:
        sandbox.check({name: OUTSIDE[name]}, SERVICES)
    assert "geheim" not in str(refused.value)


def test_settings_of_a_sandbox_s_own_pass_and_so_do_empty_ones() -> None:
    own = {f"KAFENEIO_{name}": text for name, text in sandbox.DEFAULTS.items()}
    sandbox.check(own | dict.fromkeys(OUTSIDE, " ") | {"KAFENEIO_BROKER_URL": "embedded://localhost/"}, SERVICES)


def test_it_does_not_start_and_makes_no_folder(tmp_path: Path) -> None:
    settings = {"KAFENEIO_STRIPE_KEY": "sk_live_geheim", "KAFENEIO_VAR_DIR": str(tmp_path / "var")}
    (ran,) = kafeneio(settings, ("up", "--sandbox", "--port", str(free_port())))
    assert ran.code == 2
    assert "KAFENEIO_STRIPE_KEY is set: real payments" in ran.stderr and "geheim" not in ran.stderr
    assert not (tmp_path / "var").exists()


# --- days ---


@pytest.mark.parametrize(
    ("now_ms", "minute", "until_ms"),
    [
        (NOON_MS, 0, NOON_MS + DAY_MS // 2),
        (NOON_MS, 720, NOON_MS + DAY_MS),
        (NOON_MS - 1, 720, NOON_MS),
        (NOON_MS, 1_439, NOON_MS + DAY_MS // 2 - 60_000),
    ],
)
def test_a_day_ends_at_its_minute_and_lasts_a_day_at_the_most(now_ms: int, minute: int, until_ms: int) -> None:
    day = sandbox.today("var", now_ms, minute)
    assert (day.until_ms, day.folder) == (until_ms, Path(f"var/sandbox/until-{until_ms}"))
    assert now_ms < until_ms <= now_ms + DAY_MS


def test_only_what_other_days_have_left_is_removed(tmp_path: Path) -> None:
    root = tmp_path / "sandbox"
    elsewhere = tmp_path / "elsewhere"
    kept = ["until-12", "until-17960720400001", "mine", "grpc.token"]
    for folder in (elsewhere, *(root / name for name in (*kept[:-1], "until-1796072040000"))):
        folder.mkdir(parents=True)
        (folder / "lobby.db").write_text("x")
    (root / "grpc.token").write_text("t")
    (root / "until-1796072040001").symlink_to(elsewhere)
    day = sandbox.today(str(tmp_path), NOON_MS, 0)
    assert sandbox.begin(day) == 1
    assert sandbox.begin(day) == 0
    assert {path.name for path in root.iterdir()} == {*kept, "until-1796072040001", day.folder.name}
    assert (elsewhere / "lobby.db").exists()


def test_two_sandboxes_do_not_delete_each_other_s_day(tmp_path: Path) -> None:
    held = startup.lock_folder(str(tmp_path / "var" / "sandbox"))
    (ran,) = kafeneio({"KAFENEIO_VAR_DIR": str(tmp_path / "var")}, ("up", "--sandbox", "--port", str(free_port())))
    held.close()
    assert (ran.code, "is used by another Kafeneio" in ran.stderr) == (2, True)


# --- the doctor ---


def test_the_doctor_sees_a_sandbox_that_reaches_outside_or_was_not_cleaned(tmp_path: Path) -> None:
    here = {"KAFENEIO_VAR_DIR": str(tmp_path)}
    assert checks.sandbox(Server(here)).found == "reaches nobody outside; none has run here yet"
    assert checks.sandbox(Server(here | {"KAFENEIO_SMTP_HOST": "x"})).state == "fault"
    day = sandbox.today(str(tmp_path), int(time.time() * 1000), 0)
    sandbox.begin(day)
    found = checks.sandbox(Server(here))
    assert (found.state, str(day.root / "grpc.token") in found.found) == ("ok", True)
    (tmp_path / "sandbox" / "until-1600000000000").mkdir()
    assert checks.sandbox(Server(here)).state == "warning"
    assert doctor.OF_SANDBOX[0].look is checks.sandbox


@pytest.mark.parametrize(("until", "state"), [("", "ok"), ("0", "ok"), ("1796072040000", "fault")])
def test_the_doctor_sees_a_real_platform_that_calls_itself_a_sandbox(until: str, state: str) -> None:
    assert checks.no_sandbox(Server({"KAFENEIO_GATEWAY_SANDBOX_UNTIL_MS": until})).state == state


# --- a night ---

WHO = {
    "username": "passing",
    "email": "passing@example.org",
    "password": "correct horse battery",
    "birth_date": "1990-12-31",
    "language": "en",
}


@pytest.fixture
def night(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A sandbox whose night begins with the next minute that is 25 s away or more; its address and its folder."""
    port, minute = free_port(), int((time.time() + 25) // 60 + 1) % 1_440
    settings = {"KAFENEIO_VAR_DIR": str(tmp_path), "KAFENEIO_SANDBOX_CLEANED_MINUTE": str(minute)}
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "kafeneio", "up", "--sandbox", "--no-grpc", "--port", str(port)],
            cwd=tmp_path, env=bare_environment() | settings | {"PYTHONPATH": str(ROOT)}, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        yield f"http://127.0.0.1:{port}", tmp_path / "sandbox"
    finally:
        process.terminate()
        process.wait(30)


def asked(url: str, body: dict[str, Any] | None = None, token: str = "") -> tuple[int, Any]:
    """Status and answer; 0: nobody listens."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


def until(holds: Any, within_s: float) -> Any:
    deadline_s = time.monotonic() + within_s
    while not (found := holds()):
        assert time.monotonic() < deadline_s, "it does not become so"
        time.sleep(0.2)
    return found


@pytest.mark.waits
def test_an_account_with_plenty_of_chips_is_gone_after_the_night_and_the_name_is_free(night: tuple[str, Path]) -> None:
    site, root = night
    until(lambda: asked(f"{site}/readyz")[0] == 200, 60)
    (day,) = sandbox.old_days(root)
    status, answer = asked(f"{site}/api/register", WHO)
    assert status == 201, answer
    token = json.loads(answer)["token"]
    chips = until(lambda: json.loads(asked(f"{site}/api/me", token=token)[1]).get("chips"), 20)
    assert chips == 1_000_000
    programs = (root / "grpc.token").read_text()
    until(lambda: sandbox.old_days(root) not in ([day], []), 90)
    until(lambda: asked(f"{site}/readyz")[0] == 200, 60)
    assert asked(f"{site}/api/me", token=token)[0] == 401
    assert asked(f"{site}/api/login", {"username": "passing", "password": WHO["password"]})[0] == 401
    assert asked(f"{site}/api/register", WHO)[0] == 201
    (next_day,) = sandbox.old_days(root)
    assert sandbox.until_of(next_day) - sandbox.until_of(day) == DAY_MS
    assert (next_day / "grpc.token").read_text() == programs == (root / "grpc.token").read_text()
