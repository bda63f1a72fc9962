"""Whatever can be asked and shows how a match ended shows what counts after a correction: no reader is forgotten."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from services.contracts.base import wire_name
from tests.contracts.requests import all_requests

ROOT = Path(__file__).parents[2]
RESULT_FIELDS = {"outcome", "won", "winners"}
PROVEN = {
    "tests/tables/history/test_corrected_results.py": {
        "find_matches",
        "get_match",
        "get_matches",
        "get_record",
        "get_recording",
        "get_totals",
        "list_matches",
        "list_recordings",
    },
    "tests/tables/sharing/test_shares.py": {"get_shared"},
    "tests/ranking/statistics/test_statistics_and_classification.py": {
        "get_match_hands",
        "get_statistics",
        "list_played_matches",
    },
    "tests/ranking/boards/test_matches_to_prizes.py": {"list_past_periods"},
    "tests/tournaments/prizes/test_settlement.py": {"list_past_competitions"},
    "tests/tournaments/pairing/test_games_asked_paired_counted.py": {"list_games"},
}
"""Where it is proven that a correction reaches an answer: file → requests."""
TRIED_OUT = {"preview_chips", "preview_ratings"}
"""They show what a correction would do."""
OF_NO_MATCH = {"file_appeal", "list_appeals", "rule_appeal", "get_player_file", "list_webhook_deliveries"}
"""What they call an outcome is that of an appeal, or of a delivery."""


def _structs(kind: Any, seen: set[Any]) -> Iterator[type]:
    """All message types inside a type."""
    if kind in seen:
        return
    seen.add(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        for field in msgspec.structs.fields(kind):
            yield from _structs(field.type, seen)
    for inner in get_args(kind):
        yield from _structs(inner, seen)


def _shows_a_result(answer: Any) -> bool:
    return any(RESULT_FIELDS & set(each.__struct_fields__) for each in _structs(answer, set()))


def readers() -> set[str]:
    return {wire_name(request) for request in all_requests() if _shows_a_result(request.answer)}


def test_every_request_that_shows_results_is_known_to_follow_corrections() -> None:
    assert readers() - OF_NO_MATCH - TRIED_OUT == set().union(*PROVEN.values())


@pytest.mark.parametrize("path", PROVEN)
def test_the_proof_is_there(path: str) -> None:
    assert "correct" in (ROOT / path).read_text(encoding="utf-8")
