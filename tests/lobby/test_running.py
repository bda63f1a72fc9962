"""The lobby in its container: requests, events, pushes and beats by a broker."""

from pathlib import Path

import pytest

from tests.support.programs import run_program


def run(broker_url: str, lobby_url: str, folder: Path) -> dict:
    settings = {
        "KAFENEIO_BROKER_URL": broker_url,
        "KAFENEIO_LOBBY_DB_URL": lobby_url,
        "KAFENEIO_GATEWAY_SILENT_MS": "60000",
        "KAFENEIO_LOBBY_SWEEP_MS": "100",
        "KAFENEIO_PASSWORD_ROUNDS": "6",
    }
    return run_program("tests.lobby.service_process", settings, folder)


@pytest.fixture(scope="module", params=["embedded", pytest.param("real", marks=pytest.mark.real)])
def seen(request, tmp_path_factory) -> dict:
    folder = tmp_path_factory.mktemp("lobby")
    if request.param == "embedded":
        return run("embedded://localhost/", f"sqlite:///{folder / 'lobby.sqlite3'}", folder)
    rabbit, postgres = request.getfixturevalue("rabbit_server"), request.getfixturevalue("postgres_server")
    return run(rabbit.create_vhost("lobby_running"), postgres.create_database("lobby_running"), folder)


def test_sessions_and_the_room_are_answered(seen):
    assert seen["replaced"] == {"error": "session_replaced"}
    assert seen["room"]["me"]["name"] == "Ana"
    assert [line["status"] for line in seen["room"]["players"]] == ["online"]


def test_a_table_against_the_computer_starts_in_its_shard(seen):
    assert seen["table"]["state"] == "started"
    kind, table, _trace, _at_ms, order = seen["start"]
    assert (kind, table) == ("start", seen["table"]["table"])
    assert [seat["name"] for seat in order["seats"]] == ["Ana", "bot-1"]


def test_clients_receive_players_tables_seats_and_chips(seen):
    assert {"players", "tables", "sent", "chips"} <= set(seen["pushes"])


def test_a_gateway_that_beats_keeps_its_players_after_the_match(seen):
    assert [(line["name"], line["status"]) for line in seen["players"]] == [("Ana", "online")]


def test_searches_of_two_and_of_four_players_are_matched(seen):
    assert seen["found"] == [["Ana", "Ben"], ["Ana", "Ben", "Cleo", "Dina"]]


def test_hashing_a_password_delays_no_other_request(seen):
    assert seen["turns_while_hashing"] > 0
