"""Help while choosing (games/{buraco,mpirimpa}/RULES.md)."""

from typing import Any

import pytest

from tests.games.melding.hands import Family, of_two_sides, preview, split

pytestmark = of_two_sides


def test_a_selection_is_shown_as_the_meld_it_would_be(family: Family) -> None:
    found = preview(family, {"cards": split("3c 4c 2c")})
    assert found["meld"]["meld"]["cards"] == split("2c 3c 4c")
    assert found["lay_offs"] == []
    assert "discard" not in found


def test_a_selection_is_shown_on_the_own_melds_that_take_it(family: Family) -> None:
    found = preview(family, {"cards": ["8h"]})
    assert found["meld"] == {"error": "too_few_cards"}
    assert [(each["meld"]["cards"], each["end"]) for each in found["lay_offs"]] == [(split("8h 9h Th Jh"), None)]
    assert found["discard"] is None


def test_a_wild_card_has_two_ends(family: Family) -> None:
    found = preview(family, {"cards": ["2d"]})["lay_offs"]
    assert [(each["meld"]["cards"], each["end"]) for each in found] == [
        (split("9h Th Jh 2d"), None), (split("2d 9h Th Jh"), "low"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("draft", "error", "cards"),
    [
        ({"move": "meld", "cards": split("4c 3c 2c")}, None, [split("2c 3c 4c")]),
        ({"move": "meld", "cards": split("4c 3c 9d")}, "mixed_suits", None),
        ({"move": "lay_off", "meld": 1, "cards": split("8h 2d"), "end": "low"}, None, [split("2d 8h 9h Th Jh")]),
        ({"move": "lay_off", "meld": 2, "cards": ["2d"]}, "not_your_meld", None),
        ({"move": "discard", "card": "9d"}, None, None),
        ({"move": "draw"}, "already_drawn", None),
        ({"move": "sing"}, "unknown_move", None),
        ({"move": "meld", "cards": 3}, "card_not_in_hand", None),
    ],
)
def test_a_move_is_shown_with_what_stands_against_it(
    family: Family, draft: dict, error: str | None, cards: Any
) -> None:
    found = preview(family, draft)
    assert found["error"] == error
    assert [meld["cards"] for meld in found["melds"]] == cards if cards else "melds" not in found


def test_a_meld_is_arranged_though_it_is_not_one_s_turn(family: Family) -> None:
    found = preview(family, {"move": "meld", "cards": split("4c 3c 2c")}, to_move=1)
    assert (found["error"], found["melds"][0]["cards"]) == ("not_your_turn", split("2c 3c 4c"))
    assert preview(family, {"cards": split("4c 3c 2c")}, to_move=1)["meld"]["meld"]["cards"] == split("2c 3c 4c")


def test_taking_the_pot_is_foreseen_without_its_cards(family: Family) -> None:
    table = [[{"id": 1, "cards": split("5h 6h 7h 8h 9h Th Jh")}], []]
    draft = {"move": "lay_off", "meld": 1, "cards": ["Qh"]}
    found = preview(family, draft, hands=[["Qh"], []], table=table, pots=[split("3s 4s"), []])
    assert (found["error"], found["takes_pot"], found["own_hand"]) == (None, True, [])


@pytest.mark.parametrize("draft", [{}, {"cards": "3c"}, {"cards": ["Zz"]}, {"move": "leave"}])
def test_nothing_is_said_of_what_is_no_draft(family: Family, draft: dict) -> None:
    assert preview(family, draft) == {}


@pytest.mark.parametrize("seat", ["public", "open"])
def test_the_preview_is_empty_without_a_hand(family: Family, seat: str) -> None:
    assert preview(family, {"cards": split("3c 4c 2c")}, seat=seat) == {}
