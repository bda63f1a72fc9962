"""The lobby's bench with few guests: everything happens once, on real servers."""

import pytest
import uvloop

from bench.processes.whole_platform import Platform
from bench.scale.lobby_bench import CASES, SETTINGS, measure, missed, parser, raise_descriptors
from bench.scale.lobby_cases import overtaken
from tests.support import loops
from tests.support.servers import PostgresServer, RabbitServer

FEW = ["--sockets", "30", "--changes", "1", "--players", "25", "--logins", "10", "--tables", "1", "--slow", "2"]
FEW += ["--seekers", "20", "--pressing", "2"]


@pytest.mark.real
@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_small_crowd_gets_in_comes_back_logs_in_and_minds_no_slow_client(
    rabbit_server: RabbitServer, postgres_server: PostgresServer
) -> None:
    raise_descriptors()
    args = parser().parse_args([*FEW, "--seconds", "0.5", "--settle", "0.1"])
    with Platform(rabbit_server, postgres_server, settings=SETTINGS) as platform:
        found = loops.run(measure(platform, args), timeout_s=500, new_loop=uvloop.new_event_loop)
    assert set(found) == set(CASES)
    assert (found["full"]["sockets"], found["back"]["turned_away"], found["storm"]["refused"]) == (30, 0, 0)
    assert found["storm"]["moves"] > 0
    assert (found["quick"]["players"], found["quick"]["refused"]) == (20, 0)
    assert found["quick"]["seated"] >= 2
    assert found["quick"]["left_together"] == 0
    assert found["full"]["rss_mb"] < 1_024


def test_a_missed_bar_is_named() -> None:
    found = {"full": {"rss_mb": 1_025.0}, "back": {"back_s": 15.0, "turned_away": 1}, "storm": {"refused": 0}}
    found["quick"] = {"quick_match_p99_ms": 2_000.5, "refused": 0, "left_together": 0}
    assert missed(found) == [
        "full: rss_mb 1025.0 > 1024",
        "back: turned_away 1 > 0",
        "quick: quick_match_p99_ms 2000.5 > 2000.0",
    ]


@pytest.mark.parametrize(("ends_s", "places"), [([], 0), ([1, 2, 3], 0), ([3, 1, 2], 2), ([1, 3, 2], 1)])
def test_a_request_that_ends_after_later_ones_was_overtaken(ends_s: list[float], places: int) -> None:
    assert overtaken(ends_s) == places
