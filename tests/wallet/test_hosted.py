"""The services that a match needs, hosted as in production: on the embedded pair and on the real one."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.programs import run_program

MATCH = "tests.wallet.hosted"
SERVICES = ("wallet", "ranking", "tournaments", "moderation", "tables")


def assert_played(seen: dict[str, Any]) -> None:
    answers = {answer[0]: answer[4:] for answer in seen["answers"]}
    assert answers == {
        "held": ["m", None, None],
        "ratings": ["m", [["ana", 1500, 0, 1500, None, {}], ["ben", 1500, 0, 1500, None, {}]]],
        "settled": ["m", [825, 0], 175, {"ana": 5325}],
        "rated": [
            "m",
            [["ana", 1520, 20, "win"], ["ben", 1480, -20, "loss"]],
            [["ana", 1520, 1, 1520, None, {}], ["ben", 1480, 1, 1500, None, {}]],
            True,
            "",
        ],
    }
    balance, ledger, ratings, competitions, conduct = seen["asked"]
    assert balance["seq"] > 0
    assert balance == {"account": "ana", "chips": 5325, "seq": balance["seq"]}
    assert ledger == {"sum_chips": 0, "transfers": 6, "open_escrows": 0, "negative": []}
    assert [each["rating"] for each in ratings["ratings"]] == [1520, 1480]
    assert competitions == {"competitions": []}
    assert conduct["cards"] == {"yellow": 1, "blue": 0, "red": 0}
    assert seen["settings"]["min_stake"] == 300
    assert seen["settings"]["log"] == {"min_stake": [200, 300], "correction_window_days": [30, 10]}


def test_a_match_is_played_and_settings_are_changed_on_the_embedded_pair(tmp_path: Path) -> None:
    assert_played(run_program(MATCH, {}, tmp_path))


@pytest.mark.real
def test_a_match_is_played_and_settings_are_changed_on_the_real_pair(
    tmp_path: Path, rabbit_url: str, postgres_url: str
) -> None:
    databases = {f"KAFENEIO_{service.upper()}_DB_URL": postgres_url for service in SERVICES}
    assert_played(run_program(MATCH, {"KAFENEIO_BROKER_URL": rabbit_url} | databases, tmp_path))


def test_a_match_is_held_and_settled_while_the_payment_provider_does_not_respond(tmp_path: Path) -> None:
    """Forty buyers ask what became of their payments: twice as many as the wallet has threads."""
    seen = run_program("tests.wallet.hosted_slow", {"KAFENEIO_PAYMENT_PROVIDER": "simulated"}, tmp_path)
    assert seen["refused"] == ["provider_unavailable"] * 36
