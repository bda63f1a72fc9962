"""Computer players: for leavers, at practice tables, with optional moves: services/tables/RULES.md §9, §10."""

import msgspec
import pytest

from games.registry import game
from games.tictactoe.moves import Place
from services.contracts.tables.events import MatchAsked, MatchFinished
from services.tables.bots import pool as pool_bots
from services.tables.bots import process
from services.tables.bots.scheduler import BotMove, Bots
from services.tables.settings import TablesSettings
from tests.tables.support.desk import answer
from tests.tables.support.made_up_games import PAIRS, THREE, TWO, open_turns

REPLACE = ("move_clock", "budget", "bot_replace")
SAY = {"move": "say", "n": 0}


class AtOnce:
    """Thinks where it stands."""

    def __init__(self):
        self.asked = []

    def think(self, rules, view, seed):
        self.asked.append((view, seed))
        return rules.bot(view, process.Chance(seed))

    def stop(self):
        return


def nowhere(*_args):
    """Nobody thinks."""


@pytest.fixture
def turns(monkeypatch):
    """Tables whose computer players think when the test lets time pass."""
    monkeypatch.setattr("services.tables.worker.green_runner.eventlet.spawn", lambda work, *args: work(*args))

    def begun(sides, kept=REPLACE, **how):
        table = open_turns(monkeypatch, sides, kept, **how).begin()
        table.bot_pool = table.desk.worker._bots.bot_pool = AtOnce()
        return table

    return begun


def pass_ms(table, ms):
    """Time passes, and what the computer players have delivered is taken."""
    table.desk.pass_ms(ms)
    while (items := table.desk.worker._inbox.drain(0)) != []:
        table.desk.turn(*items)


# --- at a table ---


def test_the_computer_plays_on_for_a_leaver_after_one_to_three_seconds(turns):
    table = turns(PAIRS)
    table.leave("ann")
    pass_ms(table, 999)
    assert table.turn_of == "ann"
    pass_ms(table, 2_002)
    assert table.turn_of == "bob"
    assert [view.card for view, _ in table.bot_pool.asked] == [table.now.match.state.cards[0]], "its own eyes alone"


def test_a_practice_table_of_four_plays_round_after_round(turns):
    table = turns(PAIRS, bots={1, 2, 3})
    for count in range(3):
        table.say("ann")
        for _ in range(3):
            pass_ms(table, 3_001)
        assert table.now.match.state.played == (count + 1,) * 4
    assert table.desk.told(MatchAsked) == []
    table.say("ann", 7)
    (finished,) = table.desk.told(MatchFinished)
    assert finished.practice and finished.accounts == ["ann", None, None, None] and finished.departures == []
    table.choose("ann", "rotate", "ab" * 16)
    assert table.phase == "playing" and [seat.account for seat in table.now.seats] == ["ann", None, None, None]


def test_the_only_person_at_a_practice_table_ends_it_by_leaving(turns):
    table = turns(PAIRS, bots={1, 2, 3})
    table.leave("ann")
    assert table.now.last.outcome == "void" and table.phase == "over"


def test_computer_players_think_alike_whatever_they_hold(turns):
    """The time depends on the decision, not on the cards."""
    bots, table = Bots(TablesSettings(bot_processes=0), lambda _move: None, nowhere), turns(PAIRS, bots={0, 1, 2})
    bots.plan(table.now)
    planned = [thought.at_ms for thought in bots._heap]
    match = table.now.match
    other = msgspec.structs.replace(match.state, cards=tuple(reversed(match.state.cards)))
    again = Bots(TablesSettings(bot_processes=0), lambda _move: None, nowhere)
    again.plan(msgspec.structs.replace(table.now, match=msgspec.structs.replace(match, state=other)))
    assert [thought.at_ms for thought in again._heap] == planned
    assert all(1_000 <= at_ms - match.clocks[0].since_ms <= 3_000 for at_ms in planned)


def test_a_computer_is_also_asked_when_it_may_move_and_its_late_move_is_dropped(turns):
    table = turns(PAIRS, bots={1, 2, 3}, bot_think_max_ms=2_000)
    table.say("ann", 9)
    seen = table.now.seq
    bomb = BotMove(table.id, 2, table.now.match.id, None, {"move": "bomb"}, seen)
    pass_ms(table, 2_001)
    assert {view.seat for view, _ in table.bot_pool.asked} >= {1, 2, 3}, "the window may be used"
    table.desk.turn(msgspec.structs.replace(bomb, seq=seen - 1))
    assert table.now.match.state.window
    table.desk.turn(bomb)
    assert not table.now.match.state.window and table.now.match.state.turn == 2


def test_a_computer_player_that_fails_makes_any_legal_move(turns, monkeypatch):
    table = turns(PAIRS, bots={1, 2, 3})
    monkeypatch.setattr(table.bot_pool, "think", lambda *_: 1 / 0)
    table.say("ann")
    pass_ms(table, 3_001)
    assert table.now.match.state.played == (1, 1, 0, 0)


def test_a_computer_player_that_never_replies_makes_the_match_void(turns, monkeypatch):
    table = turns(PAIRS, bots={1, 2, 3})
    monkeypatch.setattr(table.desk.worker._bots, "_deliver", lambda _move: None)
    table.say("ann")
    pass_ms(table, 150_051)
    (finished,) = table.desk.told(MatchFinished)
    assert (finished.outcome, finished.reason, finished.departures) == ("void", "bot_failed", [])


def test_no_computer_thinks_while_the_match_waits(turns):
    table = turns(PAIRS, ("move_clock", "fixed_window", "bot_replace")).all_watch()
    table.leave("bob")
    table.watch("bob")
    table.expel("bob")
    table.lose("cleo")
    table.say("ann")
    pass_ms(table, 5_000)
    assert table.bot_pool.asked == [] and table.now.match.paused_at_ms is not None
    table.watch("cleo")
    table.say("ann")
    pass_ms(table, 3_001)
    assert table.turn_of == "cleo"


def test_tables_without_computer_players_plan_nothing(turns):
    table = turns(THREE, ("move_clock", "budget", "eliminate"))
    assert table.desk.worker._bots._heap == []


# --- after a match of four ---


def seats(table):
    return [seat.account for seat in table.now.seats]


def play_and_choose(table, choice):
    table.say(n=7)
    for account in ("ann", "bob", "cleo", "dan"):
        assert isinstance(answer(table.choose(account, choice, "ab" * 16)), int)
    table.holds()
    table.ratings()
    assert table.phase == "playing"


def test_four_change_places_as_they_choose_and_the_organizer_stays_one(turns):
    table = turns(PAIRS)
    play_and_choose(table, "rematch")
    assert (seats(table), table.now.organizer) == (["cleo", "bob", "ann", "dan"], 2)
    play_and_choose(table, "rotate")
    assert (seats(table), table.now.organizer) == (["dan", "cleo", "ann", "bob"], 2)
    assert table.now.match.number == 3 and len(table.desk.told(MatchAsked)) == 3


def test_three_rotates_restore_the_seats(turns):
    table = turns(PAIRS)
    for expected in (["ann", "dan", "bob", "cleo"], ["ann", "cleo", "dan", "bob"], ["ann", "bob", "cleo", "dan"]):
        play_and_choose(table, "rotate")
        assert seats(table) == expected


def test_three_move_one_seat_up_and_cannot_rotate(turns):
    table = turns(THREE, ("move_clock", "budget", "eliminate"))
    table.say(n=7)
    assert answer(table.choose("ann", "rotate")) == "rotate_unavailable"
    for account in ("ann", "bob", "cleo"):
        table.choose(account, "rematch")
    assert (seats(table), table.now.organizer) == (["cleo", "ann", "bob"], 1)


def test_the_first_different_press_sends_all_to_the_lobby(turns):
    table = turns(PAIRS)
    table.say(n=7)
    table.choose("ann", "rematch")
    table.choose("bob", "rotate")
    assert table.desk.held.loaded_tables == {}


# --- where they think ---


def test_a_process_of_its_own_returns_the_same_move_as_the_game():
    rules = game("tictactoe")
    state = rules.apply(rules.start(rules.options({}, {})), None, _drawn(0))
    view = rules.view(state, 0)
    line = msgspec.json.encode(process.Question("tictactoe", "seed", msgspec.Raw(msgspec.json.encode(view))))
    expected = rules.write(rules.bot(view, process.Chance("seed")))
    assert msgspec.json.decode(process.answer(line)) == expected
    assert process.answer(line.replace(b'"seat":0', b'"seat":1')) == b"null"


def test_moves_are_computed_by_processes_and_a_dead_one_is_replaced():
    rules = game("tictactoe")
    view = rules.view(rules.apply(rules.start(rules.options({}, {})), None, _drawn(0)), 0)
    pool = pool_bots.bot_pool(1)
    try:
        first = pool.think(rules, view, "seed")
        assert isinstance(first, Place)
        pool._free[0]._child.kill()
        with pytest.raises((EOFError, OSError)):
            pool.think(rules, view, "seed")
        assert pool.think(rules, view, "seed") == first
    finally:
        pool.stop()
    assert isinstance(pool_bots.bot_pool(0), pool_bots.BotThreads)


def _drawn(value):
    from games.api import Drawn

    return Drawn((value,))


def test_two_seats_are_as_good_as_four(turns):
    table = turns(TWO, bots={1})
    table.say("ann")
    pass_ms(table, 3_001)
    assert table.turn_of == "ann"
