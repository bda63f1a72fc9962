"""Ratings through ranking's entrypoints: asked for, frozen, moved by matches (services/ranking/RULES.md §1)."""

from typing import Any

import hypothesis
import hypothesis.strategies as st
import msgspec
import pytest
import sqlalchemy as sa

from services.contracts.ranking.ratings import GetRatings, Rated, Rating, RatingChange
from services.contracts.tables.commands import MatchRated, RatingsFrozen, SeatRated
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.ranking import schema
from services.ranking.elo.match_ratings import Inputs, deltas
from tests.ranking.rankings import Ranking, frozen, match
from tests.support.services.match_events import asked
from tests.support.services.process import assert_same_schema


def test_the_migration_makes_what_the_store_works_with(ranking_url: str) -> None:
    assert_same_schema(ranking_url, "ranking", schema.metadata)


# --- asked for ---


def test_a_player_without_a_rating_starts_at_1500(ranking: Ranking) -> None:
    assert ranking.ratings("zoe") == [Rating(account="zoe", rating=1500, games=0, peak=1500)]


def test_ratings_come_in_the_order_asked_each_as_often_as_asked(ranking: Ranking) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben")))

    assert ranking.elo("ben", "zoe", "ana", "ben") == [1480, 1500, 1520, 1480]


@pytest.mark.parametrize("account", ["", "a\0b", "Ζωή", "x" * 10_000])
def test_any_text_may_be_asked_for(ranking: Ranking, account: str) -> None:
    assert ranking.elo(account) == [1500]


def test_a_thousand_accounts_may_be_asked_for_at_once_and_no_more(ranking: Ranking) -> None:
    accounts = [f"p{number}" for number in range(1001)]

    assert len(ranking.ratings(*accounts[:1000])) == 1000
    assert ranking.ask(GetRatings(accounts=accounts)) == Refusal("bad_parameters", {"field": "accounts"})


# --- frozen ---


def test_a_match_is_answered_with_the_ratings_it_starts_with(ranking: Ranking) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben")))
    ranking.told()

    ranking.hear("on_match_asked", asked("n", "zoe", "ana"), asked("o", "ben", stake=0))

    answers = {each.match: each for each in ranking.told()}
    assert answers["n"] == RatingsFrozen(
        "table-of-n", answers["n"].trace, ranking.clock.now_ms(), "n", [frozen("zoe"), frozen("ana", 1520, 1)]
    )
    assert answers["o"].ratings == [frozen("ben", 1480, 1, peak=1500)]


def test_freezing_writes_nothing(ranking: Ranking) -> None:
    ranking.hear("on_match_asked", asked("m", "ana", "ben"))

    assert ranking.rows("ratings") == 0


# --- rated ---


def test_a_rated_match_moves_ratings_replies_to_the_table_and_is_published(ranking: Ranking) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben")))

    rated, answer = sorted(ranking.told(), key=lambda each: isinstance(each, MatchRated))
    changes = [("ana", 1520, 20, "win"), ("ben", 1480, -20, "loss")]
    assert rated == Rated(
        match="m",
        changes=[RatingChange(account=a, rating=r, delta=d, label=label, games=1, seq=1) for a, r, d, label in changes],
    )
    assert (answer.table, answer.match) == ("table-of-m", "m")
    assert answer.changes == [SeatRated(*change) for change in changes]
    assert ranking.ratings("ana", "ben") == [
        Rating(account="ana", rating=1520, games=1, peak=1520, seq=1),
        Rating(account="ben", rating=1480, games=1, peak=1500, seq=1),
    ]


def test_the_reply_to_a_match_has_the_ratings_for_a_rematch(ranking: Ranking) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben")))
    (rated,) = ranking.told_of(MatchRated)

    ranking.hear("on_match_asked", asked("n", "ana", "ben"))

    (answer,) = ranking.told_of(RatingsFrozen)
    assert answer.match == "n" and rated.next_ratings == answer.ratings


def test_the_ratings_of_a_rematch_are_frozen_with_the_reply_to_the_match(ranking: Ranking) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben"), next_match="n"))

    told = ranking.told()
    (rated,) = [each for each in told if isinstance(each, MatchRated)]
    (answer,) = [each for each in told if isinstance(each, RatingsFrozen)]
    assert rated.freezes_next
    assert (answer.table, answer.match, answer.ratings) == ("table-of-m", "n", rated.next_ratings)


def test_no_ratings_are_frozen_where_there_is_no_rematch(ranking: Ranking) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben")))

    assert ranking.told_of(RatingsFrozen) == []


def test_a_match_with_known_ratings_gets_no_reply(ranking: Ranking) -> None:
    ranking.hear("on_match_asked", msgspec.structs.replace(asked("n", "ana", "ben"), ratings_known=True))

    assert ranking.told_of(RatingsFrozen) == []


def test_deltas_come_from_the_ratings_at_the_start_and_are_added_to_those_of_now(ranking: Ranking) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben")))

    ranking.finished(match("n", frozen("ana"), frozen("eva")))

    assert ranking.elo("ana", "eva") == [1540, 1480]
    assert [each.games for each in ranking.ratings("ana", "eva")] == [2, 1]


def test_no_rating_falls_under_the_floor_and_the_published_delta_is_the_real_one(ranking: Ranking) -> None:
    ranking.run("INSERT INTO ratings VALUES ('ben', 110, 50, 1500, 0, 50)")

    ranking.finished(match("m", frozen("ana", 150), frozen("ben", 150)))

    (answer,) = ranking.told_of(MatchRated)
    assert answer.changes[1] == SeatRated("ben", 100, -10, "loss")
    assert ranking.elo("ben") == [100]


PAIRS: dict[str, Any] = {"sides": [[0, 2], [1, 3]]}
FOUR = [frozen("a", 1600, 50), frozen("b", 1700, 50), frozen("c", 1400, 5), frozen("d", 1500, 50)]
CASES: dict[str, tuple[list[Any], dict[str, Any], list[int]]] = {
    "the lower-rated wins": ([frozen("a", 1400, 50), frozen("b", 1600, 50)], {}, [15, -15]),
    "a tie": ([frozen("a", 1400, 50), frozen("b", 1600, 50)], {"outcome": "tied", "winners": []}, [8, -8]),
    "a tie of equals": ([frozen("a", games=50), frozen("b", games=50)], {"outcome": "tied", "winners": []}, [0, 0]),
    "a high peak moves little": ([frozen("a", 2500, 50), frozen("b", 1500, 50)], {}, [1, -2]),
    "pairs": (FOUR, PAIRS | {"winners": [0, 2]}, [13, -13, 26, -13]),
    "three by place": (
        [frozen("a", 1500, 50), frozen("b", 1600, 50), frozen("c", 1400, 50)],
        {"places": [1, 2, 3], "leave_policy": "eliminate"},
        [10, -4, -6],
    ),
    "a forfeit spares the partner": (
        FOUR,
        PAIRS | {"outcome": "forfeited", "winners": [0, 2], "departed": [1]},
        [13, -13, 26, 0],
    ),
    "a concession": (
        [frozen("a", games=50), frozen("b", games=50)],
        {"leave_policy": "concede", "outcome": "conceded", "winners": [1], "departed": [0], "first_round_done": False},
        [-10, 10],
    ),
    "replaced after the first round": (
        FOUR,
        PAIRS
        | {"leave_policy": "bot_replace", "winners": [0, 2], "departed": [0], "hands": [{}, {}], "places": [1] * 4},
        [-7, -13, 26, -13],
    ),
    "replaced before it": (
        FOUR,
        PAIRS
        | {"leave_policy": "bot_replace", "winners": [0, 2], "departed": [0], "first_round_done": False}
        | {"hands": [{}, {}], "places": [1, 3, 1, 3]},
        [0, -13, 26, -13],
    ),
    "replaced in a first hand that decided the match": (
        FOUR,
        PAIRS
        | {"leave_policy": "bot_replace", "winners": [0, 2], "departed": [0], "first_round_done": False}
        | {"hands": [{}], "places": [1, 3, 1, 3]},
        [-7, -13, 26, -13],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_outcome_decides_the_gains_and_losses(ranking: Ranking, case: str) -> None:
    ratings, how, expected = CASES[case]

    ranking.finished(match("m", *ratings, **how))

    (answer,) = ranking.told_of(MatchRated)
    told = {change.account: change.delta for change in answer.changes}
    assert [told.get(rating.account, 0) for rating in ratings] == expected


@pytest.mark.parametrize(
    "how",
    [
        {"outcome": "void", "winners": []},
        {"outcome": "void", "winners": [], "departed": [0], "first_round_done": False},
        {"outcome": "not_completed", "winners": [], "leave_policy": "pause_return", "departed": [1]},
    ],
)
def test_a_match_that_changes_no_rating_is_kept_and_not_published(ranking: Ranking, how: dict[str, Any]) -> None:
    for _ in range(2):
        ranking.finished(match("m", frozen("ana"), frozen("ben"), **how))

    assert ranking.told() == []
    assert (ranking.rows("ratings"), ranking.rows("rated_matches")) == (0, 1)


@pytest.mark.parametrize(
    "how",
    [
        {"ratings": []},
        {"practice": True},
        {"leave_policy": "none"},
        {"outcome": "surprising"},
    ],
)
def test_a_match_that_does_not_count_changes_no_rating_and_publishes_nothing(
    ranking: Ranking, how: dict[str, Any]
) -> None:
    ranking.finished(match("m", frozen("ana"), frozen("ben"), **how))

    assert ranking.told() == []
    assert (ranking.rows("ratings"), ranking.rows("rated_matches")) == (0, 0)


def test_free_matches_count_as_staked_ones_do(ranking: Ranking) -> None:
    ranking.hear("on_free_match_finished", match("m", frozen("ana"), frozen("ben"), stake=0))

    assert ranking.elo("ana", "ben") == [1520, 1480]


def test_one_message_rates_many_matches_of_the_same_players_in_order(ranking: Ranking) -> None:
    ranking.finished(*(match(f"m{n}", frozen("ana"), frozen("ben")) for n in range(40)))

    answers = {each.match: each.changes[0].rating for each in ranking.told_of(MatchRated)}
    assert answers == {f"m{n}": 1520 + 20 * n for n in range(40)}
    assert ranking.ratings("ana", "ben") == [
        Rating(account="ana", rating=2300, games=40, peak=2300, seq=40),
        Rating(account="ben", rating=700, games=40, peak=1500, seq=40),
    ]


@pytest.mark.parametrize("ids", [["one"], None])
def test_a_match_received_three_times_is_rated_once(ranking: Ranking, ids: list[str] | None) -> None:
    for _ in range(3):
        ranking.finished(match("m", frozen("ana"), frozen("ben")), ids=ids)

    told = ranking.told()
    answers = [each.changes for each in told if isinstance(each, MatchRated)]
    assert len(answers) == 3
    assert all(changes == answers[0] for changes in answers)
    assert len([each for each in told if isinstance(each, Rated)]) == 1
    assert ranking.elo("ana", "ben") == [1520, 1480]


@hypothesis.given(st.data())
@hypothesis.settings(max_examples=20, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
def test_repeated_matches_in_any_batches_are_rated_once_each(ranking: Ranking, data: st.DataObject) -> None:
    tag = new_id()
    names = [f"{name}-{tag}" for name in ("ana", "ben", "eva")]
    games = [match(f"{tag}-{n}", frozen(names[n % 3]), frozen(names[(n + 1) % 3])) for n in range(4)]
    told = data.draw(st.permutations([*games, *data.draw(st.lists(st.sampled_from(games), max_size=6))]))
    while told:
        size = data.draw(st.integers(1, len(told)))
        ranking.finished(*told[:size])
        told = told[size:]
    news = [each for each in ranking.told() if isinstance(each, Rated) and each.match.startswith(tag)]
    assert sorted(each.match for each in news) == sorted(each.match for each in games)
    assert ranking.elo(*names) == [1520, 1480, 1500]


def test_a_match_twice_in_one_message_is_rated_once(ranking: Ranking) -> None:
    ranking.finished(*[match("m", frozen("ana"), frozen("ben"))] * 2)

    assert ranking.elo("ana", "ben") == [1520, 1480]
    assert ranking.rows("rated_matches") == 1


def test_the_record_of_a_match_keeps_all_that_its_deltas_came_from(ranking: Ranking) -> None:
    played = match("m", frozen("ana", 1400, 50), frozen("ben", 1600, 50), outcome="tied", winners=[])
    ranking.finished(played)

    with ranking.database.work() as work:
        row = work.execute(sa.select(schema.rated_matches)).one()
    inputs = msgspec.json.decode(row.inputs, type=Inputs)
    changes = msgspec.json.decode(row.changes, type=list[RatingChange])
    again = deltas(inputs, ranking.settings.elo)
    assert [(each.account, each.delta, each.label) for each in changes] == [
        (each.account, each.delta, each.label) for each in again
    ]
    assert [each.label for each in changes] == ["half_win", "half_loss"]


@pytest.mark.parametrize(
    "how",
    [
        {"ratings": [frozen("ana")]},
        {"sides": [[0], [1], [2]]},
        {"sides": [[0], [0]]},
        {"sides": [[0], [2]]},
        {"accounts": ["ana", None]},
        {"sides": [[0], [1], [2]], "accounts": ["ana", "ben", "ana"], "leave_policy": "eliminate"},
    ],
)
def test_an_event_that_contradicts_itself_waits_for_an_operator(
    ranking: Ranking, how: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.platform.database.inbox._RETRY_S", (0.0,))

    ranking.finished(match("good", frozen("eva"), frozen("gil")), match("bad", frozen("ana"), frozen("ben"), **how))

    assert [each.match for each in ranking.told_of(MatchRated)] == ["good"]
    assert len(ranking.parked.bodies) == 1
    assert ranking.elo("ana", "ben", "eva", "gil") == [1500, 1500, 1520, 1480]
