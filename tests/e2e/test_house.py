"""The platform starts with one command, stops with Ctrl-C, leaves nothing behind, and keeps all accounts."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.house import House, wait_until
from tests.e2e.screens import SCENES, Player
from tests.support import processes

PASSWORD = "correct horse battery"


def _post(house: House, path: str, **body: object) -> tuple[int, dict[str, object]]:
    request = urllib.request.Request(
        house.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.fixture
def closed_house(tmp_path: Path):
    house = House(tmp_path)
    yield house
    house.kill()


def test_ctrl_c_leaves_nothing_behind_and_the_next_start_has_all_accounts_even_after_a_kill(
    closed_house: House,
) -> None:
    house = closed_house.open()
    eleni = _register(house, "eleni")
    first, family = house.pid, processes.family(house.pid)
    assert house.close() == 0
    assert processes.wait_gone([first, *family], timeout_s=60) == []
    assert "Closing …" in house.words

    house.open()
    again = _log_in(house, "Eleni")
    assert again["account"] == eleni["account"]
    _me_shows(house, str(again["token"]), chips=5000, elo=1500)
    _register(house, "nikos")
    house.kill()  # right after it

    house.open()
    token = str(_log_in(house, "nikos")["token"])
    wait_until(lambda: _me(house, token).get("chips") == 5000, "the welcome chips")


def test_play_goes_on_without_pauses_of_the_garbage_collector(closed_house: House) -> None:
    house = closed_house.open()
    player = Player(house)
    before = _looked_for_garbage(house)
    player.sit_down(SCENES["tavli"])
    player.play_until(lambda view: view["result"] is not None)
    assert player.moves > 5
    assert _looked_for_garbage(house) == before, "all that lives in this process is looked through while people play"


def _looked_for_garbage(house: House) -> dict[str, float]:
    """How often the collector has looked at what has lived for a while, by generation."""
    with urllib.request.urlopen(f"{house.url}/metrics", timeout=60) as page:
        found = text_string_to_metric_families(page.read().decode())
        [family] = [each for each in found if each.name == "python_gc_collections"]
    return {each.labels["generation"]: each.value for each in family.samples if each.labels["generation"] != "0"}


def _register(house: House, name: str) -> dict[str, object]:
    person = {"username": name, "email": f"{name}@example.org", "password": PASSWORD}
    status, session = _post(house, "/api/register", **person, birth_date="1990-01-01", language="el")
    assert status == 201
    return session


def _log_in(house: House, name: str) -> dict[str, object]:
    status, session = _post(house, "/api/login", username=name, password=PASSWORD)
    assert status == 200
    return session


def _me(house: House, token: str) -> dict[str, object]:
    request = urllib.request.Request(house.url + "/api/me", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return dict(json.load(answer))


def _me_shows(house: House, token: str, **expected: object) -> None:
    shown = _me(house, token)
    assert {name: shown[name] for name in expected} == expected
