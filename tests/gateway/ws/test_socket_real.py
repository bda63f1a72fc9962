"""The gateway on a real RabbitMQ: what only a real broker does."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from services.kernel.ids import shard_of
from tests.gateway.running_gateway import House
from tests.support.rabbit import RabbitServer

pytestmark = pytest.mark.real

MOVE = {"t": "move", "table": "t-1", "match": "m", "number": 1, "move": {"cell": 4}}


@pytest.fixture
def real_house(rabbit_url: str, tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, broker_url=rabbit_url, gateway_frames_burst=1000) as running:
        running.vhost = quote(rabbit_url.rpartition("/")[2], safe="")
        yield running


def gateway_queue(server: RabbitServer, house: House) -> dict[str, Any]:
    return server.manage("GET", f"/api/queues/{house.vhost}/{house.tell('name')}")


def test_playing_and_coming_back_after_a_cut(real_house: House) -> None:
    ann, bob = real_house.player("ann"), real_house.player("bob")
    for client in (ann, bob):
        client.ask(t="watch", id="w1", table="t-1")
    assert ann.ask(id="m1", **MOVE)["t"] == "done"
    assert bob.until("update")["table"] == "t-1"

    real_house.tell("cut")
    for client in (ann, bob):
        client.until_all("room", "table")
    assert ann.ask(id="m2", **MOVE)["t"] == "done"
    assert bob.until("update")["table"] == "t-1"
    assert len(real_house.commands(kind="Watch", account="a-bob")) == 2


def test_the_queue_is_the_gateways_own_and_goes_with_it(rabbit_server: RabbitServer, real_house: House) -> None:
    queue = gateway_queue(rabbit_server, real_house)
    assert queue["exclusive"]
    assert not queue["durable"]
    assert real_house.tell("name").startswith("gateway.")


def test_a_shard_that_was_never_served_is_unavailable(rabbit_server: RabbitServer, real_house: House) -> None:
    ann = real_house.player("ann")
    assert ann.ask(id="m1", **MOVE)["t"] == "done"
    rabbit_server.manage("DELETE", f"/api/queues/{real_house.vhost}/tables.tictactoe.{shard_of('t-1', 8)}")
    assert ann.ask(id="m2", **MOVE) == {"t": "refused", "id": "m2", "error": "table_unavailable"}
    assert real_house.metric("kafeneio_gateway_refused_total", error="table_unavailable") == 1


def test_what_is_said_during_cuts_is_answered_in_the_end(real_house: House) -> None:
    ann = real_house.player("ann")
    answered: set[str] = set()
    for number in range(30):
        if number % 10 == 5:
            real_house.tell("cut")
        ann.send(id=f"m{number}", **MOVE)
    while len(answered) < 30:
        frame = ann.receive()
        if frame["t"] == "done":
            answered.add(frame["id"])
        elif frame["t"] == "room":  # as a client does: send again what has not been answered
            for number in range(30):
                if f"m{number}" not in answered:
                    ann.socket.send(json.dumps(MOVE | {"id": f"m{number}"}))
    assert answered == {f"m{number}" for number in range(30)}
