"""The bench's last line has the fields that readers count on, and a bar that is missed is said."""

import argparse
from collections.abc import Mapping

import msgspec
import pytest

from bench.moves import bench, cases
from bench.moves.bars import BARS, MEASURES, Runs, judge, table
from bench.moves.bench import Report
from bench.moves.cases import CASES, HEAD, Case, Figures, figures, line, services_line
from bench.processes.profiling import hottest
from bench.processes.usage import Usage
from bench.processes.whole_platform import ROLES

CPU = {"gateway": 1.0, "worker": 0.5, "broker": 0.25, "database": 0.125, "other": 0.125}
SWITCHES = {"gateway": 2_000, "worker": 4_000, "broker": 16_000, "database": 2_000, "other": 0}
RSS = {"gateway": 60.0, "worker": 50.0, "broker": 150.0, "database": 80.0, "other": 250.0}
SERVICES = {"gateway": 1.0, "worker": 0.5, "broker": 0.25, "database": 0.125, "wallet": 0.025, "lobby": 0.1}
USED = Usage(CPU, SWITCHES, 0.5, SERVICES, dict.fromkeys(CPU, 0.2))


def measured(case: Case, latencies_s: list[float], took_s: float) -> Figures:
    return figures(case, latencies_s, took_s, USED, RSS)


def test_figures_are_printed_per_thousand_moves_and_switches_per_move() -> None:
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
        "by_role": {
            "gateway": 0.5,
            "worker": 0.25,
            "broker": 0.125,
            "database": 0.0625,
            "wallet": 0.0125,
            "lobby": 0.05,
        },
        "held_up_ms_per_move": dict.fromkeys(CPU, 0.1),
    }
    assert services_line(found) == "lobby 0.050  wallet 0.013"
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
    assert {bar.case for bar in BARS} <= names
    assert {bar.measure for bar in BARS} <= MEASURES.keys()


def runs(platform: list[Figures], bare: list[Figures] = [], peer: Mapping[str, float] = {}) -> Runs:  # noqa: B006
    of_platform, of_bare = ({each.name: each for each in some} for some in (platform, bare))
    return Runs(of_platform, of_bare, peer)


def outcomes(found: Runs) -> dict[str, tuple[float, bool]]:
    return {each.name: (each.value, each.met) for each in judge(found)}


def test_a_case_is_held_to_its_own_bars() -> None:
    slow = measured(Case("paced100", 100), [0.02] * 1000, 10.0)
    assert outcomes(runs([slow])) == {"paced100 robots_cpu_s_per_1k": (0.5, True)}
    alone = measured(Case("embedded100", 100), [0.031] * 1000, 10.0)
    assert outcomes(runs([alone])) == {"embedded100 p99_ms": (31.0, False)}
    assert outcomes(runs([measured(Case("tables1", 1), [0.5], 10.0)])) == {}


def test_a_case_is_held_to_the_bare_path_beside_it() -> None:
    case = Case("paced100", 100)
    platform, bare = measured(case, [0.006] * 1_000, 10.0), measured(case, [0.002] * 2_000, 10.0)
    found = cases.ratio(platform, bare)
    assert (found.cpu, found.p50, found.moves_per_s) == (2.0, 3.0, 0.5)
    assert outcomes(runs([platform], [bare]))["paced100 p50_by_bare"] == (3.0, False)
    assert outcomes(runs([bare], [bare]))["paced100 p50_by_bare"] == (1.0, True)
    many = [measured(Case("tables200", 200), [0.001] * moves, 10.0) for moves in (200, 2_000)]
    assert outcomes(runs(many[:1], many[1:]))["tables200 cpu_by_bare"] == (10.0, False)


@pytest.mark.parametrize(
    ("platform_ms", "bare_ms", "met"), [(10, 1, True), (11, 1, False), (30, 15, True), (31, 15, False)]
)
def test_the_slowest_may_take_ten_milliseconds_or_twice_the_bare_path(
    platform_ms: int, bare_ms: int, met: bool
) -> None:
    platform, bare = (measured(Case("paced100", 100), [ms / 1000] * 1_000, 10.0) for ms in (platform_ms, bare_ms))
    assert outcomes(runs([platform], [bare]))["paced100 p99_by_allowed"][1] is met


def test_a_case_is_held_to_another_platform_of_the_same_hour() -> None:
    found = measured(Case("tables200", 200), [0.001] * 2_000, 10.0)
    assert outcomes(runs([found], peer={"tables200": 4.0}))["tables200 cpu_by_peer"] == (0.25, True)
    assert outcomes(runs([found], peer={"tables200": 2.0}))["tables200 cpu_by_peer"] == (0.5, False)
    assert "tables200 cpu_by_peer" not in outcomes(runs([found], peer={"paced100": 4.0}))


def test_what_another_platform_took_is_read_by_the_names_of_cases() -> None:
    assert bench.figures_by_case("paced100=2.5,tables200=1.7") == {"paced100": 2.5, "tables200": 1.7}
    for wrong in ("", "paced100", "paced100=x", "paced=1"):
        with pytest.raises(argparse.ArgumentTypeError):
            bench.figures_by_case(wrong)


def test_a_case_is_held_to_another_one_of_the_same_run() -> None:
    alone = measured(Case("tables200", 200), [0.001] * 2_000, 10.0)
    crowded = measured(Case("open10000", 200), [0.001] * 1_000, 10.0)
    assert outcomes(runs([alone, crowded]))["open10000 cpu_by_tables200"] == (2.0, False)
    assert outcomes(runs([crowded])) == {}


def test_the_table_of_bars_says_what_was_missed() -> None:
    slow, bare = (measured(Case("paced100", 100), [delay_s] * 1000, 10.0) for delay_s in (0.02, 0.004))
    lines = table(judge(runs([slow], [bare]))).splitlines()
    assert [line.split()[-1] for line in lines[1:]] == ["MISSED", "MISSED", "met"]


def test_the_last_line_has_the_cases_and_what_they_were_compared_with() -> None:
    found = measured(Case("tables20", 20), [0.001], 4.0)
    report = Report(cases=[found], bare=[found], ratios=[cases.ratio(found, found)], bars=judge(runs([found])))
    assert set(msgspec.json.decode(msgspec.json.encode(report))) == {"cases", "bare", "ratios"}


def test_the_hottest_functions_are_those_on_top_of_the_stacks() -> None:
    folded = "main;loop;decode 30\nmain;loop 10\nmain;other;decode 10\n"
    assert hottest(folded, 2) == [(0.8, "decode"), (0.2, "loop")]
    assert hottest("") == []
