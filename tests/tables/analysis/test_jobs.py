"""Jobs of analyses: ordered once, limited, claimed by their rows, and done once however many processes die:
services/tables/RULES.md §19."""

import os
import pathlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from services.contracts.tables.recordings import Recording
from services.kernel.clock import DAY_MS, FakeClock
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database, outbox
from services.tables.analysis import analyst as analysts
from services.tables.analysis import job_rows
from services.tables.analysis.analyst import Analyst, Computation
from services.tables.analysis.job_rows import Claim, Job, Limits
from services.tables.analysis.report import appraised
from services.tables.schema import analyses, analysis_orders
from services.tables.settings import TablesSettings
from tests.games.tavli.test_analysis import quick_match
from tests.tables.analysis import quick_process

LIMITS = Limits(daily=3, waiting=5)
WAIT_S = 60


def order(database: Database, match: str, account: str = "ann", limits: Limits = LIMITS) -> Refusal | None:
    return database.run(job_rows.order, match, "tavli", account, limits)


def find(database: Database, match: str) -> Job:
    found = database.run(job_rows.find, match)
    assert found is not None
    return found


def claim(database: Database, name: str, silent_ms: int = 10_000) -> Claim | None:
    return database.run(job_rows.claim, name, silent_ms)


def give_up(database: Database, held: Claim | None) -> None:
    assert held is not None
    database.run(lambda work: job_rows.fail(work, held, for_good=True))


def clock(database: Database) -> FakeClock:
    assert isinstance(database.clock, FakeClock)
    return database.clock


@pytest.fixture(scope="module")
def recording() -> Recording:
    return quick_match(1, target=1)


@pytest.fixture(scope="module")
def report(recording: Recording) -> Any:
    from tests.games.tavli.test_analysis import reported

    return reported(recording)


# --- rows --------------------------------------------------------------------------------------------------------


def test_an_account_has_one_job_that_is_not_done(database: Database) -> None:
    assert order(database, "m-1") is None
    assert order(database, "m-2") == Refusal("analysis_running", {"match": "m-1"})
    assert order(database, "m-2", "bob") is None
    assert database.run(job_rows.find, "m-3") is None


def test_jobs_are_taken_in_the_order_of_their_orders_each_by_one(database: Database) -> None:
    for number, account in enumerate(("ann", "bob", "cleo")):
        clock(database).advance(1)
        order(database, f"m-{number}", account)
    assert [find(database, f"m-{number}").ahead for number in range(3)] == [0, 1, 2]
    taken = [claim(database, f"c-{number}") for number in range(4)]
    assert [each and each.match for each in taken] == ["m-0", "m-1", "m-2", None]
    assert [find(database, f"m-{number}").state for number in range(3)] == ["running"] * 3


def test_a_claim_that_beats_is_left_alone_and_one_that_is_silent_is_taken_over(database: Database) -> None:
    order(database, "m-1")
    first = claim(database, "c-1")
    assert first is not None and first.tries == 1
    clock(database).advance(9_000)
    assert database.run(job_rows.beat, first, 40) and find(database, "m-1").percent == 40
    clock(database).advance(9_000)
    assert claim(database, "c-2") is None
    clock(database).advance(1_001)
    second = claim(database, "c-2")
    assert second is not None and second.tries == 2 and find(database, "m-1").percent == 0
    assert not database.run(job_rows.beat, first, 90)


def test_only_the_claim_that_holds_writes(database: Database, report: Any) -> None:
    order(database, "m-1")
    first = claim(database, "c-1")
    clock(database).advance(10_001)
    second = claim(database, "c-2")
    assert not database.run(job_rows.finish, first, report)
    give_up(database, first)
    assert find(database, "m-1").state == "running"
    assert database.run(job_rows.finish, second, report)
    assert not database.run(job_rows.finish, second, report)
    done = find(database, "m-1")
    assert (done.state, done.percent, done.report, done.evaluator) == ("done", 100, report, "tavli 1")


def test_a_day_has_a_limit_which_says_when_it_is_over(database: Database, report: Any) -> None:
    began_ms = clock(database).now_ms()
    for number in range(3):
        assert order(database, f"m-{number}") is None
        database.run(job_rows.finish, claim(database, f"c-{number}"), report)
        clock(database).advance(1_000)
    assert order(database, "m-3") == Refusal("analysis_limit", {"limit": 3, "again_at_ms": began_ms + DAY_MS})
    assert order(database, "m-3", "bob") is None
    clock(database).advance(began_ms + DAY_MS - clock(database).now_ms())
    assert order(database, "m-4") is None
    kept = database.run(
        lambda work: work.execute(sa.select(analysis_orders).where(analysis_orders.c.account == "ann")).all()
    )
    assert len(kept) == 3, "older orders are forgotten"


def test_too_many_that_wait_are_refused(database: Database) -> None:
    few = Limits(daily=3, waiting=2)
    assert order(database, "m-1", "ann", few) is None and order(database, "m-2", "bob", few) is None
    assert order(database, "m-3", "cleo", few) == Refusal("analysis_busy")


def test_a_failed_job_waits_again_when_it_is_ordered_again(database: Database) -> None:
    order(database, "m-1")
    held = claim(database, "c-1")
    give_up(database, held)
    assert find(database, "m-1").state == "failed"
    assert order(database, "m-1", "bob") is None
    again = claim(database, "c-2")
    assert again is not None and again.tries == 1


def test_two_orders_at_the_same_time_are_one_job(database: Database) -> None:
    answers: list[Refusal | None] = []
    start = threading.Barrier(6)

    def ask(number: int) -> None:
        start.wait()
        answers.append(order(database, "m-1" if number % 2 else f"m-{number}", "ann", Limits(50, 50)))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    rows = database.run(lambda work: work.execute(sa.select(analyses)).all())
    assert len(rows) == 1 and rows[0].open_of == "ann"
    orders = database.run(lambda work: work.execute(sa.select(analysis_orders)).all())
    assert [each.match_id for each in orders] == [rows[0].match_id]


def test_two_that_look_at_the_same_time_take_two_jobs(database: Database) -> None:
    for number in range(4):
        order(database, f"m-{number}", f"account-{number}")
    taken: list[Claim | None] = []
    start = threading.Barrier(4)

    def take(number: int) -> None:
        start.wait()
        taken.extend(claim(database, f"c-{number}-{turn}") for turn in range(2))

    threads = [threading.Thread(target=take, args=(number,)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    matches = [each.match for each in taken if each is not None]
    assert sorted(matches) == sorted(set(matches))
    while (rest := claim(database, "c-last")) is not None:
        matches.append(rest.match)
    assert sorted(matches) == [f"m-{number}" for number in range(4)]


# --- processes ---------------------------------------------------------------------------------------------------


@pytest.fixture
def gate(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Processes wait at half of their work until this file is there."""
    monkeypatch.setattr(analysts, "COMMAND", [sys.executable, "-m", quick_process.__name__])
    place = tmp_path / "gate"
    monkeypatch.setenv("ANALYSIS_GATE", str(place))
    return place


Make = Callable[..., Analyst]


@pytest.fixture
def make(database: Database, recording: Recording) -> Iterator[Make]:
    """An analyst on the test's database."""
    made: list[Analyst] = []

    def create(**settings: Any) -> Analyst:
        chosen = TablesSettings(analysis_beat_ms=20, **settings)
        made.append(Analyst(database, lambda: chosen, lambda _match: recording))
        return made[-1]

    yield create
    for each in made:
        each.stop()


def until(holds: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < deadline_s, "it does not come to pass"
        time.sleep(0.02)


def test_a_job_is_computed_shows_how_far_it_is_and_is_done(database: Database, make: Make, gate: pathlib.Path) -> None:
    order(database, "m-1")
    make().start()
    until(lambda: find(database, "m-1").percent == 50)
    gate.touch()
    until(lambda: find(database, "m-1").state == "done")
    found = find(database, "m-1").report
    assert found is not None and found.decisions and found.evaluator == "tavli 1"
    with database.work() as work:
        (row,) = work.execute(sa.select(outbox)).all()
    assert row.routing_key.startswith("tables.match_appraised")


def test_moderation_is_sent_what_each_person_lost_and_nothing_of_practice(recording: Recording, report: Any) -> None:
    event = appraised(recording, report)
    assert event is not None
    lost = {player.seat: (player.decisions, round(1000 * player.lost)) for player in report.players}
    assert [(each.account, each.decisions, each.lost_thousandths) for each in event.seats] == [
        (seat.account, *lost[number]) for number, seat in enumerate(recording.seats)
    ]
    computer = msgspec.structs.replace(recording.seats[1], account=None)
    replaced = appraised(msgspec.structs.replace(recording, seats=[recording.seats[0], computer]), report)
    assert replaced is not None and [each.account for each in replaced.seats] == [recording.seats[0].account]
    assert appraised(msgspec.structs.replace(recording, practice=True), report) is None


def children() -> list[int]:
    """The processes that this one has started and that compute."""
    found = []
    for each in pathlib.Path("/proc").iterdir():
        if each.name.isdigit():
            try:
                stat, command = (each / "stat").read_text(), (each / "cmdline").read_bytes()
            except OSError:
                continue
            if int(stat.rpartition(")")[2].split()[1]) == os.getpid() and quick_process.__name__.encode() in command:
                found.append(int(each.name))
    return found


def test_a_process_that_is_killed_is_replaced_and_the_job_done_once(
    database: Database, make: Make, gate: pathlib.Path
) -> None:
    order(database, "m-1")
    make().start()
    until(lambda: find(database, "m-1").percent == 50)
    (first,) = children()
    assert os.getpriority(os.PRIO_PROCESS, first) == 19
    gate.touch()
    os.kill(first, signal.SIGKILL)
    until(lambda: find(database, "m-1").state in ("done", "failed"))
    (row,) = database.run(lambda work: work.execute(sa.select(analyses)).all())
    assert (row.state, row.open_of) == ("done", None) and row.tries in (1, 2)


def test_a_job_fails_after_some_tries(database: Database, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysts, "COMMAND", [sys.executable, "-c", "raise SystemExit(1)"])
    order(database, "m-1")
    make(analysis_tries=2).start()
    until(lambda: find(database, "m-1").state == "failed")
    (row,) = database.run(lambda work: work.execute(sa.select(analyses)).all())
    assert (row.tries, row.open_of) == (2, None)
    assert order(database, "m-2") is None, "its account may order again"


@pytest.mark.usefixtures("gate")
def test_one_that_takes_too_long_is_ended(database: Database, make: Make) -> None:
    order(database, "m-1")
    make(analysis_tries=1, analysis_s=1).start()
    until(lambda: find(database, "m-1").state == "failed")
    until(lambda: not children())


def test_a_process_that_stops_leaves_the_job_to_another(database: Database, make: Make, gate: pathlib.Path) -> None:
    order(database, "m-1")
    first = make()
    first.start()
    until(lambda: find(database, "m-1").percent == 50)
    first.stop()
    assert find(database, "m-1").state == "waiting" and not children()
    gate.touch()
    make().start()
    until(lambda: find(database, "m-1").state == "done")
    (row,) = database.run(lambda work: work.execute(sa.select(analyses)).all())
    assert row.tries == 1


def test_a_recording_that_is_gone_fails_for_good(database: Database) -> None:
    order(database, "m-1")
    chosen = TablesSettings()
    assert Analyst(database, lambda: chosen, lambda _match: Refusal("recording_unknown")).run_once()
    assert find(database, "m-1").state == "failed"


def test_a_long_recording_does_not_hold_up_the_start_of_its_process(gate: pathlib.Path, recording: Recording) -> None:
    gate.touch()
    process = Computation(recording)
    line = None
    while line is None or line.report is None:
        line = process.line(0.1)
    process.end()
    assert line.report.game == "tavli"


def test_a_process_without_work_only_reads(database: Database, report: Any) -> None:
    def look() -> job_rows.Waiting:
        return database.run(job_rows.waiting, 10_000)

    assert look() == job_rows.Waiting(None, is_due=False)
    order(database, "m-1")
    assert look() == job_rows.Waiting(clock(database).now_ms(), is_due=True)
    held = claim(database, "c-1")
    assert look() == job_rows.Waiting(None, is_due=False)
    clock(database).advance(10_001)
    assert look() == job_rows.Waiting(None, is_due=True)
    database.run(job_rows.finish, held, report)
    assert look() == job_rows.Waiting(None, is_due=False)
