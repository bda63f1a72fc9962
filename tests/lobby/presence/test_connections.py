"""Who is here, over several gateways: services/lobby/RULES.md §2."""

import pytest
from prometheus_client import REGISTRY

from services.contracts.base import Done
from services.contracts.client.frames import SentFrame
from services.contracts.lobby import requests as contract
from services.contracts.tables.commands_and_events import PauseChanged, TableDone
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.lists import room as rooms
from services.lobby.presence import connections
from services.lobby.tables import match_events


def names(house):
    return [line.name for line in house.ask(contract.ListPlayers()).players]


def test_a_player_that_comes_in_gets_the_room_including_the_own_entry(house):
    (ana, _ben) = house.enter("Ana", "Ben", gateway="g1")
    table = house.create(ana, name="Early birds").table
    house.say(ana, "Good evening")
    session = house.register("Eva")
    room = house.ask(contract.Connected(token=session.token, gateway="g2", conn=1))
    assert room.me == session.account
    assert [(line.name, line.status, line.table) for line in room.players] == [
        ("Ben", "online", None), ("Eva", "online", None), ("Ana", "invited", table),
    ]  # fmt: skip
    assert [line.group for line in room.players] == [1, 1, 2]
    assert [line.name for line in room.tables] == ["Early birds"]
    assert [line.text for line in room.chat] == ["Good evening"]
    assert (room.invitations, room.table) == ([], None)


def test_the_order_is_group_then_login_then_name_whatever_the_gateway(house):
    house.wait(1)
    (zoe,) = house.enter("zoe", gateway="g2")
    house.wait(1)
    house.enter("ben", gateway="g1")
    house.enter("Ana", gateway="g2")
    assert names(house) == ["zoe", "Ana", "ben"]
    house.create(zoe)
    assert names(house) == ["Ana", "ben", "zoe"]


def test_the_place_in_the_list_is_kept_through_reconnections_and_lost_by_a_login(house):
    sessions = {name: house.register(name) for name in ["Ana", "Ben"]}
    house.wait(1)
    sessions |= {"Eva": house.register("Eva")}
    here = {name: house.connect(session) for name, session in sessions.items()}
    house.leave(here["Ana"])
    house.wait(1)
    house.connect(sessions["Ana"], gateway="g2")
    assert names(house) == ["Ana", "Ben", "Eva"]
    house.connect(house.log_in("Ana"))
    assert names(house) == ["Ben", "Eva", "Ana"]


def test_all_players_receive_only_arrivals_and_departures(house):
    session = house.register("Ana")
    house.push.forget()
    ana = house.connect(session)
    assert house.push.changed_players == [ana.account]
    house.push.forget()
    house.ask(contract.Connected(token=ana.token, gateway=ana.gateway, conn=ana.conn))
    assert (house.push.changed_players, house.push.frames) == ([], []), "the same connection asks for the room again"
    house.leave(ana)
    assert house.push.changed_players == [ana.account]
    assert names(house) == []


def test_players_outside_the_list_cause_no_events(house):
    session = house.register("Ana")
    house.log_in("Ana")
    house.ask(contract.LogOut(token=session.token))
    house.wait(600_001)
    house.sweep()
    assert house.push.changed_players == []


def test_a_connection_elsewhere_ends_the_one_before(house):
    (ana,) = house.enter("Ana", gateway="g1")
    house.push.forget()
    again = house.ask(contract.Connected(token=ana.token, gateway="g2", conn=5))
    assert isinstance(again, contract.Room)
    assert house.push.closes() == [([ana.account], "session_replaced", ("g2", 5))]
    house.leave(ana)
    assert names(house) == ["Ana"], "the end of the older connection comes late and means nothing"
    house.ask(contract.Disconnected(account=ana.account, gateway="g2", conn=5))
    assert names(house) == []


@pytest.mark.parametrize(("gateway", "conn"), [("g1", 99), ("g2", None)])
def test_the_end_of_a_connection_that_does_not_count_is_ignored(house, gateway, conn):
    (ana,) = house.enter("Ana", gateway="g1")
    gone = contract.Disconnected(account=ana.account, gateway=gateway, conn=ana.conn if conn is None else conn)
    assert house.ask(gone) == Done()
    assert names(house) == ["Ana"]
    assert house.ask(contract.Disconnected(account="nobody", gateway="g1", conn=1)) == Done()


def test_a_player_that_loses_the_connection_in_a_match_is_expected_back(house):
    (ana, ben) = house.enter("Ana", "Ben")
    table = house.started(ana, ben)
    house.leave(ana)
    assert house.statuses() == {"Ben": "playing", "Ana": "returning"}
    room = house.ask(contract.Connected(token=ana.token, gateway="g3", conn=1))
    assert room.table == table
    assert house.statuses() == {"Ana": "playing", "Ben": "playing"}


def test_a_player_that_has_not_returned_when_the_match_ends_is_gone(house):
    (ana, ben) = house.enter("Ana", "Ben")
    table = house.started(ana, ben)
    house.leave(ana)
    house.hear(match_events.tables_done, TableDone(table=table, reason="removed", account=ana.account))
    assert house.statuses() == {"Ben": "online"}
    assert house.push.to(ben.account, SentFrame)[-1] == SentFrame(table=None, reason="removed", name="Ana")


def test_before_the_start_losing_the_connection_is_getting_up(house):
    (ana, ben, eva) = house.enter("Ana", "Ben", "Eva")
    house.rpc.seats = 3
    table = house.create(ana).table
    house.join(ben, table)
    house.join(eva, table)
    house.leave(ben)
    assert [seat.name for seat in house.table(table).seats] == ["Ana", None, "Eva"]
    house.leave(ana)
    assert house.table(table) is None
    assert house.statuses() == {"Eva": "online"}
    assert house.push.to(eva.account, SentFrame)[-1] == SentFrame(table=None, reason="organizer_left", name="Ana")
    assert house.push.to(ana.account, SentFrame)[-1] == SentFrame(table=None, reason="")


def test_a_gateway_that_is_gone_disconnects_all_its_players(house):
    (ana, ben, eva) = house.enter("Ana", "Ben", "Eva", gateway="g1")
    (leo, mia) = house.enter("Leo", "Mia", gateway="g2")
    playing = house.started(ana, leo)
    waiting = house.create(mia).table
    house.join(ben, waiting)
    house.push.forget()
    assert connections.lose_gateway(house.ports, "g1") == 3
    assert house.statuses() == {"Mia": "invited", "Leo": "playing", "Ana": "returning"}
    assert [seat.name for seat in house.table(waiting).seats] == ["Mia", None]
    assert house.table(playing).state == "started"
    assert {ana.account, ben.account, eva.account} <= set(house.push.changed_players)
    assert connections.lose_gateway(house.ports, "g1") == 0
    assert house.ports.run(connections.find_gateways) == ["g2"]


def test_a_player_without_a_connection_neither_opens_nor_joins_a_table(house):
    (ana,) = house.enter("Ana")
    table = house.create(ana).table
    absent = house.connect(house.register("Ben"))
    house.leave(absent)
    assert house.create(absent) == Refusal("player_not_online", {"seat": 0})
    assert house.join(absent, table) == Refusal("player_not_online")


def test_how_many_are_here_is_measured(house):
    (ana, ben, _eva) = house.enter("Ana", "Ben", "Eva")
    house.started(ana, ben)
    house.ports.run(rooms.measure)
    assert REGISTRY.get_sample_value("kafeneio_lobby_players", {"status": "playing"}) == 2
    assert REGISTRY.get_sample_value("kafeneio_lobby_players", {"status": "online"}) == 1
    assert REGISTRY.get_sample_value("kafeneio_lobby_tables", {"state": "started"}) == 1
    assert len(house.rows(schema.players)) == 3


def full_house(house):
    """Players on two gateways: free, invited, at a table that waits for players, and in a match."""
    names = ["Ana", "Ben", "Eva", "Gus", "Ida", "Leo"]
    people = dict(zip(names, house.enter(*names), strict=True))
    others = {name: house.connect(house.register(name), "g2") for name in ("Mia", "Noa", "Oto", "Pia")}
    match = house.started(people["Ana"], others["Mia"])
    mine = house.create(people["Ben"], name="Ben's table").table
    house.join(others["Noa"], mine)
    theirs = house.create(others["Oto"], name="Oto's table").table
    house.join(people["Eva"], theirs)
    house.create(others["Pia"], mode="invite", invite={"1": "Gus"}, name="Pia's table")
    return people | others, match, mine, theirs


def test_a_gateway_dies_while_its_players_sit_are_asked_and_play(house):
    people, match, mine, theirs = full_house(house)
    house.push.forget()
    assert connections.lose_gateway(house.ports, "g1") == 6
    assert house.statuses() == {
        "Noa": "online",
        "Oto": "invited",
        "Pia": "online",
        "Mia": "playing",
        "Ana": "returning",
    }
    assert house.table(match).state == "started"
    assert house.table(mine) is None, "its organizer is gone"
    assert [seat.name for seat in house.table(theirs).seats] == ["Oto", None]
    assert {who.account for who in people.values() if who.gateway == "g1"} <= set(house.push.changed_players)
    assert connections.lose_gateway(house.ports, "g1") == 0


def test_a_gateway_that_was_only_hung_finds_its_players_again_where_they_may_be(house):
    people, match, _, _ = full_house(house)
    connections.lose_gateway(house.ports, "g1")
    house.push.forget()
    rooms = {
        name: house.ask(contract.Connected(token=who.token, gateway="g1", conn=who.conn))
        for name, who in people.items()
        if who.gateway == "g1"
    }
    assert house.push.closes() == [], "they are the connections that count"
    assert rooms["Ana"].table == match
    assert {room.table for name, room in rooms.items() if name != "Ana"} == {None}
    assert house.statuses() == {
        "Ben": "online", "Eva": "online", "Gus": "online", "Ida": "online", "Leo": "online", "Noa": "online",
        "Pia": "online", "Oto": "invited", "Ana": "playing", "Mia": "playing",
    }  # fmt: skip


def test_a_late_event_of_a_dead_gateways_connection_does_not_harm_the_new_one(house):
    people, *_ = full_house(house)
    ana = people["Ana"]
    here = house.back(ana, "g2")
    connections.lose_gateway(house.ports, "g1")
    assert house.statuses()["Ana"] == "playing"
    house.leave(ana)
    assert house.statuses()["Ana"] == "playing"
    house.leave(here)
    assert house.statuses()["Ana"] == "returning"


def test_the_deltas_of_all_that_happened_make_the_list(house):
    """A client that began with an empty list and took every change has the list that a request returns now."""
    people, match, *_ = full_house(house)
    connections.lose_gateway(house.ports, "g1")
    house.back(people["Ana"], "g2")
    house.hear(
        match_events.pause_changed,
        PauseChanged(table=match, seq=9, match="m", away=[people["Ana"].account], waiting=[people["Mia"].account]),
    )
    changed = set(house.push.changed_players)
    listed = {line.account for line in house.ask(contract.ListPlayers()).players}
    assert listed <= changed
    assert [line.name for line in house.ask(contract.ListPlayers()).players][-1] == "Mia"
