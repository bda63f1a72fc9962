"""An engine that raises stops its own table for an operator, and nobody else's."""

import pytest

from services.contracts.tables import commands
from services.contracts.tables.events import MatchFinished
from services.tables import schema as store
from tests.tables.support.desk import Desk, Seated, answer, last_view
from tests.tables.support.made_up_games import BrokenGame, register

BROKEN = "table-1@broken"
PLACE = {"move": "place", "row": 1, "col": 1}


@pytest.fixture
def engine(monkeypatch) -> BrokenGame:
    found: BrokenGame = register(monkeypatch, BrokenGame())
    return found


@pytest.fixture
def desk(engine) -> Desk:
    return Desk(games=["tictactoe", "broken"])


@pytest.fixture
def both(desk) -> tuple[Seated, Seated]:
    """A table of the broken game and a sound one."""
    return desk.open(BROKEN).begin(), desk.open("table-2").begin()


def number_of(table):
    return table.now.match.clocks[0].number


def move_both(desk, bad, good, **bad_how):
    """A move at each table in one turn."""
    moves = [
        commands.Move(*table.head(table.turn_of), table.now.match.id, number_of(table), PLACE) for table in (bad, good)
    ]
    desk.turn(*desk.deliver([moves[0]], [moves[1]]))


@pytest.mark.parametrize("fault", ["parse", "check", "apply", "next", "write"])
def test_a_move_that_breaks_the_engine_stops_its_table_and_no_other(desk, engine, both, fault):
    bad, good = both
    bad.watch("ann")
    before = number_of(good)
    engine.faults.add(fault)
    move_both(desk, bad, good)
    assert (bad.phase, good.phase, number_of(good)) == ("stopped", "playing", before + 1)
    engine.faults.clear()
    assert last_view(desk.frames(1))["phase"] in ("stopped", "playing")
    assert desk.told(MatchFinished) == []


def test_the_sender_is_refused_and_a_stopped_table_takes_no_more_commands(desk, engine, both):
    bad, _ = both
    engine.faults.add("apply")
    mover, number = bad.turn_of, number_of(bad)
    assert answer(bad.move(mover, number, PLACE, id="breaking")) == "table_stopped"
    engine.faults.clear()
    assert answer(bad.move(mover, number, PLACE)) == "table_stopped"
    assert answer(bad.leave("ann")) == "table_stopped"
    assert answer(bad.move(mover, number, PLACE, id="breaking")) == "table_stopped"
    desk.pass_ms(10_000_000)
    assert bad.phase == "stopped"


def test_a_timer_that_breaks_the_engine_stops_its_table_alone(desk, engine, both):
    bad, good = both
    bad.first_round()
    good.first_round()
    engine.faults.add("apply")
    desk.pass_ms(151_000)
    assert bad.phase == "stopped" and good.phase == "over"


def test_a_reply_that_breaks_the_engine_stops_only_its_table(desk, engine):
    bad = desk.open(BROKEN)
    bad.seed("ann")
    bad.seed("bob")
    engine.faults.add("start")
    bad.ratings()
    assert bad.phase == "stopped"


@pytest.mark.parametrize("fault", ["view", "told", "progress"])
def test_a_view_that_cannot_be_made_does_not_delay_other_viewers(desk, engine, both, fault):
    bad, good = both
    for table in both:
        table.watch("ann", conn=1)
        table.watch("bob", conn=2)
    good.watch("ann", conn=11)
    before = number_of(good)
    engine.faults.add(fault)
    desk.link.frames.clear()
    mover = good.turn_of
    move_both(desk, bad, good)
    assert number_of(good) == before + 1
    assert last_view(desk.frames(11))["game_view"]["board"][0] == "X.."
    tags = set(desk.link.delivered)
    assert tags == desk.link.acknowledged | desk.link.given_up, "nothing comes round for ever"
    assert good.turn_of != mover


def test_a_viewer_of_a_table_that_cannot_be_shown_delays_no_other(desk, engine, both):
    bad, good = both
    engine.faults.add("view")
    watch = commands.Watch(*bad.head("ann"), -1)
    move = commands.Move(*good.head(good.turn_of), good.now.match.id, number_of(good), PLACE)
    before = number_of(good)
    desk.turn(*desk.deliver([watch], [move]))
    assert number_of(good) == before + 1
    assert desk.worker._again == []


def test_a_table_that_cannot_be_loaded_leaves_the_shard_to_the_others(desk, engine, both):
    """After an upgrade, say: the journal of one table does not replay."""
    bad, _ = both
    bad.first_round()
    neighbour = next(
        desk.open(f"table-{n}@broken") for n in range(2, 99) if desk.shard(f"table-{n}@broken") == desk.shard(BROKEN)
    )
    other = Desk(desk.database, games=["tictactoe", "broken"])
    engine.faults.add("apply")
    number = int(desk.shard(BROKEN).rpartition(".")[2])
    item = other.deliver([commands.Wake(number)])
    item[0].shard = desk.shard(BROKEN)
    other.turn(*item)
    assert other.worker._again == []
    assert neighbour.id in other.held.loaded_tables
    assert answer(Seated(other, neighbour.id).seed("ann")) == 4


def test_a_start_that_cannot_be_carried_out_is_dropped_and_delays_no_other(desk, both):
    _, good = both
    before = number_of(good)
    order = good.now.order
    odd = type(order)(name="T", game="tictactoe", options={"size": 99}, stake_chips=0, organizer=0, seats=order.seats)
    move = commands.Move(*good.head(good.turn_of), good.now.match.id, before, PLACE)
    bad, fine = desk.deliver([commands.Start("table-13", "t", 1, odd)], [move])
    desk.turn(bad, fine)
    for _ in range(4):
        desk.again()
    assert number_of(good) == before + 1
    assert desk.worker._again == []
    assert fine.tag in desk.link.acknowledged
    assert bad.tag in desk.link.given_up
    assert "table-13" not in desk.held.loaded_tables
    assert [row.table_id for row in desk.rows(store.tables)].count("table-13") == 0


def test_where_no_clock_runs_a_new_owner_writes_nothing(desk, engine, both):
    bad, _ = both
    engine.faults.add("apply")
    bad.place(1, 1)
    engine.faults.clear()
    before = desk.stored(BROKEN)
    assert before.phase == "stopped"
    other = Desk(desk.database, games=["tictactoe", "broken"])
    item = other.deliver([commands.Wake(0)])
    item[0].shard = desk.shard(BROKEN)
    other.turn(*item)
    assert other.table(BROKEN) == before
