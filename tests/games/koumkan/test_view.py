"""Views, events and help while choosing (games/koumkan/RULES.md §10, §13)."""

from typing import Any

import msgspec
import pytest

from games import api
from tests.conformance.previews import preview_of
from tests.games.koumkan.hands import CALL, GAMES, split, state

HANDS = [split("8h 9h Th 8c 8d Kc Ks 6h Ad 4c"), split("3c 3d"), split("5c")]
BASE = {"to_move": 0, "hands": HANDS, "stock": split("7s 2c 4h"), "discard": split("Qs Js"), "totals": [3, 4, 5]}


def view(game: str, seat: int | None, **data: Any) -> dict[str, Any]:
    return CALL[game]["view"](situation=BASE | data, seat=seat, options={"seats": 3})


def test_a_seat_sees_its_own_hand_and_the_public_things() -> None:
    seen = view("thanasis", 0, indicator="6d")
    assert sorted(seen["own_hand"]) == sorted(HANDS[0]) and seen["deadwood"] == 21
    assert (seen["hand_counts"], seen["stock_count"], seen["discard_top"], seen["discard_count"]) == (
        [10, 2, 1],
        3,
        "Js",
        2,
    )
    assert (seen["indicator"], seen["wild_ranks"], seen["totals"]) == ("6d", ["X", "6"], [3, 4, 5])
    assert (seen["hands"], seen["active"], seen["turn"], seen["phase"]) == ({}, [0, 1, 2], 0, "draw")


def test_spectators_see_no_hand_and_no_hidden_discard() -> None:
    seen = view("dynamitis", None, indicator="6d", phase="play", drawn="4c")
    assert seen["own_hand"] == [] and seen["deadwood"] is seen["split"] is seen["drawn"] is seen["now"] is None
    text = msgspec.json.encode(seen).decode()
    assert not [face for face in ("8h", "Qs", "7s", "3c") if f'"{face}"' in text]
    assert seen["wild_ranks"] == ["X", "2", "6"]


def test_in_koumkan_the_split_is_shown_and_no_deadwood() -> None:
    seen = view("koumkan", 0)
    assert seen["deadwood"] is None and {meld["kind"] for meld in seen["split"]["melds"]} == {"run"}


def test_what_a_joker_on_the_table_stands_for_is_shown() -> None:
    table = [{"owner": 1, "cards": split("7h X 9h")}, {"owner": 2, "cards": split("9c 9d X")}]
    run, group = view("koumkan", 2, table=table, hands=[["2c"], ["3c"], ["4c"]])["melds"]
    assert (run["stands_for"], run["low"], run["suit"]) == ([{"index": 1, "card": "8h"}], 7, "h")
    assert (group["stands_for"], group["rank"]) == ([{"index": 2, "card": "9"}], "9")


def told(game: str, move: dict[str, Any], seat: int | None, **data: Any) -> dict[str, Any]:
    situation = BASE | data
    return CALL[game]["view"](situation=situation, move={"seat": 0} | move, then_view=seat, options={"seats": 3})


@pytest.mark.parametrize(("seat", "card"), [(0, "7s"), (1, None), (None, None)])
def test_a_stock_draw_is_named_to_its_drawer_alone(seat: int | None, card: str | None) -> None:
    found = told("koumkan", {"move": "draw", "from": "stock"}, seat)
    assert found["event"]["card"] == found["drawn"] == card and found["event_card"] is None


def test_a_card_drawn_from_the_discard_pile_is_named_to_all() -> None:
    found = told("koumkan", {"move": "draw", "from": "discard"}, 1)
    assert found["event_card"] == found["event"]["card"] == found["taken"] == "Js"
    assert (found["discard_top"], found["discard_count"]) == ("Qs", 1)


def test_at_the_end_of_a_hand_all_is_shown_with_the_melds_that_were_removed() -> None:
    hands = [split("9c 9d 9h Qs"), HANDS[0], ["5c"]]
    move = {"move": "go_out", "discard": "Qs"}
    found = told("thanasis", move, 2, hands=hands, phase="play", indicator="6d", discard=["Js"], totals=[0, 99, 0])
    last = found["last_hand"]
    assert found["event"]["hand"] == last and (last["end"], last["out_seat"], last["counts"]) == ("out", 0, [0, 21, 5])
    assert last["melds"][0] == [{"kind": "group", "cards": split("9c 9d 9h")}]
    assert sorted(last["left"][1]) == sorted(split("8c 8d Ad 4c")) and last["eliminated"] == [1]
    assert sorted(found["hands"]["1"]) == sorted(HANDS[0])


def test_a_card_put_back_is_named_and_its_place_is_not() -> None:
    game = GAMES["dynamitis"]
    now = state("dynamitis", {"seats": 3}, **BASE | {"phase": "indicator", "stock": split("X 6d 2c 4h"), "discard": []})
    after = game.apply(now, None, api.Drawn((2,)))
    heard = game.event(now, None, api.Drawn((2,)), after, "public")
    assert heard == api.GameEvent("put_back", {"turned": "6d", "indicator": True})


def test_the_view_says_what_may_be_done() -> None:
    data = {"hands": [split("9c 9d 9h Tc Qs"), ["2c"], ["3c"]], "phase": "play", "indicator": "6d", "discard": ["Js"]}
    now = view("thanasis", 0, **data)["now"]
    assert (now["go_out"], now["go_out_with"], now["discard"], now["meld"]) == (
        "not_complete",
        [],
        None,
        "melding_not_allowed",
    )
    able = view("thanasis", 0, **data | {"hands": [split("9c 9d 9h 9s"), ["2c"], ["3c"]]})["now"]
    assert (able["go_out"], able["go_out_with"]) == (None, split("9c 9d 9h 9s"))
    koumkan = view("koumkan", 0, phase="play", table=[{"owner": 1, "cards": split("3h 4h 5h")}], stock=["7s"])["now"]
    assert (koumkan["lay_off"], koumkan["go_out"], koumkan["draw_stock"]) == (
        "not_melded_yet",
        "unknown_move",
        "already_drawn",
    )


# --- help while choosing ---


def helped(game: str, draft: dict[str, Any], **data: Any) -> dict[str, Any]:
    now = state(game, {"seats": 3}, **BASE | {"phase": "play"} | data)
    return preview_of(GAMES[game], GAMES[game].view(now, 0), draft)


def test_selected_cards_are_shown_as_melds_of_either_kind() -> None:
    found = helped("koumkan", {"cards": split("X 8s X")}, hands=[split("X 8s X 2c")])
    assert found["kinds"] == ["run", "group"] and found["error"] is None
    assert [(each["kind"], each["meld"]["cards"]) for each in found["melds"]] == [
        ("run", split("X 8s X")),
        ("group", split("8s X X")),
    ]


def test_selected_cards_are_shown_where_they_can_be_laid_off_or_replace_a_joker() -> None:
    table = [{"owner": 0, "cards": split("7h X 9h")}]
    found = helped("koumkan", {"cards": ["X"]}, table=table, hands=[split("X 8h 2c")], discard=[])
    assert [(each["end"], each["meld"]["cards"]) for each in found["lay_offs"]] == [
        (None, split("7h X 9h X")),
        ("low", split("X 7h X 9h")),
    ]
    (swap,) = helped("koumkan", {"cards": ["8h"]}, table=table, hands=[split("X 8h 2c")], discard=[])["swaps"]
    assert swap["meld"]["cards"] == split("7h 8h 9h") and sorted(swap["own_hand"]) == ["2c", "X", "X"]


def test_elsewhere_a_selected_card_shows_what_would_be_left() -> None:
    found = helped("thanasis", {"cards": ["Ad"]}, indicator="6d")
    assert found["after"]["deadwood"] == 20 and found["discard"] is None


def test_a_drafted_move_shows_its_refusal() -> None:
    assert helped("koumkan", {"move": "meld", "cards": split("8h 9h")}) == {"error": "too_few_cards"}
    found = helped("koumkan", {"move": "meld", "cards": split("8h 9h Th")})
    assert found["error"] is None and found["meld"]["cards"] == split("8h 9h Th")
    assert helped("koumkan", {"move": "leave"}) == {} == helped("koumkan", {"cards": ["Zz"]})
