"""What tables answers about analyses: who may see and order them, what is refused, what is kept of whom, hints, and the
computer in the Academy: services/tables/RULES.md §19, §20."""

from typing import Any

import pytest
import sqlalchemy as sa

from games import registry
from services.contracts.tables import analysis as contract
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.recordings import MoveStep
from services.kernel.refusal import Refusal
from services.tables.analysis import job_rows
from services.tables.bots.pool import BotThreads
from services.tables.history.replay import player
from services.tables.journal import privacy_rows
from services.tables.journal.archive.archiver_rows import forget_trails
from services.tables.schema import analyses, analysis_orders, recorded
from tests.games.tavli.small_evaluator import SmallEvaluator
from tests.games.tavli.test_analysis import reported
from tests.tables.history.test_recordings import ask, of, recording
from tests.tables.support.desk import Desk, Seated

TAVLI_TABLE = "table-1@tavli"
PORTES = {"variant": "portes", "target": 1}


@pytest.fixture
def desk() -> Any:
    found = Desk(games=["tavli", "tictactoe"])
    yield found
    found.database.close()


def play(table: Seated, turns: int) -> Seated:
    """So many decisions with the first legal move that gives nothing up."""
    rules = registry.game(table.now.game)
    for _ in range(turns):
        while not table.now.match.clocks:
            table.desk.pass_ms(2_100)
        clock = table.now.match.clocks[0]
        moves = map(rules.write, rules.legal(table.now.match.state, clock.seat))
        move = next(each for each in moves if each["move"] != "resign")
        if table.now.seats[clock.seat].is_bot:
            table.desk.bot(table.id, clock.seat, move)
        else:
            table.move(table.turn_of, clock.number, move)
    return table


@pytest.fixture
def played(desk: Desk) -> Seated:
    """A match of tavli that Bob has left."""
    table = play(desk.open(TAVLI_TABLE, options=PORTES).begin(), 6)
    table.leave("bob")
    return table


def order(table: Seated, account: str = "ann", *roles: str) -> Any:
    return ask(table.desk, contract.AskAnalysis(match=of(table), account=account, roles=list(roles)))


def look(table: Seated, account: str = "ann") -> Any:
    return ask(table.desk, contract.GetAnalysis(match=of(table), account=account))


def compute(table: Seated) -> None:
    """What the process of the job does."""
    held = table.desk.database.run(job_rows.claim, "c-1", 10_000)
    report = reported(recording(table.desk, of(table)), SmallEvaluator())
    assert table.desk.database.run(job_rows.finish, held, report)


# --- ordering ----------------------------------------------------------------------------------------------------


def test_a_player_orders_an_analysis_and_both_players_see_it(played: Seated) -> None:
    assert look(played) == Refusal("analysis_unknown")
    first = order(played)
    assert (first.state, first.percent, first.ahead, first.left_today, first.report) == ("waiting", 0, 0, 19, None)
    assert first.again_ms is not None and [seat.name for seat in first.seats] == ["Ann", "Bob"]
    compute(played)
    for account, left in (("ann", 19), ("bob", 20)):
        found = look(played, account)
        assert (found.state, found.percent, found.again_ms, found.left_today) == ("done", 100, None, left)
        assert found.report.sides[1].conceded < 0 < found.report.sides[0].conceded
        assert order(played, account) == found, "what is there counts for nobody"


def test_strangers_are_refused_and_staff_is_not(played: Seated) -> None:
    assert order(played, "cleo") == Refusal("recording_forbidden") == look(played, "cleo")
    assert order(played, "cleo", "moderator").state == "waiting"


def test_a_match_that_is_not_recorded_and_a_game_without_an_analysis_are_refused(desk: Desk, played: Seated) -> None:
    request = contract.AskAnalysis(match="none", account="ann")
    assert ask(desk, request) == Refusal("recording_unknown")
    other = desk.open("table-2").begin()
    other.play_out()
    assert order(other) == Refusal("analysis_unavailable") == look(other)
    assert desk.rows(analyses) == []


def test_a_recording_that_is_too_long_is_refused(played: Seated) -> None:
    request = contract.AskAnalysis(match=of(played), account="ann")
    assert ask(played.desk, request, analysis_events_max=3) == Refusal("analysis_unavailable")


def test_the_limit_of_a_day_is_the_accounts(played: Seated) -> None:
    request = contract.AskAnalysis(match=of(played), account="ann")
    refused = ask(played.desk, request, analysis_daily=0)
    assert refused == Refusal("analysis_limit", {"limit": 0, "again_at_ms": None})
    assert played.desk.rows(analyses) == []


def test_a_report_of_another_evaluator_is_made_anew_when_it_is_ordered(played: Seated) -> None:
    order(played)
    compute(played)
    played.desk.database.run(lambda work: work.execute(analyses.update().values(evaluator="tavli 0")))
    assert look(played).state == "done"
    assert order(played, "bob").state == "waiting"


# --- one account's data ------------------------------------------------------------------------------------------


def test_an_export_has_what_was_ordered_and_an_erasure_takes_it_and_leaves_the_report(played: Seated) -> None:
    database = played.desk.database
    order(played)
    handed = database.run(privacy_rows.collect, "ann")["analyses"]
    assert handed == [{"account": "ann", "asked_at_ms": database.clock.now_ms(), "match_id": of(played)}]
    compute(played)
    database.run(privacy_rows.erase, "ann")
    assert played.desk.rows(analysis_orders) == []
    found = look(played, "bob")
    assert found.state == "done" and found.report is not None and found.seats[0].name != "Ann"
    for table in (analyses, analysis_orders):
        assert "ann" not in repr([tuple(row)[0:3] for row in played.desk.rows(table)])


def test_an_erasure_gives_up_a_job_that_is_not_done(played: Seated) -> None:
    order(played)
    played.desk.database.run(privacy_rows.erase, "ann")
    assert look(played, "bob") == Refusal("analysis_unknown")


def test_an_analysis_goes_with_its_recording(played: Seated) -> None:
    order(played)
    played.desk.pass_ms(120_000)
    database = played.desk.database
    database.run(lambda work: work.execute(recorded.delete()))
    assert database.run(forget_trails, database.clock.now_ms() + 1) == 1
    assert played.desk.rows(analyses) == []


# --- the computer ------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def thinking_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No processes: the same computations in threads."""
    monkeypatch.setattr("services.tables.service.bot_pool", lambda _processes: BotThreads())


def hint(table: Seated, account: str = "ann") -> Any:
    return ask(table.desk, contract.AskHint(table=table.id, account=account))


def until_ann(table: Seated) -> None:
    while not table.now.match.clocks or table.now.seats[table.now.match.clocks[0].seat].is_bot:
        if table.now.match.clocks:
            play(table, 1)
        else:
            table.desk.pass_ms(2_100)


@pytest.mark.parametrize(("game", "options"), [("tictactoe", {"size": 3}), ("tavli", PORTES)])
def test_a_hint_is_a_legal_move_for_the_own_seat_and_changes_nothing(desk: Desk, game: str, options: Any) -> None:
    table = desk.open(f"table-1@{game}", practice=True, options=options).begin()
    until_ann(table)
    lines = len(desk.rows_of_journal())
    found = hint(table)
    rules, clock = registry.game(game), table.now.match.clocks[0]
    assert (found.seat, found.number) == (0, clock.number) and found.reason.code
    assert rules.check(table.now.match.state, 0, rules.parse(found.move)) is None
    assert hint(table) == found and len(desk.rows_of_journal()) == lines


def test_hints_are_refused_elsewhere(desk: Desk) -> None:
    table = desk.open(TAVLI_TABLE, options=PORTES).begin()
    assert hint(table) == Refusal("not_practice")
    assert hint(table, "cleo") == Refusal("not_seated")
    assert ask(desk, contract.AskHint(table="none", account="ann")) == Refusal("table_unknown")
    assert ask(desk, contract.AskHint(table="\0", account="ann")) == Refusal("table_unknown")


def test_a_hint_is_for_a_seat_that_is_to_move_among_computers(desk: Desk) -> None:
    people = [SeatPlayer(name="Ann", account="ann"), SeatPlayer(name="Bob", account="bob")]
    shared = desk.open("table-3", practice=False, seats=people).begin()
    assert hint(shared) == Refusal("not_practice")
    table = desk.open("table-4", practice=True).begin()
    until_ann(table)
    play(table, 1)
    assert hint(table) == Refusal("not_your_turn")
    while table.phase == "playing":
        play(table, 1)
    assert hint(table) == Refusal("match_over")


def computer(table: Seated, *steps: Any, position: int, seat: int | None = None, hand: int = 1) -> Any:
    request = contract.AskComputer(
        match=of(table), account="ann", hand=hand, position=position, steps=list(steps), seat=seat
    )
    return ask(table.desk, request)


def test_the_academys_computer_plays_on_from_before_a_decision(played: Seated) -> None:
    recorded_match = recording(played.desk, of(played))
    replay = player(recorded_match)
    first = next(number for number, event in enumerate(recorded_match.events) if event.kind == "moved")
    found = computer(played, position=first)
    state, _ = replay.at(1, first)  # type: ignore[union-attr, misc]
    assert found.seat == state.turn and found == computer(played, position=first)
    step = MoveStep(seat=found.seat, move=found.move)
    after = computer(played, step, position=first)
    assert after.seat in (0, 1) and after.move is not None


def test_the_academys_computer_is_asked_only_for_seats_that_may_move(played: Seated) -> None:
    first = next(n for n, event in enumerate(recording(played.desk, of(played)).events) if event.kind == "moved")
    turn = computer(played, position=first).seat
    assert computer(played, position=first, seat=7) == Refusal("not_your_turn")
    assert computer(played, position=first, seat=turn).seat == turn
    assert computer(played, position=999).error == "fork_position"
    assert computer(played, position=0, hand=9).error == "fork_position"


def test_too_many_questions_are_refused(desk: Desk) -> None:
    table = desk.open("table-1", practice=True).begin()
    until_ann(table)
    assert ask(desk, contract.AskHint(table=table.id, account="ann"), studies_waiting_max=0) == Refusal("computer_busy")


def test_rows_of_jobs_name_an_account_only_while_it_is_open(played: Seated) -> None:
    order(played)
    compute(played)
    (row,) = played.desk.database.run(lambda work: work.execute(sa.select(analyses)).all())
    assert row.open_of is None and row.claimed_by is None
