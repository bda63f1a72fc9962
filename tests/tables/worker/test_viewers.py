"""Who looks, what they are shown, and what they missed."""

import msgspec
import pytest
from prometheus_client import REGISTRY

from services.contracts.tables import commands
from services.contracts.tables.commands import SeatPlayer, StartOrder
from services.tables.settings import GamePolicies, TablesSettings
from tests.tables.support.desk import GATEWAY, Desk, Seated, answer, last_view
from tests.tables.support.made_up_games import KitchenGame, register

PLACE = {"move": "place", "row": 1, "col": 1}


def versions(frames):
    return [event["version"] for frame in frames if frame["t"] == "update" for event in frame["events"]]


def test_a_first_look_is_the_table_as_a_whole_and_a_done(desk):
    table = desk.open().begin()
    shown, done, *_ = table.watch("ann", id="look")
    assert (shown["t"], shown["version"]) == ("table", table.now.seq)
    assert done == {"t": "done", "id": "look", "version": table.now.seq}
    assert shown["view"]["you"] == 0 and shown["now_ms"] == desk.clock.now_ms()


def test_a_viewer_that_is_up_to_date_is_sent_nothing(desk):
    table = desk.open().begin()
    update, *_ = table.watch("ann", table.now.seq, id="look")
    assert (update["t"], update["events"], update["done"]) == ("update", [], ["look"])


@pytest.mark.parametrize("missed", [1, 2, 5])
def test_a_viewer_that_missed_a_little_gets_it_event_by_event(desk, missed):
    table = desk.open().begin()
    have = table.now.seq
    for cell in ((1, 1), (2, 1), (1, 2), (2, 2), (3, 3))[:missed]:
        table.place(*cell)
    update, *_ = table.watch("ann", have)
    assert [(event["version"], event["kind"]) for event in update["events"]] == [
        (have + n, "place") for n in range(1, missed + 1)
    ]
    assert update["version"] == table.now.seq


def test_a_viewer_that_missed_more_than_the_log_has_gets_the_whole_table():
    desk = Desk(settings=TablesSettings(gap_events=3))
    table = desk.open().begin()
    have = table.now.seq
    for cell in ((1, 1), (2, 1), (1, 2), (2, 2)):
        table.place(*cell)
    assert table.watch("ann", have)[0]["t"] == "table"
    assert table.watch("ann", have + 1)[0]["t"] == "update"


def test_a_version_from_a_future_that_never_came_gets_the_table_as_a_whole(desk):
    table = desk.open().begin()
    assert table.watch("ann", table.now.seq + 1)[0]["t"] == "table"


def test_a_new_owner_that_has_not_seen_the_events_shows_the_whole(desk):
    table = desk.open().begin()
    have = table.now.seq
    table.place(1, 1)
    other = Desk(desk.database)
    other.hear(commands.Wake(1))
    again = Seated(other, table.id)
    assert again.watch("ann", have)[0]["t"] == "table"
    assert again.watch("bob", again.now.seq)[0]["t"] == "update"


def test_a_table_that_its_new_owner_closes_at_once_still_shows_how_it_ended(desk):
    """Gateways learn of the new owner only after its first batch."""
    table = desk.open().begin()
    table.all_watch()
    table.play_out()
    last = table.now.last
    desk.clock.advance(31_000)
    other = Desk(desk.database)
    other.hear(commands.Wake(1))
    other.pass_ms(100)
    assert table.id not in other.held.loaded_tables, "silence has closed it"
    again = Seated(other, table.id)
    for account, conn in (("ann", 1), ("carol", 7)):
        view = last_view(again.watch(account, conn=conn))
        assert (view["phase"], view["result"]["match"]) == ("closed", last.match)
    assert last_view(again.watch("ann"))["you"] == 0
    other.pass_ms(10_000)
    assert answer(again.watch("ann")) == "table_unknown", "who comes later asks for the recording"


def test_every_viewer_gets_every_change_once_with_rising_versions(desk):
    table = desk.open()
    for account, conn in (("ann", 1), ("bob", 2), ("carol", 7)):
        table.watch(account, conn=conn)
    desk.link.frames.clear()
    start = table.now.seq
    for conn, account in ((11, "ann"), (12, "bob")):
        table.seed(account, conn=conn)
    table.ratings()
    for cell in ((1, 1), (2, 1), (1, 2)):
        table.place(*cell, conn=13)
    for conn in (1, 2, 7):
        assert versions(desk.frames(conn)) == list(range(start + 1, table.now.seq + 1))


def test_the_sender_learns_of_its_move_from_the_update_others_by_a_done(desk):
    table = desk.open().begin()
    mover = table.turn_of
    table.watch(mover, conn=5)
    (update,) = table.place(1, 1, conn=5, id="mine")
    assert (update["t"], update["done"]) == ("update", ["mine"])
    (done,) = table.place(2, 2, conn=99, id="other")
    assert done == {"t": "done", "id": "other", "version": table.now.seq}
    assert desk.frames(5)[0]["done"] == []


def test_viewers_see_the_connected_players_and_the_number_of_spectators(desk):
    table = desk.open()
    table.watch("ann", conn=1)
    table.watch("carol", conn=7)
    view = last_view(desk.frames(1))
    assert [seat["connected"] for seat in view["seats"]] == [True, False]
    assert view["spectator_count"] == 1
    table.watch("bob", conn=2)
    assert [seat["connected"] for seat in last_view(desk.frames(1))["seats"]] == [True, True]
    table.unwatch("bob", conn=2)
    assert [seat["connected"] for seat in last_view(desk.frames(1))["seats"]] == [True, False]


def test_a_viewer_with_two_connections_is_gone_only_when_both_are_closed(desk):
    table = desk.open()
    table.watch("ann", conn=1)
    table.watch("bob", conn=2)
    table.watch("bob", conn=3)
    table.unwatch("bob", conn=2)
    assert [seat["connected"] for seat in last_view(table.watch("ann"))["seats"]] == [True, True]
    table.unwatch("bob", conn=3)
    assert [seat["connected"] for seat in last_view(table.watch("ann"))["seats"]] == [True, False]


def test_looking_away_twice_or_without_having_looked_is_nothing(desk):
    table = desk.open()
    table.watch("ann", conn=1)
    desk.frames(1)
    assert table.unwatch("bob", conn=2) == []
    assert desk.frames(1) == []


def test_a_table_without_spectators_shows_itself_to_its_players_alone(desk):
    table = desk.open(spectators=False)
    assert answer(table.watch("carol")) == "spectators_off"
    assert table.watch("bob")[0]["t"] == "table"
    assert last_view(table.watch("ann"))["spectator_count"] == 0


def test_there_is_room_for_so_many_spectators():
    def counted() -> float:
        return REGISTRY.get_sample_value("kafeneio_tables_refusals_total", {"error": "spectators_full"}) or 0

    desk = Desk(settings=TablesSettings(max_spectators=2))
    table, before = desk.open(), counted()
    assert [answer(table.watch("carol", conn=conn)) for conn in (7, 8, 9)][2] == "spectators_full"
    assert counted() == before + 1
    assert isinstance(answer(table.watch("carol", conn=8)), int), "who is in may look again"
    assert isinstance(answer(table.watch("ann")), int)
    table.unwatch("carol", conn=7)
    assert isinstance(answer(table.watch("carol", conn=9)), int)


def test_after_a_rematch_every_player_sees_the_view_of_the_new_seat(desk):
    table = desk.open().begin()
    table.watch("ann", conn=1)
    table.watch("bob", conn=2)
    table.play_out()
    table.choose("ann", "rematch", "aa" * 16, conn=11)
    table.choose("bob", "rematch", "bb" * 16, conn=12)
    table.ratings()
    assert last_view(desk.frames(1))["you"] == 1
    assert last_view(desk.frames(2))["you"] == 0


def test_a_gateway_that_is_gone_takes_its_connections_along(desk):
    table = desk.open()
    table.watch("ann", conn=1)
    bob = commands.Watch(table.id, "t", 1, "gateway.2", 5, "bob", "w", -1)
    desk.hear(bob)
    assert [seat["connected"] for seat in last_view(desk.frames(1))["seats"]] == [True, True]
    desk.turn(commands.GatewayGone("gateway.2"))
    assert [seat["connected"] for seat in last_view(desk.frames(1))["seats"]] == [True, False]
    desk.turn(commands.GatewayGone("gateway.2"), commands.GatewayGone("gateway.3"))
    assert desk.frames(1) == []


def test_a_gateway_that_stops_beating_counts_as_gone(desk):
    table = desk.open()
    table.watch("ann", conn=1)
    desk.clock.advance(5_000)
    desk.held.hear(GATEWAY)
    desk.clock.advance(6_000)
    assert desk.held.silent_gateways() == []
    desk.clock.advance(1)
    assert desk.held.silent_gateways() == [GATEWAY]
    desk.turn(commands.GatewayGone(GATEWAY))
    assert desk.held.silent_gateways() == [] and desk.held.loaded_tables[table.id].viewers == {}


def test_one_message_per_gateway_carries_the_frames_of_a_turn(desk):
    table = desk.open().begin()
    for conn in range(20, 30):
        table.watch("carol", conn=conn)
    desk.link.frames.clear()
    published = []
    publish = desk.link.publish
    desk.link.publish = lambda *args, **how: (published.append(args[2]), publish(*args, **how))
    table.place(1, 1)
    assert published == [GATEWAY]
    assert len({id(frame) for _, conn, frame in desk.link.frames if conn >= 20}) == 1, "one frame for all of them"


def test_a_closed_table_says_goodbye_and_is_not_there_any_more(desk):
    table = desk.open().begin()
    table.watch("ann", conn=1)
    table.play_out()
    table.choose("bob", "communication")
    view = last_view(desk.frames(1))
    assert view["phase"] == "closed"
    assert table.id not in desk.held.loaded_tables
    desk.hear(commands.Watch(table.id, "t", 1, GATEWAY, 1, "ann", "again", -1))
    assert answer(desk.frames(1)) == "table_unknown"


def opening(desk: Desk, table: str = "table-1") -> tuple[commands.Start, commands.Watch]:
    """The start of a table that is not there yet, and Ann's wish to look at it."""
    seats = [SeatPlayer(name="Ann", account="ann"), SeatPlayer(name="Bob", account="bob")]
    order = StartOrder(name="Table", game="tictactoe", options={"size": 3}, stake_chips=0, organizer=0, seats=seats)
    start = commands.Start(table, "trace-start", desk.clock.now_ms(), order)
    return start, commands.Watch(table, "look", desk.clock.now_ms(), GATEWAY, 1, "ann", "look", -1)


def test_a_viewer_just_before_the_start_is_shown_the_table(desk):
    start, look = opening(desk)
    desk.turn(desk.give(1, look), *desk.deliver([start]))
    frames = desk.frames(1)
    assert [frame["t"] for frame in frames[:2]] == ["table", "done"]
    assert "refused" not in {frame["t"] for frame in frames}


def test_a_look_that_comes_twice_around_the_start_is_not_granted_and_refused(desk):
    """Once directly, once by the shard's queue, because the worker took its shard over anew."""
    start, look = opening(desk)
    desk.turn(desk.give(1, look), *desk.deliver([start], [look]))
    assert [frame["t"] for frame in desk.frames(1)] == ["table", "done", "update"], "the table, and how it began"
    table = Seated(desk, start.table)
    assert set(desk.held.loaded_tables[start.table].viewers) == {(GATEWAY, 1)}
    table.begin()
    assert desk.frames(1)[-1]["t"] == "update", "and goes on looking"


def test_every_look_around_the_start_is_answered(desk):
    start, look = opening(desk)
    again = msgspec.structs.replace(look, id="again", trace="again")
    desk.turn(desk.give(1, look), *desk.deliver([start], [again]))
    assert {frame["id"] for frame in desk.frames(1) if frame["t"] == "done"} == {"look", "again"}


def test_a_viewer_that_went_away_before_the_start_is_not_shown_the_table(desk):
    start, look = opening(desk)
    away = commands.Unwatch(look.table, "away", desk.clock.now_ms(), GATEWAY, 1, "ann", "away")
    desk.turn(desk.give(1, look, away), *desk.deliver([start]))
    assert desk.frames(1) == []
    assert desk.held.loaded_tables[start.table].viewers == {}


def test_a_look_that_was_overtaken_by_looking_away_shows_nothing(desk):
    """Commands that change hands on the way may come after what was sent later."""
    table = desk.open().begin()
    early = desk.clock.now_ms()
    desk.clock.advance(5)
    table.unwatch("ann")
    desk.frames(1)
    late = table.watch("ann", at_ms=early, id="late")
    assert late == [{"t": "done", "id": "late", "version": table.now.seq}]
    assert desk.held.loaded_tables[table.id].viewers == {}
    assert table.watch("ann")[0]["t"] == "table", "who looks again is shown it"


def test_a_look_by_a_gateway_that_was_taken_for_gone_is_granted_by_whatever_clock(desk):
    """Only the connection's own word ends its looking for good; its gateway's clock is not ours."""
    table = desk.open().begin().all_watch()
    early = desk.clock.now_ms()
    desk.clock.advance(5)
    desk.turn(commands.GatewayGone(GATEWAY))
    assert desk.held.loaded_tables[table.id].viewers == {}
    desk.frames(1)
    assert table.watch("ann", at_ms=early)[0]["t"] == "table"


def test_a_player_that_has_left_a_running_match_sees_no_hand_any_more(monkeypatch):
    register(monkeypatch, KitchenGame())
    replaced = {"kitchen": GamePolicies(leave="bot_replace")}
    desk = Desk(settings=TablesSettings(game_policies=replaced), games=["kitchen"])
    table = desk.open("table-1@kitchen", options={}).begin()
    (hand,) = last_view(table.watch("ann"))["game_view"]["hand"]
    view = last_view(table.leave("ann"))
    assert (table.phase, view["you"], view["game_view"]["hand"]) == ("playing", None, [])
    assert hand in table.now.match.state.deck and table.now.seats[0].replaced
