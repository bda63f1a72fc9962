"""By itself the gateway ends silent connections, sends heartbeats, and reports active accounts to the lobby."""

import time
from itertools import pairwise
from typing import Any

import pytest

from gateway.metrics import counts
from gateway.settings import GatewaySettings
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from gateway.ws.housekeeping import Housekeeping
from services.contracts.base import Done
from services.contracts.lobby import presence as lobby
from services.kernel.refusal import Refusal
from services.platform.broker import names
from tests.gateway.fakes import FakeLink, FakeRpc, connection, finish, greeted, on_loop, services


class Desk:
    def __init__(self, rpc: FakeRpc | None = None) -> None:
        self.connections, self.link, self.rpc = Connections(), FakeLink(), rpc or services()
        self.acted: set[str] = set()
        link: Any = self.link
        self.renewed: list[Connection] = []
        self.keeper = Housekeeping(
            GatewaySettings(),
            self.connections,
            link,
            on_loop(self.rpc),
            "gateway.me",
            self.acted,
            self.renewed.append,
            self._halt,
        )
        self.halts = 0
        self.now_s = time.monotonic()

    def _halt(self) -> None:
        self.halts += 1

    def enter(self, conn: Connection, silent_s: float) -> Connection:
        conn.start(lambda *_: None, self.connections.leave)
        self.connections.enter(conn)
        conn.heard_s = conn.opened_s = self.now_s - silent_s
        return conn


def reason(conn: Connection) -> str:
    return conn.stream.data[4:].decode(errors="replace")  # type: ignore[attr-defined]


@pytest.mark.parametrize(("silent_s", "ends"), [(14.9, False), (15.1, True)])
def test_silence_ends_a_connection(silent_s: float, ends: bool) -> None:
    desk = Desk()
    conn = desk.enter(greeted(), silent_s)
    desk.keeper.sweep(desk.now_s)
    assert conn.is_closed is ends
    assert ("heartbeat_lost" in reason(conn)) is ends


PING = b"\x89\x00"


@pytest.mark.parametrize(("silent_s", "pings"), [(5.5, 0), (7.6, 1)])
def test_a_silent_client_is_pinged_and_one_with_a_heartbeat_is_not(silent_s: float, pings: int) -> None:
    desk = Desk()
    conn = desk.enter(greeted(), silent_s)
    desk.keeper.sweep(desk.now_s)
    assert conn.stream.data.count(PING) == pings  # type: ignore[attr-defined]


def test_a_client_with_nothing_but_pongs_stays_while_they_come() -> None:
    desk = Desk()
    conn = desk.enter(greeted(), 0)
    began_s = desk.now_s
    for half_seconds in range(2 * 360):
        now_s = began_s + half_seconds / 2
        desk.keeper.sweep(now_s)
        if conn.stream.data.endswith(PING):  # type: ignore[attr-defined]
            conn.heard_s, conn.stream.data = now_s, b""  # type: ignore[attr-defined]
    assert not conn.is_closed
    lost_s = [later for later in range(40) if not conn.is_closed and desk.keeper.sweep(now_s + later) is None]
    assert conn.is_closed and 14 <= len(lost_s) <= 17
    assert conn.stream.data.count(PING) >= 2, "one lost ping is not the end"  # type: ignore[attr-defined]


def test_clients_that_came_together_are_not_pinged_together() -> None:
    desk = Desk()
    conns = [desk.enter(greeted(number), 0) for number in range(1, 321)]
    pinged = []
    for half_seconds in range(16):
        desk.keeper.sweep(desk.now_s + half_seconds / 2)
        pinged.append(sum(PING in conn.stream.data for conn in conns))  # type: ignore[attr-defined]
    assert pinged[-1] == 320
    assert max(after - before for before, after in pairwise(pinged)) < 160


@pytest.mark.parametrize(("unread_s", "ends"), [(59.9, False), (60.1, True)])
def test_a_client_that_reads_nothing_is_closed_and_counted(unread_s: float, ends: bool) -> None:
    desk = Desk()
    conn = desk.enter(greeted(), 0)
    conn.stream.stalled = unread_s  # type: ignore[attr-defined]
    before = counts.slow_dropped
    desk.keeper.sweep(desk.now_s)
    assert ("not_reading" in reason(conn)) is ends
    assert counts.slow_dropped - before == ends


@pytest.mark.parametrize(("waiting_s", "ends"), [(9.9, False), (10.1, True)])
def test_hello_is_waited_for_ten_seconds(waiting_s: float, ends: bool) -> None:
    desk = Desk()
    conn = desk.enter(connection(), waiting_s)
    desk.keeper.sweep(desk.now_s)
    assert ("hello_timeout" in reason(conn)) is ends


def test_a_client_that_does_not_close_is_cut_off() -> None:
    desk = Desk()
    conn = desk.enter(greeted(), 0)
    conn.close("gateway_stopping")
    assert desk.connections.leaving == {conn}
    desk.keeper.sweep(conn.closed_s + 1.9)
    assert not conn.stream.ended
    desk.keeper.sweep(conn.closed_s + 2.1)
    assert conn.stream.ended


def test_a_beat_names_the_gateway() -> None:
    desk = Desk()
    desk.keeper.beat()
    ((exchange, _, body, _),) = desk.link.published
    assert (exchange, body) == (names.BEAT_EXCHANGE, [["gateway.me"]])


def test_a_beat_that_cannot_be_sent_is_let_go() -> None:
    desk = Desk()
    desk.link.down = 1
    desk.keeper.beat()
    assert desk.link.published == []


def test_the_lobby_receives_all_active_accounts_once() -> None:
    desk = Desk()
    desk.acted |= {f"a-{n}" for n in range(1500)}
    finish(desk.keeper.report_active())
    finish(desk.keeper.report_active())
    calls = desk.rpc.requests(lobby.Active)
    assert [len(call.accounts) for call in calls] == [1000, 500]
    assert {account for call in calls for account in call.accounts} == {f"a-{n}" for n in range(1500)}


def test_an_activity_that_could_not_be_reported_is_reported_the_next_time() -> None:
    desk = Desk(services(Active=[Refusal("service_unavailable"), Done()]))
    desk.acted.add("a-ann")
    finish(desk.keeper.report_active())
    assert desk.acted == {"a-ann"}
    finish(desk.keeper.report_active())
    assert desk.acted == set()
    assert len(desk.rpc.requests(lobby.Active)) == 2


def test_a_token_is_renewed_after_half_a_day() -> None:
    desk = Desk()
    old, young, new = (desk.enter(make(number), 0) for number, make in enumerate((greeted, greeted, connection)))
    for conn, age_s in ((old, 43_201), (young, 43_199), (new, 43_201)):
        conn.token_s = desk.now_s - age_s
    old.stream.waiting_bytes = 1  # type: ignore[attr-defined]
    desk.keeper.renew_tokens(desk.now_s)
    assert desk.renewed == []  # what waits may be thrown away
    old.stream.waiting_bytes = 0  # type: ignore[attr-defined]
    desk.keeper.renew_tokens(desk.now_s)
    assert desk.renewed == [old]


@pytest.mark.parametrize(("silent_s", "halts"), [(4.9, 0), (5.1, 1)])
def test_a_gateway_that_did_not_run_for_so_long_that_it_was_taken_for_dead_comes_in_again(
    silent_s: float, halts: int
) -> None:
    desk = Desk()
    desk.keeper.beat()
    desk.keeper._beaten_s -= silent_s
    desk.keeper.beat()
    desk.keeper.beat()
    assert desk.halts == halts
    assert len(desk.link.published) == 3
