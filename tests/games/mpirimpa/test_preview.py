"""Help while choosing (services/tables/games/mpirimpa/RULES.md §13)."""

from typing import Any

import pytest

from tests.games.mpirimpa.hands import GAME, PRO, split, state

MOMENT: dict[str, Any] = {
    "to_move": 0,
    "phase": "play",
    "hands": [split("3c 4c 2c 9d 8h X Jc"), split("Ks Kh")],
    "table": [[{"id": 1, "cards": split("9h Th Jh")}], [{"id": 2, "cards": split("5s 6s 7s")}]],
    "pile": split("5c 6c"),
    "stock_count": 9,
}


def preview(draft: dict[str, Any], seat: Any = 0, game: Any = GAME, **changed: Any) -> dict[str, Any]:
    return game.preview(game.view(state(game.id, **MOMENT | changed), seat), draft)


def test_a_selection_is_shown_as_the_meld_it_would_be() -> None:
    found = preview({"cards": split("3c 4c 2c")})
    assert found["meld"]["meld"]["cards"] == split("2c 3c 4c")
    assert found["lay_offs"] == []
    assert "discard" not in found


def test_a_selection_is_shown_on_the_own_melds_that_take_it() -> None:
    found = preview({"cards": ["8h"]})
    assert found["meld"] == {"error": "too_few_cards"}
    assert [(each["meld"]["cards"], each["end"]) for each in found["lay_offs"]] == [(split("8h 9h Th Jh"), None)]
    assert found["discard"] is None


def test_a_wild_card_has_two_ends() -> None:
    found = preview({"cards": ["X"]})["lay_offs"]
    assert [(each["meld"]["cards"], each["end"]) for each in found] == [
        (split("9h Th Jh X"), None), (split("X 9h Th Jh"), "low"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("draft", "error", "cards"),
    [
        ({"move": "meld", "cards": split("4c 3c 2c")}, None, [split("2c 3c 4c")]),
        ({"move": "meld", "cards": split("4c 3c 9d")}, "mixed_suits", None),
        ({"move": "lay_off", "meld": 1, "cards": split("8h X"), "end": "low"}, None, [split("X 8h 9h Th Jh")]),
        ({"move": "lay_off", "meld": 2, "cards": ["X"]}, "not_your_meld", None),
        ({"move": "discard", "card": "9d"}, None, None),
        ({"move": "draw"}, "already_drawn", None),
        ({"move": "sing"}, "unknown_move", None),
        ({"move": "meld", "cards": 3}, "card_not_in_hand", None),
    ],
)
def test_a_move_is_shown_with_what_stands_against_it(draft: dict, error: str | None, cards: Any) -> None:
    found = preview(draft)
    assert found["error"] == error
    assert [meld["cards"] for meld in found["melds"]] == cards if cards else "melds" not in found


def test_a_meld_is_arranged_though_it_is_not_one_s_turn() -> None:
    found = preview({"move": "meld", "cards": split("4c 3c 2c")}, to_move=1)
    assert (found["error"], found["melds"][0]["cards"]) == ("not_your_turn", split("2c 3c 4c"))
    assert preview({"cards": split("4c 3c 2c")}, to_move=1)["meld"]["meld"]["cards"] == split("2c 3c 4c")


def test_taking_the_pot_is_foreseen_without_its_cards() -> None:
    table = [[{"id": 1, "cards": split("5h 6h 7h 8h 9h Th Jh")}], []]
    draft = {"move": "lay_off", "meld": 1, "cards": ["Qh"]}
    found = preview(draft, hands=[["Qh"], []], table=table, pots=[split("3s 4s"), []])
    assert (found["error"], found["takes_pot"], found["own_hand"]) == (None, True, [])


def test_the_pile_is_taken_in_two_steps() -> None:
    first = preview({"taking": True, "plays": []}, game=PRO, phase="draw")
    assert (first["justified"], first["error"]) == (False, "pile_not_justified")
    assert first["own_hand"] == split("2c 3c 4c 5c 6c Jc 9d 8h X")
    plays = [{"move": "meld", "cards": split("3c 4c 5c")}]
    second = preview({"taking": True, "plays": plays, "cards": ["6c"]}, game=PRO, phase="draw")
    assert (second["justified"], second["error"], second["takes_pot"]) == (True, None, False)
    assert [meld["cards"] for meld in second["melds"]] == [split("3c 4c 5c")]
    assert second["own_hand"] == split("2c 6c Jc 9d 8h X")
    assert [each["meld"]["cards"] for each in second["selection"]["lay_offs"]] == [split("3c 4c 5c 6c")]


def test_a_play_that_fails_is_named() -> None:
    plays = [{"move": "meld", "cards": split("3c 4c 5c")}, {"move": "meld", "cards": split("3c 4c 5c")}]
    found = preview({"taking": True, "plays": plays}, game=PRO, phase="draw")
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
    assert preview(draft, game=PRO, **changed)["error"] == error


def test_the_free_pile_needs_no_plays() -> None:
    found = preview({"taking": True}, phase="draw")
    assert (found["justified"], found["error"]) == (True, None)


@pytest.mark.parametrize("draft", [{}, {"cards": "3c"}, {"cards": ["Zz"]}, {"move": "leave"}])
def test_nothing_is_said_of_what_is_no_draft(draft: dict) -> None:
    assert preview(draft) == {}


@pytest.mark.parametrize("seat", ["public", "open"])
def test_nothing_is_said_to_who_has_no_hand(seat: str) -> None:
    assert preview({"cards": split("3c 4c 2c")}, seat=seat) == {}
