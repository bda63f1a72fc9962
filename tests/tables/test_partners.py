"""What other systems read of tables: matches many at once and in pages, a table as spectators see it."""

import random
from typing import Any

from services.contracts.partners import lookups as contract
from services.kernel.refusal import Refusal
from services.tables.schema import matches
from tests.tables.history.test_recordings import ask
from tests.tables.support.desk import Desk, Seated, last_view

ROWS = 10_000


def look(desk: Desk, table: str = "table-1", after: int | None = None) -> Any:
    return ask(desk, contract.LookAtTable(table=table, after=after))


def row(number: int, started_at_ms: int) -> dict[str, Any]:
    return {
        "match_id": f"m-{number:06}", "table_id": f"t-{number % 7}", "number": 1, "game": "tavli", "rules": 1,
        "options": "{}", "stake_chips": 0, "seats": "[]", "commitment": "c", "first_seq": 1,
        "started_at_ms": started_at_ms, "ended_at_ms": None if number % 2 else 5, "outcome": None,
    }  # fmt: skip


def test_10000_matches_are_paged_while_matches_begin_and_none_is_lost_or_listed_twice(desk: Desk) -> None:
    chance = random.Random(3)
    with desk.database.work() as work:
        work.execute(matches.insert(), [row(number, 1_000 + number // 5) for number in range(ROWS)])
    found, before, new = [], None, ROWS
    while True:
        page = ask(desk, contract.ListMatches(before=before, limit=100))
        found += [each.match for each in page.matches]
        before = page.next
        if before is None:
            break
        with desk.database.work() as work:
            work.execute(matches.insert(), [row(new + each, chance.randrange(10_000)) for each in range(20)])
        new += 20
    assert len(found) == len(set(found))
    assert {f"m-{number:06}" for number in range(ROWS)} <= set(found)


def test_matches_are_chosen_by_game_table_and_whether_they_run(desk: Desk) -> None:
    with desk.database.work() as work:
        work.execute(matches.insert(), [row(number, number) for number in range(14)])

    def listed(**which: Any) -> list[str]:
        return [each.match for each in ask(desk, contract.ListMatches(**which)).matches]

    assert listed(table="t-3") == ["m-000010", "m-000003"]
    assert listed(table="t-3", running=True) == ["m-000003"]
    assert listed(table="t-3", running=False) == ["m-000010"]
    assert listed(game="tichu") == []


def test_many_matches_are_read_in_the_order_asked(desk: Desk) -> None:
    with desk.database.work() as work:
        work.execute(matches.insert(), [row(number, number) for number in range(3)])
    found = ask(desk, contract.GetMatches(matches=["m-000002", "x", "m-000000", "m-000002"]))
    assert ([each.match for each in found.matches], found.missing) == (["m-000002", "m-000000"], ["x"])
    assert ask(desk, contract.GetMatches(matches=[])) == contract.MatchesFound(matches=[], missing=[])


def test_a_table_is_seen_as_a_spectators_connection_sees_it(desk: Desk) -> None:
    table: Seated = desk.open().begin()
    table.all_watch()
    table.first_round()
    seen = look(desk)
    told = last_view(table.watch("zoe"))
    told["spectator_count"] = 0
    assert (seen.version, seen.closed) == (table.now.seq, False)
    assert seen.view == told


def test_nothing_is_shown_twice_and_nothing_of_a_closed_table(desk: Desk) -> None:
    table = desk.open().begin()
    version = look(desk).version
    assert look(desk, after=version) == contract.TableLook(version=version, closed=False, view=None)
    table.first_round()
    assert look(desk, after=version).version > version
    assert look(desk, "nowhere") == Refusal("table_unknown")


def test_a_table_without_spectators_is_hidden_from_other_systems(desk: Desk) -> None:
    desk.open(spectators=False).begin()
    assert look(desk) == Refusal("spectators_off")


def test_a_table_that_has_closed_says_so(desk: Desk) -> None:
    table = desk.open().begin()
    table.play_out()
    table.choose("ann", "communication")
    found = look(desk)
    assert (found.closed, found.view) == (True, None)
