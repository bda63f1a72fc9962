"""The bench's last line has the fields that readers count on, and a bar that is missed is said."""

import msgspec

from tests.load.cases import BARS, CASES, HEAD, Case, figures, line, missed
from tests.load.platform import ROLES
from tests.load.profiling import hottest

CPU = {"gateway": 1.0, "worker": 0.5, "broker": 0.25, "database": 0.125, "other": 0.125}
RSS = {"gateway": 60.0, "worker": 50.0, "broker": 150.0, "database": 80.0, "other": 250.0}


def test_figures_are_told_per_thousand_moves() -> None:
    found = figures(Case("tables20", 20), [0.001 * n for n in range(1, 2001)], 4.0, CPU, RSS)
    assert msgspec.to_builtins(found) == {
        "name": "tables20",
        "tables": 20,
        "moves_per_s": 500.0,
        "p50_ms": 1000.0,
        "p95_ms": 1900.0,
        "p99_ms": 1980.0,
        "cpu_s_per_1k": {"gateway": 0.5, "worker": 0.25, "broker": 0.125, "database": 0.0625, "other": 0.0625},
        "rss_mb": RSS,
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
        ("tables1000", 1000),
    ]
    assert CASES[0].think_s == 0.5
    assert BARS.keys() <= {case.name for case in CASES}


def test_every_bar_that_is_missed_is_named() -> None:
    slow = figures(Case("paced100", 100), [0.02] * 1000, 10.0, CPU, RSS)
    assert missed(slow) == ["p50 20.0 ms > 3", "p99 20.0 ms > 10", "processor 2.0 s/1k > 1.0"]
    few = figures(Case("tables200", 200), [0.001] * 10_000, 10.0, CPU, RSS)
    assert missed(few) == ["1000.0 moves/s < 5300"]
    assert missed(figures(Case("tables1", 1), [0.5], 10.0, CPU, RSS)) == []


def test_the_hottest_functions_are_those_on_top_of_the_stacks() -> None:
    folded = "main;loop;decode 30\nmain;loop 10\nmain;other;decode 10\n"
    assert hottest(folded, 2) == [(0.8, "decode"), (0.2, "loop")]
    assert hottest("") == []
