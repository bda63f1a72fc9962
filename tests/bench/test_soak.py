"""The long run's slopes, and what is checked after each simulated day: pure."""

import importlib
import runpy
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.processes.members import ROOT
from bench.processes.whole_platform import SERVICES
from bench.soak import checks
from bench.soak.__main__ import parser, soaked
from bench.soak.checks import HeldEvening, Period
from bench.soak.clock import PROBE, SteppedClock, first_morning_ms, hours_until, next_morning_ms
from bench.soak.day import paired
from bench.soak.expected import RULES
from bench.soak.samples import serious_lines
from bench.soak.slopes import Rule, Slope, judge, judge_all, slope_of, theil_sen
from services.kernel.clock import DAY_MS, HOUR_MS
from services.kernel.local_time import local_day, wall_time_ms
from services.platform.database import inbox, repeated_commands, unit_of_work
from tests.support.servers import PostgresServer, RabbitServer

NOW_MS = 20_000 * DAY_MS + 8 * HOUR_MS


# --- slopes ------------------------------------------------------------------------------------------------------


def test_the_slope_of_a_line_is_its_own() -> None:
    assert theil_sen([0, 1, 2, 5], [7.0, 9.5, 12.0, 19.5]) == 2.5


def test_one_day_out_of_five_may_lie_anywhere() -> None:
    values = [10.0 + 0.5 * day for day in range(20)]
    for day in (2, 7, 11, 17):
        values[day] = 1_000.0
    assert theil_sen(list(range(20)), values) == pytest.approx(0.5, abs=0.05)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30), st.floats(-1e3, 1e3))
def test_a_slope_does_not_depend_on_the_level(values: list[float], more: float) -> None:
    days = list(range(len(values)))
    moved = theil_sen(days, [value + more for value in values])
    assert moved == pytest.approx(theil_sen(days, values), abs=1e-6)


def test_a_slope_is_of_the_second_half_alone_and_a_month_long() -> None:
    warm = [100.0 * day for day in range(10)] + [1_000.0 + 0.2 * day for day in range(10)]
    slope = slope_of("pss_mb wallet", warm)
    assert slope.per_month == pytest.approx(6.0)
    assert slope.percent == pytest.approx(0.6, abs=0.01)


def test_what_only_some_days_of_a_week_bring_is_no_slope() -> None:
    weeks = [5.0, 5.0, 5.0, 9.0, 5.0, 5.0, 5.0] * 5 + [5.0, 5.0, 5.0, 9.0]
    assert slope_of("rows x", weeks) == Slope("rows x", 5.0, 0.0)
    falling = [100.0] * 5 + [7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0]
    assert slope_of("rows x", falling) == Slope("rows x", 3.5, -30.0), "a half shorter than a week counts as it is"


def test_a_figure_without_days_has_no_slope() -> None:
    assert slope_of("rows x", []).percent == 0.0


def test_rising_from_nothing_is_rising_by_everything() -> None:
    assert Slope("rows x", 0.0, 1.0).percent == 100.0
    assert Slope("rows x", 0.0, 0.0).percent == 0.0


@pytest.mark.parametrize(
    ("per_month", "rule", "verdict"),
    [
        (2.0, Rule(), "flat"),
        (2.1, Rule(), "rises"),
        (2.1, Rule(slack=0.5), "flat"),
        (2.6, Rule(slack=0.5), "rises"),
        (-50.0, Rule(), "flat"),
        (50.0, Rule(grows_because="the ledger keeps all"), "grows"),
        (50.0, Rule(keeps_days=31), "young"),
        (50.0, Rule(keeps_days=30), "rises"),
    ],
)
def test_a_slope_is_judged_by_one_percent_a_month(per_month: float, rule: Rule, verdict: str) -> None:
    assert judge(Slope("rows x", 200.0, per_month), rule, days=60).verdict == verdict


def test_a_figure_has_its_own_rule_or_that_of_its_kind() -> None:
    series = {"rows a.kept": [1.0, 2.0, 3.0, 4.0], "rows a.swept": [1.0, 2.0, 3.0, 4.0], "pss_mb a": [5.0] * 4}
    rules, usual = {"rows a.kept": Rule(grows_because="history")}, {"rows": Rule(slack=40.0)}
    found = {each.slope.name: each.verdict for each in judge_all(series, rules, usual)}
    assert found == {"rows a.kept": "grows", "rows a.swept": "flat", "pss_mb a": "flat"}


def test_every_table_of_which_something_is_expected_exists() -> None:
    schemas = {service: importlib.import_module(f"services.{service}.schema").metadata for service in SERVICES}
    own = {f"{service}.{name}" for service, metadata in schemas.items() for name in metadata.tables}
    shared = [*unit_of_work.metadata.tables, *inbox.metadata.tables, *repeated_commands.metadata.tables]
    everywhere = {f"{service}.{name}" for service in SERVICES for name in shared}
    expected = {name.removeprefix("rows ") for name in RULES if name.startswith("rows ")}
    assert expected - own - everywhere == set()


# --- the clock ---------------------------------------------------------------------------------------------------


def test_a_run_begins_twenty_days_before_summer_time() -> None:
    begins_ms = first_morning_ms(datetime(2026, 11, 29, 20, tzinfo=UTC))
    assert local_day("Europe/Athens", begins_ms).isoformat() == "2027-03-08"
    later_ms = first_morning_ms(datetime(2027, 3, 9, 1, tzinfo=UTC))
    assert local_day("Europe/Athens", later_ms).isoformat() == "2028-03-06"


def test_hours_pass_one_by_one_until_the_next_morning() -> None:
    steps = hours_until(NOW_MS + 90_000, next_morning_ms(NOW_MS))
    assert steps[0] == NOW_MS + HOUR_MS
    assert steps[-1] == NOW_MS + DAY_MS
    assert len(set(steps)) >= 24


def test_a_clock_is_put_ahead_for_every_process_that_maps_its_file(tmp_path: Path) -> None:
    clock = SteppedClock(tmp_path, NOW_MS)
    assert NOW_MS <= clock.now_ms() < NOW_MS + HOUR_MS
    clock.go_to(NOW_MS + DAY_MS)
    assert NOW_MS + DAY_MS <= clock.now_ms() < NOW_MS + DAY_MS + HOUR_MS
    assert clock.path.stat().st_size == 8
    clock.close()


def test_what_the_probe_changes_is_there_to_be_changed() -> None:
    probe = runpy.run_path(str(PROBE / "sitecustomize.py"))
    for names, called in ((probe["_JOBS"], "time.monotonic()"), (probe["_DEADLINES"], "time.time()")):
        for name in names:
            assert called in source_of(name), name
    assert "now()" in source_of(probe["_OF_THE_DATABASE"])
    for name, constants in probe["_CONSTANTS"].items():
        assert all(f"\n{constant} = " in source_of(name) for constant in constants), name


def source_of(module: str) -> str:
    """The text of a module of ours."""
    return (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")


def test_each_player_meets_every_other_one_in_turn() -> None:
    met = set()
    for day in range(7):
        seats = paired(8, day)
        assert sorted(seats) == list(range(8))
        met |= {frozenset(seats[number : number + 2]) for number in range(0, 8, 2)}
    assert len(met) == 28


# --- what is checked after each day ------------------------------------------------------------------------------


def period(name: str, start_days: int, end_days: int, state: str) -> Period:
    """A period of one board, with its bounds in days from now."""
    return Period("weekly-all", name, NOW_MS + start_days * DAY_MS, NOW_MS + end_days * DAY_MS, state)


def test_periods_that_follow_each_other_and_are_paid_are_right() -> None:
    assert checks.wrong_periods([period("w1", -8, -1, "paid"), period("w2", -1, 6, "open")], NOW_MS) == []


@pytest.mark.parametrize(
    ("periods", "words"),
    [
        ([period("w1", -8, -1, "open"), period("w2", -1, 6, "open")], "is over since 24 h and open"),
        ([period("w1", -8, -1, "closing"), period("w2", -1, 6, "open")], "is over since 24 h and closing"),
        ([period("w1", -9, -2, "paid"), period("w2", -1, 6, "open")], "does not begin where w1 ends"),
        ([period("w1", -8, -1, "paid")], "has no running period"),
    ],
)
def test_a_wrong_period_is_found(periods: list[Period], words: str) -> None:
    (found,) = checks.wrong_periods(periods, NOW_MS)
    assert words in found


def test_partitions_from_the_archived_days_to_a_week_ahead_are_right() -> None:
    today = NOW_MS // DAY_MS
    assert checks.wrong_partitions([(day, day) for day in range(today - 9, today + 8)], 0, NOW_MS, 8) == []


def test_partitions_that_are_missing_or_stay_are_found() -> None:
    today = NOW_MS // DAY_MS
    found = checks.wrong_partitions([(today - 12, today - 12), (today, today + 4)], 3, NOW_MS, 8)
    assert found == [
        "no partitions for the days [5, 6] from today",
        "1 partitions are older than 8 days, the oldest by 12 days",
        "3 lines of the journal in the default partition",
    ]


def test_a_job_is_late_when_it_was_not_done_since_it_was_last_due() -> None:
    due_ms = NOW_MS - 8 * HOUR_MS + 190 * 60_000
    minutes = {"forget": 190, "heads": 22 * 60}
    assert checks.late_jobs({"forget": due_ms, "heads": due_ms - DAY_MS + 19 * HOUR_MS}, minutes, NOW_MS) == []
    assert checks.late_jobs({"forget": due_ms - 1, "heads": due_ms}, minutes, NOW_MS) == ["forget"]
    assert checks.late_jobs({}, minutes, NOW_MS) == ["forget", "heads"]


def test_what_is_not_a_log_line_is_as_serious_as_an_error() -> None:
    text = '{"level": "info", "event": "ready"}\n{"level": "error", "event": "broken"}\n\nTraceback of something\n'
    assert list(serious_lines(text)) == ['{"level": "error", "event": "broken"}', "Traceback of something"]


def evening(day: str, minute: int = 30, state: str = "cancelled") -> HeldEvening:
    """An evening that begins at this minute after eight by the clocks of Athens."""
    starts_ms = wall_time_ms("Europe/Athens", date.fromisoformat(day), 20 * 60 + minute)
    return HeldEvening(f"evening-free-{day}", state, starts_ms, starts_ms + 90 * 60_000)


def test_evenings_keep_their_hour_over_the_change_to_summer_time() -> None:
    held = [evening("2027-03-27"), evening("2027-03-28"), evening("2027-03-29", state="open")]
    assert checks.wrong_evenings(held, held[2].starts_at_ms - HOUR_MS) == []
    late = held[1]._replace(starts_at_ms=held[0].starts_at_ms + DAY_MS)
    assert checks.wrong_evenings([held[0], late, held[2]], held[2].starts_at_ms) == [
        "evening-free-2027-03-28 begins at 21:30"
    ]


def test_an_evening_that_is_missing_or_never_ends_is_found() -> None:
    held = [evening("2027-03-26", state="closing"), evening("2027-03-28")]
    assert checks.wrong_evenings(held, held[1].starts_at_ms + 2 * DAY_MS) == [
        "evening-free-2027-03-26 is over since 93 h and closing",
        "after the evening of 2027-03-26 comes that of 2027-03-28",
        "no evening was announced",
    ]


# --- a day on a real platform ------------------------------------------------------------------------------------


@pytest.mark.real
@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_day_and_a_night_pass_and_nothing_is_lost(
    rabbit_server: RabbitServer, postgres_server: PostgresServer
) -> None:
    found = soaked(rabbit_server, postgres_server, parser().parse_args(["--days", "1", "--minutes", "0"]))
    assert found.lost == []
    assert (found.days, found.matches) == (1, 14)
    assert date.fromisoformat(found.last_day) - date.fromisoformat(found.first_day) == timedelta(days=1)
    assert found.staff.done["reports"] == found.staff.done["cards"] == 1
    assert set(found.series) >= {"pss_mb wallet", "rows tables.journal", "partitions tables", "log_bytes gateway-1"}
