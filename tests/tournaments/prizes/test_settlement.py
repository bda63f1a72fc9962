"""The end of competitions: prizes to the chip, once (services/tournaments/RULES.md §5)."""

from collections.abc import Callable

import pytest

from services.contracts.base import Done
from services.contracts.tables.commands import Annul
from services.contracts.tournaments import calendar
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import entries as answers
from services.contracts.tournaments import events as competition_events
from services.kernel.refusal import Refusal
from tests.support.services.process import at_once
from tests.tournaments.platform import HOUR_MS, MINUTE_MS, OPERATOR, Tournaments

PLAYERS = ("ana", "ben", "eva", "leo")
Begin = Callable[..., Tournaments]


@pytest.fixture
def begin(tournaments: Tournaments) -> Begin:
    """A competition of four runs."""

    def begin(**how: object) -> Tournaments:
        tournaments.announce(**how)
        tournaments.tick()
        tournaments.paid(*PLAYERS)
        tournaments.later(HOUR_MS)
        tournaments.told()
        return tournaments

    return begin


def play(tournaments: Tournaments, *pairs: tuple[str, str, list[int]]) -> None:
    """These games, one after the other: the first of each has won by these points."""
    for first, second, points in pairs:
        (called,) = tournaments.call(first, second)
        tournaments.finish(called, points=points)


def prizes(tournaments: Tournaments) -> dict[str, int]:
    (asked,) = tournaments.told_of(competition_events.PrizesAsked)
    return {each.account: each.chips for each in asked.prizes}


def pay(tournaments: Tournaments, revision: int = 0) -> None:
    tournaments.hear("on_prizes_paid", answers.PrizesPaid(competition="cup", revision=revision, shortfalls={}))


def test_a_growing_pool_is_shared_by_the_final_standings(begin: Begin) -> None:
    running = begin()
    play(running, ("ana", "ben", [5, 0]), ("eva", "leo", [5, 4]), ("ana", "eva", [5, 2]))
    running.later(2 * HOUR_MS)
    running.later(1000)
    (asked,) = running.told_of(competition_events.PrizesAsked)

    assert (asked.mode, asked.escrow_chips) == ("growing", 4000)
    assert {each.account: each.chips for each in asked.prizes} == {"ana": 1600, "eva": 960, "leo": 640}
    assert running.state() == "settled"
    assert running.standings() == [
        (1, "ana", 4, 8, 1600),
        (2, "eva", 2, -2, 960),
        (3, "leo", 0, -1, 640),
        (4, "ben", 0, -5, 0),
    ]
    assert running.card("eva").own.prize_chips == 960  # type: ignore[union-attr]
    assert ("leo", "settled") in running.heard.news


def test_fixed_prizes_of_unfilled_places_are_not_paid(begin: Begin) -> None:
    running = begin(prize_mode="fixed", prizes=[500, 300, 200], shares_bps=[])
    play(running, ("ana", "ben", [5, 0]))
    running.later(3 * HOUR_MS)
    running.later(1000)
    assert prizes(running) == {"ana": 500, "ben": 300}


def test_sharers_of_a_place_share_its_prizes_and_the_earliest_entry_has_the_odd_chip(begin: Begin) -> None:
    running = begin(prize_mode="fixed", prizes=[501, 300, 200, 100], shares_bps=[])
    play(running, ("ben", "ana", [5, 4]), ("leo", "eva", [5, 4]))
    running.later(3 * HOUR_MS)
    running.later(1000)
    assert prizes(running) == {"ben": 401, "leo": 400, "ana": 150, "eva": 150}
    assert [row[0] for row in running.standings()] == [1, 1, 3, 3]


def test_the_guarantee_is_paid_where_the_entries_do_not_reach_it(begin: Begin) -> None:
    running = begin(guarantee_chips=20_000)
    play(running, ("ana", "ben", [5, 0]))
    running.later(3 * HOUR_MS)
    running.later(1000)
    assert prizes(running) == {"ana": 14_000, "ben": 6_000}


def test_games_still_on_have_an_hour_more_and_settle_it_when_they_end(begin: Begin) -> None:
    running = begin()
    (called,) = running.call("ana", "ben")
    running.later(2 * HOUR_MS)
    running.later(30 * MINUTE_MS)
    before = running.state()
    running.finish(called)
    running.tick()

    assert (before, running.state()) == ("closing", "settled")
    assert prizes(running) == {"ana": 2240, "ben": 960}


def test_a_game_that_outlasts_the_hour_is_void_where_its_table_does_not_decide_it(begin: Begin) -> None:
    running = begin()
    play(running, ("ana", "ben", [5, 0]))
    (called,) = running.call("eva", "leo")
    running.later(2 * HOUR_MS)
    running.later(65 * MINUTE_MS)
    told = running.told()
    running.finish(called)

    assert [each.table for each in told if isinstance(each, Annul)] == [called.table]
    assert running.state() == "settled"
    assert [row[1] for row in running.standings()] == ["ana", "ben"]


def test_a_cancelled_competition_pays_nothing_and_gives_everything_back(begin: Begin) -> None:
    running = begin()
    (called,) = running.call("ana", "ben")
    running.wait("eva")
    running.told()
    running.ask(contract.CancelCompetition(account=OPERATOR, competition="cup", reason="the hall is on fire"))
    told = running.told()
    running.later(5 * HOUR_MS)
    running.finish(called)

    (refund,) = [each for each in told if isinstance(each, competition_events.RefundAsked)]
    assert refund.entries == [(each, 1) for each in PLAYERS]
    assert [each.table for each in told if isinstance(each, Annul)] == [called.table]
    assert running.told_of(competition_events.PrizesAsked) == []
    assert (running.state(), running.standings(), running.rows("waiting")) == ("cancelled", [], 0)


def test_the_disqualified_win_nothing_and_are_not_refunded(begin: Begin) -> None:
    running = begin()
    play(running, ("ana", "ben", [5, 0]), ("eva", "leo", [5, 4]))
    order = {"account": OPERATOR, "competition": "cup", "player": "ana", "reason": "agreed a result with another"}
    running.ask(contract.Disqualify(**order))
    running.later(3 * HOUR_MS)
    running.later(1000)
    assert prizes(running) == {"eva": 1600, "leo": 960, "ben": 640}


def test_a_correction_after_the_settlement_moves_the_differences(begin: Begin) -> None:
    running = begin()
    (called,) = running.call("ana", "ben")
    running.finish(called)
    running.later(3 * HOUR_MS)
    running.later(1000)
    running.told()
    order = {"account": OPERATOR, "competition": "cup", "table": called.table, "reason": "the dice were wrong"}
    early = running.ask(contract.CorrectGame(**order, result=1, points=[0, 5]))
    pay(running)
    answer = running.ask(contract.CorrectGame(**order, result=1, points=[0, 5]))
    (corrected,) = running.told_of(competition_events.PrizesCorrected)

    assert early == Refusal("competition_state", {"state": "settled"})
    assert answer == Done()
    assert corrected.revision == 1
    assert {each.account: each.chips for each in corrected.deltas} == {"ana": 960 - 2240, "ben": 2240 - 960}
    assert running.standings() == [(1, "ben", 2, 5, 2240), (2, "ana", 0, -5, 960)]
    (past,) = running.ask(calendar.ListPastCompetitions()).past
    assert [(each.place, each.account) for each in past.winners] == [(1, "ben"), (2, "ana")]
    running.clock.advance(31 * 24 * HOUR_MS)
    assert running.ask(contract.CorrectGame(**order, result=0)) == Refusal("correction_window_closed")


def test_a_disqualification_after_the_settlement_is_a_correction(begin: Begin) -> None:
    running = begin()
    play(running, ("ana", "ben", [5, 0]))
    running.later(3 * HOUR_MS)
    running.later(1000)
    running.told()
    pay(running)
    order = {"account": OPERATOR, "competition": "cup", "player": "ana", "reason": "agreed a result with another"}
    running.ask(contract.Disqualify(**order))
    (corrected,) = running.told_of(competition_events.PrizesCorrected)
    assert {each.account: each.chips for each in corrected.deltas} == {"ana": -2240, "ben": 3200 - 960}


def test_several_processes_settle_and_pair_once(begin: Begin) -> None:
    running = begin()
    others = [Tournaments(running.database.url, running.clock) for _ in range(3)]
    running.wait(*PLAYERS)
    at_once(*(each.pair for each in others))  # type: ignore[arg-type]
    called = running.told_of(competition_events.GameCalled)
    for each in called:
        running.finish(each)
    running.clock.advance(3 * HOUR_MS)
    at_once(*(each.tick for each in others))
    running.clock.advance(1000)
    at_once(*(each.tick for each in others))
    for each in others:
        each.close()

    assert sorted(account for each in called for account in each.seats) == sorted(PLAYERS)
    assert len(running.told_of(competition_events.PrizesAsked)) == 1
