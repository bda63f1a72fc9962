"""A player's recorded matches in pages: 10,000 that come and go, none lost or listed twice."""

import random

import msgspec
import pytest
import sqlalchemy as sa

from services.contracts.ranking import statistics as contract
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.ranking.schema import recorded_matches, recorded_players
from services.ranking.statistics.recorded_matches import RecordedMatch
from tests.ranking.rankings import Ranking
from tests.ranking.statistics.test_statistics_and_classification import partners

ROWS = 10_000
CHURN = 100
START_MS = 1_000_000


def played(ranking: Ranking, **how: object) -> contract.PlayedMatches | Refusal:
    return ranking.ask(contract.ListPlayedMatches(**{"viewer": "ana", "account": "ana"} | how))  # type: ignore[arg-type]


def add(work: Work, ends_ms: dict[str, int]) -> None:
    """Copies of the match that there is, under other names and with other ends."""
    detail = work.execute(sa.select(recorded_matches.c.detail)).scalars().first()
    found = msgspec.json.decode(detail or "", type=RecordedMatch)
    row = work.execute(sa.select(recorded_players).where(recorded_players.c.account == "ana")).first()
    assert row is not None
    details = {name: encode_text(msgspec.structs.replace(found, ended_at_ms=end)) for name, end in ends_ms.items()}
    work.execute(recorded_matches.insert(), [{"match_id": name, "detail": each} for name, each in details.items()])
    copies = [dict(row._mapping) | {"match_id": name, "ended_at_ms": end} for name, end in ends_ms.items()]
    work.execute(recorded_players.insert(), copies)


def remove(work: Work, names: list[str]) -> None:
    for table in (recorded_matches, recorded_players):
        work.execute(table.delete().where(table.c.match_id.in_(names)))


def test_10000_matches_are_paged_while_they_are_recorded_and_go(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "first"))
    chance = random.Random(5)
    # Three and three end in the same millisecond.
    stay = {f"m-{number:05}": START_MS + number // 3 for number in range(ROWS)}
    run = ranking.base.database.run
    run(add, stay)
    found: list[contract.MatchLine] = []
    before: contract.MatchPlace | None = None
    for page in range(3 * ROWS // contract.PLAYED_MAX):
        answer = played(ranking, before=before, limit=contract.PLAYED_MAX)
        assert isinstance(answer, contract.PlayedMatches)
        found += answer.matches
        before = answer.next
        if before is None:
            break
        gone = chance.sample(sorted(stay), CHURN)
        run(remove, gone)
        for name in gone:
            del stay[name]
        run(add, {f"new-{page}-{each}": START_MS + chance.randrange(ROWS) for each in range(CHURN)})
    assert before is None
    names = [line.match for line in found]
    assert len(names) == len(set(names))
    assert {*stay, "first"} <= set(names)
    places = [(line.ended_at_ms, line.number) for line in found]
    assert places == sorted(places, reverse=True)


def test_pages_are_ordered_by_end_and_go_on_behind_equal_ends(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "first"))
    ranking.base.database.run(add, {"a": 7, "b": 7, "c": 9, "d": 7, "e": 8})
    pages = []
    before: contract.MatchPlace | None = None
    while not pages or before is not None:
        answer = played(ranking, before=before, limit=2)
        assert isinstance(answer, contract.PlayedMatches)
        pages.append([line.match for line in answer.matches])
        before = answer.next
    assert pages == [["first", "c"], ["e", "d"], ["b", "a"]]


def test_a_game_is_chosen_and_nothing_is_behind_the_last_page(ranking: Ranking) -> None:
    ranking.finished(partners(ranking, "dominoes"), partners(ranking, "tavli", game="tavli", later_ms=5))
    of_game = played(ranking, game="tavli")
    assert isinstance(of_game, contract.PlayedMatches)
    assert ([line.match for line in of_game.matches], of_game.next) == (["tavli"], None)
    assert played(ranking, before=contract.MatchPlace(0, 0)) == contract.PlayedMatches(matches=[], next=None)
    assert played(ranking, game="a\0b") == contract.PlayedMatches(matches=[], next=None)


@pytest.mark.parametrize("viewer", ["ben", "", "a\0b"])
def test_matches_of_other_players_are_closed(ranking: Ranking, viewer: str) -> None:
    assert played(ranking, viewer=viewer) == Refusal("stats_forbidden")
