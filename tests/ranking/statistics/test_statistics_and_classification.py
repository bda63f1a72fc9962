"""Dominoes classification and statistics through ranking's entrypoints (services/ranking/RULES.md §3, §4)."""

from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
import sqlalchemy as sa

from services.contracts.lobby.accounts.privacy import ErasureAnswered, ErasureAsked
from services.contracts.moderation.events import StandingChanged
from services.contracts.ranking import statistics as contract
from services.contracts.tables.commands import RatingsFrozen, SeatRating
from services.contracts.tables.events import MatchFinished
from services.contracts.wallet.events import MatchCorrected, MatchSettled
from services.kernel.refusal import Refusal
from services.ranking import metrics
from services.ranking.classification import classification_rows as stored
from services.ranking.classification import dominoes_matches as dominoes
from services.ranking.classification import rules as classification
from services.ranking.schema import classified
from tests.ranking.rankings import Ranking, match
from tests.support.services.match_events import asked

FOUR = ("ana", "ben", "eva", "gil")
DEALS = {
    "0": ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"],
    "1": ["5-5", "5-4", "5-3", "5-2", "5-1", "5-0", "4-4"],
    "2": ["4-3", "4-2", "4-1", "4-0", "3-3", "3-2", "3-1"],
    "3": ["3-0", "2-2", "2-1", "2-0", "1-1", "1-0", "0-0"],
}


def hand(number: int, side: int | None, points: list[int]) -> dict[str, Any]:
    return {"number": number, "side": side, "points": points, "data": {"deal": DEALS}}


def partners(ranking: Ranking, name: str, *quintiles: int | None, **how: Any) -> MatchFinished:
    """Ana and eva against ben and gil, to 100, won 100–45 by the first pair by default."""
    seats = [
        SeatRating(account, 1500, 0, 1500, quintile)
        for account, quintile in zip(how.pop("players", FOUR), quintiles or (None,) * 4, strict=True)
    ]
    ended = ranking.clock.now_ms() - 1_000 + how.pop("later_ms", 0)
    usual: dict[str, Any] = {
        "game": "dominoes",
        "sides": [[0, 2], [1, 3]],
        "winners": [0, 2],
        "places": [1, 2, 1, 2],
        "points": [100, 45],
        "options": {"target": 100},
        "hands": [hand(1, 0, [60, 0]), hand(2, None, [0, 0]), hand(3, 1, [0, 45]), hand(4, 0, [40, 0])],
        "started_at_ms": ended - 60_000,
        "ended_at_ms": ended,
        "table_name": "Plane tree",
        "names": [each.account.title() for each in seats],
    }
    return match(name, *seats, **usual | how)


def prs(ranking: Ranking, *accounts: str) -> list[tuple[int, int | None]]:
    found = ranking.ask(contract.GetQuintiles(accounts=list(accounts or FOUR)))
    return [(each.pr, each.quintile) for each in found.quintiles]


# --- PR ----------------------------------------------------------------------------------------------------------


def test_a_won_match_moves_the_pr_of_all_players_by_the_quintiles_frozen_at_its_start(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "m", 5, 1, 5, 3))

    # won 100–45 by a 5 against 1 and 3: 1 + 3 + 5 + 3; lost by a 1 to 5 and 5: 1 − 2 − 4 − 4; by a 3: 1 − 2 − 2 − 2
    assert [pr for pr, _ in prs(ranking)] == [12, -9, 12, -5]


def test_quintiles_follow_at_once_from_the_pr_of_all_players(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "m", 5, 1, 5, 3))

    # a of 4: 0, 3, 0, 2
    assert [quintile for _, quintile in prs(ranking)] == [1, 4, 1, 3]


@pytest.mark.parametrize("how", [{"outcome": "tied", "winners": []}, {"outcome": "forfeited", "departed": [1]},
                                 {"outcome": "not_completed", "winners": []}, {"game": "tichu"}])  # fmt: skip
def test_only_won_matches_of_dominoes_count(ranking: Ranking, how: dict[str, Any]) -> None:
    ranking.finished(partners(ranking, "m", **how))

    assert prs(ranking) == [(0, None)] * 4


def test_a_run_out_match_has_no_pips(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "m", 3, 3, 1, 3, options={"target": "runout"}, points=[4, 2]))

    assert [pr for pr, _ in prs(ranking)] == [3, 1, 3, 1]


def test_a_friendly_match_counts_and_a_repeated_one_does_not(ranking: Ranking) -> None:
    told = partners(ranking, "m", stake=0)
    ranking.finished(told)
    ranking.finished(told)

    assert [pr for pr, _ in prs(ranking)] == [6, -1, 6, -1]


def test_a_request_for_a_match_of_dominoes_returns_the_present_quintiles(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "m", 5, 1, 5, 3))
    ranking.told()

    ranking.hear("on_match_asked", asked("n", "ben", "zoe").__class__(**fields(asked("n", "ben", "zoe"), "dominoes")))
    ranking.hear("on_match_asked", asked("o", "ben", "zoe"))

    answers = {each.match: [rating.quintile for rating in each.ratings] for each in ranking.told_of(RatingsFrozen)}
    assert answers == {"n": [4, None], "o": [None, None]}


def fields(event: Any, game: str) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__struct_fields__} | {"game": game}


def correction(revision: int, winners: list[int], outcome: str = "won", **how: Any) -> MatchCorrected:
    usual: dict[str, Any] = {
        "match": "m",
        "revision": revision,
        "outcome": outcome,
        "payouts": [0, 1_000, 0, 1_000],
        "last_payouts": [1_000, 0, 1_000, 0],
        "accounts": list(FOUR),
        "winners": winners,
        "departed": [],
        "first_round_done": None,
        "by": "oz",
        "reason": "a wrong result",
    }
    return MatchCorrected(**usual | how)


def test_a_corrected_match_moves_prs_by_its_new_result(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "m", 5, 1, 5, 3))

    assert [line.corrected for line in page(ranking, "ana").matches] == [False]
    ranking.hear("on_match_corrected", correction(1, [1, 3]))
    assert [line.corrected for line in page(ranking, "ana").matches] == [True]

    # the narrowest margin, against two 5s: a 1 has 1 + 1 + 1 + 1, a 3 too; lost by a 5 to 1 and 3: 1
    assert [pr for pr, _ in prs(ranking)] == [1, 4, 1, 4]


@pytest.mark.parametrize("first", ["result", "correction"])
def test_a_match_corrected_to_void_is_no_counted_match(ranking: Ranking, first: str) -> None:
    news = correction(1, [], "void")
    if first == "correction":
        ranking.hear("on_match_corrected", news)
    ranking.finished(partners(ranking, "m"))
    if first == "result":
        ranking.hear("on_match_corrected", news)

    assert prs(ranking) == [(0, None)] * 4
    assert ranking.ask(contract.GetClassification()).players == 0
    assert page(ranking, "ana").matches == []


# --- quintiles of others -----------------------------------------------------------------------------------------


@hypothesis.settings(max_examples=30, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@hypothesis.given(values=st.lists(st.integers(-4, 12), min_size=1, max_size=40))
def test_counts_and_bounds_say_the_same_as_the_definition(values: list[int]) -> None:
    by_player = {str(number): value for number, value in enumerate(values)}
    by_definition = classification.quintiles(by_player)
    counts = {value: values.count(value) for value in values}
    bounds = dominoes.quintile_bounds(counts)

    assert {player: dominoes.quintile_in(bounds, value) for player, value in by_player.items()} == by_definition


def test_a_player_moved_by_others_is_notified_by_a_timer(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "m"))
    ranking.finished(partners(ranking, "n", players=("p1", "p2", "p3", "p4"), winners=[1, 3], points=[10, 100]))
    ranking.told()
    ranking.service.app.look_after_quintiles()
    told = {each.account: each for event in ranking.told_of(contract.QuintilesChanged) for each in event.changes}

    accounts = [*FOUR, "p1", "p2", "p3", "p4"]
    found = dict(zip(accounts, prs(ranking, *accounts), strict=True))
    assert {a: q for a, (_, q) in found.items()} == classification.quintiles({a: pr for a, (pr, _) in found.items()})
    assert {account: each.quintile for account, each in told.items()}.items() <= {
        account: quintile for account, (_, quintile) in found.items()
    }.items()
    ranking.service.app.look_after_quintiles()
    assert ranking.told_of(contract.QuintilesChanged) == []


def test_a_blocked_account_is_no_member_until_it_is_let_in_again(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "m"))

    ranking.hear("on_standing_changed", StandingChanged(account="ana", seq=1, blocked=True, suspensions=[]))
    assert prs(ranking) == [(6, None), (-1, 3), (6, 1), (-1, 3)]  # of three: eva before two others
    assert ranking.ask(contract.GetClassification()).players == 3

    ranking.hear("on_standing_changed", StandingChanged(account="ana", seq=2, blocked=False, suspensions=[]))
    assert [quintile for _, quintile in prs(ranking)] == [1, 3, 1, 3]


def test_an_account_that_is_gone_is_no_member_of_the_population(ranking: Ranking) -> None:
    ranking.events |= {"privacy.erasure_answered": ErasureAnswered}
    ranking.finished(partners(ranking, "m"))

    ranking.hear("on_erasure_asked", ErasureAsked(account="ana", receipt="r"))

    assert prs(ranking, "ana") == [(0, None)]
    assert [row.account for row in ranking.ask(contract.GetClassification()).rows] == ["eva", "ben", "gil"]
    assert page(ranking, "ana").matches == []


def test_the_stored_counts_are_those_of_the_rows(ranking: Ranking) -> None:
    for number in range(6):
        ranking.finished(partners(ranking, f"m{number}", winners=[0, 2] if number % 2 else [1, 3], points=[100, 60]))

    with ranking.database.work() as work:
        assert stored.wrong_counts(work) == 0
        work.execute(sa.update(classified).where(classified.c.account == "ana").values(pr=77))
        assert stored.wrong_counts(work) == 2


def test_every_pr_is_what_all_matches_together_have_made_of_it(ranking: Ranking) -> None:
    ranking.finished(*(partners(ranking, name, 1, 2, 3, None) for name in ("m", "n")))
    ranking.hear("on_match_corrected", correction(1, [1, 3]))
    with ranking.database.work() as work:
        assert stored.wrong_prs(work) == 0
    ranking.run("UPDATE classified SET pr = pr + 1 WHERE account = (SELECT min(account) FROM classified)")

    ranking.service.app.recount()

    assert metrics.pr_wrong._value.get() == 1


def test_the_classification_is_read_by_pages_and_around_oneself(ranking: Ranking) -> None:
    for number in range(5):
        players = tuple(f"{name}{number}" for name in "abcd")
        ranking.finished(partners(ranking, f"m{number}", players=players, points=[100, 99 - 20 * number]))

    first = ranking.ask(contract.GetClassification(limit=7))
    last = first.rows[-1]
    second = ranking.ask(contract.GetClassification(limit=50, pr_max=last.pr, after=last.account))
    everybody = [*first.rows, *second.rows]

    assert len({row.account for row in everybody}) == first.players == 20
    assert [row.pr for row in everybody] == sorted((row.pr for row in everybody), reverse=True)
    assert [row.place for row in everybody] == [1 + sum(o.pr > row.pr for o in everybody) for row in everybody]
    around = ranking.ask(contract.GetClassification(account="b2", around=True, limit=5))
    place = [row.account for row in everybody].index("b2")
    assert [row.account for row in around.rows] == [row.account for row in everybody[place - 2 : place + 3]]
    assert around.own is not None
    assert (around.own.account, around.own.place) == ("b2", everybody[place].place)


# --- statistics --------------------------------------------------------------------------------------------------


def page(ranking: Ranking, account: str, **how: Any) -> contract.PlayerStatistics:
    usual = {"viewer": account, "account": account, "part": "matches"}
    found = ranking.ask(contract.GetStatistics(**usual | how))
    assert isinstance(found, contract.PlayerStatistics), found
    return found


def test_a_recorded_match_of_dominoes_has_every_column_from_each_side(ranking: Ranking) -> None:
    told = partners(ranking, "m", 5, 1, 5, 3)
    ranking.finished(told)
    ranking.hear("on_match_settled", MatchSettled(match="m", payouts={"ana": 950, "eva": 950, "ben": 0, "gil": 0}))

    line = page(ranking, "ana").matches[0]
    assert line == contract.MatchLine(
        number=1,
        match="m",
        game="dominoes",
        table="Plane tree",
        target="100",
        ended_at_ms=told.ended_at_ms,
        won=True,
        units_won=2,
        units_lost=1,
        points_for=100,
        points_against=45,
        scoreless=1,
        net_chips=450,
        elo_delta=20,
        elo_after=1520,
        pr_delta=12,
        pr_after=12,
        quintile_after=1,
    )
    other = page(ranking, "ben").matches[0]
    assert (other.won, other.units_won, other.units_lost, other.points_for, other.points_against) == (
        False, 1, 2, 45, 100
    )  # fmt: skip
    assert (other.net_chips, other.pr_after, other.quintile_after) == (-500, -9, 4)


def test_a_run_out_match_shows_hands_for_points_and_no_scoreless_hands(ranking: Ranking) -> None:
    hands = [hand(1, 0, [1, 0]), hand(2, None, [0, 0]), hand(3, 0, [1, 0]), hand(4, 1, [0, 1])]
    ranking.finished(partners(ranking, "m", options={"target": "runout"}, points=[4, 1], hands=hands))

    line = page(ranking, "ana").matches[0]
    assert (line.target, line.units_won, line.units_lost) == ("runout", 2, 1)
    assert (line.points_for, line.points_against, line.scoreless) == (2, 1, None)


def test_a_hand_without_points_counts_nothing_for_either_side(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "m", hands=[hand(1, None, [])]))

    found = ranking.ask(contract.GetMatchHands(viewer="ben", account="ben", match="m"))
    assert [(each.points_for, each.points_against, each.differential) for each in found.hands] == [(0, 0, 0)]


def test_hands_show_the_deal_of_every_seat_in_numbers(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "m"))

    found = ranking.ask(contract.GetMatchHands(viewer="ben", account="ben", match="m"))

    assert [(each.number, each.won, each.differential) for each in found.hands] == [
        (1, False, -60), (2, None, 0), (3, True, 45), (4, False, -40)
    ]  # fmt: skip
    first = found.hands[0].deals[0]
    assert (first.seat, first.name, first.value, first.doubles) == (0, "Ana", 63, 1)
    assert (first.suit, first.suit_count, first.missing) == (6, 7, 0)
    assert found.seat == 1


def test_only_the_player_sees_matches_and_hands_and_all_players_see_the_totals(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "m"))

    assert ranking.ask(contract.GetStatistics(viewer="ben", account="ana", part="matches")) == Refusal(
        "stats_forbidden"
    )
    hands = contract.GetMatchHands(viewer="ben", account="ana", match="m")
    assert ranking.ask(hands) == Refusal("stats_forbidden")
    own = contract.GetMatchHands(viewer="ana", account="ana", match="none")
    assert ranking.ask(own) == Refusal("match_unknown")
    others = page(ranking, "ana", viewer="ben", part="totals")
    assert (others.matches, others.totals.matches, others.totals.won, others.elo) == ([], 1, 1, 1520)
    assert (others.pr, others.quintile, others.name) == (6, 1, "Ana")


def test_the_page_shows_the_last_fifty_newest_first_by_end(ranking: Ranking) -> None:
    for number in range(60):
        ranking.finished(partners(ranking, f"m{number}", later_ms=-number))

    found = page(ranking, "ana")

    assert [line.match for line in found.matches] == [f"m{number}" for number in range(50)]
    assert found.totals.matches == 50
    assert found.totals.points_for == 5_000
    assert found.games == ["dominoes"]


def test_practice_and_void_matches_are_not_recorded(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "practice", practice=True))
    ranking.finished(partners(ranking, "void", outcome="void", winners=[]))

    assert page(ranking, "ana").matches == []


def test_a_match_of_another_game_shows_rounds_and_game_points(ranking: Ranking) -> None:
    rounds = [{"number": 1, "side": 0, "points": [300, 100]}, {"number": 2, "side": 1, "points": [-50, 450]}]
    ranking.finished(partners(ranking, "m", game="tichu", options={}, points=[250, 550], winners=[1, 3], hands=rounds))

    line = page(ranking, "ana", game="tichu").matches[0]

    assert (line.game, line.target, line.units_won, line.units_lost) == ("tichu", "", 1, 1)
    assert (line.points_for, line.points_against, line.scoreless, line.pr_after) == (250, 550, None, None)
    assert page(ranking, "ana", game="dominoes").matches == []


def test_a_correction_changes_the_line_and_the_net_chips(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "m"))
    ranking.hear("on_match_corrected", correction(1, [1, 3]))
    ranking.hear("on_match_settled", MatchSettled(match="m", payouts=dict.fromkeys(FOUR, 7)))

    line = page(ranking, "ben").matches[0]

    assert (line.won, line.elo_delta, line.net_chips) == (True, 20, 500)
    assert line.points_for < line.points_against == 100, "as they were played: nobody has both reached the target"


@pytest.mark.parametrize("text", ["", "a\0b", "Ζωή", "x" * 64])
def test_any_text_may_be_asked_for(ranking: Ranking, text: str) -> None:
    assert page(ranking, text, game=text).matches == []
    assert ranking.ask(contract.GetClassification(account=text, after=text, pr_max=-(1 << 62))).rows == []
