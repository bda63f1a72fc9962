"""Every finished match is counted once, for everybody, and its seats' luck for their players (RULES.md §22)."""

import base64
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from games.dominoes.tiles import DEALT
from services.contracts.tables import fairness as contract
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database
from services.platform.operations.file_stores import FolderStore
from services.tables.fairness import count_rows as rows
from services.tables.fairness import use_cases as draws
from services.tables.fairness.observed import PAIRS
from services.tables.journal import privacy_rows as privacy
from services.tables.journal.archive.archiver_rows import Archiver, forget_trails
from services.tables.journal.archive.line_rows import Archive
from services.tables.schema import draw_counts, draw_luck, journal, matches
from services.tables.table.entries import DrawnFor
from tests.tables.history.test_recordings import ask, recording
from tests.tables.journal.archive.test_archived_games import GAMES, play
from tests.tables.support.desk import Desk
from tests.tables.support.house_banked_table import seated
from tests.tables.transitions.test_shoes import play_shoe


def count(database: Database, archive: Archive | None = None) -> int:
    return draws.count_all(database, archive or Archive(), lambda work, *args: work(*args), lambda: False)


def counted(database: Database) -> dict[tuple[int, str, str], list[int]]:
    def read(work: Any) -> dict[tuple[int, str, str], list[int]]:
        days = set(work.execute(sa.select(draw_counts.c.day)).scalars())
        return {(day, game, measure): cells for day, game, measure, cells in rows.read_counts(work, days)}

    return database.run(read)


def of_all_days(database: Database, game: str) -> dict[str, list[int]]:
    found = counted(database)
    return {measure: cells for (day, its, measure), cells in found.items() if day == rows.ALL_DAYS and its == game}


def one_match(game: str) -> Desk:
    desk = Desk(games=[game])
    play(desk, game)
    desk.pass_ms(DAY_MS)  # dominoes wait for who has left
    return desk


def day_of(desk: Desk) -> int:
    """The day on which the only match ended."""
    (row,) = desk.rows(matches)
    return row.ended_at_ms // DAY_MS


def drawn_in(desk: Desk) -> list[Any]:
    """The draws of the only match, as its recording has them."""
    (row,) = desk.rows(matches)
    found = recording(desk, row.match_id, "staff", "operator")
    return [event.data for event in found.events if event.kind == "drawn"]


@pytest.mark.parametrize("game", GAMES)
def test_of_every_game_the_counts_are_those_of_its_recording(game: str) -> None:
    desk = one_match(game)
    assert count(desk.database) == 1
    found = of_all_days(desk.database, game)
    assert found["matches"] == [1]
    (row,) = desk.rows(matches)
    if isinstance(recording(desk, row.match_id, "staff", "operator"), Refusal):
        return  # dominoes that somebody left: no recording, and its draws are public all the same
    drawn = drawn_in(desk)
    assert sum(found.get("dice", [0])) == sum(each["draw"] == "dice" for each in drawn)
    for each in drawn:
        if each["draw"] == "shuffle" and each["n"] == len(found.get(f"places.{each['n']}", [])) // 4:
            assert sum(found[f"places.{each['n']}"]) % each["n"] == 0
    first = next((each for each in drawn if each["draw"] == "shuffle"), None)
    if first is not None:
        hands = [cells for name, cells in found.items() if name.startswith(f"hands.{first['n']}.")]
        assert hands, "the first hands of this game are not known"
        places = found[f"places.{first['n']}"]
        assert sum(map(sum, hands)) == sum(places)


def test_dice_are_counted_by_the_seat_that_rolled_them() -> None:
    desk = one_match("tavli")
    count(desk.database)
    (row,) = desk.rows(matches)
    found = recording(desk, row.match_id)
    turn, opened, hand, rolled = 0, False, 1, {0: 0, 1: 0, 2: 0}
    for event in found.events:
        if event.kind != "drawn":
            continue
        first, second = event.data["values"]
        if not opened:  # by hand: the higher die begins, then the seats take turns, with or without a legal play
            rolled[2] += 1
            opened, turn = first != second, int(second > first)
            continue
        if event.hand > hand:  # the winner begins, who rolled last
            hand, turn = event.hand, 1 - turn
        rolled[turn] += 1
        turn = 1 - turn
    cells = of_all_days(desk.database, "tavli")["dice"]
    assert {seat: sum(cells[seat * PAIRS : (seat + 1) * PAIRS]) for seat in range(3)} == rolled
    assert min(rolled.values()) > 0


def test_a_hand_counts_for_the_seat_that_was_dealt_it() -> None:
    desk = one_match("dominoes")
    (source,) = desk.database.run(rows.find_waiting, Archive(), None, 5).sources
    drawn = [line.action for line in source.lines if isinstance(line.action, DrawnFor)]
    orders = [action.values for action in drawn if action.purpose == "deal"]
    count(desk.database)
    cells = of_all_days(desk.database, "dominoes")["hands.28.7-7-7-7-0"]
    # Places 7 … 13 go to seat 1 (services/tables/RULES.md §14).
    seat_1 = [DEALT[piece] for order in orders for piece in order[7:14]]
    assert cells[1::5] == [seat_1.count(tile) for tile in range(28)]


def test_a_running_match_is_not_counted_and_reveals_nothing() -> None:
    desk = Desk(games=["tavli"])
    desk.open("table-1@tavli", options={"variant": "portes", "target": 1}).begin()
    assert count(desk.database) == 0
    assert counted(desk.database) == {}


def test_counting_again_and_again_changes_nothing() -> None:
    desk = one_match("tavli")
    assert count(desk.database) == 1
    before, luck = counted(desk.database), desk.rows(draw_luck)
    assert count(desk.database) == 0
    assert (counted(desk.database), desk.rows(draw_luck)) == (before, luck)


def test_two_processes_that_have_looked_at_the_same_match_count_it_once() -> None:
    desk = one_match("tavli")
    found = desk.database.run(rows.find_waiting, Archive(), None, 5)
    observed = draws.observe_all(found.sources)
    assert [desk.database.run(rows.write, observed) for _ in range(2)] == [1, 0]
    assert of_all_days(desk.database, "tavli")["matches"] == [1]


def test_a_process_that_dies_between_looking_and_writing_leaves_the_match_for_the_next() -> None:
    desk = one_match("tavli")
    desk.database.run(rows.find_waiting, Archive(), None, 5)
    assert of_all_days(desk.database, "tavli") == {}
    assert count(desk.database) == 1


def test_what_cannot_be_read_now_keeps_nothing_else_waiting(tmp_path: Path) -> None:
    desk = one_match("tavli")
    desk.pass_ms(20 * DAY_MS)
    assert Archiver(desk.database, FolderStore(tmp_path), 8).run().failures == 0
    play_again(desk, "table-2@tavli")
    assert count(desk.database, Archive(FolderStore(tmp_path / "away"))) == 1
    assert desk.database.run(rows.count_waiting) == 1
    assert count(desk.database, Archive(FolderStore(tmp_path))) == 1
    assert of_all_days(desk.database, "tavli")["matches"] == [2]


def play_again(desk: Desk, table: str) -> None:
    """A match that is over at once."""
    seated = desk.open(table, options={"variant": "portes", "target": 1}).begin()
    seated.all_watch()
    seated.leave("ann")


def test_counts_are_the_same_whether_lines_are_in_the_journal_or_archived(tmp_path: Path) -> None:
    desk = one_match("pilotta")
    count(desk.database)
    before = counted(desk.database)
    desk.pass_ms(20 * DAY_MS)
    assert Archiver(desk.database, FolderStore(tmp_path), 8).run().failures == 0
    assert desk.rows(journal) == []
    day = day_of(desk)
    assert list(draws.recount(desk.database, day)) == [(day, [])]
    assert all(not any(cells) for cells in counted(desk.database).values())
    assert count(desk.database, Archive(FolderStore(tmp_path))) == 1
    assert counted(desk.database) == before


def test_counting_again_leaves_luck_as_it_was() -> None:
    desk = one_match("tavli")
    count(desk.database)
    luck = desk.rows(draw_luck)
    assert {row.account for row in luck} == {"ann", "bob"}
    assert list(draws.recount(desk.database, day_of(desk) + 1)) == []
    assert list(draws.recount(desk.database)) == [(day_of(desk), [])]
    assert count(desk.database) == 1
    assert desk.rows(draw_luck) == luck


def test_counts_outlive_the_trail_of_a_match_and_are_then_kept_from_being_counted_again() -> None:
    desk = one_match("dominoes")
    count(desk.database)
    before, day = counted(desk.database), day_of(desk)
    desk.pass_ms(200 * DAY_MS)
    with desk.database.work() as work:
        forget_trails(work, desk.clock.now_ms() - 90 * DAY_MS)
    assert desk.rows(matches) == []
    assert list(draws.recount(desk.database)) == [(day, ["dominoes"])]
    assert counted(desk.database) == before


def test_an_engine_that_fails_or_is_gone_leaves_what_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = one_match("tavli")
    source = desk.database.run(rows.find_waiting, Archive(), None, 5).sources[0]
    whole = draws.observe_match(source)
    monkeypatch.setattr("services.tables.fairness.use_cases.registry.engine_name", lambda _game, _rules: None)
    bare = draws.observe_match(source)
    assert bare.luck == {}
    of_pairs = [[sum(each.counts["dice"][pair::PAIRS]) for pair in range(PAIRS)] for each in (whole, bare)]
    assert of_pairs[0] == of_pairs[1]


def test_a_shoe_is_counted_once_it_was_dealt_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(monkeypatch)
    play_shoe(table)
    assert count(table.desk.database) == 1
    found = of_all_days(table.desk.database, table.now.game)
    assert found["matches"] == [1]
    assert [sum(found["places.12"][quarter::4]) for quarter in range(4)] == [3, 3, 3, 3]
    assert table.desk.rows(draw_luck) == []


def test_encrypted_lines_are_counted_without_the_operators_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", f"k1:{base64.b64encode(bytes(32)).decode()}")
    desk = one_match("tichu")
    monkeypatch.delenv("KAFENEIO_SEALING_KEYS")
    assert count(desk.database) == 1
    assert of_all_days(desk.database, "tichu")["matches"] == [1]
    assert sum(of_all_days(desk.database, "tichu")["places.56"]) > 0


def test_processes_that_count_at_the_same_time_count_every_match_once(database: Database) -> None:
    desk = Desk(database)
    for number in range(12):
        desk.open(f"table-{number}").begin().play_out()
    committer = desk.worker._journal.committer
    if hasattr(committer, "close"):
        committer.close()
    ready = threading.Barrier(4)

    def run() -> int:
        ready.wait()
        return count(database)

    with ThreadPoolExecutor(4) as threads:
        added = [each.result() for each in [threads.submit(run) for _ in range(4)]]
    assert sum(added) == 12
    found = of_all_days(database, "tictactoe")
    assert (found["matches"], sum(found["leader.2"])) == ([12], 12)
    assert ask(desk, contract.GetChance()).games[0].leader == found["leader.2"]
    day = next(day for day, _, _ in counted(database) if day != rows.ALL_DAYS)
    assert list(draws.recount(database)) == [(day, [])]
    assert count(database) == 12
    assert of_all_days(database, "tictactoe") == found


# --- what is shown ---


def test_counts_are_shown_with_tests_and_by_day() -> None:
    desk = one_match("tavli")
    count(desk.database)
    found = ask(desk, contract.GetChance())
    (game,) = found.games
    assert (game.game, game.matches, found.waiting) == ("tavli", 1, 0)
    assert sum(game.dice.pairs) == sum(of_all_days(desk.database, "tavli")["dice"])
    assert [sum(faces) for faces in game.dice.faces] == [2 * rolls for rolls in game.dice.rolls]
    assert {fit.test for fit in game.fits} == {"faces", "rolls", "doubles", "faces_first", "faces_second"}
    assert [day.matches for day in game.days] == [1]
    assert game.days[0].day == draws.day_text(day_of(desk))


def test_of_a_deal_it_is_shown_what_players_hope_for() -> None:
    desk = one_match("pilotta")
    count(desk.database)
    (game,) = ask(desk, contract.GetChance()).games
    (deal,) = game.deals
    assert (deal.strong, deal.seats, len(deal.got)) == ("jacks", 4, 4)
    assert sum(deal.got) <= 4 * deal.deals
    assert deal.expected == pytest.approx([deal.expected[0]] * 4)


def test_the_counts_of_a_game_can_be_had_whole_and_by_day() -> None:
    desk = one_match("tavli")
    count(desk.database)
    all_days = ask(desk, contract.GetChanceCounts(game="tavli"))
    today = draws.day_text(day_of(desk))
    of_day = ask(desk, contract.GetChanceCounts(game="tavli", day=today))
    assert all_days.measures == of_day.measures != []
    assert ask(desk, contract.GetChanceCounts(game="chess")) == Refusal("game_unknown")
    for wrong in ("today", "2026-1-1", "2026-02-30", "\0", "١٢٣٤-01-01"):
        assert ask(desk, contract.GetChanceCounts(game="tavli", day=wrong)) == Refusal("day_invalid")


# --- one's own luck ---


def test_luck_is_ones_own_beside_that_of_the_others() -> None:
    desk = one_match("tavli")
    count(desk.database)
    mine = {line.measure: line for line in ask(desk, contract.GetLuck(account="ann")).lines}
    theirs = {line.measure: line for line in ask(desk, contract.GetLuck(account="bob")).lines}
    assert set(mine) == {"pips", "doubles"}
    assert mine["pips"].expected == pytest.approx(49 / 6)
    assert mine["doubles"].expected == pytest.approx(1 / 6)
    for measure, line in mine.items():
        assert (line.others_draws, line.others_value) == (theirs[measure].draws, theirs[measure].value)
        assert 0 < line.luckier_than < 100
    assert ask(desk, contract.GetLuck(account="nobody")).lines == []


def test_an_erased_account_loses_its_luck_and_gets_no_more_of_it() -> None:
    desk = one_match("tavli")
    found = desk.database.run(rows.find_waiting, Archive(), None, 5)
    observed = draws.observe_all(found.sources)
    with desk.database.work() as work:
        privacy.erase(work, "ann")
    desk.database.run(rows.write, observed)
    assert {row.account for row in desk.rows(draw_luck)} == {"bob"}
    with desk.database.work() as work:
        assert privacy.collect(work, "bob")["luck"] != []
        privacy.erase(work, "bob")
    assert desk.rows(draw_luck) == []
    assert of_all_days(desk.database, "tavli")["matches"] == [1]
