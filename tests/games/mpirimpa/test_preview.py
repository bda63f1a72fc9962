"""Help while choosing (games/mpirimpa/RULES.md §13): jokers, and the two steps of Pro."""

import pytest

from tests.games.melding.hands import preview, split
from tests.games.mpirimpa.hands import MPIRIMPA, MPIRIMPA_PRO

JOKER = {"hands": [split("3c 4c 2c 9d 8h X Jc"), split("Ks Kh")]}


def test_a_joker_has_two_ends() -> None:
    found = preview(MPIRIMPA, {"cards": ["X"]}, **JOKER)["lay_offs"]
    assert [(each["meld"]["cards"], each["end"]) for each in found] == [
        (split("9h Th Jh X"), None), (split("X 9h Th Jh"), "low"),
    ]  # fmt: skip


def test_a_joker_may_be_laid_with_the_end_named() -> None:
    draft = {"move": "lay_off", "meld": 1, "cards": split("8h X"), "end": "low"}
    assert [meld["cards"] for meld in preview(MPIRIMPA, draft, **JOKER)["melds"]] == [split("X 8h 9h Th Jh")]


def test_the_pile_is_taken_in_two_steps() -> None:
    first = preview(MPIRIMPA_PRO, {"taking": True, "plays": []}, phase="draw", **JOKER)
    assert (first["justified"], first["error"]) == (False, "pile_not_justified")
    assert first["own_hand"] == split("2c 3c 4c 5c 6c Jc 9d 8h X")
    plays = [{"move": "meld", "cards": split("3c 4c 5c")}]
    second = preview(MPIRIMPA_PRO, {"taking": True, "plays": plays, "cards": ["6c"]}, phase="draw", **JOKER)
    assert (second["justified"], second["error"], second["takes_pot"]) == (True, None, False)
    assert [meld["cards"] for meld in second["melds"]] == [split("3c 4c 5c")]
    assert second["own_hand"] == split("2c 6c Jc 9d 8h X")
    assert [each["meld"]["cards"] for each in second["selection"]["lay_offs"]] == [split("3c 4c 5c 6c")]


def test_a_play_that_fails_is_named() -> None:
    plays = [{"move": "meld", "cards": split("3c 4c 5c")}, {"move": "meld", "cards": split("3c 4c 5c")}]
    found = preview(MPIRIMPA_PRO, {"taking": True, "plays": plays}, phase="draw")
    assert (found["error"], found["play"]) == ("card_not_in_hand", 1)


@pytest.mark.parametrize(
    ("draft", "changed", "error"),
    [
        ({"taking": True}, {"pile": [], "phase": "draw"}, "pile_empty"),
        ({"taking": True, "plays": "x"}, {"phase": "draw"}, "pile_not_justified"),
        ({"taking": True, "plays": [{"move": "meld", "cards": split("3c 4c 5c")}]}, {}, "already_drawn"),
    ],
)
def test_what_stands_against_taking_the_pile(draft: dict, changed: dict, error: str) -> None:
    assert preview(MPIRIMPA_PRO, draft, **changed)["error"] == error


def test_the_free_pile_needs_no_plays() -> None:
    found = preview(MPIRIMPA, {"taking": True}, phase="draw")
    assert (found["justified"], found["error"]) == (True, None)
