"""The bots' ladder: a board of each game on which bot accounts stand and nobody else (services/ranking/RULES.md §2)."""

from collections.abc import Callable, Sequence
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
import sqlalchemy as sa

from services.contracts.lobby.accounts.bots import BotMade
from services.contracts.lobby.accounts.privacy import ErasureAsked
from services.contracts.ranking import boards as contract
from services.contracts.ranking.ratings import Rated
from services.contracts.ranking.statistics import GetQuintiles
from services.contracts.tables.commands import MatchRated, RatingsFrozen
from services.contracts.tables.events import MatchFinished
from services.contracts.wallet.events import MatchCorrected
from services.ranking.boards import periods
from services.ranking.boards import rules as leaderboards
from services.ranking.boards.table_ratings import worth
from services.ranking.elo.departures import Ended
from services.ranking.elo.match_ratings import Inputs
from services.ranking.matches import audits
from tests.ranking.on_boards import game, known, ratings
from tests.ranking.rankings import Ranking, frozen
from tests.support.services.match_events import asked

LADDER = "bots:tictactoe"
ONE, TWO, OTHER = "bot.one", "bot.two", "bot.other"


def made(ranking: Ranking, bot: str, owner: str, **keys: str) -> None:
    ranking.hear("on_bot_made", BotMade(account=bot, owner=owner, made_at_ms=1, **keys))


def play(ranking: Ranking, name: str, *players: Any, **how: Any) -> None:
    ranking.hear("on_free_match_finished", friendly(ranking, name, *players, **how))


def friendly(ranking: Ranking, name: str, *players: Any, **how: Any) -> MatchFinished:
    """As tables sends it: the lobby counts bots among the guests of a match."""
    found = game(ranking, name, *players, stake=0, **how)
    bots = [str(each) for each in found.accounts if str(each).startswith("bot.")]
    guests = [*found.guests, *bots]
    return game(ranking, name, *players, stake=0, **how | {"guests": guests})


def ladder(ranking: Ranking) -> dict[str, tuple[int, int, int]]:
    return ratings(ranking, LADDER)


def correct(ranking: Ranking, name: str, *accounts: str, revision: int = 1, **how: Any) -> None:
    usual: dict[str, Any] = {"outcome": "won", "winners": [1], "departed": [], "first_round_done": None}
    zeros = [0] * len(accounts)
    news = MatchCorrected(
        match=name, revision=revision, payouts=zeros, last_payouts=zeros, accounts=list(accounts), by="olga",
        reason="a wrong result", **usual | how,
    )  # fmt: skip
    ranking.hear("on_match_corrected", news)


def look_again(ranking: Ranking) -> None:
    while ranking.database.run(audits.audit_next, ranking.settings):
        pass


def test_bots_move_in_their_ladder_and_nowhere_else(ranking: Ranking) -> None:
    play(ranking, "m", ONE, OTHER)
    assert ladder(ranking) == {ONE: (1516, 1, 1), OTHER: (1484, 0, 1)}
    assert ranking.elo(ONE, OTHER) == [1500, 1500]
    told = ranking.told()
    assert not any(isinstance(each, Rated) for each in told)
    assert [(each.unrated, each.changes) for each in told if isinstance(each, MatchRated)] == [("bot", [])]
    boards = ranking.ask(contract.ListBoards()).boards
    assert [(each.board, each.bots, each.prizes_chips) for each in boards if each.players] == [(LADDER, True, [])]
    assert boards[-1].board == LADDER


def test_a_person_is_not_moved_by_bots_and_counts_with_the_general_elo(ranking: Ranking) -> None:
    play(ranking, "m", ONE, frozen("ana", 1900, games=50))
    assert ladder(ranking) == {ONE: (1529, 1, 1)}, "E is 0.0909: as against 1900"
    assert ranking.elo("ana") == [1500], "no row of hers was written"
    play(ranking, "n", frozen("ana", 1500), ONE)
    assert ladder(ranking)[ONE][0] < 1529
    assert ranking.told_of(Rated) == []


def test_pr_of_people_stands_still_where_a_bot_plays(ranking: Ranking) -> None:
    how: dict[str, Any] = {
        "game": "dominoes", "options": {"target": 100}, "sides": [[0, 2], [1, 3]], "winners": [0, 2],
        "places": [1, 2, 1, 2], "points": [100, 20], "leave_policy": "pause_return",
    }  # fmt: skip
    play(ranking, "m", ONE, "ana", "ben", "eva", **how)
    found = ranking.ask(GetQuintiles(accounts=["ana", "ben", "eva"])).quintiles
    assert [each.pr for each in found] == [0, 0, 0]
    assert ratings(ranking, "bots:dominoes") == {ONE: (1516, 1, 1)}


@pytest.mark.parametrize(
    ("how", "why"), [({"guests": ["ana"]}, "guest"), ({"clock_factor": 2}, "clock"), ({"practice": True}, None)]
)
def test_a_guest_a_longer_clock_and_practice_count_in_no_ladder(
    ranking: Ranking, how: dict[str, Any], why: str | None
) -> None:
    play(ranking, "m", ONE, "ana", **how)
    assert [each.unrated for each in ranking.told_of(MatchRated)] == ([] if why is None else [why])
    assert ranking.ask(contract.GetBoard(board=LADDER)).error == "board_unknown"


def test_bots_of_one_owner_and_a_bot_with_its_owner_do_not_rate_each_other(ranking: Ranking) -> None:
    known(ranking, "ana", "ben")
    made(ranking, ONE, "ana")
    made(ranking, TWO, "ana")
    made(ranking, OTHER, "ben")
    for name, one, two in (("m", ONE, TWO), ("n", ONE, "ana"), ("o", "ana", TWO)):
        play(ranking, name, one, two)
    assert [each.unrated for each in ranking.told_of(MatchRated)] == ["same_person"] * 3
    play(ranking, "p", ONE, OTHER)
    play(ranking, "q", ONE, "ben")
    assert {each: row[2] for each, row in ladder(ranking).items()} == {ONE: 2, OTHER: 1}


def test_a_bot_of_the_same_person_by_another_account_does_not_count(ranking: Ranking) -> None:
    made(ranking, ONE, "ana", email_key="one mailbox")
    made(ranking, OTHER, "also ana", email_key="one mailbox")
    play(ranking, "m", ONE, OTHER)
    assert [each.unrated for each in ranking.told_of(MatchRated)] == ["same_person"]


def test_two_opponents_count_ten_times_a_day_and_no_five_a_month(ranking: Ranking) -> None:
    for number in range(12):
        play(ranking, f"m{number}", ONE, OTHER)
    assert sorted(each.unrated for each in ranking.told_of(MatchRated)) == ["bot"] * 10 + ["pair_limit"] * 2
    assert ladder(ranking)[ONE][2] == 10


def test_a_match_goes_on_from_the_ratings_of_the_ladder(ranking: Ranking) -> None:
    play(ranking, "m", ONE, OTHER)
    ranking.hear("on_match_asked", asked("n", ONE, OTHER, "ana", stake=0))
    (answer,) = ranking.told_of(RatingsFrozen)
    name = f"{LADDER}@{leaderboards.period_at('monthly', ranking.clock.now_ms()).name}"
    assert [each.boards for each in answer.ratings] == [{name: 1516}, {name: 1484}, {}]


def test_a_corrected_match_moves_bots_to_its_new_result_and_one_of_no_winner_back(ranking: Ranking) -> None:
    play(ranking, "m", ONE, OTHER)
    correct(ranking, "m", ONE, OTHER)
    assert ladder(ranking) == {ONE: (1484, 0, 1), OTHER: (1516, 1, 1)}
    correct(ranking, "m", ONE, OTHER, revision=2, outcome="void", winners=[])
    assert ladder(ranking) == {}
    correct(ranking, "m", ONE, OTHER, revision=3, winners=[0])
    assert ladder(ranking) == {ONE: (1516, 1, 1), OTHER: (1484, 0, 1)}
    assert ranking.told_of(Rated) == []


def test_a_void_match_of_a_bot_and_a_person_that_is_won_after_all_moves_the_bot_alone(ranking: Ranking) -> None:
    play(ranking, "m", ONE, "ana", outcome="void", winners=[])
    correct(ranking, "m", ONE, "ana", winners=[0])
    assert ladder(ranking) == {ONE: (1516, 1, 1)}
    assert (ranking.elo("ana"), ranking.told_of(Rated)) == ([1500], [])


def test_a_month_ends_without_prizes_and_everyone_begins_anew(ranking: Ranking) -> None:
    play(ranking, "m", ONE, OTHER)
    month = leaderboards.period_at("monthly", ranking.clock.now_ms())
    ranking.clock.advance(month.ends_at_ms + 10 * 60_000 - ranking.clock.now_ms())
    ranking.service.app.look_after_boards()
    while ranking.database.run(periods.close_next, ranking.settings):
        pass
    past = ranking.ask(contract.ListPastPeriods(board=LADDER))
    assert [(each.state, each.players) for each in past.periods] == [("paid", 2)]
    play(ranking, "n", OTHER, ONE)
    assert ladder(ranking) == {OTHER: (1516, 1, 1), ONE: (1484, 0, 1)}


def test_operators_neither_see_nor_define_a_ladder(ranking: Ranking) -> None:
    play(ranking, "m", ONE, OTHER)
    found = ranking.ask(contract.ListDefinitions(roles=["operator"])).definitions
    assert all(not each.board.startswith("bots:") for each in found)
    refusal = leaderboards.definition_check(leaderboards.bots_board("tavli"))
    assert refusal is not None and refusal.detail == {"field": "board"}


# --- laws -----------------------------------------------------------------------------------------------------------


def facts() -> dict[str, Callable[[Ranking], None]]:
    """Everything about three bots, their owners and their matches, in the right order."""
    return {
        "one": lambda ranking: made(ranking, ONE, "ana"),
        "two": lambda ranking: made(ranking, TWO, "ana"),
        "other": lambda ranking: made(ranking, OTHER, "ben"),
        "counts": lambda ranking: play(ranking, "m", ONE, OTHER),
        "of one owner": lambda ranking: play(ranking, "n", ONE, TWO),
        "with its owner": lambda ranking: play(ranking, "o", "ben", OTHER),
        "with a person": lambda ranking: play(ranking, "p", frozen("ben", 1700), TWO),
        "corrected": lambda ranking: correct(ranking, "m", ONE, OTHER),
        "not won": lambda ranking: correct(ranking, "p", "ben", TWO, outcome="void", winners=[]),
        "corrected of one owner": lambda ranking: correct(ranking, "n", ONE, TWO),
        "erased": lambda ranking: ranking.hear("on_erasure_asked", ErasureAsked(account=OTHER, receipt="r")),
    }


NAMES = tuple(facts())


def state(ranking: Ranking) -> dict[str, Any]:
    look_again(ranking)
    found = ranking.ask(contract.GetBoard(board=LADDER))
    rows = [] if not isinstance(found, contract.Board) else found.rows
    return {
        "ladder": [(each.account, each.name, each.rating, each.wins, each.matches) for each in rows],
        "elo": [(each.rating, each.games) for each in ranking.ratings("ana", "ben", ONE, TWO, OTHER)],
    }


@hypothesis.settings(
    max_examples=40, deadline=None, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)
@hypothesis.given(names=st.lists(st.sampled_from(NAMES), min_size=2, max_size=14))
def test_facts_about_bots_in_any_order_and_again_end_as_in_the_right_order(ranking: Ranking, names: list[str]) -> None:
    if "erased" in names:  # whose it was is erased too, if it was there: nobody can know later
        names = [name for name in names if name != "with its owner"]
    assert _after(ranking, names) == _after(ranking, [name for name in NAMES if name in names])


_KEPT = ("boards", "board_periods", "alembic_version", "settings")


def _after(ranking: Ranking, names: Sequence[str]) -> dict[str, Any]:
    """The state after these facts, and nothing else."""
    with ranking.database.work() as work:
        for table in sa.inspect(work.connection).get_table_names():
            cleared = "UPDATE board_ranges SET players = 0" if table == "board_ranges" else f"DELETE FROM {table}"
            if table not in _KEPT:
                work.execute(sa.text(cleared))
    known_facts = facts()
    for name in names:
        known_facts[name](ranking)
    return state(ranking)


ACCOUNTS = ("bot.a", "bot.b", "ana", "ben")


@hypothesis.given(
    ratings_=st.lists(st.integers(100, 3_000), min_size=4, max_size=4),
    order=st.permutations(ACCOUNTS),
    of_two_sides=st.booleans(),
    winner=st.sampled_from([0, 1, None]),
)
def test_where_a_bot_plays_every_bot_is_moved_and_no_person_whatever_the_result(
    ratings_: list[int], order: list[str], of_two_sides: bool, winner: int | None
) -> None:
    now = dict(zip(order, ratings_, strict=True))
    seats = [frozen(each, now[each]) for each in order]
    sides = ((seats[0], seats[1]), (seats[2], seats[3])) if of_two_sides else ((seats[0],), (seats[1],))
    outcome: Any = "tied" if winner is None else "won"
    ended = Ended("forfeit", outcome, winner, (), None)
    moved = worth(Inputs(sides, ended), ended, now, leaderboards.table_elo())
    playing = {each.account for side in sides for each in side}
    bots = {each for each in playing if each.startswith("bot.")}
    assert {each.account for each in moved} == (bots or playing)
