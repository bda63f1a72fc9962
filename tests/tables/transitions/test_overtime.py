"""A competition's game whose time is over is decided, not void: nobody gains by being slow (services/tables/RULES.md
§10)."""

import pytest

from services.contracts.tables.commands import Annul
from services.contracts.tables.events import MatchFinished, TableDone
from services.tables.table.model import Running
from tests.tables.support.desk import Desk, Seated


def decide(table: Seated) -> MatchFinished:
    """Overtime is over: tournaments orders a decision, and again."""
    for number in (1, 2):
        order = Annul(table.id, f"decide-{number}", table.desk.clock.now_ms(), "overtime is over", "tournaments", True)
        table.desk.hear(order)
    (finished,) = table.desk.told(MatchFinished)
    return finished


def slowly(table: Seated, slow: str, moves: int, ms: int = 20_000, other_ms: int = 500) -> None:
    """Both play, one of them more slowly."""
    cells = iter([(0, 0), (2, 2), (0, 1), (2, 1), (1, 1), (1, 2)])
    for _ in range(moves):
        table.desk.pass_ms(ms if table.turn_of == slow else other_ms)
        table.place(*next(cells))


@pytest.mark.parametrize("slow", ["ann", "bob"])
def test_the_player_with_much_more_time_used_has_lost(desk: Desk, slow: str) -> None:
    table = desk.open(competition="cup").begin()
    slowly(table, slow, 4)

    finished = decide(table)

    loser = finished.accounts.index(slow)
    assert (finished.outcome, finished.winners, finished.reason) == ("won", [1 - loser], "overtime_slow")
    assert (finished.places[1 - loser], finished.places[loser]) == (1, 2)


def test_time_of_the_decision_under_way_counts(desk: Desk) -> None:
    table = desk.open(competition="cup").begin()
    slowly(table, "nobody", 3)
    slow = table.turn_of
    table.desk.pass_ms(15_000)

    finished = decide(table)

    assert finished.accounts[finished.winners[0]] != slow
    assert finished.reason == "overtime_slow"


def test_a_decision_is_waited_for_from_its_beginning_whatever_periods_it_has_had() -> None:
    clock = Running(0, 1, "normal", since_ms=7_000, begun_ms=3_000)
    assert clock.first_ms == 3_000
    assert Running(0, 1, "normal", since_ms=7_000).first_ms == 7_000, "of a game begun before this was kept"


def test_between_players_of_one_pace_less_time_used_wins(desk: Desk) -> None:
    table = desk.open(competition="cup").begin()
    first = table.turn_of
    slowly(table, first, 4, ms=10_000, other_ms=9_000)

    finished = decide(table)

    assert finished.reason == "overtime_ahead"
    assert finished.accounts[finished.winners[0]] != first


def test_the_table_is_over_and_its_players_are_free(desk: Desk) -> None:
    table = desk.open(competition="cup").begin()
    slowly(table, "ann", 4)
    order = Annul(table.id, "decide", desk.clock.now_ms(), "overtime is over", "tournaments", True)
    desk.told()
    desk.hear(order)

    assert desk.told(TableDone) == [TableDone(table=table.id, reason="")]


def test_a_match_that_has_not_begun_is_void(desk: Desk) -> None:
    table = desk.open(competition="cup")

    finished = decide(table)

    assert (finished.outcome, finished.winners) == ("void", [])
