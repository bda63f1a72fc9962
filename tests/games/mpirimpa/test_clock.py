"""The automatic turn with jokers (games/mpirimpa/RULES.md §11); the rest is in melding/."""

import pytest

from tests.games.melding.hands import clocked, split
from tests.games.mpirimpa.hands import MPIRIMPA


@pytest.mark.parametrize(
    ("hand", "data", "played"),
    [
        ("7c Ac", {"stock": split("X Kc")}, ["draw", "Ac"]),
        ("2s 2d X", {"phase": "play"}, ["2d"]),
        ("X X", {"phase": "play"}, ["X"]),
        ("7c 9d X", {"phase": "play", "drawn": "X"}, ["9d"]),
        ("7c 9d X", {"phase": "play", "barred": "9d"}, ["7c"]),
        ("X 2c", {"phase": "play", "barred": "2c"}, ["X"]),
    ],
)
def test_a_joker_is_discarded_last(hand: str, data: dict, played: list[str]) -> None:
    assert MPIRIMPA.auto(clocked(hand, **data)) == played
