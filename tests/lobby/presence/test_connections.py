"""Who is here, over several gateways: services/lobby/RULES.md §2."""

import pytest
from prometheus_client import REGISTRY

from services.contracts.base import Done
from services.contracts.client.frames import SentFrame
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts
from services.contracts.tables.deliveries import GatewayBeat
from services.contracts.tables.events import PauseChanged, TableDone
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.lists import room as rooms
from services.lobby.presence import connections
from services.lobby.presence.gateways import Gateways
from services.lobby.tables import match_events
from services.platform.process.json import encode
from services.platform.process.settings import CommonSettings


def names(lobby):
    return [line.name for line in lobby.ask(presence.ListPlayers()).players]


def test_a_player_that_comes_in_gets_the_room_including_the_own_entry(lobby):
    (ana, _ben) = lobby.enter("Ana", "Ben", gateway="g1")
    table = lobby.create(ana, name="Early birds").table
    lobby.say(ana, "Good evening")
    session = lobby.register("Eva")
    room = lobby.ask(presence.Connected(token=session.token, gateway="g2", conn=1))
    assert room.me == session.account
    assert [(line.name, line.status, line.table) for line in room.players] == [
        ("Ben", "online", None), ("Eva", "online", None), ("Ana", "invited", table),
    ]  # fmt: skip
    assert [line.group for line in room.players] == [1, 1, 2]
    assert [line.name for line in room.tables] == ["Early birds"]
    assert [line.text for line in room.chat] == ["Good evening"]
    assert (room.invitations, room.table) == ([], None)


def test_the_order_is_group_then_login_then_name_whatever_the_gateway(lobby):
    lobby.wait(1)
    (zoe,) = lobby.enter("zoe", gateway="g2")
    lobby.wait(1)
    lobby.enter("ben", gateway="g1")
    lobby.enter("Ana", gateway="g2")
    assert names(lobby) == ["zoe", "Ana", "ben"]
    lobby.create(zoe)
    assert names(lobby) == ["Ana", "ben", "zoe"]


def test_the_place_in_the_list_is_kept_through_reconnections_and_lost_by_a_login(lobby):
    sessions = {name: lobby.register(name) for name in ["Ana", "Ben"]}
    lobby.wait(1)
    sessions |= {"Eva": lobby.register("Eva")}
    here = {name: lobby.connect(session) for name, session in sessions.items()}
    lobby.leave(here["Ana"])
    lobby.wait(1)
    lobby.connect(sessions["Ana"], gateway="g2")
    assert names(lobby) == ["Ana", "Ben", "Eva"]
    lobby.connect(lobby.log_in("Ana"))
    assert names(lobby) == ["Ben", "Eva", "Ana"]


def test_all_players_receive_only_arrivals_and_departures(lobby):
    session = lobby.register("Ana")
    lobby.push.forget()
    ana = lobby.connect(session)
    assert lobby.push.changed_players == [ana.account]
    lobby.push.forget()
    lobby.ask(presence.Connected(token=ana.token, gateway=ana.gateway, conn=ana.conn))
    assert (lobby.push.changed_players, lobby.push.frames) == ([], []), "the same connection asks for the room again"
    lobby.leave(ana)
    assert lobby.push.changed_players == [ana.account]
    assert names(lobby) == []


def test_players_outside_the_list_cause_no_events(lobby):
    session = lobby.register("Ana")
    lobby.log_in("Ana")
    lobby.ask(accounts.LogOut(token=session.token))
    lobby.wait(600_001)
    lobby.sweep()
    assert lobby.push.changed_players == []


def test_a_connection_elsewhere_ends_the_one_before(lobby):
    (ana,) = lobby.enter("Ana", gateway="g1")
    lobby.push.forget()
    again = lobby.ask(presence.Connected(token=ana.token, gateway="g2", conn=5))
    assert isinstance(again, presence.Room)
    assert lobby.push.closed_connections() == [([ana.account], "session_replaced", ("g2", 5))]
    lobby.leave(ana)
    assert names(lobby) == ["Ana"], "the end of the older connection comes late and means nothing"
    lobby.ask(presence.Disconnected(account=ana.account, gateway="g2", conn=5))
    assert names(lobby) == []


@pytest.mark.parametrize(("gateway", "conn"), [("g1", 99), ("g2", None)])
def test_the_end_of_a_connection_that_does_not_count_is_ignored(lobby, gateway, conn):
    (ana,) = lobby.enter("Ana", gateway="g1")
    gone = presence.Disconnected(account=ana.account, gateway=gateway, conn=ana.conn if conn is None else conn)
    assert lobby.ask(gone) == Done()
    assert names(lobby) == ["Ana"]
    assert lobby.ask(presence.Disconnected(account="nobody", gateway="g1", conn=1)) == Done()


def test_a_player_that_loses_the_connection_in_a_match_is_expected_back(lobby):
    (ana, ben) = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    lobby.leave(ana)
    assert lobby.statuses() == {"Ben": "playing", "Ana": "returning"}
    room = lobby.ask(presence.Connected(token=ana.token, gateway="g3", conn=1))
    assert room.table == table
    assert lobby.statuses() == {"Ana": "playing", "Ben": "playing"}


def test_a_player_that_has_not_returned_when_the_match_ends_is_gone(lobby):
    (ana, ben) = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    lobby.leave(ana)
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason="removed", account=ana.account))
    assert lobby.statuses() == {"Ben": "online"}
    assert lobby.push.to(ben.account, SentFrame)[-1] == SentFrame(table=None, reason="removed", name="Ana")


def test_before_the_start_losing_the_connection_is_getting_up(lobby):
    (ana, ben, eva) = lobby.enter("Ana", "Ben", "Eva")
    lobby.rpc.seats = 3
    table = lobby.create(ana).table
    lobby.join(ben, table)
    lobby.join(eva, table)
    lobby.leave(ben)
    assert [seat.name for seat in lobby.table(table).seats] == ["Ana", None, "Eva"]
    lobby.leave(ana)
    assert lobby.table(table) is None
    assert lobby.statuses() == {"Eva": "online"}
    assert lobby.push.to(eva.account, SentFrame)[-1] == SentFrame(table=None, reason="organizer_left", name="Ana")
    assert lobby.push.to(ana.account, SentFrame)[-1] == SentFrame(table=None, reason="")


def test_a_gateway_that_is_gone_disconnects_all_its_players(lobby):
    (ana, ben, eva) = lobby.enter("Ana", "Ben", "Eva", gateway="g1")
    (leo, mia) = lobby.enter("Leo", "Mia", gateway="g2")
    playing = lobby.started(ana, leo)
    waiting = lobby.create(mia).table
    lobby.join(ben, waiting)
    lobby.push.forget()
    assert connections.lose_gateway(lobby.ports, "g1") == 3
    assert lobby.statuses() == {"Mia": "invited", "Leo": "playing", "Ana": "returning"}
    assert [seat.name for seat in lobby.table(waiting).seats] == ["Mia", None]
    assert lobby.table(playing).state == "started"
    assert {ana.account, ben.account, eva.account} <= set(lobby.push.changed_players)
    assert connections.lose_gateway(lobby.ports, "g1") == 0
    assert lobby.ports.run(connections.find_gateways) == ["g2"]


def test_players_of_a_gateway_with_lost_beats_get_the_room_again_when_it_beats(lobby):
    """Its sockets stand: only the broker kept its beats from the lobby."""
    (ana, ben) = lobby.enter("Ana", "Ben", gateway="g1")
    lobby.enter("Leo", gateway="g2")
    now_s = [100.0]
    known = lambda: lobby.ports.run(connections.find_gateways)  # noqa: E731
    gateways = Gateways(CommonSettings(), 6_000, known, lambda: now_s[0])
    gateways.on_up()
    for second in range(20):
        now_s[0] += 1
        gateways.on_beats(encode([GatewayBeat("g2"), *([GatewayBeat("g1")] if second > 15 else [])]))
        connections.sweep_gateways(lobby.ports, gateways)
        if second == 15:
            assert lobby.statuses() == {"Leo": "online"}
            assert lobby.push.rooms == []
    assert sorted(lobby.push.rooms) == sorted([ana.account, ben.account])


def test_a_player_without_a_connection_neither_opens_nor_joins_a_table(lobby):
    (ana,) = lobby.enter("Ana")
    table = lobby.create(ana).table
    absent = lobby.connect(lobby.register("Ben"))
    lobby.leave(absent)
    assert lobby.create(absent) == Refusal("player_not_online", {"seat": 0})
    assert lobby.join(absent, table) == Refusal("player_not_online")


def test_how_many_are_here_is_measured(lobby):
    (ana, ben, _eva) = lobby.enter("Ana", "Ben", "Eva")
    lobby.started(ana, ben)
    lobby.ports.run(rooms.measure)
    assert REGISTRY.get_sample_value("kafeneio_lobby_players", {"status": "playing"}) == 2
    assert REGISTRY.get_sample_value("kafeneio_lobby_players", {"status": "online"}) == 1
    assert REGISTRY.get_sample_value("kafeneio_lobby_tables", {"state": "started"}) == 1
    assert len(lobby.rows(schema.players)) == 3


def full_lobby(lobby):
    """Players on two gateways: free, invited, at a table that waits for players, and in a match."""
    names = ["Ana", "Ben", "Eva", "Gus", "Ida", "Leo"]
    people = dict(zip(names, lobby.enter(*names), strict=True))
    others = {name: lobby.connect(lobby.register(name), "g2") for name in ("Mia", "Noa", "Oto", "Pia")}
    match = lobby.started(people["Ana"], others["Mia"])
    mine = lobby.create(people["Ben"], name="Ben's table").table
    lobby.join(others["Noa"], mine)
    theirs = lobby.create(others["Oto"], name="Oto's table").table
    lobby.join(people["Eva"], theirs)
    lobby.create(others["Pia"], mode="invite", invite={"1": "Gus"}, name="Pia's table")
    return people | others, match, mine, theirs


def test_a_gateway_dies_while_its_players_sit_are_asked_and_play(lobby):
    people, match, mine, theirs = full_lobby(lobby)
    lobby.push.forget()
    assert connections.lose_gateway(lobby.ports, "g1") == 6
    assert lobby.statuses() == {
        "Noa": "online",
        "Oto": "invited",
        "Pia": "online",
        "Mia": "playing",
        "Ana": "returning",
    }
    assert lobby.table(match).state == "started"
    assert lobby.table(mine) is None, "its organizer is gone"
    assert [seat.name for seat in lobby.table(theirs).seats] == ["Oto", None]
    assert {who.account for who in people.values() if who.gateway == "g1"} <= set(lobby.push.changed_players)
    assert connections.lose_gateway(lobby.ports, "g1") == 0


def test_a_gateway_that_was_only_hung_finds_its_players_again_where_they_may_be(lobby):
    people, match, _, _ = full_lobby(lobby)
    connections.lose_gateway(lobby.ports, "g1")
    lobby.push.forget()
    rooms = {
        name: lobby.ask(presence.Connected(token=who.token, gateway="g1", conn=who.conn))
        for name, who in people.items()
        if who.gateway == "g1"
    }
    assert lobby.push.closed_connections() == [], "they are the connections that count"
    assert rooms["Ana"].table == match
    assert {room.table for name, room in rooms.items() if name != "Ana"} == {None}
    assert lobby.statuses() == {
        "Ben": "online", "Eva": "online", "Gus": "online", "Ida": "online", "Leo": "online", "Noa": "online",
        "Pia": "online", "Oto": "invited", "Ana": "playing", "Mia": "playing",
    }  # fmt: skip


def test_a_late_event_of_a_dead_gateways_connection_does_not_harm_the_new_one(lobby):
    people, *_ = full_lobby(lobby)
    ana = people["Ana"]
    here = lobby.back(ana, "g2")
    connections.lose_gateway(lobby.ports, "g1")
    assert lobby.statuses()["Ana"] == "playing"
    lobby.leave(ana)
    assert lobby.statuses()["Ana"] == "playing"
    lobby.leave(here)
    assert lobby.statuses()["Ana"] == "returning"


def test_the_deltas_of_all_that_happened_make_the_list(lobby):
    """A client that began with an empty list and took every change has the list that a request returns now."""
    people, match, *_ = full_lobby(lobby)
    connections.lose_gateway(lobby.ports, "g1")
    lobby.back(people["Ana"], "g2")
    lobby.deliver(
        match_events.pause_changed,
        PauseChanged(table=match, seq=9, match="m", away=[people["Ana"].account], waiting=[people["Mia"].account]),
    )
    changed = set(lobby.push.changed_players)
    listed = {line.account for line in lobby.ask(presence.ListPlayers()).players}
    assert listed <= changed
    assert [line.name for line in lobby.ask(presence.ListPlayers()).players][-1] == "Mia"
