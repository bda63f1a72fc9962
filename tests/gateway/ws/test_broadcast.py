"""The room's news: at once in a small house, together in a crowded one, each of them once and in order."""

from collections.abc import Callable, Coroutine

import pytest

from gateway.ws.connection.codec import pack_text
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from gateway.ws.lists.broadcast import Broadcast, Broadcasts
from tests.gateway.fakes import finish, greeted, sent


class Room:
    """News with a clock of its own."""

    def __init__(self, conns: int) -> None:
        self.connections = Connections()
        self.conns = [self.enter(number) for number in range(1, conns + 1)]
        self.now_s = 100.0
        self.planned: list[tuple[float, Callable[[], Coroutine[None, None, None]]]] = []
        self.news = Broadcast(self.connections, lambda in_s, do: self.planned.append((in_s, do)), lambda: self.now_s)

    def enter(self, number: int) -> Connection:
        conn = greeted(number, f"a-{number}")
        self.connections.enter(conn)
        self.connections.admit(conn)
        return conn

    def tell(self, *numbers: int) -> None:
        for number in numbers:
            self.news.add(packed(number))
        finish(self.news.flush())

    def later(self) -> None:
        ((in_s, do),) = self.planned
        self.planned = []
        self.now_s += in_s
        finish(do())


def packed(number: int) -> bytes:
    return pack_text(b'{"n":%d,"t":"x"}' % number)


def heard(conn: Connection) -> list[int]:
    return [frame["n"] for frame in sent(conn)]


@pytest.fixture
def room() -> Room:
    return Room(300)


def test_the_first_change_is_sent_at_once_and_later_ones_are_batched(room: Room) -> None:
    room.tell(1)
    room.tell(2)
    room.tell(3, 4)
    assert {tuple(heard(conn)) for conn in room.conns} == {(1,)}
    room.later()
    assert {tuple(heard(conn)) for conn in room.conns} == {(1, 2, 3, 4)}
    assert {conn.stream.sends for conn in room.conns} == {2}  # type: ignore[attr-defined]


def test_a_large_audience_waits_longer_than_a_small_one_and_never_longer_than_a_second() -> None:
    waits = []
    for conns in (1, 300, 10_000):
        room = Room(conns)
        room.tell(1)
        room.tell(2)
        waits.append(room.planned[0][0])
    assert waits[0] < 0.001 < waits[1] < 0.1 < waits[2] == 1.0


def test_after_a_quiet_moment_a_change_is_sent_at_once_again(room: Room) -> None:
    room.tell(1)
    room.now_s += 1
    room.tell(2)
    assert heard(room.conns[-1]) == [1, 2] and room.planned == []


def test_a_player_that_has_taken_the_pending_changes_gets_only_the_rest(room: Room) -> None:
    room.tell(1)
    room.tell(2)
    first = room.conns[0]
    assert room.news.take(first) == [packed(2)]
    assert room.news.take(first) == []
    room.tell(3)
    room.later()
    assert heard(first) == [1, 3] and heard(room.conns[1]) == [1, 2, 3]


def test_a_player_that_takes_changes_while_they_are_sent_gets_all_of_them_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.tell(1)
    room.tell(2)
    last = room.conns[-1]

    async def in_between(_seconds: float) -> None:
        monkeypatch.undo()
        room.tell(3)
        assert room.news.take(last) == [packed(2), packed(3)]

    monkeypatch.setattr("gateway.ws.lists.broadcast.asyncio.sleep", in_between)
    room.later()
    room.later()
    assert heard(last) == [1] and heard(room.conns[0]) == [1, 2, 3]


def test_a_late_player_gets_only_later_changes(room: Room) -> None:
    room.tell(1)
    room.tell(2)
    new = room.enter(999)
    room.news.take(new)
    room.tell(3)
    room.later()
    assert heard(new) == [3]


def test_a_failure_does_not_end_the_broadcasts(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("planted")

    with monkeypatch.context() as planted:
        planted.setattr(Connection, "send_packed", fail)
        with pytest.raises(RuntimeError):
            room.tell(1)
    room.now_s += 1
    room.tell(2)
    assert heard(room.conns[0]) == [2]


def test_changes_are_kept_only_while_a_player_is_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(2)
    slow = room.conns[0]
    monkeypatch.setattr(slow.stream, "waiting_bytes", 1, raising=False)
    room.tell(1)
    assert (heard(slow), heard(room.conns[1]), len(room.news._latest)) == ([], [1], 1)
    room.news.entered(slow)
    assert len(room.news._latest) == 0, "the room that it got has all of it"
    room.now_s += 10
    room.tell(2)
    assert len(room.news._latest) == 1
    monkeypatch.setattr(type(slow), "is_open", False)
    room.now_s += 10
    room.tell(3)
    assert len(room.news._latest) == 0, "whoever was behind has gone"


def test_a_hall_is_forgotten_once_it_is_empty_and_everything_was_sent() -> None:
    connections = Connections()
    planned: list[Callable[[], Coroutine[None, None, None]]] = []
    broadcasts = Broadcasts(connections, lambda _in_s, do: planned.append(do))
    conn = greeted(1, "a-1")
    connections.enter(conn)
    connections.admit(conn)
    for number in range(2):
        broadcasts.add(packed(number), conn.hall)
        finish(broadcasts.flush())
    broadcasts.sweep()
    assert (len(broadcasts), heard(conn)) == (1, [0]), "somebody is there, and is owed the second"
    connections.leave(conn)
    broadcasts.sweep()
    assert len(broadcasts) == 1, "the second waits for its time"
    for do in planned:
        finish(do())
    broadcasts.sweep()
    assert len(broadcasts) == 0
    for hall in range(100):
        broadcasts.add(packed(hall), hall)
        finish(broadcasts.flush())
        broadcasts.sweep()
    assert len(broadcasts) == 0, "frames for halls without anybody leave nothing behind"
