"""Corrected results: the match's own deltas are replaced, and nothing else (services/ranking/RULES.md §1)."""

import itertools
from typing import Any

import pytest

from services.contracts.ranking.ratings import Rated, RatingChange
from services.contracts.tournaments.events import ResultCorrected
from services.contracts.wallet.events import MatchCorrected
from tests.ranking.rankings import Ranking, frozen, match

VOID: dict[str, Any] = {"outcome": "void", "winners": []}
BEN: dict[str, Any] = {"outcome": "won", "winners": [1]}


def corrected(revision: int = 1, accounts: tuple[str, ...] = ("ana", "ben"), **how: Any) -> MatchCorrected:
    usual: dict[str, Any] = {
        "match": "m",
        "payouts": [0] * len(accounts),
        "last_payouts": [0] * len(accounts),
        "departed": [],
        "first_round_done": None,
        "by": "root",
        "reason": "the server counted wrong",
    }
    return MatchCorrected(**usual | {"revision": revision, "accounts": list(accounts)} | how)


def correct(ranking: Ranking, *events: MatchCorrected, **how: Any) -> None:
    ranking.hear("on_match_corrected", *events, **how)


@pytest.fixture
def played(ranking: Ranking) -> Ranking:
    """Ana has beaten ben (1520 and 1480), then eva has beaten ana."""
    ranking.finished(match("m", frozen("ana"), frozen("ben")))
    ranking.finished(match("n", frozen("eva"), frozen("ana", 1520, 1)))
    ranking.told()
    return ranking


def test_a_match_made_void_gives_back_what_it_took_and_leaves_later_ones(played: Ranking) -> None:
    before = played.elo("ana", "eva")
    correct(played, corrected(**VOID))

    assert played.elo("ana", "ben", "eva") == [before[0] - 20, 1500, before[1]]
    assert [each.games for each in played.ratings("ana", "ben", "eva")] == [1, 0, 1]
    (told,) = played.told_of(Rated)
    assert told.changes == [
        RatingChange(account="ana", rating=before[0] - 20, delta=0, label="none", games=1, seq=3),
        RatingChange(account="ben", rating=1500, delta=0, label="none", games=0, seq=2),
    ]


def test_another_winner_gets_the_deltas_of_the_start(played: Ranking) -> None:
    before = played.elo("ana")[0]
    correct(played, corrected(**BEN))

    assert played.elo("ana", "ben") == [before - 40, 1520]
    assert [each.games for each in played.ratings("ana", "ben")] == [2, 1]


@pytest.mark.parametrize("ids", [["one"], None])
def test_a_repeated_correction_changes_nothing(played: Ranking, ids: list[str] | None) -> None:
    for _ in range(3):
        correct(played, corrected(**VOID), ids=ids)

    assert played.elo("ben") == [1500]
    assert len(played.told_of(Rated)) == 1


@pytest.mark.parametrize("order", itertools.permutations(("finished", "void", "ben")))
def test_the_last_correction_counts_in_any_order_of_events(ranking: Ranking, order: tuple[str, ...]) -> None:
    for news in order:
        if news == "finished":
            ranking.finished(match("m", frozen("ana"), frozen("ben")))
        else:
            correct(ranking, corrected(1, **VOID) if news == "void" else corrected(2, **BEN))

    assert ranking.elo("ana", "ben") == [1480, 1520]
    assert [each.games for each in ranking.ratings("ana", "ben")] == [1, 1]
    assert ranking.rows("rated_matches") == 1
    assert ranking.parked.bodies == []


def test_a_match_that_was_void_is_rated_by_its_correction(ranking: Ranking) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben"), **VOID))
    correct(ranking, corrected(**BEN))

    assert ranking.elo("ana", "ben") == [1480, 1520]


def test_a_correction_of_a_match_that_is_never_rated_waits_and_changes_nothing_else(ranking: Ranking) -> None:
    correct(ranking, corrected(**BEN))

    assert ranking.elo("ana", "ben") == [1500, 1500]
    assert ranking.told() == [] and ranking.parked.bodies == []


def test_a_correction_keeps_all_ratings_above_the_floor(ranking: Ranking) -> None:
    ranking.finished(match("m", frozen("ana", 150), frozen("ben", 150)))
    ranking.run("UPDATE ratings SET rating = 105 WHERE account = 'ana'")
    correct(ranking, corrected(**VOID))

    assert ranking.elo("ana") == [100]


def test_a_loss_instead_of_a_win_stops_at_the_floor(ranking: Ranking) -> None:
    ranking.finished(match("m", frozen("ana", 1500), frozen("ben", 1500)))
    ranking.run("UPDATE ratings SET rating = 110 WHERE account = 'ana'")
    correct(ranking, corrected(**BEN))

    assert ranking.elo("ana", "ben") == [100, 1520]


def test_in_an_individual_game_winners_share_the_first_place(ranking: Ranking) -> None:
    three = [frozen("a", 1500, 50), frozen("b", 1600, 50), frozen("c", 1400, 50)]
    ranking.finished(match("m", *three, places=[1, 2, 3], leave_policy="eliminate"))
    assert ranking.elo("a", "b", "c") == [1510, 1496, 1494]

    correct(ranking, corrected(accounts=("a", "b", "c"), outcome="won", winners=[2]))

    assert ranking.elo("a", "b", "c")[2] > 1510
    assert sum(ranking.elo("a", "b", "c")) in range(4498, 4503)


def test_a_leaver_of_the_corrected_result_loses_alone(ranking: Ranking) -> None:
    four = [frozen("a", games=50), frozen("b", games=50), frozen("c", games=50), frozen("d", games=50)]
    ranking.finished(match("m", *four, sides=[[0, 2], [1, 3]], winners=[0, 2]))
    news = corrected(
        accounts=("a", "b", "c", "d"), outcome="forfeited", winners=[1, 3], departed=[0], first_round_done=True
    )
    correct(ranking, news)

    assert ranking.elo("a", "b", "c", "d") == [1490, 1510, 1500, 1510]


def test_a_correction_of_other_players_waits_for_an_operator(played: Ranking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.platform.database.inbox._RETRY_S", (0.0,))
    correct(played, corrected(accounts=("ana", "zoe"), **VOID))

    assert len(played.parked.bodies) == 1
    assert played.elo("ben") == [1480]


def of_competition(revision: int, **how: Any) -> ResultCorrected:
    usual: dict[str, Any] = {
        "competition": "cup",
        "table": "t",
        "match": "m",
        "sides": [[0], [1]],
        "accounts": ["ana", "ben"],
        "departed": [],
        "by": "olga",
        "reason": "the dice were wrong",
    }
    return ResultCorrected(**usual | {"revision": revision} | how)


def test_a_corrected_game_of_a_competition_moves_the_ratings_of_its_players(played: Ranking) -> None:
    before = played.elo("ana", "eva")
    played.hear("on_result_corrected", of_competition(2, **BEN), of_competition(1, **VOID))

    assert played.elo("ana", "ben", "eva") == [before[0] - 40, 1520, before[1]]
    played.hear("on_result_corrected", of_competition(1, **VOID))
    assert played.elo("ben") == [1520]
