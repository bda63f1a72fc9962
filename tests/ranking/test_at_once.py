"""Two ranking processes at work on the same ratings at the same moment (PostgreSQL)."""

from collections.abc import Callable, Iterator

import pytest

from services.contracts.tables.commands import MatchRated
from services.contracts.tables.events import MatchFinished
from tests.ranking.rankings import Ranking, frozen, match
from tests.support.databases.migrated import Migrated
from tests.support.services.process import at_once

pytestmark = pytest.mark.real
ROUNDS = 20


@pytest.fixture
def pair(migrated_postgres: Migrated) -> Iterator[tuple[Ranking, Ranking]]:
    """Two processes on one database in which nobody has a rating."""
    url = migrated_postgres("ranking")
    pair = Ranking(url), Ranking(url)
    yield pair
    for ranking in pair:
        ranking.close()


def hear(ranking: Ranking, messages: list[list[MatchFinished]]) -> Callable[[], None]:
    def all_of_them() -> None:
        for message in messages:
            ranking.finished(*message)

    return all_of_them


def game(name: str, winner: str, loser: str) -> MatchFinished:
    return match(name, frozen(winner), frozen(loser))


def test_every_delta_is_added_when_processes_work_on_the_same_accounts(pair: tuple[Ranking, Ranking]) -> None:
    first = [[game(f"a{n}", "ana", "ben"), game(f"b{n}", "eva", "gil")] for n in range(ROUNDS)]
    second = [[game(f"c{n}", "gil", "eva"), game(f"d{n}", "ana", "eva")] for n in range(ROUNDS)]

    at_once(hear(pair[0], first), hear(pair[1], second))

    ratings = {each.account: (each.rating, each.games) for each in pair[0].ratings("ana", "ben", "eva", "gil")}
    step = 20 * ROUNDS
    assert ratings == {
        "ana": (1500 + 2 * step, 2 * ROUNDS),
        "ben": (1500 - step, ROUNDS),
        "eva": (1500 - step, 3 * ROUNDS),
        "gil": (1500, 2 * ROUNDS),
    }
    assert [ranking.parked.bodies for ranking in pair] == [[], []]


def test_a_match_received_by_both_processes_is_rated_once(pair: tuple[Ranking, Ranking]) -> None:
    messages = [[game(f"m{n}", "ana", "ben")] for n in range(ROUNDS)]

    at_once(hear(pair[0], messages), hear(pair[1], messages))

    assert pair[0].elo("ana", "ben") == [1500 + 20 * ROUNDS, 1500 - 20 * ROUNDS]
    assert len(pair[0].told_of(MatchRated)) == 2 * ROUNDS
    assert pair[0].rows("rated_matches") == ROUNDS
    assert [ranking.parked.bodies for ranking in pair] == [[], []]
