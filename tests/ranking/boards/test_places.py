"""Places on leaderboards, by every way of asking for them (services/ranking/RULES.md §2)."""

import hypothesis
import hypothesis.strategies as st
import pytest
import sqlalchemy as sa

from services.contracts.ranking import boards as contract
from services.platform.database import bulk_rows
from services.ranking.boards import board_rows as stored
from services.ranking.boards import place_range_rows as ranges
from services.ranking.schema import board_players, people
from tests.ranking.on_boards import MONTHLY, WEEKLY, fill, game, look
from tests.ranking.rankings import Ranking

ROWS = st.lists(
    st.tuples(st.integers(1480, 1520), st.integers(0, 3), st.integers(1, 4), st.integers(0, 3)),
    min_size=1,
    max_size=60,
)


@hypothesis.settings(max_examples=20, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@hypothesis.given(rows=ROWS, moved=ROWS, split_at=st.integers(1, 9))
def test_every_place_is_that_of_the_order_however_the_ranges_are_cut(
    ranking: Ranking,
    monkeypatch: pytest.MonkeyPatch,
    rows: list[tuple[int, int, int, int]],
    moved: list[tuple[int, int, int, int]],
    split_at: int,
) -> None:
    monkeypatch.setattr(ranges, "SPLIT_AT", split_at)
    monkeypatch.setattr(ranges, "RANGE_PLAYERS", max(1, split_at // 2))
    for table in ("board_players", "board_ranges", "board_periods"):
        ranking.run(f"DELETE FROM {table}")
    period_id = fill(ranking, rows)
    ranking.service.app.look_after_boards()
    with ranking.database.work() as work:
        accounts = {f"p{number}" for number in range(min(len(rows), len(moved)))}
        found = stored.lock_and_read(work, [period_id], accounts, [])
        changed = {key: stored.Standing(key[1], *moved[int(key[1][1:])]) for key in found.standings}
        names = {account: f"Player{int(account[1:]) % 7}" for account in accounts}
        stored.write(work, changed, found.keys, {}, names)

    assert_places_are_right(ranking, period_id, len(rows))


def by_definition(period_id: int) -> sa.Select[tuple[str]]:
    """Accounts in the order of places as the rules say it, without place keys."""
    columns, name = board_players.c, sa.func.lower(people.c.name)
    order = (columns.rating.desc(), columns.wins.desc(), columns.matches, columns.last_end_ms, name, columns.account)
    joined = sa.select(columns.account).join(people, people.c.account == columns.account)
    return joined.where(columns.period_id == period_id).order_by(*order)


def assert_places_are_right(ranking: Ranking, period_id: int, size: int) -> None:
    with ranking.database.work() as work:
        ordered = work.execute(by_definition(period_id)).scalars().all()
        expected = {account: place for place, account in enumerate(ordered, 1)}
        (placed,) = bulk_rows.ask_all(work, stored.placed([period_id], list(expected)))
        assert {row.account: row.place for row in placed} == expected
        assert sum(ranges.totals(work, [period_id]).values()) == size == len(expected)
        pages = [bulk_rows.ask_all(work, stored.from_place(period_id, place, 3))[0] for place in range(1, size + 2)]
    assert [[row.account for row in page] for page in pages] == [ordered[at : at + 3] for at in range(size + 1)]
    for place, account in enumerate(ordered, 1):
        around = look(ranking, account=account, around=True, limit=4)
        assert around.own is not None
        assert around.own.place == place
        first = max(1, place - 1)
        assert [(row.place, row.account) for row in around.rows] == [
            (first + number, each) for number, each in enumerate(ordered[first - 1 : first + 3])
        ]


def test_the_rows_around_the_asker_have_the_asker_in_the_middle(ranking: Ranking) -> None:
    fill(ranking, [(1600 - number, 1, 1, 0) for number in range(30)])

    found = look(ranking, account="p14", around=True, limit=5)

    assert [row.account for row in found.rows] == ["p12", "p13", "p14", "p15", "p16"]
    assert found.own is not None
    assert (found.own.account, found.own.place, found.period.players) == ("p14", 15, 30)
    assert look(ranking, account="p0", around=True, limit=5).rows[0].place == 1
    assert look(ranking, account="nobody", around=True, limit=5).own is None


def test_the_standings_of_a_player_name_every_running_board(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "m", "ana", "ben"))

    found = ranking.ask(contract.GetStandings(account="ben")).standings

    assert [(each.period.board, each.row.place) for each in found] == [
        ("weekly:all", 2), ("monthly:all", 2), (WEEKLY, 2), (MONTHLY, 2)
    ]  # fmt: skip
