"""Lost and back again: services/tables/RULES.md §9, both ways to return."""

import pytest

from services.contracts.tables import commands
from services.contracts.tables.events import CardEarned, MatchFinished, PauseChanged
from services.tables.table.absence import catchup_ms
from tests.tables.support.desk import GATEWAY, Desk, answer, last_view
from tests.tables.support.made_up_games import PAIRS, TWO, open_turns

GRACE_MS = 50
BUDGET = ("move_clock", "budget", "forfeit")
WINDOW = ("card_clock", "fixed_window", "pause_return")


@pytest.fixture
def budget(monkeypatch):
    return open_turns(monkeypatch, TWO, BUDGET).begin().all_watch()


@pytest.fixture
def window(monkeypatch):
    table = open_turns(monkeypatch, PAIRS, WINDOW).begin().all_watch()
    table.desk.told()
    return table


def timeouts(table):
    return [seat.timeouts for seat in table.now.seats]


def shown_ms(table):
    """How long the hand was shown again, as the last entry was the return."""
    return min((table.now.seq - 1 - table.now.match.hand_seq) * 250, 10_000)


def left_ms(table):
    clock = table.now.match.clocks[0]
    return clock.since_ms + 30_000 - table.desk.clock.now_ms()


# --- budget ---


@pytest.mark.parametrize(
    ("before", "away_ms", "after", "period_left_ms"),
    [(0, 95_000, 3, 25_000), (0, 149_000, 4, 1_000), (0, 149_999, 4, 1), (2, 61_000, 4, 29_000), (0, 29_999, 0, 1),
     (0, 30_000, 1, 30_000), (1, 65_000, 3, 25_000)],
)  # fmt: skip
def test_a_player_back_in_time_has_the_rest_of_the_window(budget, before, away_ms, after, period_left_ms):
    budget.desk.pass_ms(before * 30_000 + (10_051 if before else 10_000))
    assert timeouts(budget) == [before, 0]
    budget.lose("ann")
    budget.desk.clock.advance(away_ms)
    budget.watch("ann")
    assert timeouts(budget) == [after, 0] and left_ms(budget) == period_left_ms
    assert isinstance(answer(budget.say("ann")), int)


@pytest.mark.parametrize(("before", "allowance_ms"), [(0, 150_000), (2, 90_000), (3, 60_000), (4, 30_000)])
def test_a_return_when_the_allowance_ends_is_too_late(budget, before, allowance_ms):
    budget.desk.pass_ms(before * 30_000 + 60)
    budget.lose("ann")
    budget.desk.clock.advance(allowance_ms)
    ended_ms = budget.desk.clock.now_ms()
    budget.watch("ann")
    (finished,) = budget.desk.told(MatchFinished)
    assert finished.departures[0].reason == "timeouts" and finished.ended_at_ms == ended_ms


def test_a_move_at_that_very_instant_would_have_been_in_time(budget):
    budget.round()
    budget.desk.clock.advance(150_000)
    assert isinstance(answer(budget.say("ann", 7)), int)
    assert budget.now.last.outcome == "won"


def test_the_running_period_begins_again_once_per_decision(budget):
    budget.desk.clock.advance(20_000)
    budget.lose("ann")
    assert left_ms(budget) == 30_000
    budget.desk.clock.advance(10_000)
    budget.watch("ann")
    budget.desk.clock.advance(10_000)
    budget.lose("ann")
    assert left_ms(budget) == 10_000
    budget.watch("ann")
    budget.say("ann")
    budget.say("bob")
    budget.desk.clock.advance(20_000)
    budget.lose("ann")
    assert left_ms(budget) == 30_000, "a new decision"


def test_absence_without_a_decision_is_free_until_one_comes(budget):
    budget.lose("bob")
    budget.desk.pass_ms(25_000)
    budget.say("ann")
    budget.desk.pass_ms(95_000)
    budget.watch("bob")
    assert timeouts(budget) == [0, 3] and left_ms(budget) == 25_000


def test_a_return_before_the_own_turn_costs_nothing(budget):
    budget.lose("bob")
    budget.desk.pass_ms(29_000)
    budget.watch("bob")
    budget.say("ann")
    assert timeouts(budget) == [0, 0] and left_ms(budget) == 30_000


def test_a_second_device_keeps_the_seat(budget):
    budget.watch("ann", conn=11)
    budget.lose("ann")
    assert not budget.now.seats[0].is_away
    budget.lose("ann", conn=11)
    assert budget.now.seats[0].is_away


def test_a_loss_and_a_return_in_one_batch_are_published_in_order(budget):
    lost = commands.Unwatch(*budget.head("ann", at_ms=budget.desk.clock.now_ms()), True)
    back = commands.Watch(*budget.head("ann", conn=12), -1)
    budget.desk.hear(lost, back)
    assert not budget.now.seats[0].is_away
    budget.desk.hear(
        commands.Watch(*budget.head("ann", conn=13), -1), commands.Unwatch(*budget.head("ann", conn=12), True)
    )
    assert not budget.now.seats[0].is_away, "the new connection is as good as looking"
    budget.desk.hear(
        commands.Watch(*budget.head("bob", conn=14), -1), commands.Unwatch(*budget.head("bob", conn=14), True)
    )
    assert (GATEWAY, 14) not in budget.desk.held.loaded_tables[budget.id].viewers


def test_the_others_see_loss_return_and_the_remaining_window(budget):
    budget.desk.frames(2)
    budget.desk.clock.advance(5_000)
    budget.lose("ann")
    (update,) = budget.desk.frames(2)
    assert [event["kind"] for event in update["events"]] == ["lost"]
    plate = update["view"]["seats"][0]
    assert (plate["connected"], plate["away_ms_left"]) == (False, 150_000)
    budget.watch("ann")
    assert [event["kind"] for event in budget.desk.frames(2)[0]["events"]] == ["returned"]


def test_a_gateway_that_is_gone_is_a_loss_of_all_its_players(budget):
    budget.desk.clock.advance(20_000)
    budget.desk.turn(commands.GatewayGone(GATEWAY))
    assert [seat.is_away for seat in budget.now.seats] == [True, True]
    assert left_ms(budget) == 30_000 - GRACE_MS - 1


def test_a_player_that_never_came_counts_as_lost_from_the_beginning(monkeypatch):
    table = open_turns(monkeypatch, TWO, BUDGET).begin()
    table.watch("bob")
    began_ms = table.now.match.began_at_ms
    table.desk.pass_ms(6_000)
    assert not table.now.seats[0].is_away
    table.desk.pass_ms(100)
    assert [seat.absence.lost_at_ms for seat in table.now.seats] == [began_ms, None]
    assert left_ms(table) == 30_000 - 6_100, "no period begins again"


def test_after_a_takeover_a_player_that_does_not_view_again_is_lost(budget):
    budget.desk.beat()
    other = Desk(budget.desk.database, budget.desk.settings, games=["turns"])
    (wake,) = other.deliver([commands.Wake(0)])
    wake.shard = budget.desk.shard(budget.id)
    other.turn(wake)
    budget.desk = other
    budget.watch("ann")
    other.pass_ms(6_100)
    assert [seat.is_away for seat in budget.now.seats] == [False, True]


def test_no_absence_counts_while_no_worker_owns_the_table(budget):
    budget.lose("ann")
    budget.desk.pass_ms(10_000)
    budget.desk.beat()
    budget.desk.clock.advance(500_000)
    other = Desk(budget.desk.database, budget.desk.settings, games=["turns"])
    (wake,) = other.deliver([commands.Wake(0)])
    wake.shard = budget.desk.shard(budget.id)
    other.turn(wake)
    budget.desk = other
    assert timeouts(budget) == [0, 0] and left_ms(budget) == 20_000


# --- fixed window ---


def test_the_match_waits_for_a_lost_player(window):
    window.desk.clock.advance(12_000)
    window.lose("cleo")
    assert window.now.match.paused_at_ms == window.desk.clock.now_ms()
    assert window.desk.told(PauseChanged) == [
        PauseChanged(
            table=window.id,
            seq=window.now.seq,
            match=window.now.match.id,
            away=["cleo"],
            waiting=["ann", "bob", "dan"],
        )
    ]
    view = last_view(window.desk.frames(1))
    assert view["paused"] and view["seats"][2]["away_ms_left"] == 300_000
    assert answer(window.say("ann")) == "match_paused"
    window.desk.pass_ms(250_000)
    (due,) = last_view(window.watch("bob"))["due"]
    assert due["elapsed_ms"] == 12_000, "clocks stand still"
    assert window.desk.told(CardEarned) == []


def test_when_all_are_back_the_player_to_move_has_a_full_new_clock(window):
    window.desk.pass_ms(12_000)
    window.lose("cleo")
    window.desk.pass_ms(1_000)
    window.lose("dan")
    window.desk.pass_ms(100_000)
    window.watch("cleo")
    assert window.now.match.paused_at_ms is not None
    window.desk.pass_ms(50_000)
    window.watch("dan")
    clock = window.now.match.clocks[0]
    assert window.now.match.paused_at_ms is None
    assert (clock.since_ms - shown_ms(window), clock.marks, clock.renewed) == (window.desk.clock.now_ms(), 0, False)
    assert window.desk.told(PauseChanged)[-1].waiting == []


def test_a_player_lost_in_the_own_turn_gets_it_anew_once_then_the_rest(window):
    window.desk.pass_ms(12_000)
    for count, left in ((1, 20_000), (2, 17_000)):
        window.lose("ann")
        window.desk.pass_ms(60_000)
        window.watch("ann")
        window.desk.pass_ms(shown_ms(window))
        (due,) = last_view(window.watch("ann"))["due"]
        assert due["ms_left"] == left, count
        window.desk.pass_ms(3_000)
    window.say("ann")
    for _ in range(3):
        window.say()
    window.desk.pass_ms(12_000)
    window.lose("ann")
    window.watch("ann")
    assert last_view(window.watch("ann"))["due"][0]["ms_left"] == 20_000, "another turn"


def test_the_hand_can_be_seen_again_event_by_event_before_any_clock_runs(window):
    window.say("ann")
    window.say("bob")
    window.lose("cleo")
    window.desk.pass_ms(5_000)
    window.watch("cleo")
    view = last_view(window.watch("cleo"))
    assert view["due"][0]["ms_left"] == 20_000 and view["due"][0]["elapsed_ms"] == 0
    assert view["catchup_ms_left"] == shown_ms(window)
    (update, *_) = window.watch("cleo", view["hand_version"] - 1)
    assert [event["kind"] for event in update["events"]] == [None, "said", "said", "lost", "returned"]
    window.desk.pass_ms(shown_ms(window))
    view = last_view(window.watch("cleo"))
    assert view["due"][0]["ms_left"] == 20_000 and view["catchup_ms_left"] == 0
    window.desk.pass_ms(1_000)
    (due,) = last_view(window.watch("cleo"))["due"]
    assert due["ms_left"] == 19_000


def test_nothing_is_shown_again_while_the_match_waits_for_another(window):
    window.say("ann")
    window.say("bob")
    window.lose("cleo")
    window.watch("cleo")
    assert last_view(window.watch("cleo"))["catchup_ms_left"] > 0
    window.lose("dan")
    assert last_view(window.watch("cleo"))["catchup_ms_left"] == 0


def test_a_long_hand_is_shown_in_ten_seconds():
    assert [catchup_ms(events) for events in (0, 1, 40, 41, 500)] == [0, 250, 10_000, 10_000, 10_000]


def test_a_card_stays_and_no_other_comes_while_the_match_waits(window):
    window.desk.pass_ms(21_000)
    assert len(window.desk.told(CardEarned)) == 1
    window.lose("ann")
    window.desk.pass_ms(200_000)
    window.watch("ann")
    window.desk.pass_ms(20_000 + shown_ms(window) + GRACE_MS)
    assert window.desk.told(CardEarned) == []
    window.desk.pass_ms(1)
    assert len(window.desk.told(CardEarned)) == 1


def test_a_return_in_the_last_millisecond_saves_the_match(window):
    window.lose("cleo")
    window.desk.clock.advance(300_000)
    window.watch("cleo")
    assert window.phase == "playing" and window.now.match.paused_at_ms is None
    assert window.now.seats[2].absence.before_ms == 300_000


def test_the_first_window_to_run_out_ends_the_match_for_that_player_alone(window):
    window.round()
    window.desk.told()
    window.lose("cleo")
    window.desk.pass_ms(10_000)
    window.lose("dan")
    window.desk.pass_ms(290_000 + GRACE_MS)
    assert window.phase == "playing"
    window.desk.pass_ms(1)
    cards = window.desk.told()
    (finished,) = [each for each in cards if isinstance(each, MatchFinished)]
    assert (finished.outcome, [left.seat for left in finished.departures]) == ("not_completed", [2])
    assert finished.departures[0].reason == "not_returned" and finished.first_round_done
    assert [(each.colour, each.account, each.reason) for each in cards if isinstance(each, CardEarned)] == [
        ("blue", "cleo", "not_returned")
    ]
    assert window.phase == "over"


def test_all_absences_of_a_player_are_fifteen_minutes(window):
    for _ in range(3):
        window.lose("cleo")
        window.desk.pass_ms(250_000)
        window.watch("cleo")
    window.lose("cleo")
    assert last_view(window.watch("bob"))["seats"][2]["away_ms_left"] == 150_000
    window.desk.pass_ms(150_051)
    assert window.desk.told(MatchFinished)[0].departures[0].account == "cleo"


def test_a_waiting_player_that_leaves_has_a_window_of_its_own_as_one_that_abandons(window):
    window.lose("cleo")
    window.desk.pass_ms(100_000)
    window.lose("dan")
    assert window.now.seats[3].absence.abandoned and not window.now.seats[2].absence.abandoned
    window.desk.pass_ms(199_000)
    window.watch("cleo")
    window.desk.pass_ms(101_051)
    (card,) = window.desk.told(CardEarned)
    assert (card.account, card.reason) == ("dan", "abandoned")


def test_a_waiting_player_may_view_another_table(window):
    window.lose("cleo")
    window.unwatch("dan")
    assert [seat.is_away for seat in window.now.seats] == [False, False, True, False]
    window.watch("cleo")
    window.desk.pass_ms(6_100)
    assert window.now.seats[3].is_away, "but when the match goes on everybody must be here"


def test_quitting_while_the_match_waits_is_abandoning_it(window):
    """The match is lost already: the first window to end says by whom, and who comes back in time has lost nothing."""
    window.lose("cleo")
    window.leave("bob")
    assert window.phase == "playing" and window.now.seats[1].absence.abandoned
    window.watch("bob")
    assert not window.now.seats[1].is_away


def test_a_player_that_is_away_cannot_quit_again(window):
    """It would be acknowledged without a trace in the journal, and be another loss when sent again after a return."""
    window.lose("bob")
    seq = window.now.seq
    assert answer(window.leave("bob", id="again")) == "match_paused"
    window.watch("bob")
    assert answer(window.leave("bob", id="again")) == "match_paused"
    assert not window.now.seats[1].is_away and window.now.seq == seq + 1


def test_no_match_waits_for_a_player_that_practises(monkeypatch):
    table = open_turns(monkeypatch, PAIRS, WINDOW, bots={1, 2, 3}).begin()
    table.leave("ann")
    assert table.now.last.outcome == "not_completed"
    assert table.desk.told(CardEarned) == []


def test_windows_of_the_game_stand_still_too(window):
    window.say("ann", 9)
    window.desk.pass_ms(1_000)
    window.lose("ann")
    window.desk.pass_ms(200_000)
    window.watch("ann")
    window.desk.pass_ms(2_000 + GRACE_MS)
    assert window.now.match.state.window
    window.desk.pass_ms(1)
    assert not window.now.match.state.window


def test_no_window_runs_while_no_worker_owns_the_table(window):
    window.lose("cleo")
    window.desk.pass_ms(10_000)
    window.desk.beat()
    window.desk.clock.advance(500_000)
    other = Desk(window.desk.database, window.desk.settings, games=["turns"])
    (wake,) = other.deliver([commands.Wake(0)])
    wake.shard = window.desk.shard(window.id)
    other.turn(wake)
    window.desk = other
    assert last_view(window.watch("bob"))["seats"][2]["away_ms_left"] == 290_000
    other.pass_ms(290_051)
    assert other.told(MatchFinished)[-1].outcome == "not_completed"
