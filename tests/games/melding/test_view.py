"""Views and events (games/{buraco,mpirimpa}/RULES.md)."""

from typing import Any

import pytest

from games import api
from tests.games.melding.hands import Family, of_two_sides, split

pytestmark = of_two_sides

MOMENT: dict[str, Any] = {
    "to_move": 0,
    "phase": "play",
    "hands": [split("2h 9d 3c 9d 2s"), split("Ks Kh 4h"), split("Qs"), split("7s 8s")],
    "table": [[{"id": 1, "cards": split("5h 6h 2c 8h 9h Th Jh")}], [{"id": 2, "cards": split("2c 3c 4c")}]],
    "pile": split("4d Jc"),
    "stock": split("As Ac Ad"),
    "pots": [[], split("3s 4s 5s")],
    "pot_taken": [True, False],
    "drawn": "9d",
    "timeouts": {"2": 3},
}
OPTIONS = {"seats": 4}


def view(family: Family, seat: int | None, **changed: Any) -> dict[str, Any]:
    return family.call["view"](situation=MOMENT | changed, seat=seat, options=OPTIONS)


def event(family: Family, move: dict[str, Any], viewer: int | None, **changed: Any) -> dict[str, Any]:
    return family.call["view"](situation=MOMENT | changed, move=move, then_view=viewer, options=OPTIONS)["event"]


def test_a_seat_sees_its_hand_and_what_is_public(family: Family) -> None:
    found = view(family, 0)
    assert (found["own_hand"], found["drawn"], found["hands"]) == (split("3c 9d 9d 2h 2s"), "9d", {})
    assert (found["hand_counts"], found["stock_count"], found["pile"]) == ([5, 3, 1, 2], 3, split("4d Jc"))
    assert (found["pot_taken"], found["pot"], found["pots"]) == ([True, False], ["direct", "waiting"], [[], []])
    assert (found["turn"], found["phase"]) == (0, "play")
    assert found["timeouts"] == {"0": 0, "1": 0, "2": 3, "3": 0}


def test_what_may_be_done_now_and_why_not(family: Family) -> None:
    now = view(family, 0)["now"]
    assert (now["draw"], now["take_pile"]) == ("already_drawn", "already_drawn")
    assert (now["meld"], now["lay_off"], now["discard"], now["barred"]) == (None, None, None, None)
    assert set(list(view(family, 1)["now"].values())[:5]) == {"not_your_turn"}
    assert view(family, None)["now"] is None
    before = view(family, 0, phase="draw", drawn=None, pile=[])["now"]
    assert (before["draw"], before["take_pile"], before["meld"]) == (None, "pile_empty", "must_draw_first")
    over = view(family, 0, phase="match_over", to_move=None, drawn=None)["now"]
    assert set(list(over.values())[:5]) == {"match_over"}


@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_hands_draws_pots_and_stock_stay_hidden(family: Family, seat: int | None) -> None:
    found = view(family, seat)
    own = {1: split("4h Kh Ks"), 2: ["Qs"], 3: split("7s 8s"), None: []}[seat]
    assert (found["own_hand"], found["drawn"], found["hands"], found["pots"]) == (own, None, {}, [[], []])
    hidden = {"As", "Ac", "Ad", "3s", "4s", "5s", "2s", "9d"}
    assert not hidden & set(str(found).replace("'", " ").split())


def test_an_open_view_shows_every_hand_but_no_pot_and_no_stock(family: Family) -> None:
    seen = family.game.view(family.state(options=OPTIONS, **MOMENT), "open")
    assert seen.hands["2"] == ("Qs",) and seen.drawn == "9d" and seen.pots == ((), ())


def test_the_card_of_a_stock_draw_is_shown_to_the_player_alone(family: Family) -> None:
    move, before = {"seat": 0, "move": "draw"}, {"phase": "draw", "drawn": None}
    assert event(family, move, 0, **before) == {"kind": "draw", "seat": 0, "card": "As"}
    for viewer in (1, 2, 3, None):
        assert event(family, move, viewer, **before) == {"kind": "draw", "seat": 0, "card": None}


def test_the_cards_of_a_pot_are_shown_to_the_player_alone(family: Family) -> None:
    changed = {
        "hands": [["Qh"], [], [], []],
        "pot_taken": [False, False],
        "pots": [split("3s 4s 5s"), []],
        "drawn": None,
    }
    move = {"seat": 0, "move": "lay_off", "meld": 1, "cards": ["Qh"]}
    found = event(family, move, 0, **changed)
    assert (found["pot"], found["own_hand"], found["meld"]["cards"][-1]) == ("direct", split("3s 4s 5s"), "Qh")
    for viewer in (1, 2, 3, None):
        assert event(family, move, viewer, **changed)["own_hand"] is None


def test_the_event_of_the_deal_has_the_viewers_own_hand(family: Family) -> None:
    before = family.game.apply(family.game.start(family.game.options({}, {})), None, api.Drawn((1,)))
    drawn = api.Drawn(tuple(range(family.game.next(before).n)))
    after = family.game.apply(before, None, drawn)
    told = [family.game.event(before, None, drawn, after, viewer).data["own_hand"] for viewer in (1, 0, "public")]
    assert told == [split("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc"), split("Qc Kc Ad 2d 3d 4d 5d 6d 7d 8d 9d"), None]
