"""Results of matches without a stake that an operator replaces: ratings, boards and statistics follow, chips do not."""

from typing import Any

import pytest

from services.contracts.moderation.orders import CorrectionHandedOn, CorrectMatch, FreeMatchCorrected, OrderAnswered
from services.contracts.ranking.corrections import PreviewRatings
from services.contracts.ranking.ratings import Rated
from services.contracts.ranking.statistics import GetStatistics
from tests.ranking.on_boards import known
from tests.ranking.rankings import Ranking, frozen, match

REASON = "the server counted wrong"
DAY_MS = 24 * 60 * 60_000


def order(ranking: Ranking, result: Any, ids: list[str] | None = None, **how: Any) -> list[Any]:
    usual: dict[str, Any] = {"match": "m", "accounts": ["ana", "ben"]}
    handed = CorrectionHandedOn(
        order="o", by="olga", reason=REASON, correction=CorrectMatch(**usual | {"result": result} | how)
    )
    ranking.hear("on_correction_handed_on", handed, ids=ids)
    return ranking.told()


def answer_of(told: list[Any]) -> OrderAnswered:
    (answer,) = [each for each in told if isinstance(each, OrderAnswered)]
    return answer


@pytest.fixture
def played(ranking: Ranking) -> Ranking:
    ranking.finished(match("m", frozen("ana"), frozen("ben"), stake=0, ended_at_ms=ranking.clock.now_ms()))
    ranking.told()
    return ranking


def test_another_winner_gets_the_rating_and_the_match(played: Ranking) -> None:
    assert played.elo("ana", "ben") == [1520, 1480]
    told = order(played, [1])
    assert played.elo("ana", "ben") == [1480, 1520]
    assert answer_of(told) == OrderAnswered(order="o", detail={"revision": 1})
    (corrected,) = [each for each in told if isinstance(each, FreeMatchCorrected)]
    assert (corrected.accounts, corrected.winners, corrected.outcome) == (["ana", "ben"], [1], "won")
    assert (corrected.by, corrected.reason) == ("olga", REASON)
    assert [each for each in told if isinstance(each, Rated)]
    page = played.ask(GetStatistics(viewer="ben", account="ben", part="matches"))
    assert [(line.match, line.elo_delta) for line in page.matches] == [("m", 20)]


@pytest.mark.parametrize(("result", "elo"), [("void", [1500, 1500]), ("tie", [1500, 1500]), ([0], [1520, 1480])])
def test_void_tie_and_the_same_winner_again(played: Ranking, result: Any, elo: list[int]) -> None:
    order(played, [1])
    assert answer_of(order(played, result)).detail == {"revision": 2}
    assert played.elo("ana", "ben") == elo


def test_a_repeated_event_is_corrected_once(played: Ranking) -> None:
    order(played, [1], ids=["e"])
    assert order(played, [1], ids=["e"]) == []
    assert played.elo("ana", "ben") == [1480, 1520]


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"match": "unknown"}, "match_unknown"),
        ({"own_mistake": True}, "not_correctable"),
        ({"accounts": ["ana", "eva"]}, "bad_parameters"),
        ({"accounts": []}, "bad_parameters"),
        ({"departed": [7]}, "bad_parameters"),
    ],
)
def test_what_cannot_be_corrected_is_refused_and_changes_nothing(
    played: Ranking, how: dict[str, Any], error: str
) -> None:
    told = order(played, [1], **how)
    assert [type(each) for each in told] == [OrderAnswered]
    assert answer_of(told).error == error
    assert played.elo("ana", "ben") == [1520, 1480]


def test_after_thirty_days_a_result_stands(played: Ranking) -> None:
    played.clock.advance(31 * DAY_MS)
    assert answer_of(order(played, [1])).error == "correction_window_closed"
    assert played.elo("ana", "ben") == [1520, 1480]


@pytest.mark.parametrize("again", [[0], [1], "tie", "void"])
def test_the_result_that_counts_is_no_correction(played: Ranking, again: Any) -> None:
    if again != [0]:
        order(played, again)
    elo = played.elo("ana", "ben")
    assert answer_of(order(played, again)).error == "correction_empty"
    assert played.elo("ana", "ben") == elo


def test_without_having_seen_the_last_correction_nothing_is_corrected(played: Ranking) -> None:
    order(played, [1])
    assert answer_of(order(played, "void", seen_revision=0)).error == "correction_outdated"
    assert played.elo("ana", "ben") == [1480, 1520]
    assert answer_of(order(played, "void", seen_revision=1)).detail == {"revision": 2}


@pytest.mark.parametrize("how", [{"guests": ["ben"]}, {"clock_factor": 2}, {}], ids=["guest", "clock", "same person"])
@pytest.mark.parametrize("learned", ["before", "after"])
def test_a_match_that_must_not_count_does_not_though_it_moved_no_rating_before_its_correction(
    ranking: Ranking, how: dict[str, Any], learned: str
) -> None:
    keys = {} if how else {"device": "one phone"}
    if learned == "before":
        known(ranking, "ana", "ben", **keys)
    void = {"outcome": "void", "winners": [], "places": [1, 1]}
    ended_at_ms = ranking.clock.now_ms()
    ranking.finished(match("m", frozen("ana"), frozen("ben"), stake=0, ended_at_ms=ended_at_ms, **void | how))
    if learned == "after":
        known(ranking, "ana", "ben", **keys)
    ranking.service.app.look_after_boards()
    assert answer_of(order(ranking, [0])).detail == {"revision": 1}
    assert ranking.elo("ana", "ben") == [1500, 1500]


def test_a_void_match_that_may_count_counts_from_its_correction_on(ranking: Ranking) -> None:
    known(ranking, "ana", "ben")
    void: dict[str, Any] = {"outcome": "void", "winners": [], "places": [1, 1]}
    ended_at_ms = ranking.clock.now_ms()
    ranking.finished(match("m", frozen("ana"), frozen("ben"), stake=0, ended_at_ms=ended_at_ms, **void))
    assert answer_of(order(ranking, [0])).detail == {"revision": 1}
    assert ranking.elo("ana", "ben") == [1520, 1480]


def preview(ranking: Ranking, result: Any, **how: Any) -> Any:
    usual: dict[str, Any] = {"match": "m", "accounts": ["ana", "ben"], "roles": ["operator"]}
    return ranking.ask(PreviewRatings(**usual | {"result": result} | how))


def test_a_preview_says_what_moves_and_moves_nothing(played: Ranking) -> None:
    shown = preview(played, [1])
    assert [(each.account, each.before, each.after) for each in shown.moves if not each.board and not each.pr] == [
        ("ana", 1520, 1480), ("ben", 1480, 1520),
    ]  # fmt: skip
    assert played.elo("ana", "ben") == [1520, 1480]
    assert played.told() == []
    order(played, [1])
    assert played.elo("ana", "ben") == [1480, 1520]


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"roles": ["administrator"]}, "forbidden"),
        ({"match": "unknown"}, "match_unknown"),
        ({"result": [0]}, "correction_empty"),
        ({"accounts": []}, "bad_parameters"),
    ],
)
def test_a_preview_is_refused_as_the_correction_would_be(played: Ranking, how: dict[str, Any], error: str) -> None:
    assert preview(played, **{"result": [1]} | how).error == error
