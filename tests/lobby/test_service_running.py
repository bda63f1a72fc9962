"""The lobby in its container: requests, events, pushes and beats by a broker."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 250


def run(broker_url: str, lobby_url: str) -> dict:
    environ = os.environ | {
        "KAFENEIO_BROKER_URL": broker_url,
        "KAFENEIO_LOBBY_DB_URL": lobby_url,
        "KAFENEIO_GATEWAY_SILENT_MS": "60000",
        "KAFENEIO_RPC_TIMEOUT_MS": "60000",
        "KAFENEIO_LOBBY_SWEEP_MS": "100",
        "KAFENEIO_PASSWORD_ROUNDS": "6",
    }
    command = [sys.executable, "-m", "tests.lobby.service_process"]
    done = subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module", params=["embedded", pytest.param("real", marks=pytest.mark.real)])
def seen(request, tmp_path_factory) -> dict:
    if request.param == "embedded":
        return run("embedded://localhost/", f"sqlite:///{tmp_path_factory.mktemp('lobby') / 'lobby.sqlite3'}")
    rabbit, postgres = request.getfixturevalue("rabbit_server"), request.getfixturevalue("postgres_server")
    return run(rabbit.create_vhost("lobby_running"), postgres.create_database("lobby_running"))


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
