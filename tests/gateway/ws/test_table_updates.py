"""Frames of tables reach the connections they name, as they are."""

import msgspec
import pytest

from gateway.metrics import counts
from gateway.ws.connection.connections import Connections
from gateway.ws.tables.table_viewers import TableUpdates
from services.contracts.tables import deliveries as tables
from services.platform.process.json import encode
from tests.gateway.fakes import greeted, sent, unpack


def body(*deliveries: tuple[list[int], bytes]) -> bytes:
    told = [tables.Delivery(conns, msgspec.Raw(frame)) for conns, frame in deliveries]
    return encode(tables.Deliveries("direct.w.1", 7, ["tables.g.1"], told))


def deliveries(connections: Connections) -> TableUpdates:
    return TableUpdates(connections, lambda _told: None)


@pytest.fixture
def connections() -> Connections:
    made = Connections()
    for number in (1, 2, 3):
        made.enter(greeted(number, f"a-{number}"))
    return made


def test_a_frame_goes_to_exactly_its_recipients(connections: Connections) -> None:
    deliveries(connections).on_message(body(([1, 3], b'{"t":"update","version":4}')))
    assert [sent(connections.connections[n]) for n in (1, 2, 3)] == [
        [{"t": "update", "version": 4}],
        [],
        [{"t": "update", "version": 4}],
    ]


def test_a_frame_is_sent_byte_for_byte(connections: Connections) -> None:
    frame = '{"t":"update",  "a":1.50,"β":"ü"}'.encode()
    deliveries(connections).on_message(b'["",0,[],[[[2],' + frame + b"]]]")
    assert unpack(connections.connections[2].stream.data) == (1, frame, b"")  # type: ignore[attr-defined]


def test_frames_of_one_message_for_one_connection_leave_in_order_in_one_send(connections: Connections) -> None:
    deliveries(connections).on_message(body(([1], b'{"n":1}'), ([2, 1], b'{"n":2}'), ([1], b'{"n":3}')))
    assert sent(connections.connections[1]) == [{"n": 1}, {"n": 2}, {"n": 3}]
    assert connections.connections[1].stream.sends == 1  # type: ignore[attr-defined]


def test_a_closed_connection_is_skipped_and_counted(connections: Connections) -> None:
    before = counts.lost["delivery"]
    deliveries(connections).on_message(body(([7, 2], b"{}")))
    assert sent(connections.connections[2]) == [{}]
    assert counts.lost["delivery"] == before + 1


def test_what_a_worker_says_of_itself_is_passed_on(connections: Connections) -> None:
    heard: list[tables.Deliveries] = []
    TableUpdates(connections, heard.append).on_message(body(([1], b"{}")))
    assert [(told.direct, told.taken, told.shards) for told in heard] == [("direct.w.1", 7, ["tables.g.1"])]
