"""Ranking as a process between a real RabbitMQ and PostgreSQL: standings and corrections come by its queues, what they
change goes out to everybody (services/ranking/RULES.md §1, §2, §3).
"""

from pathlib import Path

import pytest

from tests.support.programs import run_program

pytestmark = pytest.mark.real


def test_standings_and_corrections_reach_elo_pr_and_boards_by_the_queues(
    tmp_path: Path, rabbit_url: str, postgres_url: str
) -> None:
    databases = {f"KAFENEIO_{service}_DB_URL": postgres_url for service in ("RANKING", "TABLES")}
    settings = {"KAFENEIO_BROKER_URL": rabbit_url, "KAFENEIO_CLASSIFICATION_S": "1"} | databases
    seen = run_program("tests.ranking.hosted", settings, tmp_path)

    # Won 100–45 by players without a quintile: 1 + 3 + 1 + 1; lost: 1 − 2. The match that was corrected before it was
    # heard of counts for nothing.
    played = {
        "elo": [1520, 1480, 1520, 1480],
        "pr": [[6, 1], [-1, 3], [6, 1], [-1, 3]],
        "board": {"ana": [1516, 1, 1], "eva": [1516, 1, 1], "ben": [1484, 0, 1], "gil": [1484, 0, 1]},
    }
    assert seen["played"] == played
    assert seen["blocked"] == played | {"pr": [[6, None], [-1, 2], [6, 1], [-1, 2]]}
    # The other pair has won by the narrowest margin, 100–99: 1 + 1 + 1 + 1; lost: 1.
    assert seen["corrected"] == {
        "elo": [1480, 1520, 1480, 1520],
        "pr": [[1, 3], [4, 1], [1, 3], [4, 1]],
        "board": {"ben": [1516, 1, 1], "gil": [1516, 1, 1], "ana": [1484, 0, 1], "eva": [1484, 0, 1]},
    }
    assert seen["rated"] == {
        "early": [[account, 0, "none"] for account in ("ana", "ben", "eva", "gil")],
        "m": [["ana", -20, "loss"], ["ben", 20, "win"], ["eva", -20, "loss"], ["gil", 20, "win"]],
    }
