"""What a browser says of itself gives a coarse class, and anything else none (gateway/http/device_classes.py)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.http.device_classes import device_class_of
from services.contracts.base import Done
from services.contracts.client.device_class import PROGRAM, UNKNOWN, DeviceClass
from services.contracts.lobby.accounts.accounts import LogIn
from services.contracts.lobby.people import conduct, devices
from services.contracts.moderation import staff
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_conduct import BEARER, BOB, Site

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
KNOWN = {
    f"{IPHONE} Version/18.5 Mobile/15E148 Safari/604.1": "phone safari ios",
    f"{IPHONE} CriOS/140.0 Mobile/15E148 Safari/604.1": "phone chrome ios",
    f"{IPHONE} FxiOS/143.0 Mobile/15E148 Safari/605.1.15": "phone firefox ios",
    "Mozilla/5.0 (iPad; CPU OS 15_0 like Mac OS X) AppleWebKit/605.1.15 Version/15.0 Safari/604.1": "tablet safari ios",
    f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36": "phone chrome android",
    f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/140.0.0.0 Safari/537.36": "tablet chrome android",
    f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36": (
        "phone samsung android"
    ),
    "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0": "phone firefox android",
    "Mozilla/5.0 (Android 15; Tablet; rv:143.0) Gecko/143.0 Firefox/143.0": "tablet firefox android",
    f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/140.0.0.0 Safari/537.36": "desktop chrome windows",
    f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0": "desktop edge windows",
    f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/140.0 Safari/537.36 OPR/124.0": "desktop opera windows",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15": (
        "desktop safari macos"
    ),
    "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0": "desktop firefox linux",
    f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/140.0.0.0 Safari/537.36": "desktop chrome chromeos",
    "Mozilla/5.0 (X11; Linux x86_64) Something/1.0": "desktop other linux",
}
PROGRAMS = (
    "curl/8.5.0", "python-requests/2.32", "Python/3.11 aiohttp/3.9", "Go-http-client/2.0", "kafeneio-client/1.0",
    "node",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
)  # fmt: skip
HOSTILE = (
    "", " ", "Mozilla/5.0", "Mozilla/5.0 (", "Mozilla/4.0 (X11; Linux) Firefox/1", "Firefox/143.0", "\x00",
    "Mozilla/5.0 (Αθήνα) x", "Mozilla/5.0 (PlayStation 5) Safari", "=cmd|' /C calc'!A0", "<script>alert(1)</script>",
    "'; DROP TABLE sessions; --",
    f"Mozilla/5.0 (X11; Linux x86_64) {'x' * 600} Firefox/143.0", "Mozilla/5.0 (" + "(" * 400, "a" * 100_000,
    "Mozilla/5.0 (X11; Linux)\r\nX: y",
)  # fmt: skip


def of(agent: str, **hints: str) -> DeviceClass:
    headers = {"User-Agent": agent} | {f"Sec-CH-UA-{name}": text for name, text in hints.items()}
    return device_class_of(lambda name: headers.get(name, ""))


@pytest.mark.parametrize("agent", KNOWN)
def test_a_browser_gives_its_form_family_and_system(agent: str) -> None:
    found = of(agent)
    assert f"{found.form} {found.browser} {found.system}" == KNOWN[agent]


@pytest.mark.parametrize("agent", PROGRAMS)
def test_a_program_has_a_class_of_its_own(agent: str) -> None:
    assert of(agent) == PROGRAM


@pytest.mark.parametrize("agent", HOSTILE)
def test_what_is_missing_too_long_or_no_known_form_is_unknown(agent: str) -> None:
    assert of(agent) == UNKNOWN


def test_hints_of_a_browser_count_before_the_words_and_wrong_ones_do_not() -> None:
    (chrome,) = [each for each, kind in KNOWN.items() if kind == "tablet chrome android"]
    assert of(chrome, Mobile="?1").form == "phone"
    assert of(chrome, Platform='"Chrome OS"') == DeviceClass(form="desktop", browser="chrome", system="chromeos")
    for wrong in ("Android", '"Windows', '"' + "x" * 10_000, ""):
        assert of(chrome, Platform=wrong, Mobile=wrong) == of(chrome)


def test_an_ipad_that_asks_for_pages_of_a_desktop_is_a_tablet_where_our_page_says_so() -> None:
    (mac,) = [each for each, kind in KNOWN.items() if kind == "desktop safari macos"]
    (windows,) = [each for each, kind in KNOWN.items() if kind == "desktop chrome windows"]

    def with_form(agent: str, form: str) -> DeviceClass:
        return device_class_of(lambda name: {"User-Agent": agent, "Kafeneio-Form": form}.get(name, ""))

    assert with_form(mac, "tablet") == DeviceClass(form="tablet", browser="safari", system="ios")
    for wrong in ("", "Tablet", "phone", "tablet,tablet", "x" * 10_000):
        assert with_form(mac, wrong) == of(mac)
    assert with_form(windows, "tablet") == of(windows)
    assert with_form("curl/8.5.0", "tablet") == PROGRAM
    assert with_form("", "tablet") == UNKNOWN


def test_a_login_from_our_page_on_such_an_ipad_is_one_of_a_tablet() -> None:
    site = Site(services(LogIn=Refusal("login_failed")))
    (mac,) = [each for each, kind in KNOWN.items() if kind == "desktop safari macos"]
    headers = {"User-Agent": mac, "Kafeneio-Form": "tablet"}
    site.client.post("/api/login", json={"username": "Ann", "password": "correct horse"}, headers=headers)
    (asked,) = site.rpc.requests(LogIn)
    assert asked.device_class == DeviceClass(form="tablet", browser="safari", system="ios")


@given(st.text(max_size=700), st.text(max_size=20), st.text(max_size=20))
def test_any_text_gives_one_of_the_known_classes(agent: str, mobile: str, platform: str) -> None:
    assert isinstance(of(agent, Mobile=mobile, Platform=platform), DeviceClass)


def test_a_login_carries_the_class_and_never_the_words() -> None:
    site = Site(services(LogIn=Refusal("login_failed")))
    (agent,) = [each for each, kind in KNOWN.items() if kind == "phone firefox android"]
    body = {"username": "Ann", "password": "correct horse"}
    site.client.post("/api/login", json=body, headers={"User-Agent": agent})
    (asked,) = site.rpc.requests(LogIn)
    assert asked.device_class == DeviceClass(form="phone", browser="firefox", system="android")
    assert "Gecko" not in repr(asked)
    site.client.post("/api/login", json=body, headers={"User-Agent": agent, "sec-ch-ua-platform": '"Chrome OS"'})
    assert site.rpc.requests(LogIn)[-1].device_class.system == "chromeos"
    forged = body | {"device_class": {"form": "tablet"}}
    assert site.client.post("/api/login", json=forged).status_code == 400


@pytest.mark.parametrize(
    ("path", "what", "of_", "answer"),
    [
        ("players/Bob/devices?need=case&beside=a-eva,a-ion", "devices", "a-bob", devices.SeenDevices(devices={})),
        ("devices?need=case&form=phone", "device_class", "phone/*/*", conduct.FoundPlayers(players=[])),
    ],
)
def test_devices_are_seen_only_after_that_was_written_down(path: str, what: str, of_: str, answer: Any) -> None:
    known = {"GetPlayer": BOB, "ListDevices": answer, "FindByDevice": answer}
    site = Site(services(**known, NoteReading=Done()))
    assert site.client.get(f"/api/staff/{path}", headers=BEARER).status_code == 200
    (noted,) = site.rpc.requests(staff.NoteReading)
    assert (noted.what, noted.of, noted.need) == (what, of_, "case")
    for asked in site.rpc.requests(devices.ListDevices):
        assert (asked.account, asked.of, asked.beside) == ("a-ann", "a-bob", ["a-eva", "a-ion"])
    refused = Site(services(**known, NoteReading=Refusal("forbidden")))
    assert refused.client.get(f"/api/staff/{path}", headers=BEARER).status_code == 403
    assert not refused.rpc.requests(devices.ListDevices) and not refused.rpc.requests(devices.FindByDevice)
    without = path.replace("need=case&", "").replace("need=case", "")
    assert site.client.get(f"/api/staff/{without}", headers=BEARER).status_code == 400
