"""Competitions as players see them (services/tournaments/RULES.md §5)."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import DBAPIError

from services.contracts.tournaments import ListCompetitions
from services.kernel.refusal import Refusal
from services.tournaments import store
from services.tournaments.competition import CompetitionSettings, Definition, State
from services.tournaments.service import App, TournamentsService
from services.tournaments.store import Competition, add_competition, latest_competitions
from tests.support.migrated import Migrated
from tests.wallet.process import Process, assert_same_schema

HOUR_MS = 3_600_000


class Tournaments(Process):
    """One tournaments process without a broker."""

    def __init__(self, url: str) -> None:
        super().__init__(url, "tournaments")
        self.service = TournamentsService()
        self.service.app = App(self.base, CompetitionSettings())

    def add(self, *competitions: Competition) -> None:
        with self.database.work() as work:
            for each in competitions:
                add_competition(work, each)

    def states(self, *asked: str) -> dict[str, str]:
        """State by id, in the order listed."""
        listed = self.ask(ListCompetitions(states=list(asked))).competitions
        return {each.id: each.state for each in listed}


@pytest.fixture
def tournaments_url(migrated: Migrated) -> str:
    return migrated("tournaments")


@pytest.fixture
def tournaments(tournaments_url: str) -> Iterator[Tournaments]:
    tournaments = Tournaments(tournaments_url)
    yield tournaments
    tournaments.close()


def definition(starts_at_ms: int, **how: Any) -> Definition:
    """A competition that opens an hour before its start and lasts two."""
    usual: dict[str, Any] = {
        "game": "tavli",
        "players": 2,
        "opens_at_ms": starts_at_ms - HOUR_MS,
        "starts_at_ms": starts_at_ms,
        "ends_at_ms": starts_at_ms + 2 * HOUR_MS,
        "price": 1000,
        "games_per_entry": 3,
        "kind": "total",
        "prize_mode": "fixed",
        "prizes": (5000, 3000),
    }
    return Definition(**usual | how)


def competition(id: str, starts_at_ms: int, state: State = "announced", **how: Any) -> Competition:
    return Competition(id, f"The {id} cup", state, definition(starts_at_ms, **how))


def test_the_migration_makes_what_the_store_works_with(tournaments_url: str) -> None:
    assert_same_schema(tournaments_url, "tournaments", store.metadata)


def test_a_saved_competition_is_read_as_it_was(tournaments: Tournaments) -> None:
    full = competition(
        "spring",
        10 * HOUR_MS,
        players=4,
        kind="best_x",
        x=2,
        options={"target": 200, "doubles": True},
        target=200,
        max_entries=3,
        min_entrants=8,
        prize_mode="growing",
        prizes=(),
        shares_bps=(5000, 3000, 2000),
        guarantee=20_000,
        pool_bps=8000,
    )
    tournaments.add(full)

    with tournaments.database.work() as work:
        assert latest_competitions(work, 10) == [full]


def test_players_see_what_there_is_soonest_first_and_no_drafts(tournaments: Tournaments) -> None:
    now = tournaments.clock.now_ms()
    tournaments.add(
        competition("late", now + 9 * HOUR_MS),
        competition("secret", now + HOUR_MS, state="draft"),
        competition("early", now + 3 * HOUR_MS, price=0),
    )

    (early, late) = tournaments.ask(ListCompetitions()).competitions

    assert msgspec.structs.asdict(early) == {
        "id": "early",
        "name": "The early cup",
        "game": "tavli",
        "state": "announced",
        "starts_at_ms": now + 3 * HOUR_MS,
        "ends_at_ms": now + 5 * HOUR_MS,
        "price_chips": 0,
    }
    assert late.id == "late"


def test_the_state_is_the_one_that_time_has_brought(tournaments: Tournaments) -> None:
    tournaments.add(competition("cup", tournaments.clock.now_ms() + 2 * HOUR_MS))
    seen = [tournaments.states()["cup"]]
    for _ in range(2):
        tournaments.clock.advance(HOUR_MS)
        seen.append(tournaments.states()["cup"])

    assert seen == ["announced", "open", "cancelled"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (["open"], ["a"]),
        (["settled", "announced"], ["b", "c"]),
        (["running"], []),
        ([], ["a", "b", "c", "d"]),
    ],
)
def test_only_the_states_asked_for_are_listed(tournaments: Tournaments, asked: list[str], found: list[str]) -> None:
    now = tournaments.clock.now_ms()
    tournaments.add(
        competition("a", now + HOUR_MS // 2),
        competition("b", now + 2 * HOUR_MS),
        competition("c", now + 3 * HOUR_MS, state="settled"),
        competition("d", now + 4 * HOUR_MS, state="cancelled"),
    )

    assert list(tournaments.states(*asked)) == found


@pytest.mark.parametrize("states", [["draft"], ["open", "draft"], ["elsewhere"], [""]])
def test_a_state_that_players_do_not_see_cannot_be_asked_for(tournaments: Tournaments, states: list[str]) -> None:
    assert tournaments.ask(ListCompetitions(states=states)) == Refusal("bad_parameters", {"field": "states"})


def test_a_list_ends_somewhere_and_keeps_the_newest(tournaments: Tournaments, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.tournaments.handlers.LISTED_MAX", 2)
    now = tournaments.clock.now_ms()
    tournaments.add(*(competition(str(n), now + n * HOUR_MS + 1) for n in range(2, 6)))

    assert list(tournaments.states()) == ["4", "5"]


@pytest.mark.parametrize(("field", "value"), [("opens_at_ms", 99 * HOUR_MS), ("ends_at_ms", 0), ("price", -1)])
def test_the_database_refuses_what_no_competition_can_be(tournaments: Tournaments, field: str, value: int) -> None:
    with pytest.raises(DBAPIError):
        tournaments.add(competition("bad", 10 * HOUR_MS, **{field: value}))
    assert tournaments.rows("competitions") == 0
