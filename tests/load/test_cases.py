"""The bench's last line has the fields that readers count on, and a bar that is missed is said."""

import msgspec

from tests.load import cases
from tests.load.bench import Report
from tests.load.cases import BARS, BOUNDS_BY_BARE, BOUNDS_BY_CASE, CASES, HEAD, Case, Figures, figures, line, missed
from tests.load.platform import ROLES
from tests.load.profiling import hottest
from tests.load.usage import Usage

CPU = {"gateway": 1.0, "worker": 0.5, "broker": 0.25, "database": 0.125, "other": 0.125}
SWITCHES = {"gateway": 2_000, "worker": 4_000, "broker": 16_000, "database": 2_000, "other": 0}
RSS = {"gateway": 60.0, "worker": 50.0, "broker": 150.0, "database": 80.0, "other": 250.0}
USED = Usage(CPU, SWITCHES, 0.5)


def measured(case: Case, latencies_s: list[float], took_s: float) -> Figures:
    return figures(case, latencies_s, took_s, USED, RSS)


def test_figures_are_told_per_thousand_moves_and_switches_per_move() -> None:
    found = measured(Case("tables20", 20), [0.001 * n for n in range(1, 2001)], 4.0)
    assert msgspec.to_builtins(found) == {
        "name": "tables20",
        "tables": 20,
        "moves_per_s": 500.0,
        "p50_ms": 1000.0,
        "p95_ms": 1900.0,
        "p99_ms": 1980.0,
        "cpu_s_per_1k": {"gateway": 0.5, "worker": 0.25, "broker": 0.125, "database": 0.0625, "other": 0.0625},
        "rss_mb": RSS,
        "robots_cpu_s_per_1k": 0.25,
        "switches_per_move": {"gateway": 1.0, "worker": 2.0, "broker": 8.0, "database": 1.0, "other": 0.0},
    }
    assert found.all_cpu_s_per_1k == 1.0
    assert "tables20" in line(found)
    assert all(role in HEAD for role in ROLES)


def test_the_cases_are_the_ones_that_are_compared() -> None:
    assert [(case.name, case.tables) for case in CASES] == [
        ("paced100", 100),
        ("tables1", 1),
        ("tables20", 20),
        ("tables100", 100),
        ("tables200", 200),
        ("long200", 200),
        ("tables1000", 1000),
        ("open10000", 200),
        ("embedded100", 100),
    ]
    names = {case.name for case in CASES}
    assert CASES[0].think_s == 0.5
    assert BARS.keys() | BOUNDS_BY_BARE.keys() | BOUNDS_BY_CASE.keys() <= names
    assert {name for name, _ in BOUNDS_BY_CASE.values()} <= names


def test_the_bare_system_plays_what_it_can_play() -> None:
    others = {case.name for case in CASES if not case.is_bare}
    assert others == {"long200", "open10000", "embedded100"}


def test_every_bar_that_is_missed_is_named() -> None:
    slow = measured(Case("paced100", 100), [0.02] * 1000, 10.0)
    assert missed(slow) == ["p50 20.0 ms > 3.5", "p99 20.0 ms > 12"]
    dear = measured(Case("tables200", 200), [0.001] * 2_000, 10.0)
    assert missed(dear) == ["processor 1.0 s/1k > 0.35"]
    assert missed(measured(Case("tables1", 1), [0.5], 10.0)) == []


def test_a_platform_that_costs_too_many_times_the_bare_path_is_named() -> None:
    case = Case("paced100", 100)
    platform, bare = measured(case, [0.006] * 1_000, 10.0), measured(case, [0.002] * 2_000, 10.0)
    found = cases.ratio(platform, bare)
    assert (found.cpu, found.p50, found.moves_per_s) == (2.0, 3.0, 0.5)
    assert cases.missed_by_bare(found) == ["cpu 2.0 × bare > 1.6", "p50 3.0 × bare > 2.0"]
    assert cases.missed_by_bare(cases.ratio(bare, bare)) == []


def test_a_case_is_held_to_another_one_of_the_same_run() -> None:
    alone = measured(Case("tables200", 200), [0.001] * 2_000, 10.0)
    crowded = measured(Case("open10000", 200), [0.001] * 1_000, 10.0)
    assert cases.missed_by_case(crowded, {"tables200": alone}) == ["cpu 2.0 × tables200 > 1.2"]
    assert cases.missed_by_case(crowded, {}) == []


def test_the_last_line_has_the_cases_and_what_they_were_compared_with() -> None:
    found = measured(Case("tables20", 20), [0.001], 4.0)
    report = Report(cases=[found], bare=[found], ratios=[cases.ratio(found, found)])
    assert set(msgspec.json.decode(msgspec.json.encode(report))) == {"cases", "bare", "ratios"}


def test_the_hottest_functions_are_those_on_top_of_the_stacks() -> None:
    folded = "main;loop;decode 30\nmain;loop 10\nmain;other;decode 10\n"
    assert hottest(folded, 2) == [(0.8, "decode"), (0.2, "loop")]
    assert hottest("") == []
