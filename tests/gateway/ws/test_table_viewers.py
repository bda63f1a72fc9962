"""Tables receive their viewers: at the end of a connection, when a new owner calls, and after a cut."""

import pytest

from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from gateway.ws.tables.directory import Directory
from gateway.ws.tables.table_viewers import TableViewers
from services.contracts.tables import commands, deliveries
from services.kernel.clock import FakeClock
from services.kernel.ids import shard_of
from tests.gateway.fakes import greeted, on_loop, services

ME = "gateway.me"


class Outbox:
    def __init__(self) -> None:
        self.sent: list[tuple[str, commands.FromPlayer]] = []

    def put(self, queue: str, command: commands.FromPlayer, _sender: Connection | None = None) -> bool:
        self.sent.append((queue, command))
        return True


class Desk:
    def __init__(self) -> None:
        self.connections, self.outbox, self.clock = Connections(), Outbox(), FakeClock()
        directory = Directory(on_loop(services()), 8, 10)
        directory.learn([("t-1", "tavli"), ("t-2", "tavli"), ("t-3", "tichu")])
        self.watching = TableViewers(self.connections, directory, self.outbox, self.clock, ME)  # type: ignore[arg-type]

    def look(self, conn_id: int, *looked_at: str) -> Connection:
        conn = greeted(conn_id, f"a-{conn_id}")
        self.connections.enter(conn)
        for table in looked_at:
            self.connections.watch(conn, table)
        return conn

    def told(self) -> set[tuple[str, int, str]]:
        return {(command.table, command.conn, command.account) for _, command in self.outbox.sent}


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_lost_connection_is_lost_to_all_the_tables_it_looked_at(desk: Desk) -> None:
    conn = desk.look(1, "t-1", "t-3")
    desk.watching.lost(conn, lost_for_ms=400)
    assert desk.told() == {("t-1", 1, "a-1"), ("t-3", 1, "a-1")}
    for queue, command in desk.outbox.sent:
        assert isinstance(command, commands.Unwatch)
        assert command.lost
        assert command.at_ms == desk.clock.now_ms() - 400
        assert queue.startswith("tables.t")


def test_a_new_owner_receives_the_viewers_of_its_tables_and_of_no_other(desk: Desk) -> None:
    desk.look(1, "t-1", "t-3")
    desk.look(2, "t-1")
    desk.watching.on_roll([deliveries.Roll("tavli", shard_of("t-1", 8), 8)])
    expected = {("t-1", 1, "a-1"), ("t-1", 2, "a-2")}
    assert desk.told() == expected
    assert all(isinstance(command, commands.Watch) and command.version == -1 for _, command in desk.outbox.sent)


def test_after_a_cut_every_tables_viewers_are_sent_again(desk: Desk) -> None:
    desk.look(1, "t-1", "t-3")
    desk.look(2, "t-2")
    desk.watching.watch_all_again()
    assert desk.told() == {("t-1", 1, "a-1"), ("t-3", 1, "a-1"), ("t-2", 2, "a-2")}


def test_a_player_that_sits_down_ends_viewing_other_tables(desk: Desk) -> None:
    conn = desk.look(1, "t-1", "t-3")
    desk.look(2, "t-3")
    desk.watching.seated(conn, "t-1")
    assert (conn.seat, conn.watching, desk.told()) == ("t-1", {"t-1"}, {("t-3", 1, "a-1")})
    (unwatch,) = [command for _, command in desk.outbox.sent]
    assert isinstance(unwatch, commands.Unwatch) and not unwatch.lost
    desk.watching.seated(conn, None)
    assert (conn.seat, conn.watching) == (None, {"t-1"}) and len(desk.outbox.sent) == 1


def test_own_commands_have_ids_of_their_own(desk: Desk) -> None:
    desk.look(1, "t-1", "t-2")
    desk.watching.watch_all_again()
    desk.watching.watch_all_again()
    ids = [command.id for _, command in desk.outbox.sent]
    assert len(set(ids)) == 4
    assert all(command_id.startswith(f"{ME}.") for command_id in ids)
