"""The lobby's pushes reach whom they name, end sessions, and are not missed by who is just coming in."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from gateway.metrics import counts
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from gateway.ws.lists.broadcast import Broadcasts
from gateway.ws.lobby.pushes import Pushes, Recent
from gateway.ws.tables.directory import Directory
from services.contracts.client import frames
from services.contracts.client.pushes import Push
from services.platform.process.json import encode
from tests.gateway.fakes import finish, greeted, on_loop, sent, services, table_line

ME = "gateway.me"


class Desk:
    """Pushes with three connections: two of ann's, one of bob's."""

    def __init__(self, kept_max: int = 3) -> None:
        self.connections = Connections()
        self.directory = Directory(on_loop(services()), 8, 10)
        self.recent = Recent(kept_max)
        self.seats: list[tuple[int, str | None]] = []
        seated = lambda conn, table: self.seats.append((conn.id, table))  # noqa: E731
        self.again: list[int] = []
        self.planned: list[Callable[[], None]] = []
        self.pushes = Pushes(
            self.connections,
            self.directory,
            self.recent,
            ME,
            seated,
            Broadcasts(self.connections, lambda _in_s, do: self.planned.append(lambda: finish(do()))),
            room_again=lambda conn: self.again.append(conn.id),
        )
        self.ann, self.ann_too, self.bob = (
            self.enter(greeted(1, "a-ann")),
            self.enter(greeted(2, "a-ann")),
            self.enter(greeted(3, "a-bob")),
        )

    def enter(self, conn: Connection) -> Connection:
        self.connections.enter(conn)
        self.connections.admit(conn)
        return conn

    def send_to(self, account: str, table: str | None) -> None:
        frame = msgspec.Raw(encode(frames.SentFrame(table=table, reason="")))
        finish(self.pushes.on_message(encode([Push([account], frame)])))

    def push(self, accounts: list[str] | None, number: int = 0, **more: Any) -> None:
        frame = msgspec.Raw(encode({"n": number, "t": "chips"}))
        finish(self.pushes.on_message(encode([Push(accounts, frame, **more)])))


@pytest.fixture
def desk() -> Desk:
    return Desk()


def numbers(conn: Connection) -> list[Any]:
    return [frame["n"] for frame in sent(conn) if "n" in frame]


def test_a_push_goes_to_every_connection_of_its_accounts(desk: Desk) -> None:
    desk.push(["a-ann", "a-nobody"], 1)
    assert [numbers(conn) for conn in (desk.ann, desk.ann_too, desk.bob)] == [[1], [1], []]


def test_a_push_about_a_table_also_goes_to_its_viewers_and_once(desk: Desk) -> None:
    for conn in (desk.bob, desk.ann):
        desk.connections.watch(conn, "t-1")
    desk.push(["a-ann"], 1, table="t-1")
    desk.push(["a-ann"], 2, table="t-2")
    assert [numbers(conn) for conn in (desk.ann, desk.ann_too, desk.bob)] == [[1, 2], [1, 2], [1]]


def test_what_is_for_spectators_does_not_reach_the_seats(desk: Desk) -> None:
    for conn in (desk.bob, desk.ann):
        desk.connections.watch(conn, "t-1")
    desk.ann.seat = "t-1"
    desk.push([], 1, table="t-1", spectators=True)
    assert [numbers(conn) for conn in (desk.ann, desk.ann_too, desk.bob)] == [[], [], [1]]


def test_where_a_player_sits_is_overheard_for_each_of_their_connections(desk: Desk) -> None:
    desk.send_to("a-ann", "t-1")
    desk.send_to("a-bob", None)
    assert sorted(desk.seats[:2]) == [(1, "t-1"), (2, "t-1")] and desk.seats[2:] == [(3, None)]


def test_a_player_seated_during_the_greeting_sits_there(desk: Desk) -> None:
    mark = desk.recent.begin()
    desk.send_to("a-eva", "t-1")
    late = desk.enter(greeted(9, "a-eva"))
    desk.seats.clear()
    assert desk.pushes.replay(late, mark) == "complete"
    assert desk.seats == [(9, "t-1")]


def test_frames_for_staff_reach_only_sessions_with_the_demanded_second_factor(desk: Desk) -> None:
    frame = msgspec.Raw(encode({"news": "report", "t": "staff"}))
    for demanded in (True, False):
        desk.pushes = Pushes(desk.connections, desk.directory, desk.recent, ME, staff_second_factor=demanded)
        desk.ann.second_factor = True
        mark = desk.recent.begin()
        finish(desk.pushes.on_message(encode([Push(["a-ann"], frame)])))
        late = desk.enter(greeted(9, "a-ann"))
        assert desk.pushes.replay(late, mark) == "complete"
        assert [len(sent(conn)) for conn in (desk.ann_too, late)] == [0 if demanded else 1] * 2
        desk.recent.end()
    assert len(sent(desk.ann)) == 2


def test_a_push_for_all_goes_to_all_greeted_connections(desk: Desk) -> None:
    desk.push(None, 1)
    assert [numbers(conn) for conn in (desk.ann, desk.ann_too, desk.bob)] == [[1], [1], [1]]


def test_several_pushes_for_one_connection_are_one_send(desk: Desk) -> None:
    frame = msgspec.Raw(b'{"n":1,"t":"x"}')
    finish(desk.pushes.on_message(encode([Push(None, frame), Push(["a-bob"], frame)])))
    assert numbers(desk.bob) == [1, 1]
    assert desk.bob.stream.sends == 1  # type: ignore[attr-defined]


def test_a_session_that_ends_gets_the_frame_then_bye_then_the_close(desk: Desk) -> None:
    desk.push(["a-ann"], 1, close="session_replaced", except_conn=(ME, 2))
    assert sent(desk.ann)[0]["n"] == 1
    assert sent(desk.ann)[1] == {"t": "bye", "error": "session_replaced"}
    assert desk.ann.is_closed
    assert not desk.ann_too.is_closed
    assert sent(desk.ann_too) == []


def test_the_excepted_connection_of_another_gateway_is_not_ours(desk: Desk) -> None:
    desk.push(["a-bob"], 1, except_conn=("gateway.other", 3))
    assert numbers(desk.bob) == [1]


def test_tables_that_are_pushed_are_learnt(desk: Desk) -> None:
    frame = msgspec.Raw(encode(frames.TablesFrame(changed=[table_line("t-7")], gone=[])))
    finish(desk.pushes.on_message(encode([Push(None, frame)])))
    assert desk.directory.place_of("t-7") is not None


def test_what_is_pushed_during_a_greeting_comes_after_it(desk: Desk) -> None:
    mark = desk.recent.begin()
    desk.push(None, 1)
    desk.push(["a-bob"], 2)
    desk.push(["a-new"], 3)
    new = greeted(4, "a-new")
    assert desk.pushes.replay(new, mark) == "complete"
    assert numbers(new) == [1, 3]
    desk.recent.end()


def test_a_greeting_gets_nothing_from_before_it_began(desk: Desk) -> None:
    first = desk.recent.begin()
    desk.push(None, 1)
    mark = desk.recent.begin()
    desk.push(None, 2)
    new = greeted(4, "a-new")
    desk.pushes.replay(new, mark)
    assert numbers(new) == [2]
    assert [push.frame for push, _ in desk.recent.since(first) or []] != []


def test_a_session_that_ended_during_its_greeting_is_to_be_checked(desk: Desk) -> None:
    mark = desk.recent.begin()
    desk.push(["a-new"], 1, close="session_replaced")
    assert desk.pushes.replay(greeted(4, "a-new"), mark) == "session_in_doubt"
    assert desk.pushes.replay(greeted(5, "a-other"), mark) == "complete"


def test_a_greeting_that_missed_too_much_is_repeated_and_counted(desk: Desk) -> None:
    mark, before = desk.recent.begin(), counts.lost["replay"]
    for number in range(4):
        desk.push(None, number)
    assert desk.pushes.replay(greeted(4, "a-new"), mark) == "incomplete"
    assert counts.lost["replay"] == before + 1


def test_nothing_is_kept_while_no_client_is_being_greeted(desk: Desk) -> None:
    desk.push(None, 1)
    desk.recent.begin()
    desk.push(None, 2)
    desk.recent.end()
    assert len(desk.recent._kept) == 0


def test_a_push_for_a_hall_goes_to_its_players(desk: Desk) -> None:
    desk.ann.hall, desk.ann_too.hall, desk.bob.hall = 1, 1, 2
    desk.push(None, 1, hall=2)
    desk.push(None, 2, hall=1)
    desk.push(None, 3)
    assert [numbers(conn) for conn in (desk.ann, desk.bob)] == [[2, 3], [1, 3]]


def test_a_client_greeted_in_a_hall_gets_what_was_pushed_there_meanwhile(desk: Desk) -> None:
    mark = desk.recent.begin()
    desk.push(None, 1, hall=1)
    desk.push(None, 2, hall=2)
    late = desk.enter(greeted(9, "a-eva"))
    late.hall = 2
    assert desk.pushes.replay(late, mark) == "complete"
    assert numbers(late) == [2]


def test_a_client_that_changes_halls_meanwhile_gets_nothing_more_of_the_old_one(desk: Desk) -> None:
    desk.ann.hall = desk.bob.hall = 1
    desk.push(None, 1, hall=1)
    desk.push(None, 2, hall=1)  # waits for company
    desk.bob.hall = 2
    while desk.planned:  # until it is time
        desk.planned.pop()()
    assert numbers(desk.ann) == [1, 2]
    assert numbers(desk.bob) == [1]


def test_a_moved_client_gets_the_room_again_instead_of_a_frame(desk: Desk) -> None:
    desk.push(["a-ann"], 1, room_again=True)
    assert sorted(desk.again) == [1, 2]
    assert sent(desk.ann) == []


def test_the_end_of_one_session_leaves_connections_of_another_alone(desk: Desk) -> None:
    desk.ann.session, desk.ann_too.session = "old", "new"
    desk.push(["a-ann"], close="session_replaced", session="old")
    assert desk.ann.is_closed and not desk.ann_too.is_closed
    assert sent(desk.ann_too) == []


def test_the_end_of_a_session_reaches_a_connection_of_an_unknown_session(desk: Desk) -> None:
    desk.push(["a-ann"], close="session_expired", session="old")
    assert desk.ann.is_closed and desk.ann_too.is_closed


def test_the_end_of_one_connection_leaves_others_of_its_session_alone(desk: Desk) -> None:
    desk.push(["a-ann"], close="session_replaced", conn=(ME, 1))
    assert desk.ann.is_closed and not desk.ann_too.is_closed


def test_a_connection_of_another_gateway_with_the_same_number_is_not_ended(desk: Desk) -> None:
    desk.push(["a-ann"], close="session_replaced", conn=("gateway.other", 1))
    assert not desk.ann.is_closed and not desk.ann_too.is_closed


def test_an_end_of_the_session_before_during_a_greeting_leaves_no_doubt(desk: Desk) -> None:
    mark = desk.recent.begin()
    desk.push(["a-new"], close="session_replaced", session="old")
    desk.push(["a-new"], close="session_replaced", conn=(ME, 3))
    new = greeted(4, "a-new")
    new.session = "new"
    assert desk.pushes.replay(new, mark) == "complete"
    assert not new.is_closed and sent(new) == []


def test_an_end_of_its_own_session_during_a_greeting_closes_the_connection(desk: Desk) -> None:
    mark = desk.recent.begin()
    desk.push(["a-new"], close="account_erased", session="new")
    new = greeted(4, "a-new")
    new.session = "new"
    assert desk.pushes.replay(new, mark) == "complete"
    assert new.is_closed and sent(new)[-1] == {"t": "bye", "error": "account_erased"}


def test_a_resync_of_its_own_session_during_a_greeting_is_to_be_checked(desk: Desk) -> None:
    mark = desk.recent.begin()
    desk.push(["a-new"], close="resync_needed", session="new")
    new = greeted(4, "a-new")
    new.session = "new"
    assert desk.pushes.replay(new, mark) == "session_in_doubt"
    assert not new.is_closed, "the token with which it came in may be the new one"
