"""Moments as plain data (games/mpirimpa/RULES.md §14): jokers, columns and the trump suit."""

import pytest

from services.kernel.refusal import Refusal
from tests import conformance
from tests.games.mpirimpa.hands import split, state


def test_the_trump_suit_is_left_out_until_there_is_one() -> None:
    assert state(hands=[["7c"], []]).trump is None
    assert state(hands=[["7c"], []], trump="h").trump == 2


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ({"hands": [["X"] * 5]}, "hands"),
        ({"hands": [["7c"]], "table": [[{"cards": split("7c 7d 7h")}]]}, "table"),
        ({"hands": [["7c"]], "stock_count": 108}, "stock_count"),
        ({"hands": [["7c"]], "trump": "x"}, ""),
    ],
)
def test_what_contradicts_itself_is_refused_with_its_name(data: dict, name: str) -> None:
    found = conformance.situation("mpirimpa", {}, data)
    assert isinstance(found, Refusal)
    assert found.error == "situation_invalid" and name in found.detail
