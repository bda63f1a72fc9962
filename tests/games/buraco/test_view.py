"""Views and events (games/buraco/RULES.md §10): the part that only buraco has."""

from typing import Any

import msgspec
import pytest

from tests.games.buraco.hands import CALL, GAME, applied, split

MOMENT: dict[str, Any] = {
    "to_move": 0,
    "phase": "play",
    "hands": [split("2h 9d 3c 9d 2s"), split("Ks Kh 4h"), split("Qs"), split("7s 8s")],
    "table": [
        [{"id": 1, "cards": split("5h 6h 2c 8h 9h 2d Jh")}, {"id": 3, "cards": split("7c 7d 2d")}],
        [{"id": 2, "cards": split("2c 3c 4c")}],
    ],
    "pile": split("4d Jc"),
    "stock": split("As Ac Ad"),
    "pots": [[], split("3s 4s 5s")],
    "pot_taken": [True, False],
    "pot_by": [2, None],
    "drawn": "9d",
    "timeouts": {"2": 3},
}
OPTIONS = {"seats": 4}


def view(seat: int | None, **changed: Any) -> dict[str, Any]:
    return CALL["view"](situation=MOMENT | changed, seat=seat, options=OPTIONS)


def test_all_viewers_see_clean_canastas_and_the_seats_that_took_the_pots() -> None:
    found = view(0)
    assert found["clean_canasta"] == [False, False]
    assert (found["pot_by"], found["pot_used"]) == ([2, None], [False, False])


def test_melds_are_shown_with_kind_class_and_what_wild_cards_stand_for() -> None:
    run, clean, group = view(1)["melds"]
    assert run == {
        "id": 1, "side": 0, "kind": "run", "suit": "h", "low": 5, "rank": None, "cards": split("5h 6h 2c 8h 9h 2d Jh"),
        "wild": [2, 5], "stands_for": ["7h", "Th"], "class": "dirty", "missing": 0, "bonus": 100, "points": 60,
    }  # fmt: skip
    assert (clean["id"], clean["side"], clean["wild"], clean["class"], clean["missing"]) == (2, 1, [], "open", 4)
    assert (group["kind"], group["rank"], group["suit"], group["stands_for"]) == ("group", "7", None, ["7"])
    assert (group["class"], group["missing"]) == ("open", None)


def now(seat: int | None, **changed: Any) -> Any:
    return view(seat, **changed)["now"]


@pytest.mark.parametrize(
    ("table", "pot_taken", "keep", "error"),
    [
        ([], False, 0, None),
        ([{"cards": split("5h 6h 7h 8h 9h Th Jh")}], True, 0, None),
        ([{"cards": split("5h 6h 2c 8h 9h Th Jh")}], True, 2, "no_clean_canasta"),
        ([], True, 2, "no_clean_canasta"),
    ],
)
def test_how_many_cards_must_stay(table: list, pot_taken: bool, keep: int, error: str | None) -> None:
    found = now(0, table=[table, []], pot_taken=[pot_taken, False], pot_by=[])
    assert (found["keep"], found["keep_error"]) == (keep, error)
    assert found["lay_off"] == (None if table else "unknown_meld")


def test_at_the_end_of_a_hand_hands_and_untaken_pots_lie_open() -> None:
    situation = MOMENT | {"stock": [], "drawn": None}
    found = CALL["view"](
        situation=situation, move={"seat": 0, "move": "discard", "card": "3c"}, then_view=None, options=OPTIONS
    )
    assert found["hands"] == {"0": split("9d 9d 2h 2s"), "1": split("4h Kh Ks"), "2": ["Qs"], "3": split("7s 8s")}
    assert (found["phase"], found["pots"]) == ("hand_end", [[], split("3s 4s 5s")])
    last = found["last_hand"]
    assert (last["end"], last["closed_by"], last["pots"]) == ("stock_exhausted", None, found["pots"])
    assert (last["pot"], last["pot_used"]) == (["direct", "waiting"], [False, False])
    side = last["sides"][0]
    lines = ("bonus", "table_points", "beating", "hand_points", "pot_penalty", "score", "total")
    assert [side[name] for name in lines] == [100, 80, 0, 50, 100, 30, 30]
    assert found["event"]["hand"]["sides"][0]["score"] == 30
    assert found["scores"] == [[30, -120]]


def test_what_a_side_scored_adds_up_line_by_line() -> None:
    found = applied(
        MOMENT | {"stock": [], "drawn": None}, {"seat": 0, "move": "discard", "card": "3c"}, options=OPTIONS
    )
    for side in found["records"][0]["data"]["sides"]:
        assert side["bonus"] == sum(meld["bonus"] for meld in side["melds"])
        assert side["table_points"] == sum(meld["points"] for meld in side["melds"])
        assert side["score"] == sum(side[name] for name in ("bonus", "table_points", "beating")) - (
            side["hand_points"] + side["pot_penalty"]
        )


# --- events ---


def event(move: dict[str, Any], viewer: int | None, **changed: Any) -> dict[str, Any]:
    return CALL["view"](situation=MOMENT | changed, move=move, then_view=viewer, options=OPTIONS)["event"]


def test_taking_the_pile_shows_its_cards_to_all_viewers() -> None:
    found = event({"seat": 0, "move": "take_pile"}, None, phase="draw", drawn=None)
    assert found["cards"] == split("4d Jc")


def test_the_event_of_a_play_has_whether_it_uses_the_pot() -> None:
    changed = {"pot_by": [0, None], "hands": [split("Qh 9d 3c"), [], [], []]}
    move = {"seat": 0, "move": "lay_off", "meld": 1, "cards": ["Qh"]}
    assert event(move, None, **changed)["used_pot"] is True
    assert event(move, None, **changed | {"pot_used": [True, False]})["used_pot"] is False
    assert event(move, None, **changed | {"pot_by": [2, None]})["used_pot"] is False


def test_before_the_deal_there_is_nothing_to_see() -> None:
    found = GAME.view(GAME.start(GAME.options({"match_mode": "round"}, {})), 0)
    assert (found.phase, found.hand_counts, found.own_hand, found.match_mode) == ("deal", (), (), "round")
    assert msgspec.json.encode(found)
