"""Ratings that were computed a moment ago are not read again for the next match of the same players."""

from collections.abc import Iterable

import pytest

from services.contracts.ranking.ratings import Rating
from services.contracts.tables.commands import MatchRated, RatingsFrozen, SeatRating
from services.contracts.wallet.events import MatchCorrected
from services.platform.database.unit_of_work import Work
from services.ranking.elo import rating_rows
from services.ranking.matches.recent_ratings import RecentRatings
from tests.ranking.rankings import Ranking, frozen, match
from tests.support.services.match_events import asked


def _answer(ranking: Ranking, name: str, *accounts: str) -> list[SeatRating]:
    ranking.told()
    ranking.hear("on_match_asked", asked(name, *accounts, stake=0))
    (answer,) = (each for each in ranking.told() if isinstance(each, RatingsFrozen))
    return answer.ratings


@pytest.fixture
def reads(ranking: Ranking, monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The accounts whose ratings have been read, without a lock, one set for each time."""
    made: list[set[str]] = []
    read = rating_rows.read_ratings

    def counted(work: Work, accounts: Iterable[str]) -> dict[str, Rating]:
        made.append(set(accounts))
        return read(work, made[-1])

    monkeypatch.setattr(rating_rows, "read_ratings", counted)
    return made


def test_the_next_match_starts_with_what_the_last_one_has_just_computed(
    ranking: Ranking, reads: list[set[str]]
) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben")))
    (rated,) = (each for each in ranking.told() if isinstance(each, MatchRated))
    reads.clear()

    ratings = _answer(ranking, "n", "ana", "ben")

    assert ratings == rated.next_ratings
    assert [each.rating for each in ratings] == [1520, 1480]
    assert reads == []


def test_a_repeated_question_is_answered_alike_from_the_database(ranking: Ranking, reads: list[set[str]]) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben")))
    first = _answer(ranking, "n", "ana", "ben")
    reads.clear()

    assert _answer(ranking, "n", "ana", "ben") == first
    assert reads != []


def test_a_correction_in_between_counts_at_once(ranking: Ranking) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben")))
    corrected = MatchCorrected(
        match="m", revision=1, outcome="won", payouts=[0, 0], last_payouts=[0, 0], accounts=["ana", "ben"],
        winners=[1], departed=[], first_round_done=None, by="eve", reason="mistake",
    )  # fmt: skip

    ranking.hear("on_match_corrected", corrected)

    assert [each.rating for each in _answer(ranking, "n", "ana", "ben")] == [1480, 1520]


def test_after_two_seconds_the_database_is_asked(ranking: Ranking, reads: list[set[str]]) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben")))
    reads.clear()
    ranking.clock.advance(2_001)

    assert [each.rating for each in _answer(ranking, "n", "ana", "ben")] == [1520, 1480]
    assert reads != []


def test_ratings_of_another_game_or_of_some_players_alone_are_not_used() -> None:
    recent = RecentRatings()
    recent.put("tavli", [frozen("ana"), frozen("ben")], now_ms=1_000)

    assert recent.take("tictactoe", ["ana", "ben"], now_ms=1_000) is None
    assert recent.take("tavli", ["ana", "zoe"], now_ms=1_000) is None
    assert recent.take("tavli", ["ben"], now_ms=1_000) == [frozen("ben")]


def test_each_is_returned_once() -> None:
    recent = RecentRatings()
    recent.put("tavli", [frozen("ana")], now_ms=1_000)

    assert recent.take("tavli", ["ana"], now_ms=3_000) == [frozen("ana")]
    assert recent.take("tavli", ["ana"], now_ms=3_000) is None


def test_the_oldest_go_when_there_are_too_many() -> None:
    recent, many = RecentRatings(), [frozen(f"player-{number}") for number in range(20_000)]
    recent.put("tavli", [frozen("oldest"), *many], now_ms=1_000)

    assert recent.take("tavli", ["oldest"], now_ms=1_000) is None
    assert recent.take("tavli", ["player-0", "player-19999"], now_ms=1_000) == [many[0], many[-1]]


@pytest.mark.parametrize(("later_ms", "known"), [(-1, False), (0, True), (1, True), (2_000, True), (2_001, False)])
def test_ratings_are_known_for_two_seconds_and_not_before_they_are_put(later_ms: int, known: bool) -> None:
    recent, ana = RecentRatings(), SeatRating("ana", 1500, 1, 1500)
    recent.put("tavli", [ana], 5_000)
    assert recent.take("tavli", ["ana"], 5_000 + later_ms) == ([ana] if known else None)
    assert recent.take("tavli", ["ana"], 5_000) is None, "returned once"
