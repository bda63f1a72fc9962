"""Periods of leaderboards begun, closed and paid, and boards that operators define (services/ranking/RULES.md §2)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from services.contracts.lobby.accounts.privacy import ErasureAnswered, ErasureAsked
from services.contracts.moderation.events import Span, StandingChanged
from services.contracts.moderation.orders import AnyOperation
from services.contracts.ranking import boards as contract
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.refusal import Refusal
from services.ranking.boards import periods as board_periods
from services.ranking.boards import rules as leaderboards
from tests.ranking.on_boards import DAY_MS, MINUTE_MS, WEEKLY, after_the_week, fill, game, known, look, ratings
from tests.ranking.rankings import Ranking

# --- life --------------------------------------------------------------------------------------------------------


def test_every_game_has_a_weekly_and_a_monthly_board_from_the_beginning(ranking: Ranking) -> None:
    ranking.service.app.look_after_boards()
    ranking.service.app.look_after_boards()

    found = ranking.ask(contract.ListBoards()).boards

    assert [each.board for each in found][:4] == ["weekly:all", "monthly:all", "weekly:buraco", "monthly:buraco"]
    assert len(found) == 2 * (1 + len(leaderboards.GAMES))
    assert {each.state for each in found} == {"open"}


def winners_of(ranking: Ranking, players: int) -> list[contract.BoardClosed]:
    """A week with so many players with ten matches each is over and closed."""
    fill(ranking, [(1600 - number, 5, 10, 0) for number in range(players)])
    after_the_week(ranking)
    ranking.service.app.look_after_boards()
    return ranking.told_of(contract.BoardClosed)


def test_a_closed_period_orders_its_prizes_once(ranking: Ranking) -> None:
    (closed,) = winners_of(ranking, 12)
    ranking.service.app.look_after_boards()

    assert closed.board == WEEKLY
    assert [(each.account, each.place, each.chips) for each in closed.prizes] == [
        (f"p{number}", number + 1, chips) for number, chips in enumerate([50_000, 25_000, 10_000, *[2_000] * 7])
    ]
    assert ranking.told_of(contract.BoardClosed) == []
    assert look(ranking, period=closed.period).period.state == "closing"


def test_a_period_is_paid_when_the_wallet_has_paid_all_prizes(ranking: Ranking) -> None:
    (closed,) = winners_of(ranking, 2)
    name = {"board": closed.board, "period": closed.period}

    ranking.hear(
        "on_board_prizes_paid", contract.BoardPrizesPaid(**name, prizes=closed.prizes[:1], refused={"p1": "x"})
    )
    assert look(ranking, period=closed.period).period.state == "closing"

    ranking.hear("on_board_prizes_paid", contract.BoardPrizesPaid(**name, prizes=closed.prizes, refused={}))
    found = look(ranking, period=closed.period)
    assert (found.period.state, found.period.players) == ("paid", 2)
    assert [row.prize_chips for row in found.rows] == [50_000, 25_000]


def test_prizes_pass_over_excluded_players_and_players_with_too_few_matches(ranking: Ranking) -> None:
    now_ms = ranking.clock.now_ms()
    fill(ranking, [(1600 - number, 5, 9 if number == 4 else 10, 0) for number in range(7)])
    long_ms = now_ms + 60 * DAY_MS
    suspended = StandingChanged(
        account="p0", seq=2, blocked=False, suspensions=[Span(from_ms=now_ms, until_ms=long_ms)]
    )
    ranking.hear("on_standing_changed", suspended, StandingChanged(account="p0", seq=1, blocked=False, suspensions=[]))
    ranking.hear("on_self_excluded", SelfExcluded(account="p1", until_ms=None, at_ms=now_ms))
    ranking.hear("on_erasure_asked", ErasureAsked(account="p2", receipt="r"))
    over = [Span(from_ms=now_ms - 10, until_ms=now_ms)]
    ranking.hear("on_standing_changed", StandingChanged(account="p3", seq=3, blocked=False, suspensions=over))
    ranking.hear("on_standing_changed", StandingChanged(account="p6", seq=4, blocked=True, suspensions=[]))
    ranking.events |= {"ranking.erasure_answered": ErasureAnswered, "privacy.erasure_answered": ErasureAnswered}
    after_the_week(ranking)
    ranking.service.app.look_after_boards()

    (closed,) = ranking.told_of(contract.BoardClosed)

    assert [(each.account, each.place, each.chips) for each in closed.prizes] == [
        ("p3", 4, 50_000), ("p5", 6, 25_000)
    ]  # fmt: skip


def test_a_period_without_winners_is_paid_at_once(ranking: Ranking) -> None:
    fill(ranking, [(1500, 0, 1, 0)])
    week = look(ranking).period.period
    after_the_week(ranking)
    ranking.service.app.look_after_boards()

    assert look(ranking, period=week).period.state == "paid"
    assert look(ranking).period.period != week


def test_past_periods_stay_readable_with_their_winners(ranking: Ranking) -> None:
    (closed,) = winners_of(ranking, 4)

    found = ranking.ask(contract.ListPastPeriods(board=WEEKLY))

    assert [each.period for each in found.periods] == [closed.period]
    assert [(row.place, row.account, row.prize_chips) for row in found.winners[closed.period]] == [
        (1, "p0", 50_000), (2, "p1", 25_000), (3, "p2", 10_000)
    ]  # fmt: skip
    assert ranking.ask(contract.ListPastPeriods(board="none")) == Refusal("board_unknown")


def test_another_name_moves_no_place_of_a_closed_period(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "m", "ana", "ben", outcome="tied", winners=[]))
    week = look(ranking).period.period
    after_the_week(ranking)
    ranking.service.app.look_after_boards()

    ranking.finished(game(ranking, "n", "ana", "ben", names=["zoe", "ben"], outcome="tied", winners=[]))

    assert [(row.account, row.name) for row in look(ranking, period=week).rows] == [("ana", "zoe"), ("ben", "ben")]
    assert [row.account for row in look(ranking).rows] == ["ben", "ana"]


def test_an_erased_account_is_not_shown_by_its_name(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "m", "ana", "ben"))
    ranking.hear("on_erasure_asked", ErasureAsked(account="ana", receipt="r"))
    ranking.finished(game(ranking, "n", "ana", "ben"))

    assert [(row.account, row.name) for row in look(ranking).rows] == [("ana", ""), ("ben", "ben")]


# --- operators ---------------------------------------------------------------------------------------------------


def own_board(ranking: Ranking, **how: Any) -> contract.BoardDefinition:
    now_ms = ranking.clock.now_ms()
    usual: dict[str, Any] = {"board": "spring", "repeat": "own", "games": ["tavli"], "prizes_chips": [500, 300]}
    return contract.BoardDefinition(**usual | {"starts_at_ms": now_ms, "ends_at_ms": now_ms + DAY_MS} | how)


def save(ranking: Ranking, definition: contract.BoardDefinition) -> Any:
    return ranking.base.database.run(board_periods.define, definition)


def test_a_board_of_its_own_runs_from_its_start_to_its_end_once(ranking: Ranking) -> None:
    assert save(ranking, own_board(ranking)) == own_board(ranking)
    ranking.service.app.look_after_boards()
    known(ranking, "ana", "ben")
    ranking.finished(game(ranking, "m", "ana", "ben", game="tavli", ago_ms=0))

    assert sorted(ratings(ranking, "spring")) == ["ana", "ben"]
    ranking.clock.advance(DAY_MS + 6 * MINUTE_MS)
    ranking.service.app.look_after_boards()
    assert look(ranking, "spring").period.state == "closing"
    assert [each.chips for each in ranking.told_of(contract.BoardClosed)[0].prizes] == [500, 300]


def test_a_board_is_frozen_while_a_period_runs_but_may_be_ended(ranking: Ranking) -> None:
    save(ranking, own_board(ranking))
    ranking.service.app.look_after_boards()

    assert save(ranking, own_board(ranking, min_games=3)) == Refusal("board_frozen")
    assert save(ranking, own_board(ranking, active=False)).active is False


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"prizes_chips": [1, 2]}, "prizes_chips"),
        ({"games": []}, "games"),
        ({"ends_at_ms": 0}, "starts_at_ms"),
        ({"repeat": "weekly"}, "starts_at_ms"),
    ],
)
def test_a_definition_that_makes_no_sense_is_refused(ranking: Ranking, wrong: dict[str, Any], field: str) -> None:
    assert save(ranking, own_board(ranking, **wrong)) == Refusal("board_invalid", {"field": field})


def test_a_board_of_its_own_is_played_once_on_a_day(ranking: Ranking) -> None:
    first = own_board(ranking)
    save(ranking, first)
    ranking.service.app.look_after_boards()
    ranking.clock.advance(DAY_MS + 6 * MINUTE_MS)
    ranking.service.app.look_after_boards()

    later = ranking.clock.now_ms()
    again = msgspec.structs.replace(first, ends_at_ms=later + DAY_MS)
    assert save(ranking, again) == Refusal("board_invalid", {"field": "starts_at_ms"})
    next_day = msgspec.structs.replace(again, starts_at_ms=later)
    assert save(ranking, next_day) == next_day
    ranking.service.app.look_after_boards()
    assert look(ranking, "spring").period.starts_at_ms == later


@pytest.mark.parametrize("wrong", [{"starts_at_ms": -(10**15)}, {"ends_at_ms": 10**16}, {"games": ["tavli"] * 101}])
def test_moments_without_a_date_and_endless_lists_are_no_definition(ranking: Ranking, wrong: dict[str, Any]) -> None:
    plain = msgspec.to_builtins(own_board(ranking, **wrong))
    with pytest.raises(msgspec.ValidationError):  # an order with it cannot be placed
        msgspec.convert({"kind": "save_board", "definition": plain}, AnyOperation)


def test_a_period_may_be_closed_by_hand_only_when_its_time_is_over(ranking: Ranking) -> None:
    fill(ranking, [(1500, 5, 10, 0)])
    week = look(ranking).period
    close: Callable[[str, str], Any] = partial(ranking.base.database.run, board_periods.close_period, ranking.settings)
    refused = close(WEEKLY, week.period)
    assert isinstance(refused, Refusal)
    assert refused.error == "board_not_closed"

    after_the_week(ranking)
    assert [close(WEEKLY, week.period).state for _ in range(2)] == ["closing", "closing"]
    assert len(ranking.told_of(contract.BoardClosed)) == 1
    assert close("none", week.period) == Refusal("board_unknown")
