"""Leaving for good under every leave policy, down to the chips: services/wallet/RULES.md §5, and RULES.md §10."""

import pytest

from services.contracts.tables.events import CardEarned, MatchFinished, PauseChanged, SeatFreed, TableDone
from services.kernel.refusal import Refusal
from services.tables import schema as store
from services.wallet.stakes.match_chips import Hold, payment
from tests.tables.support.desk import answer, last_view
from tests.tables.support.made_up_games import PAIRS, THREE, TWO, open_turns

STAKE = 1000
BUDGET = ("move_clock", "budget")


@pytest.fixture
def turns(monkeypatch):
    def begun(sides, leave, kept=BUDGET, **how):
        return open_turns(monkeypatch, sides, (*kept, leave), stake=STAKE, **how).begin()

    return begun


def ended(table):
    """Outcome, winners, and what the wallet makes of it: payouts by seat and the rake."""
    (finished,) = table.desk.told(MatchFinished)
    accounts = tuple(account or "" for account in finished.accounts)
    paid = payment(finished, Hold(finished.match, STAKE, 3000, accounts))
    assert not isinstance(paid, Refusal), paid
    assert sum(paid.payouts) + paid.settlement.rake_chips == STAKE * len(accounts)
    return finished.outcome, finished.winners, paid.payouts, paid.settlement.rake_chips


# --- forfeit ---


def test_forfeit_before_every_seat_had_a_turn_is_void(turns):
    table = turns(PAIRS, "forfeit")
    table.say()
    table.leave("dan")
    assert ended(table) == ("void", [], [1000] * 4, 0)


def test_forfeit_after_the_first_round_loses_for_the_whole_side(turns):
    table = turns(PAIRS, "forfeit").round()
    table.leave("dan")
    assert ended(table) == ("forfeited", [0, 2], [1700, 0, 1700, 0], 600)
    assert table.phase == "over" and table.desk.told(TableDone) == []


# --- concede ---


@pytest.mark.parametrize("played", [0, 1, 2])
def test_concede_gives_the_match_to_the_opponent_at_any_moment(turns, played):
    table = turns(TWO, "concede")
    for _ in range(played):
        table.say()
    table.leave("ann")
    assert ended(table) == ("conceded", [1], [0, 1700], 300)


def test_concede_before_the_match_has_begun_is_void(monkeypatch):
    table = open_turns(monkeypatch, TWO, (*BUDGET, "concede"), stake=STAKE)
    table.leave("ann")
    assert ended(table) == ("void", [], [1000, 1000], 0)


# --- eliminate ---


def test_eliminate_before_the_first_round_is_void(turns):
    table = turns(THREE, "eliminate")
    table.say()
    table.leave("cleo")
    assert ended(table) == ("void", [], [1000] * 3, 0)


def test_eliminate_lets_the_others_play_on_and_frees_the_leaver(turns):
    table = turns(THREE, "eliminate").round()
    table.leave("ann")
    assert table.phase == "playing" and table.turn_of == "bob"
    assert table.desk.told(SeatFreed) == [SeatFreed(table=table.id, account="ann", reason="left")]
    assert answer(table.say("ann")) == "not_seated"
    table.say("bob", 7)
    assert ended(table) == ("won", [1], [0, 2400, 0], 600)
    assert table.phase == "over", "somebody has left: nothing is offered"


def test_eliminate_a_lone_survivor_has_won_at_once(turns):
    table = turns(THREE, "eliminate").round()
    table.leave("cleo")
    table.leave("ann")
    (finished,) = table.desk.told(MatchFinished)
    assert (finished.outcome, finished.winners) == ("forfeited", [1])
    assert [left.seat for left in finished.departures] == [2, 0]


def test_an_eliminated_player_leaves_without_penalty(turns):
    """A player eliminated by play owes nothing: no departure, no event for the game."""
    table = turns(THREE, "eliminate").round()
    table.say("ann", 4)
    state = table.now.match.state
    table.leave("ann")
    assert (table.now.match.departures, table.now.match.state) == ((), state)
    assert table.desk.told(SeatFreed) == [SeatFreed(table=table.id, account="ann", reason="left")]
    table.say("bob", 7)
    assert ended(table) == ("won", [1], [0, 2400, 0], 600)
    assert table.phase == "over"


# --- bot_replace: the five clauses ---


def replaced(turns, leavers, n=7):
    """Seats 0 and 2 win (n 7, said by seat 0) after these have left."""
    table = turns(PAIRS, "bot_replace").round()
    for account in leavers:
        table.leave(account)
    if table.phase == "playing":
        clock = table.now.match.clocks[0]
        assert clock.seat == 0
        if table.now.seats[0].is_bot:
            table.desk.bot(table.id, 0, {"move": "say", "n": n})
        else:
            table.say("ann", n)
    return ended(table)


@pytest.mark.parametrize(
    ("leavers", "outcome", "payouts", "rake"),
    [
        ((), "won", [1700, 0, 1700, 0], 600),
        (("bob",), "won", [2000, 0, 2000, 0], 0),
        (("ann",), "won", [1000, 0, 3000, 0], 0),
        (("ann", "bob"), "won", [1000, 0, 3000, 0], 0),
        (("ann", "cleo"), "void", [1000] * 4, 0),
        (("ann", "bob", "cleo", "dan"), "void", [1000] * 4, 0),
    ],
)
def test_the_five_clauses(turns, leavers, outcome, payouts, rake):
    winners = [0, 2] if outcome == "won" else []
    assert replaced(turns, leavers) == (outcome, winners, payouts, rake)


def test_a_tie_with_computer_players_is_refunded(turns):
    assert replaced(turns, ("bob",), n=8) == ("tied", [], [1000] * 4, 0)


def test_with_the_last_person_the_match_is_void_at_once(turns):
    table = turns(PAIRS, "bot_replace").round()
    for account in ("ann", "bob", "cleo"):
        table.leave(account)
    assert table.phase == "playing"
    table.leave("dan")
    (finished,) = table.desk.told(MatchFinished)
    assert (finished.outcome, finished.reason, len(finished.departures)) == ("void", "left", 4)


def test_a_replaced_seat_is_the_computers_for_good(turns):
    table = turns(PAIRS, "bot_replace").all_watch()
    table.leave("dan")
    view = last_view(table.desk.frames(1))
    assert view["seats"][3] | {"elo": 0} == view["seats"][3] | {
        "elo": 0, "name": "bot-3", "account": None, "bot": True, "left": True, "connected": True,
    }  # fmt: skip
    assert answer(table.move("dan", None, {"move": "bomb"})) == "not_seated"
    assert last_view(table.watch("dan"))["you"] is None, "and its player a spectator"
    table.round()
    (departure,) = table.now.match.departures
    assert not departure.first_round_done and departure.account == "dan"


@pytest.mark.parametrize("how", ["leave", "expel"])
def test_a_player_that_has_left_does_not_see_the_cards_of_the_seat_any_more(turns, how):
    table = turns(PAIRS, "bot_replace").all_watch()
    table.desk.frames(4)
    getattr(table, how)("dan")
    table.say("ann")
    views = [frame["view"] for frame in table.desk.frames(4) if frame["t"] == "update"]
    assert views
    for view in views:
        assert view["you"] is None and view["game_view"]["card"] is None


def test_in_a_table_of_two_the_computer_cannot_win_for_the_leaver(turns):
    table = turns(TWO, "bot_replace").round()
    table.leave("ann")
    table.desk.bot(table.id, 0, {"move": "say", "n": 7})
    assert ended(table) == ("void", [], [1000, 1000], 0)


# --- pause_return ---


def test_pause_return_before_the_first_round_refunds_all_players(turns):
    table = turns(PAIRS, "pause_return")
    table.leave("ann")
    assert ended(table) == ("not_completed", [], [1000] * 4, 0)


def test_pause_return_after_the_first_round_splits_the_offenders_stake(turns):
    table = turns(PAIRS, "pause_return").round()
    table.leave("ann")
    assert ended(table) == ("forfeited", [1, 3], [0, 1500, 1000, 1500], 0)
    assert table.phase == "over"


@pytest.mark.parametrize("rounds", [0, 1])
@pytest.mark.parametrize("leave", ["forfeit", "concede", "bot_replace", "pause_return"])
@pytest.mark.parametrize("kept", [BUDGET, ("card_clock", "fixed_window")])
def test_leaving_for_good_is_never_a_lost_connection(turns, kept, leave, rounds):
    """Nobody waits for who chose to leave, in whatever game, before and after the first round."""
    table = turns(PAIRS, leave, kept)
    for _ in range(rounds):
        table.round()
    table.leave("ann")
    told = table.desk.told()
    assert not any(seat.is_away for seat in table.now.seats) and table.now.match.paused_at_ms is None
    assert table.now.seats[0].left and not [each for each in told if isinstance(each, PauseChanged)]
    finished = next((each for each in told if isinstance(each, MatchFinished)), None)
    (departure,) = finished.departures if finished else table.now.match.departures
    assert (departure.seat, departure.reason, departure.first_round_done) == (0, "left", rounds > 0)
    assert (finished is None) == (leave == "bot_replace"), "the computer plays on, or the match is over"
    if finished is not None:
        wins = rounds > 0 or leave == "concede"
        assert (finished.winners == [1, 3], finished.outcome in ("forfeited", "conceded")) == (wins, wins)


def test_leaving_dominoes_by_choice_brings_a_blue_card_at_once(turns):
    table = turns(PAIRS, "pause_return", ("card_clock", "fixed_window")).round()
    table.leave("ann")
    (card,) = table.desk.told(CardEarned)
    assert (card.colour, card.account, card.reason) == ("blue", "ann", "left")


# --- all of them ---


@pytest.mark.parametrize("leave", ["forfeit", "concede", "bot_replace", "pause_return"])
def test_five_timeouts_are_a_departure_like_any_other(turns, leave):
    table = turns(PAIRS, leave).round()
    table.desk.pass_ms(150_051)
    (departure,) = table.now.match.departures or table.desk.told(MatchFinished)[0].departures
    assert (departure.seat, departure.reason, departure.first_round_done) == (0, "timeouts", True)


@pytest.mark.parametrize("leave", ["forfeit", "concede", "bot_replace", "pause_return"])
def test_a_suspension_is_a_departure_at_that_instant(turns, leave):
    table = turns(PAIRS, leave).round()
    table.expel("cleo")
    (departure,) = table.now.match.departures or table.desk.told(MatchFinished)[0].departures
    assert (departure.seat, departure.reason) == (2, "left"), "the others see no suspension"
    assert table.now.seats[2].left
    table.expel("cleo")
    table.expel("nobody")


def test_a_suspension_before_and_after_a_match(turns, monkeypatch):
    table = open_turns(monkeypatch, TWO, (*BUDGET, "forfeit"), stake=STAKE)
    table.expel("ann")
    assert ended(table) == ("void", [], [1000, 1000], 0)
    other = turns(TWO, "forfeit")
    other.say(n=7)
    other.expel("bob")
    assert other.desk.told(TableDone) == [TableDone(table=other.id, reason="")]


def test_leaving_while_a_rematch_is_asked_for_says_nothing_of_the_last_match(turns):
    table = turns(TWO, "forfeit").round()
    table.say(n=7)
    table.desk.told()
    for account in ("ann", "bob"):
        table.choose(account, "rematch")
    assert table.phase == "asking"
    table.leave("ann")
    (finished,) = table.desk.told(MatchFinished)
    assert (finished.outcome, finished.places, finished.hands, finished.number) == ("void", [], [], 2)
    assert not finished.first_round_done and not finished.departures[0].first_round_done


@pytest.mark.parametrize("leave", ["forfeit", "concede", "bot_replace", "pause_return"])
def test_an_operator_ends_a_match_without_a_result(turns, leave):
    table = turns(PAIRS, leave).round()
    table.all_watch()
    table.annul("the cellar is under water")
    assert table.desk.held.loaded_tables == {}
    assert last_view(table.desk.frames(1))["result"]["outcome"] == "void"
    (done,) = table.desk.told(TableDone)
    assert done.reason == "annulled"
    (row,) = table.desk.rows(store.matches)
    assert row.outcome == "void" and row.root
    kept = [row.action for row in table.desk.rows(store.journal) if '"annulled"' in row.action]
    assert "under water" in kept[0]


def test_what_is_annulled_is_refunded(turns):
    table = turns(PAIRS, "bot_replace").round()
    table.leave("bob")
    table.annul()
    assert ended(table) == ("void", [], [1000] * 4, 0)


def test_an_ended_match_cannot_be_annulled(turns):
    table = turns(TWO, "forfeit")
    table.say(n=7)
    before = table.now
    table.annul()
    assert table.now == before
