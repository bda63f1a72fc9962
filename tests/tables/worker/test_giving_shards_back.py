"""A worker with more than its share gives a shard back: between two rounds, and with nothing of it left undone."""

from services.contracts.tables import commands
from services.tables import schema as store
from services.tables.worker.shards.inbox_items import GiveBack
from tests.tables.support.desk import Desk, answer
from tests.tables.worker.test_recovery import move_of, outages

SHARD = "tictactoe.1"


def test_heartbeats_show_a_worker_what_to_hand_to_an_idle_one(desk: Desk) -> None:
    desk.hear(*(commands.Wake(shard) for shard in range(8)))
    assert desk.beat() == []
    rival = Desk(desk.database)
    assert rival.beat() == []
    assert desk.beat() == ["tictactoe.7"]


def test_a_worker_that_has_fallen_silent_has_no_share(desk: Desk) -> None:
    desk.hear(*(commands.Wake(shard) for shard in range(8)))
    Desk(desk.database).beat()
    desk.clock.advance(desk.settings.worker_silent_ms + 1)
    assert desk.beat() == []


def test_a_worker_of_another_game_takes_no_part(desk: Desk) -> None:
    desk.hear(*(commands.Wake(shard) for shard in range(8)))
    with desk.database.work() as work:
        other = {"worker": "other", "beat_ms": desk.clock.now_ms(), "games": "tavli"}
        work.execute(store.workers.insert().values(other))
    assert desk.beat() == []


def test_a_returned_shard_is_released_forgotten_and_subscribed_to_at_the_back(desk: Desk) -> None:
    desk.open("table-1").begin()
    desk.turn(GiveBack(SHARD))
    assert SHARD not in desk.held.epochs and "table-1" not in desk.held.loaded_tables
    (row,) = [row for row in desk.rows(store.shards) if row.shard == SHARD]
    assert row.released_at_ms == desk.clock.now_ms()
    assert desk.link.cancelled == ["shards.tables.tictactoe.1"]
    assert desk.link.subscribed == [("tables.tictactoe.1", "shards.tables.tictactoe.1.1")]


def test_what_came_before_goes_to_the_new_owner_and_is_done_once(desk: Desk) -> None:
    table = desk.open("table-1").begin()
    move = move_of(table)
    (message,) = desk.deliver([move])
    desk.turn(GiveBack(SHARD), message)
    assert desk.link.put_back == {message.tag} and SHARD not in desk.held.epochs
    rival = Desk(desk.database)
    rival.hear(move)
    assert rival.table("table-1").match.state.x == 1
    assert isinstance(answer(rival.frames(move.conn)), int)
    assert sum('"moved"' in each.action for each in desk.rows(store.journal)) == 1


def test_what_came_in_the_same_turn_before_it_does_not_claim_the_shard_again(desk: Desk) -> None:
    table = desk.open("table-1").begin()
    (message,) = desk.deliver([move_of(table)])
    desk.turn(message, GiveBack(SHARD))
    assert desk.link.put_back == {message.tag} and SHARD not in desk.held.epochs


def test_no_clock_counts_the_way_from_one_owner_to_the_next(desk: Desk) -> None:
    desk.open("table-1").begin()
    desk.turn(GiveBack(SHARD))
    desk.clock.advance(700)
    rival = Desk(desk.database)
    rival.hear(commands.Wake(1))
    assert outages(rival) == [700]


def test_a_shard_that_comes_back_by_the_new_subscription_is_ours_again(desk: Desk) -> None:
    desk.open("table-1").begin()
    desk.turn(GiveBack(SHARD))
    (message,) = desk.deliver([commands.Wake(1)])
    message.subscription = 1
    desk.turn(message)
    assert desk.held.epochs[SHARD] == 2 and "table-1" in desk.held.loaded_tables


def test_a_shard_that_is_not_owned_cannot_be_returned(desk: Desk) -> None:
    desk.turn(GiveBack(SHARD))
    assert desk.link.cancelled == [] and desk.rows(store.shards) == []


def test_what_was_put_back_is_not_put_back_again_when_its_round_is_tried_again(desk: Desk) -> None:
    """The broker ends a channel that names a message twice."""
    table = desk.open("table-1").begin()
    other = desk.open("table-2").begin()
    late, kept = desk.deliver([move_of(table)], [move_of(other)])
    desk.turn(GiveBack(SHARD))
    desk.turn(late, kept)
    desk.link.put_back.clear()
    desk.turn(late, kept)
    assert desk.link.put_back == set()
