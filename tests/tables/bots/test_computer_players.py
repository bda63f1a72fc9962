"""Computer players: for leavers, at practice tables, with optional moves: services/tables/RULES.md §9, §10."""

import contextlib
import os
from functools import partial

import msgspec
import pytest

from games.registry import game
from games.tictactoe.moves import Place
from services.contracts.tables.events import MatchAsked, MatchFinished
from services.tables import metrics
from services.tables.bots import pool as pool_bots
from services.tables.bots import process
from services.tables.bots.scheduler import BotMove, Bots
from services.tables.bots.waiting import WaitingThoughts
from services.tables.settings import TablesSettings
from services.tables.worker.shards.loaded_table import LoadedTable
from tests.tables.support.desk import answer
from tests.tables.support.made_up_games import PAIRS, THREE, TWO, open_turns

REPLACE = ("move_clock", "budget", "bot_replace")
SAY = {"move": "say", "n": 0}


class AtOnce:
    """Thinks where it stands."""

    def __init__(self):
        self.asked, self.histories, self.scales = [], [], []

    def turn(self):
        return contextlib.nullcontext()

    def think(self, rules, thinker, view):
        self.asked.append((view, thinker.seed))
        self.scales.append(thinker.scale)
        self.histories.append((view.seat, [(event.kind, event.data) for event in thinker.history]))
        return thinker.move(rules, view)

    def stop(self):
        return


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


def times_planned(table, now):
    """When the computer players of a table move, once they have been asked."""
    worker, loaded = table.desk.worker, LoadedTable(now, "turns.0", TablesSettings())
    bots = Bots(
        TablesSettings(bot_processes=0), worker._clock, worker._runner, lambda _move: None, lambda _id: loaded, list
    )
    bots.bot_pool = AtOnce()
    bots.plan(loaded)
    return [planned.at_ms for planned in bots._heap]


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
    table = turns(PAIRS, bots={0, 1, 2})
    match = table.now.match
    other = msgspec.structs.replace(match.state, cards=tuple(reversed(match.state.cards)))
    changed = msgspec.structs.replace(table.now, match=msgspec.structs.replace(match, state=other))
    planned = [times_planned(table, now) for now in (table.now, changed)]
    assert planned[0] == planned[1] != []
    assert all(1_000 <= at_ms - match.clocks[0].since_ms <= 2_500 for at_ms in planned[0])


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
    monkeypatch.setattr(table.desk.worker._bots, "_offer", lambda _move: None)
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


# --- while others wait ---


class Later(AtOnce):
    """Thinks when the test wants it."""

    def __init__(self, table):
        super().__init__()
        self._runner, self.works = table.desk.worker._runner, []
        self._runner.beside = lambda action, *args: self.works.append(partial(action, *args))

    def think_all(self):
        works, self.works = self.works, []
        for work in works:
            work()


def later(table):
    table.bot_pool = table.desk.worker._bots.bot_pool = Later(table)
    return table.bot_pool


def test_a_computer_player_thinks_while_it_seems_to_think_and_moves_in_time(turns):
    table = turns(PAIRS, bots={1, 2, 3})
    pool = later(table)
    table.say("ann")
    pool.think_all()
    assert [view.seat for view, _ in pool.asked] == [1], "before its time has come"
    pass_ms(table, 999)
    assert table.now.match.clocks[0].seat == 1
    pass_ms(table, 1_502)
    assert table.now.match.clocks[0].seat == 2 and [view.seat for view, _ in pool.asked] == [1]


def test_a_longer_thought_moves_as_soon_as_it_is_done(turns):
    table = turns(PAIRS, bots={1, 2, 3})
    pool = later(table)
    table.say("ann")
    pass_ms(table, 4_000)
    assert table.now.match.clocks[0].seat == 1 and pool.asked == []
    pool.think_all()
    pass_ms(table, 0)
    assert table.now.match.clocks[0].seat == 2


def test_what_was_thought_about_another_moment_is_thought_about_again(turns):
    table = turns(PAIRS, bots={1, 2, 3})
    pool = later(table)
    table.say("ann")
    pool.think_all()
    loaded = table.desk.held.loaded_tables[table.id]
    match = loaded.table.match
    state = msgspec.structs.replace(match.state, cards=tuple(reversed(match.state.cards)))
    loaded.table = msgspec.structs.replace(loaded.table, match=msgspec.structs.replace(match, state=state))
    table.desk.clock.advance(3_001)
    table.desk.worker._bots.act(table.desk.clock.now_ms())
    pool.think_all()
    cards = [view.card for view, _ in pool.asked if view.seat == 1]
    assert cards == [match.state.cards[1], state.cards[1]]


def test_a_full_queue_is_asked_again_and_nothing_is_lost(turns):
    table = turns(PAIRS, bots={1, 2, 3}, bots_waiting_max=1)
    pool, bots = later(table), table.desk.worker._bots
    assert bots._waiting.put("another", 0, lambda: None, 1)
    table.say("ann")
    pass_ms(table, 3_000)
    assert pool.works == [] and table.now.match.clocks[0].seat == 1
    bots._waiting.take()
    pass_ms(table, 600)
    pool.think_all()
    pass_ms(table, 0)
    assert table.now.match.clocks[0].seat == 2


def test_a_thought_that_waited_for_too_long_never_begins_and_the_table_goes_on(turns):
    table = turns(PAIRS, bots={1, 2, 3})
    pool = later(table)
    given_up = metrics.bots_given_up.labels("turns")._value.get()
    table.say("ann")
    pass_ms(table, 23_000)
    pool.think_all()
    pass_ms(table, 0)
    assert table.now.match.clocks[0].seat == 2 and pool.asked == []
    assert metrics.bots_given_up.labels("turns")._value.get() == given_up + 1


def test_a_thought_gets_the_share_of_work_that_is_left_and_that_is_counted(turns):
    for waiting, late_ms, scale in ((0, 0, 1.0), (6, 0, 0.5), (200, 0, 0.125), (0, 4_000, 0.125)):
        table = turns(PAIRS, bots={1, 2, 3})
        pool, bots = later(table), table.desk.worker._bots
        counted = metrics.bot_scales.labels(f"{scale:g}")._value.get()
        table.say("ann")
        for number in range(waiting):
            assert bots._waiting.put(f"another {number}", 1 << 50, lambda: None, waiting + 1)
        pass_ms(table, late_ms)
        pool.think_all()
        assert set(pool.scales) == {scale}, f"{waiting} waiting, {late_ms} ms later"
        assert metrics.bot_scales.labels(f"{scale:g}")._value.get() == counted + len(pool.scales)


def test_a_worker_that_stops_thinks_no_more(turns):
    table = turns(PAIRS, bots={1, 2, 3})
    pool = later(table)
    table.say("ann")
    table.desk.worker._bots.stop()
    pool.think_all()
    assert pool.asked == [] and table.now.match.clocks[0].seat == 1


def test_due_thoughts_come_first_and_no_table_holds_the_others_up():
    waiting, done = WaitingThoughts(), []
    for table, due_ms in (("a", 100), ("a", 100), ("a", 100), ("b", 500), ("c", 1_050), ("d", 50)):
        assert waiting.put(table, due_ms, partial(done.append, table), 6)
    assert not waiting.put("e", 0, done.clear, 6) and len(waiting) == 6
    while (work := waiting.take()) is not None:
        work()
    assert done == ["d", "a", "b", "c", "a", "a"]
    assert waiting.put("a", 100, done.clear, 6)
    waiting.close()
    assert waiting.take() is None and not waiting.put("a", 100, done.clear, 6)


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
    line = msgspec.json.encode(
        process.Question("tictactoe", process.Thinker("seed"), msgspec.Raw(msgspec.json.encode(view)))
    )
    expected = rules.write(rules.bot(view, process.Chance("seed")))
    assert msgspec.json.decode(process.answer(line)) == expected
    assert process.answer(line.replace(b'"seat":0', b'"seat":1')) == b"null"


def test_moves_are_computed_by_processes_and_a_dead_one_is_replaced():
    rules = game("tictactoe")
    view = rules.view(rules.apply(rules.start(rules.options({}, {})), None, _drawn(0)), 0)
    pool = pool_bots.bot_pool(1)
    try:
        first = pool.think(rules, process.Thinker("seed"), view)
        assert isinstance(first, Place)
        thinking = pool._free[0]._child
        assert os.getpriority(os.PRIO_PROCESS, thinking.pid) == min(os.nice(0) + process.NICENESS, 19)
        assert os.getsid(thinking.pid) == os.getsid(0) and os.getpgid(thinking.pid) != os.getpgid(0)
        thinking.kill()
        with pytest.raises((EOFError, OSError)):
            pool.think(rules, process.Thinker("seed"), view)
        assert pool.think(rules, process.Thinker("seed"), view) == first
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
