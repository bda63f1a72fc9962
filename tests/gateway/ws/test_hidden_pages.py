"""Turns that wait at pages out of sight (services/lobby/RULES.md §24)."""

import json
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from gateway.ws.tables.hidden_pages import WAITS_S, HiddenPages, Turn, turn_of
from gateway.ws.tables.table_viewers import TableUpdates
from services.contracts.base import Done
from services.contracts.client import frames
from services.contracts.lobby.people.push import NoteTurn
from services.contracts.tables import deliveries as tables
from services.platform.process.json import encode
from tests.gateway.fakes import greeted
from tests.support.loops import run

TABLE, ME = "t-1", 0


class Lanes:
    """Does at once what is submitted."""

    def submit(self, _lane: object, job: Any, *, always: bool = False) -> bool:
        run(job())
        return True


class Rpc:
    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def call(self, request: Any) -> Done:
        self.asked.append(request)
        return Done()


class Room:
    """Connection 1 sits at the table; the time is the test's."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.rpc = Rpc()
        self.hidden = HiddenPages(self.rpc, Lanes(), lambda: self.now_s)  # type: ignore[arg-type]
        self.connections = Connections()
        self.conn = greeted(1, "a-1")
        self.conn.seat = TABLE
        self.connections.enter(self.conn)
        self.connections.enter(greeted(2, "a-2"))
        self.updates = TableUpdates(self.connections, lambda _report: None, self.hidden)

    def hide(self, number: int | None = None) -> None:
        match = None if number is None else "m"
        self.hidden.handle(self.conn, frames.HiddenFrame(hidden=True, match=match, number=number))

    def show(self) -> None:
        self.hidden.handle(self.conn, frames.HiddenFrame(hidden=False))

    def deliver(self, number: int | None, table: str = TABLE) -> None:
        """The table as it is when a decision is owed by the player, or by the other."""
        body = [tables.Delivery([1], msgspec.Raw(frame(number, table))), tables.Delivery([2], msgspec.Raw(b"{}"))]
        self.updates.on_message(encode(tables.Deliveries("d", 0, [], body)))

    def wait(self, seconds: float) -> None:
        self.now_s += seconds
        self.hidden.sweep()

    def asked(self) -> list[tuple[str, int]]:
        found = [("note" if isinstance(each, NoteTurn) else "end", each.number) for each in self.rpc.asked]
        self.rpc.asked.clear()
        return found


def frame(number: int | None, table: str = TABLE, phase: str = "playing") -> bytes:
    due = [{"seat": 1 if number is None else ME, "number": number or 7, "elapsed_ms": 0}]
    view = {
        "table": table,
        "match": "m",
        "phase": phase,
        "you": ME,
        "due": due,
        "name": "Corner",
        "game_view": {"a": 1},
    }
    return json.dumps({"t": "update", "version": 4, "view": view}).encode()


def test_a_turn_that_waits_at_a_hidden_page_is_noted_once() -> None:
    room = Room()
    room.hide()
    room.deliver(None)
    room.wait(WAITS_S)
    assert room.asked() == []
    room.deliver(5)
    room.wait(WAITS_S - 1)
    assert room.asked() == []
    room.deliver(5)  # the same turn, for a card of somebody's was seen
    room.wait(1)
    (note,) = room.rpc.asked
    assert note == NoteTurn(account="a-1", table=TABLE, match="m", number=5)
    room.wait(WAITS_S)
    assert room.asked() == [("note", 5)]


def test_a_turn_that_waited_before_the_page_went_out_of_sight_counts_from_then() -> None:
    room = Room()
    room.hide(3)
    room.wait(WAITS_S - 0.1)
    assert room.asked() == []
    room.wait(0.1)
    assert room.asked() == [("note", 3)]


def test_a_noted_turn_ends_when_it_is_played_or_looked_at() -> None:
    for ending in (lambda room: room.deliver(None), lambda room: room.show()):
        room = Room()
        room.hide(3)
        room.wait(WAITS_S)
        ending(room)
        assert room.asked() == [("note", 3), ("end", 3)]
        room.wait(WAITS_S)
        assert room.asked() == []


def test_what_was_noted_stays_when_the_connection_is_lost() -> None:
    room = Room()
    room.hide(3)
    room.wait(WAITS_S)
    room.conn.close("heartbeat_lost")
    room.hidden.forget(room.conn)
    assert room.asked() == [("note", 3)]
    assert room.hidden.pages == {}


def test_another_table_and_a_page_in_sight_are_no_affair_of_it() -> None:
    room = Room()
    room.deliver(5)
    room.wait(WAITS_S)
    room.hide()
    room.deliver(5, "t-2")
    room.wait(WAITS_S)
    assert room.asked() == []
    room.conn.account = None
    room.hide(5)
    assert room.hidden.pages == {}


def test_frames_of_visible_pages_are_not_read() -> None:
    room = Room()
    body = [tables.Delivery([1], msgspec.Raw(b'{"view":"none of ours"}'))]
    room.updates.on_message(encode(tables.Deliveries("d", 0, [], body)))
    stream: Any = room.conn.stream
    assert b"none of ours" in stream.data


def test_the_turn_is_the_viewers_own_and_only_while_the_match_is_played() -> None:
    assert turn_of(frame(5)) == (TABLE, Turn(TABLE, "m", 5))
    assert turn_of(frame(None)) == (TABLE, None)
    assert turn_of(frame(5, phase="choosing")) == (TABLE, None)
    assert turn_of(b'{"t":"done","id":"x"}') is None


@given(st.lists(st.sampled_from(["hide", "show", "wait", "mine", "other", "hide on turn"]), max_size=30))
def test_in_any_order_nothing_is_noted_of_a_turn_that_is_over_or_seen(steps: list[str]) -> None:
    """What the lobby knows is at most the present turn, of a page that is hidden and has waited."""
    room, turn, hidden, known, waited_s = Room(), None, False, None, 0.0
    number = 0
    for step in steps:
        before = (turn, hidden)
        if step in ("hide", "hide on turn"):
            if step == "hide on turn" and turn is None:
                continue
            hidden = True
            room.hide(turn)
            waited_s = 0.0
        elif step == "show":
            hidden = False
            room.show()
        elif step == "wait":
            waited_s += 6.0
            room.wait(6.0)
        else:
            number += 1
            turn = number if step == "mine" else None
            room.deliver(turn)
        if before != (turn, hidden):
            waited_s = 0.0
        for what, which in room.asked():
            assert what == "note" or which == known
            known = which if what == "note" else None
            if what == "note":
                assert hidden
                assert which == turn
                assert waited_s >= WAITS_S
        if known is not None:
            assert hidden
            assert known == turn


def test_a_page_without_a_seat_has_no_turn() -> None:
    room = Room()
    room.conn.seat = None
    room.hide(5)
    room.wait(WAITS_S)
    assert room.asked() == []
    assert isinstance(room.conn, Connection)
