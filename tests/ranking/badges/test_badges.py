"""Badges: which deeds earn them, in any order and again; corrections, silence, export, erasure:
services/ranking/RULES.md §9."""

from collections.abc import Callable, Sequence
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
import sqlalchemy as sa
from prometheus_client import REGISTRY

from services.contracts.lobby.accounts.privacy import ErasureAsked
from services.contracts.moderation.orders import CorrectionHandedOn, CorrectMatch
from services.contracts.ranking import badges as contract
from services.contracts.ranking.corrections import PreviewRatings
from services.contracts.tables.problems import ProblemAnswered
from services.contracts.tournaments.events import ResultCorrected
from services.contracts.wallet.events import MatchCorrected
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.clock import DAY_MS, FakeClock
from services.kernel.refusal import Refusal
from services.ranking import accounts
from services.ranking.badges import rows, use_cases
from tests.ranking.rankings import Ranking, frozen, match

START_MS = FakeClock().now_ms()
WEEK_MS = 7 * DAY_MS


@pytest.fixture
def fresh(ranking: Ranking) -> Callable[[], Ranking]:
    """The ranking, from which what earlier examples have left is cleared away."""
    with ranking.database.work() as work:
        kept = ("alembic_version", "settings")
        tables = [name for name in sa.inspect(work.connection).get_table_names() if name not in kept]

    def clear() -> Ranking:
        with ranking.database.work() as work:
            for table in tables:
                work.execute(sa.text(f"DELETE FROM {table}"))
        return ranking

    return clear


def played(name: str, *players: str, at_ms: int = START_MS, **how: Any) -> Any:
    """A match that the first of these has won, unless it is said otherwise."""
    return match(name, *map(frozen, players), ended_at_ms=at_ms, **how)


def corrected(name: str, *players: str, revision: int = 1, **how: Any) -> MatchCorrected:
    usual: dict[str, Any] = {
        "match": name,
        "outcome": "won",
        "winners": [1],
        "payouts": [0] * len(players),
        "last_payouts": [0] * len(players),
        "departed": [],
        "first_round_done": None,
        "by": "root",
        "reason": "the server counted wrong",
    }
    return MatchCorrected(**usual | {"revision": revision, "accounts": list(players)} | how)


def solved(account: str, day: int, right: bool = True, game: str = "tavli") -> ProblemAnswered:
    at_ms = START_MS + day * DAY_MS
    return ProblemAnswered(account=account, game=game, day=f"2027-03-{day:02}", right=right, at_ms=at_ms)


def own(ranking: Ranking, account: str) -> contract.OwnBadges:
    found = ranking.ask(contract.GetOwnBadges(account=account))
    assert isinstance(found, contract.OwnBadges)
    return found


def shown(ranking: Ranking, account: str) -> dict[str, int]:
    """Badge → when it was earned, as others see it, once the clock has looked."""
    ranking.service.app.award_badges()
    found = ranking.ask(contract.ListBadges(account=account))
    assert isinstance(found, contract.Badges)
    mine = own(ranking, account).badges
    assert [(each.badge, each.earned_at_ms) for each in found.badges] == [(e.badge, e.earned_at_ms) for e in mine]
    return {each.badge: each.earned_at_ms for each in found.badges}


def goals(ranking: Ranking, account: str) -> dict[str, tuple[int, int]]:
    return {each.badge: (each.done, each.needed) for each in own(ranking, account).goals}


# --- earned ---


def test_the_first_match_won_of_a_family_is_a_badge_and_a_lost_one_is_none(ranking: Ranking) -> None:
    ranking.finished(played("m", "ana", "ben"), played("n", "ana", "ben", at_ms=START_MS + 5))
    assert shown(ranking, "ana") == {"won_tictactoe": START_MS}
    assert shown(ranking, "ben") == {}
    assert [each.match for each in own(ranking, "ana").badges] == ["m"]
    assert goals(ranking, "ana")["stayed"] == (2, 100)
    assert goals(ranking, "ana")["people"] == (1, 10)
    assert "won_tictactoe" not in goals(ranking, "ana")


def test_ten_people_are_ten_different_ones(ranking: Ranking) -> None:
    for number in range(9):
        ranking.finished(played(f"m{number}", f"eva{number}", "ana", at_ms=START_MS + number))
    ranking.finished(played("again", "eva0", "ana", at_ms=START_MS + 50))
    assert shown(ranking, "ana") == {}
    assert goals(ranking, "ana")["people"] == (9, 10)
    ranking.finished(played("last", "zoe", "ana", at_ms=START_MS + 60))
    assert shown(ranking, "ana") == {"people": START_MS + 60}


def test_a_hundred_matches_count_without_those_that_one_has_left(ranking: Ranking) -> None:
    matches = [played(f"m{number:03}", "ben", "ana", at_ms=START_MS + number) for number in range(99)]
    ranking.finished(*matches)
    ranking.finished(played("left", "ben", "ana", at_ms=START_MS + 200, outcome="forfeited", departed=[1]))
    assert goals(ranking, "ana")["stayed"] == (99, 100)
    assert "stayed" in shown(ranking, "ben")
    ranking.finished(played("last", "ben", "ana", at_ms=START_MS + 300))
    assert shown(ranking, "ana") == {"stayed": START_MS + 300}


def test_problems_count_once_a_day_and_only_where_they_were_solved(ranking: Ranking) -> None:
    for day in range(1, 30):
        ranking.hear("on_problem_answered", solved("ana", day), solved("ana", day, game="dominoes"))
    ranking.hear("on_problem_answered", solved("ana", 30, right=False))
    assert shown(ranking, "ana") == {}
    assert goals(ranking, "ana")["problems"] == (29, 30)
    ranking.hear("on_problem_answered", solved("ana", 31))
    assert shown(ranking, "ana") == {"problems": START_MS + 31 * DAY_MS}
    assert own(ranking, "ana").badges[0].match is None


def test_practice_void_matches_and_those_against_guests_alone_are_no_deeds(ranking: Ranking) -> None:
    ranking.finished(
        played("v", "ana", "ben", outcome="void", winners=[]),
        played("g", "ana", "guest", guests=["guest"]),
        played("b", "ana", "ben", game="baccarat"),
    )
    assert shown(ranking, "ana") == {}
    assert goals(ranking, "ana")["people"] == (0, 10)
    assert shown(ranking, "guest") == {}


def test_guests_have_badges_of_matches_with_accounts_too(ranking: Ranking) -> None:
    ranking.finished(played("g", "guest", "ben", guests=["guest"]))
    assert shown(ranking, "guest") == {"won_tictactoe": START_MS}


def tried(ranking: Ranking, name: str, result: Any, *players: str) -> list[tuple[Any, ...]]:
    """What the preview of a correction says of badges."""
    asked = PreviewRatings(roles=["operator"], match=name, result=result, accounts=list(players))
    found = ranking.ask(asked)
    return [(each.account, each.badge, each.before_ms, each.after_ms) for each in found.badges]


def order_correction(ranking: Ranking, name: str, result: Any, *players: str) -> None:
    """An operator's correction of a match without a stake."""
    order = CorrectMatch(match=name, accounts=list(players), result=result)
    ranking.hear(
        "on_correction_handed_on", CorrectionHandedOn(order="o", by="olga", reason="a wrong result", correction=order)
    )


def test_a_preview_names_the_badges_that_come_and_go(ranking: Ranking) -> None:
    ranking.finished(played("m", "ana", "ben", stake=0), played("n", "ana", "ben", stake=0, at_ms=START_MS + 5))
    assert tried(ranking, "m", [1], "ana", "ben") == [
        ("ana", "won_tictactoe", START_MS, START_MS + 5),
        ("ben", "won_tictactoe", None, START_MS),
    ]
    assert tried(ranking, "n", [1], "ana", "ben") == [("ben", "won_tictactoe", None, START_MS + 5)]
    assert shown(ranking, "ana") == {"won_tictactoe": START_MS}
    order_correction(ranking, "m", "void", "ana", "ben")
    assert shown(ranking, "ana") == {"won_tictactoe": START_MS + 5}
    assert tried(ranking, "n", "void", "ana", "ben") == [("ana", "won_tictactoe", START_MS + 5, None)]
    order_correction(ranking, "n", "void", "ana", "ben")
    assert shown(ranking, "ana") == {}


CORRECTIONS = st.lists(st.tuples(st.integers(0, 2), st.sampled_from([[0], [1], "tie", "void"])), min_size=1, max_size=6)


@hypothesis.given(order=CORRECTIONS, winners=st.tuples(*[st.integers(0, 1)] * 3))
@hypothesis.settings(
    max_examples=15, deadline=None, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)
def test_what_a_preview_says_of_badges_is_what_the_correction_does(
    fresh: Callable[[], Ranking], order: list[tuple[int, Any]], winners: tuple[int, ...]
) -> None:
    ranking = fresh()
    players = [("ana", "ben"), ("ben", "eva"), ("ana", "ben")]
    games = ("tictactoe", "tavli", "tictactoe")
    for number, seats in enumerate(players):
        how: dict[str, Any] = {"game": games[number], "winners": [winners[number]], "stake": 0}
        ranking.finished(played(f"m{number}", *seats, at_ms=START_MS + number, **how))
    for number, result in order:
        before = {(account, *badge) for account in players[number] for badge in shown(ranking, account).items()}
        found = ranking.ask(
            PreviewRatings(roles=["operator"], match=f"m{number}", result=result, accounts=list(players[number]))
        )
        moves = [] if isinstance(found, Refusal) else found.badges
        order_correction(ranking, f"m{number}", result, *players[number])
        after = {(account, *badge) for account in players[number] for badge in shown(ranking, account).items()}
        gone = {(each.account, each.badge, each.before_ms) for each in moves if each.before_ms is not None}
        come = {(each.account, each.badge, each.after_ms) for each in moves if each.after_ms is not None}
        assert (gone, come) == (before - after, after - before)


def test_a_won_game_of_a_competition_is_a_badge_until_it_is_corrected(ranking: Ranking) -> None:
    ranking.hear("on_free_match_finished", played("m", "ana", "ben", stake=0, competition="cup"))
    assert shown(ranking, "ana").keys() == {"won_tictactoe", "competition_game"}
    ranking.hear("on_result_corrected", ResultCorrected(
        competition="cup", table="t", match="m", revision=1, outcome="won", sides=[[0], [1]], accounts=["ana", "ben"],
        winners=[1], departed=[], by="olga", reason="a wrong result",
    ))  # fmt: skip
    assert shown(ranking, "ana") == {}
    assert shown(ranking, "ben").keys() == {"won_tictactoe", "competition_game"}


# --- corrected ---


def test_a_correction_takes_a_badge_back_and_gives_it_to_the_winner(ranking: Ranking) -> None:
    ranking.finished(played("m", "ana", "ben"))
    assert shown(ranking, "ana") == {"won_tictactoe": START_MS}
    ranking.hear("on_match_corrected", corrected("m", "ana", "ben"))
    assert shown(ranking, "ana") == {}
    assert shown(ranking, "ben") == {"won_tictactoe": START_MS}
    ranking.hear("on_match_corrected", corrected("m", "ana", "ben", revision=2, outcome="void", winners=[]))
    assert shown(ranking, "ben") == {}
    assert goals(ranking, "ben")["people"] == (0, 10)


def test_a_badge_stays_where_a_later_deed_has_earned_it_too(ranking: Ranking) -> None:
    ranking.finished(played("m", "ana", "ben"), played("n", "ana", "ben", at_ms=START_MS + 5))
    ranking.hear("on_match_corrected", corrected("m", "ana", "ben"))
    assert shown(ranking, "ana") == {"won_tictactoe": START_MS + 5}


def test_what_was_done_in_the_hands_stays_done_if_the_match_counts(ranking: Ranking) -> None:
    hands = [{"number": 1, "side": 1, "points": [0, 25], "data": {"all_tricks_by": 1, "made": True}}]
    four = ("ana", "ben", "eva", "zoe")
    ranking.finished(played("m", *four, game="pilotta", sides=[[0, 2], [1, 3]], winners=[0, 2], hands=hands))
    assert shown(ranking, "ben") == {"pilotta_capot": START_MS}
    ranking.hear("on_match_corrected", corrected("m", *four, winners=[1, 3]))
    assert shown(ranking, "zoe") == {"pilotta_capot": START_MS, "won_pilotta": START_MS}


# --- in any order, and again ---

FACTS: dict[str, Callable[[Ranking], None]] = {
    "m": lambda ranking: ranking.finished(played("m", "ana", "ben")),
    "n": lambda ranking: ranking.finished(played("n", "ben", "ana", at_ms=START_MS + 3)),
    "m, n": lambda ranking: ranking.finished(played("n", "ben", "ana", at_ms=START_MS + 3), played("m", "ana", "ben")),
    "m corrected": lambda ranking: ranking.hear("on_match_corrected", corrected("m", "ana", "ben")),
    "m void": lambda ranking: ranking.hear(
        "on_match_corrected", corrected("m", "ana", "ben", revision=2, outcome="void", winners=[])
    ),
    "n corrected": lambda ranking: ranking.hear("on_match_corrected", corrected("n", "ben", "ana")),
    "solved": lambda ranking: ranking.hear("on_problem_answered", solved("ana", 1), solved("ben", 1)),
    "looked": lambda ranking: ranking.service.app.award_badges(),
    "erased": lambda ranking: ranking.hear("on_erasure_asked", ErasureAsked(account="ana", receipt="r")),
}
NAMES = tuple(FACTS)


@pytest.fixture
def after(fresh: Callable[[], Ranking]) -> Callable[[Sequence[str]], dict[str, Any]]:
    """What is shown after facts in an order."""

    def run(names: Sequence[str]) -> dict[str, Any]:
        ranking = fresh()
        for name in names:
            FACTS[name](ranking)
        return {player: (shown(ranking, player), goals(ranking, player)) for player in ("ana", "ben")}

    return run


@hypothesis.settings(
    max_examples=40,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)
@hypothesis.given(names=st.lists(st.sampled_from(NAMES), min_size=2, max_size=10))
def test_facts_in_any_order_and_again_earn_the_same_badges_once(
    after: Callable[[Sequence[str]], dict[str, Any]], names: list[str]
) -> None:
    assert after(names) == after([name for name in NAMES if name in names])


# --- silence, privacy ---


def test_goals_are_silent_during_an_exclusion_and_nothing_is_lost_by_it(ranking: Ranking) -> None:
    ranking.finished(played("m", "ana", "ben"))
    now_ms = ranking.clock.now_ms()
    assert own(ranking, "ana").quiet is False
    ranking.hear("on_self_excluded", SelfExcluded(account="ana", until_ms=now_ms + WEEK_MS, at_ms=now_ms))
    silent = own(ranking, "ana")
    assert (silent.quiet, silent.goals, len(silent.badges)) == (True, [], 1)
    ranking.clock.advance(WEEK_MS)
    assert own(ranking, "ana").quiet is False
    assert goals(ranking, "ana")["people"] == (1, 10)


def test_badges_are_exported_without_others_and_erased_for_good(ranking: Ranking) -> None:
    event = played("m", "ana", "ben")
    ranking.finished(event)
    assert shown(ranking, "ana") == {"won_tictactoe": START_MS}
    with ranking.database.work() as work:
        exported = accounts.collect(work, "ana")["badges"]
    assert [each.badge for each in exported["earned"]] == ["won_tictactoe"]
    assert exported["deeds"] == [{"source": "m", "at_ms": START_MS, "for": ["people", "stayed", "won_tictactoe"]}]
    ranking.hear("on_erasure_asked", ErasureAsked(account="ana", receipt="r"))
    ranking.finished(event)
    ranking.hear("on_problem_answered", solved("ana", 1))
    assert shown(ranking, "ana") == {}
    with ranking.database.work() as work:
        assert accounts.collect(work, "ana")["badges"] == {"earned": [], "deeds": []}
    assert own(ranking, "ana").quiet is True


# --- kept, counted ---


def count(badge: str, outcome: str) -> float:
    labels = {"badge": badge, "outcome": outcome}
    return REGISTRY.get_sample_value("kafeneio_ranking_badges_total", labels) or 0


def test_each_badge_is_counted_once_when_it_is_earned_and_when_it_is_taken_back(ranking: Ranking) -> None:
    before = count("won_tictactoe", "earned"), count("won_tictactoe", "taken_back")
    event = played("m", "ana", "ben")
    for _ in range(2):
        ranking.finished(event)
        ranking.service.app.award_badges()
    assert count("won_tictactoe", "earned") == before[0] + 1
    ranking.hear("on_match_corrected", corrected("m", "ana", "ben", outcome="void", winners=[]))
    ranking.service.app.award_badges()
    assert count("won_tictactoe", "taken_back") == before[1] + 1


def test_the_oldest_account_that_waits_is_measured_until_it_is_looked_at(ranking: Ranking) -> None:
    ranking.finished(played("m", "ana", "ben"))
    ranking.clock.advance(90_000)
    ranking.database.run(use_cases.measure)
    assert REGISTRY.get_sample_value("kafeneio_ranking_badges_waiting_age_seconds") == 90
    ranking.service.app.award_badges()
    assert REGISTRY.get_sample_value("kafeneio_ranking_badges_waiting_age_seconds") == 0


def test_old_deeds_go_but_for_those_that_badges_need(ranking: Ranking) -> None:
    for number in range(4):
        ranking.finished(played(f"m{number}", "ana", "ben", at_ms=START_MS + number))
    ranking.clock.advance(61 * DAY_MS)
    for number in range(97):
        ranking.finished(played(f"n{number:02}", "ana", "ben", at_ms=ranking.clock.now_ms() + number))
    assert shown(ranking, "ana").keys() == {"won_tictactoe", "stayed"}
    ranking.clock.advance(61 * DAY_MS)
    ranking.hear("on_match_corrected", corrected("m0", "ana", "ben"))  # settled: changes nothing
    assert shown(ranking, "ana")["won_tictactoe"] == START_MS
    with ranking.database.work() as work:
        kept = [each["source"] for each in accounts.collect(work, "ana")["badges"]["deeds"]]
    assert len(kept) == 100
    assert "n96" not in kept


def test_an_account_that_plays_on_meanwhile_is_looked_at_once(
    ranking: Ranking, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = iter(range(100))
    looked: list[str] = []

    def award(work: Any, account: str, *known: Any) -> None:
        looked.append(account)
        real(work, account, *known)

    def run(handler: Any, *asked: Any) -> Any:
        found = database_run(handler, *asked)
        if handler is use_cases.award_next:
            ranking.clock.advance(1)
            name = f"n{next(numbers)}"
            ranking.finished(played(name, "ana", "ben", at_ms=ranking.clock.now_ms()))
        return found

    real, database_run = use_cases._award, ranking.database.run
    ranking.finished(*(played(f"m{each:02}", f"a{each:02}", f"b{each:02}") for each in range(30)))
    ranking.finished(played("m", "ana", "ben"))
    monkeypatch.setattr(use_cases, "_award", award)
    monkeypatch.setattr(ranking.service.app.base.database, "run", run)
    ranking.service.app.award_badges()
    assert len(looked) == len(set(looked)) == 62


def test_badges_of_many_accounts_are_read_together(ranking: Ranking, monkeypatch: pytest.MonkeyPatch) -> None:
    ranking.finished(*(played(f"m{each}", f"a{each}", f"b{each}") for each in range(10)))
    asked: list[int] = []

    def of_accounts(work: Any, names: Sequence[str]) -> Any:
        asked.append(len(names))
        return real(work, names)

    real = rows.of_accounts
    monkeypatch.setattr(rows, "of_accounts", of_accounts)
    ranking.service.app.award_badges()
    assert asked == [20, 0]
