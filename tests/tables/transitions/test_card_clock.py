"""The card clock to the millisecond: services/tables/RULES.md §7, services/moderation/RULES.md §2."""

import pytest

from services.contracts.tables.events import CardEarned, MatchFinished
from services.tables.table.card_clock import card_mark_ms
from tests.tables.support.desk import last_view
from tests.tables.support.made_up_games import PAIRS, open_turns

GRACE_MS = 50
KEPT = ("card_clock", "fixed_window", "pause_return")


@pytest.fixture
def turns(monkeypatch):
    table = open_turns(monkeypatch, PAIRS, KEPT).begin().all_watch()
    table.desk.told()
    return table


def turn_of_class(table, kind):
    table.say(n={"normal": 0, "single": 1, "block": 2}[kind])
    table.desk.told()
    return table.turn_of


def cards(table):
    return [(card.colour, card.reason, card.account) for card in table.desk.told(CardEarned)]


@pytest.mark.parametrize(
    ("kind", "elapsed_ms", "count"),
    [
        ("single", 5_000, 0), ("single", 5_001, 1),
        ("normal", 20_000, 0), ("normal", 20_001, 1), ("normal", 25_000, 1), ("normal", 25_001, 2),
        ("normal", 42_000, 5),
        ("block", 20_001, 0), ("block", 65_000, 0), ("block", 65_001, 1), ("block", 72_000, 2),
    ],
)  # fmt: skip
def test_a_play_costs_the_cards_that_are_due_by_its_time(turns, kind, elapsed_ms, count):
    account = turn_of_class(turns, kind)
    turns.desk.clock.advance(elapsed_ms)
    turns.say(account)
    assert cards(turns) == [("yellow", kind, account)] * count


def test_a_card_says_in_which_match_and_hand_it_was_earned(turns):
    account = turn_of_class(turns, "normal")
    turns.desk.clock.advance(20_001)
    turns.say(account)
    (card,) = turns.desk.told(CardEarned)
    assert (card.match, card.hand) == (turns.now.match.id, 1)


def test_the_only_play_is_made_by_the_system_at_six_seconds(turns):
    account = turn_of_class(turns, "single")
    began_ms = turns.now.at_ms
    turns.desk.pass_ms(6_000 + GRACE_MS)
    assert turns.turn_of == account
    turns.desk.pass_ms(1)
    assert turns.turn_of != account and turns.now.at_ms == began_ms + 6_000
    assert cards(turns) == [("yellow", "single", account)]
    row = [row for row in turns.desk.rows_of_journal() if '"moved"' in row.action][-1]
    assert '"by_server":true' in row.action and row.actor == 1


def test_a_play_at_six_seconds_sharp_is_the_players_own(turns):
    account = turn_of_class(turns, "single")
    turns.desk.clock.advance(6_000)
    turns.say(account)
    assert "by_server" not in turns.desk.rows_of_journal()[-1].action


def test_the_server_plays_nothing_on_the_other_clocks(turns):
    account = turn_of_class(turns, "normal")
    turns.desk.pass_ms(100_000)
    assert turns.turn_of == account and len(cards(turns)) == 16


def test_the_limit_of_a_turn_is_shown_to_its_player_alone(turns):
    for kind, limit_ms in (("single", 5_000), ("block", 60_000), ("normal", 20_000)):
        turn_of_class(turns, kind)
        seat = turns.now.match.clocks[0].seat
        turns.desk.clock.advance(1_234)
        for number, account in enumerate(("ann", "bob", "cleo", "dan", "guest")):
            (due,) = last_view(turns.watch(account))["due"]
            told = (limit_ms, limit_ms - 1_234) if number == seat else (None, None)
            assert (due["limit_ms"], due["ms_left"]) == told and due["elapsed_ms"] == 1_234
            assert "clock" not in due


def test_frames_of_the_others_are_the_same_whatever_the_clock(turns):
    seen = set()
    for n in (0, 2):
        turns.say(n=n)
        turns.say(turns.turn_of, 0)
        frames = [frame for frame in turns.desk.frames(4) if frame["t"] == "update"]
        seen.add(tuple((due["limit_ms"], due["ms_left"]) for frame in frames for due in frame["view"]["due"]
                       if due["seat"] != 3))  # fmt: skip
    assert {pair for each in seen for pair in each} == {(None, None)}


def test_at_twenty_seconds_all_viewers_learn_that_no_seat_can_block(turns):
    turn_of_class(turns, "normal")
    turns.desk.frames(3)
    turns.desk.pass_ms(25_000 + GRACE_MS + 1)
    told = [event for frame in turns.desk.frames(3) for event in frame.get("events", ())]
    assert [(event["kind"], event["data"]["card"], event["data"]["no_block"]) for event in told] == [
        ("overran", "yellow", True),
        ("overran", "yellow", False),
    ]


@pytest.mark.parametrize(("kind", "after_ms"), [("normal", 155_000), ("block", 200_000)])
def test_twenty_eight_cards_in_one_turn_end_the_match(turns, kind, after_ms):
    account = turn_of_class(turns, kind)
    turns.desk.pass_ms(after_ms + GRACE_MS)
    assert turns.phase == "playing"
    turns.desk.pass_ms(1)
    (finished,) = turns.desk.told(MatchFinished)
    assert (finished.outcome, finished.departures[0].reason) == ("not_completed", "suspended")
    assert finished.departures[0].account == account


def test_the_operator_says_how_many_cards_suspend(monkeypatch):
    table = open_turns(monkeypatch, PAIRS, KEPT, yellow_limit=3).begin().all_watch()
    table.desk.pass_ms(30_000 + GRACE_MS)
    assert table.phase == "playing"
    table.desk.pass_ms(1)
    assert table.desk.told(MatchFinished)[0].departures[0].reason == "suspended"


def test_at_a_practice_table_there_are_no_cards(monkeypatch):
    table = open_turns(monkeypatch, PAIRS, KEPT, bots={1, 2, 3}).begin().all_watch()
    table.desk.pass_ms(155_000)
    assert table.desk.told(CardEarned) == [] and table.phase == "playing"
    table.desk.pass_ms(GRACE_MS + 1)
    assert table.desk.told(CardEarned) == []
    assert table.now.last.reason == "timeouts", "nobody is suspended"


def test_the_marks_of_an_idle_turn():
    assert [card_mark_ms("single", n) for n in range(3)] == [5_000, 6_000, None]
    assert [card_mark_ms("normal", n) for n in range(3)] == [20_000, 25_000, 30_000]
    assert [card_mark_ms("block", n) for n in range(3)] == [65_000, 70_000, 75_000]
    assert card_mark_ms("normal", 27) == 155_000 and card_mark_ms("block", 27) == 200_000
