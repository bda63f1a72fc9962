"""Moments as plain data (games/buraco/RULES.md §14): no jokers, and who took the pots."""

from typing import Any

import pytest

from services.kernel.refusal import Refusal
from tests import conformance
from tests.games.buraco.hands import split, state


def test_pots_are_neither_taken_nor_used_by_default() -> None:
    found = state(hands={"0": ["7c"]})
    assert (found.pot_by, found.pot_used) == ((None, None), (False, False))


@pytest.mark.parametrize(
    "form", [lambda pair: pair, lambda pair: {"0": pair[0], "1": pair[1]}, lambda pair: dict(enumerate(pair))]
)
def test_sides_may_be_lists_or_numbers(form: Any) -> None:
    pots = {"pot_taken": form([True, False]), "pot_used": form([True, False]), "pot_by": form([0, None])}
    found = state(hands=[["7c"], ["8c"]], **pots)
    assert (found.pot_by, found.pot_used) == ((0, None), (True, False))


def test_a_taken_pot_was_taken_by_the_only_seat_of_its_side() -> None:
    assert state(hands=[["7c"], []], pot_taken=[False, True]).pot_by == (None, 1)
    assert state({"seats": 4}, hands=[["7c"]], pot_taken=[False, True]).pot_by == (None, None)
    assert state({"seats": 4}, hands=[["7c"]], pot_taken=[False, True], pot_by=[None, 3]).pot_by == (None, 3)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ({"hands": [["X"]]}, "hands"),
        ({"hands": [["7c"]], "stock": ["X"]}, "stock"),
        ({"hands": [["7c"]], "stock_count": 104}, "stock_count"),
        ({"hands": [["7c"]], "table": [[{"cards": split("9c 2d 2h")}]]}, "table"),
        ({"hands": [["7c"]], "pot_used": [True]}, "pot_used"),
        ({"hands": [["7c"]], "pot_by": [0]}, "pot_by"),
        ({"hands": [["7c"]], "pot_taken": [True], "pot_by": [1]}, "pot_by"),
    ],
)
def test_what_contradicts_itself_is_refused_with_its_name(data: dict, name: str) -> None:
    found = conformance.situation("buraco", {}, data)
    assert isinstance(found, Refusal)
    assert found.error == "situation_invalid" and name in found.detail
