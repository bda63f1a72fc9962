"""A house-banked table with lobby, wallet and a worker hosted as in production: embedded, and on the real pair."""

from pathlib import Path
from typing import Any

import pytest

from kafeneio import verify
from tests.support.programs import run_program

pytestmark = pytest.mark.waits

SERVICES = ("wallet", "lobby", "tables")


def play(settings: dict[str, str], var_dir: Path) -> dict[str, Any]:
    return run_program("tests.tables.support.house_banked_hosted", settings, var_dir, hub="asyncio")


def assert_played(seen: dict[str, Any]) -> None:
    """Five rounds of 300: one held when the wallet was back, one annulled. The shoe is proved, the ledger sound."""
    rounds = seen["rounds"]
    assert len(rounds) == 5 and rounds[2] == "dummy" and rounds.count("dummy") == 1
    assert seen["balance"] == 5_000 + 300 * (rounds.count("won") - rounds.count("lost"))
    ledger = seen["ledger"]
    assert (ledger["sum_chips"], ledger["open_escrows"], ledger["negative"]) == (0, 0, [])
    assert seen["status"] == ["online"]
    recording = seen["recording"]
    assert recording["guests"] == [seen["account"]] and recording["outcome"] == "played"
    assert all(finding.holds for finding in verify.check(recording, seen["commit"], "ab" * 16))


def test_a_guest_plays_a_shoe_against_the_bank_on_the_embedded_pair(tmp_path: Path) -> None:
    assert_played(play({}, tmp_path))


@pytest.mark.real
def test_a_guest_plays_a_shoe_against_the_bank_on_the_real_pair(
    tmp_path: Path, rabbit_url: str, postgres_url: str
) -> None:
    databases = {f"KAFENEIO_{service.upper()}_DB_URL": postgres_url for service in SERVICES}
    assert_played(play({"KAFENEIO_BROKER_URL": rabbit_url} | databases, tmp_path))
