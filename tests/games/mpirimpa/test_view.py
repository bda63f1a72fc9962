"""Views and events (games/mpirimpa/RULES.md §10): the part that only mpirimpa has."""

from typing import Any

import msgspec
import pytest

from tests.games.mpirimpa.hands import CALL, GAME, PRO, applied, split

MOMENT: dict[str, Any] = {
    "to_move": 0,
    "phase": "play",
    "hands": [split("X 9d 3c 9d 2s"), split("Ks Kh 4h"), split("Qs"), split("7s 8s")],
    "table": [
        [{"id": 1, "cards": split("5h 6h X 8h 9h Th Jh")}, {"id": 3, "cards": split("7c 7d 2d")}],
        [{"id": 2, "cards": split("2c 3c 4c")}],
    ],
    "pile": split("4d Jc"),
    "stock": split("As Ac Ad"),
    "pots": [[], split("3s 4s 5s")],
    "pot_taken": [True, False],
    "trump": "h",
    "drawn": "9d",
    "timeouts": {"2": 3},
}
OPTIONS = {"seats": 4, "columns": True}


def view(seat: int | None, **changed: Any) -> dict[str, Any]:
    return CALL["view"](situation=MOMENT | changed, seat=seat, options=OPTIONS)


def test_all_see_the_trump_suit_and_biribas() -> None:
    found = view(0)
    assert (found["own_hand"], found["trump"], found["biriba"]) == (split("3c 9d 9d 2s X"), "h", [True, False])


def test_melds_are_shown_with_kind_class_and_what_wild_cards_stand_for() -> None:
    run, clean, column = view(1)["melds"]
    assert run == {
        "id": 1, "side": 0, "kind": "run", "suit": "h", "low": 5, "rank": None, "cards": split("5h 6h X 8h 9h Th Jh"),
        "wild": 2, "stands_for": "7h", "class": "dirty", "missing": 0, "trump": True, "bonus": 300, "points": 70,
    }  # fmt: skip
    assert (clean["id"], clean["side"], clean["wild"], clean["class"], clean["missing"]) == (2, 1, None, "open", 4)
    assert (column["kind"], column["rank"], column["suit"], column["stands_for"]) == ("column", "7", None, "7")


@pytest.mark.parametrize(("cards", "stands_for"), [("X Kh Ah", "Qh"), ("Qh Kh 2c", "Ah"), ("2c 3h 4h", "2h")])
def test_a_wild_card_is_shown_with_its_place(cards: str, stands_for: str) -> None:
    (meld,) = view(0, table=[[{"cards": split(cards)}], []])["melds"]
    assert meld["stands_for"] == stands_for


def now(seat: int | None, **changed: Any) -> Any:
    return view(seat, **changed)["now"]


@pytest.mark.parametrize(
    ("table", "pot_taken", "keep", "error"),
    [
        ([], False, 2, "no_biriba"),
        ([{"cards": split("5h 6h 7h 8h 9h Th Jh")}], False, 0, None),
        ([{"cards": split("5h 6h 7h 8h 9h Th Jh")}], True, 1, "must_keep_discard"),
    ],
)
def test_how_many_cards_must_stay(table: list, pot_taken: bool, keep: int, error: str | None) -> None:
    found = now(0, table=[table, []], pot_taken=[pot_taken, False])
    assert (found["keep"], found["keep_error"]) == (keep, error)
    assert found["lay_off"] == (None if table else "unknown_meld")


def test_at_the_end_of_a_hand_hands_and_untaken_pots_lie_open() -> None:
    situation = MOMENT | {"stock": [], "drawn": None}
    found = CALL["view"](
        situation=situation, move={"seat": 0, "move": "discard", "card": "3c"}, then_view=None, options=OPTIONS
    )
    assert found["hands"] == {"0": split("9d 9d 2s X"), "1": split("4h Kh Ks"), "2": ["Qs"], "3": split("7s 8s")}
    assert (found["phase"], found["pots"]) == ("hand_end", [[], split("3s 4s 5s")])
    last = found["last_hand"]
    assert (last["end"], last["closed_by"], last["trump"], last["pots"]) == (
        "stock_exhausted",
        None,
        "h",
        found["pots"],
    )
    side = last["sides"][0]
    assert {name: side[name] for name in ("bonus", "table_points", "closing", "hand_points", "score", "total")} == {
        "bonus": 300, "table_points": 100, "closing": 0, "hand_points": 70, "score": 330, "total": 330,
    }  # fmt: skip
    assert found["event"]["hand"]["sides"][0]["score"] == 330
    assert found["scores"] == [[330, -10]]


def test_what_a_side_scored_adds_up_line_by_line() -> None:
    found = applied(
        MOMENT | {"stock": [], "drawn": None}, {"seat": 0, "move": "discard", "card": "3c"}, options=OPTIONS
    )
    for side in found["records"][0]["data"]["sides"]:
        assert side["bonus"] == sum(meld["bonus"] for meld in side["melds"])
        assert side["table_points"] == sum(meld["points"] for meld in side["melds"])
        assert side["score"] == side["bonus"] + side["table_points"] + side["closing"] - side["hand_points"]


# --- events ---


def event(move: dict[str, Any], viewer: int | None, **changed: Any) -> dict[str, Any]:
    return CALL["view"](situation=MOMENT | changed, move=move, then_view=viewer, options=OPTIONS)["event"]


def test_taking_the_pile_shows_its_cards_to_all_viewers() -> None:
    found = event({"seat": 0, "move": "take_pile"}, None, phase="draw", drawn=None)
    assert (found["cards"], found["melds"]) == (split("4d Jc"), [])


def test_a_view_says_which_game_it_is() -> None:
    views = [game.view(game.start(game.options({}, {})), 0) for game in (GAME, PRO)]
    assert [(each.pro, each.columns, each.phase, each.hand_counts) for each in views] == [
        (False, False, "deal", ()), (True, False, "deal", ()),
    ]  # fmt: skip
    assert all(msgspec.json.encode(each) for each in views)
