"""Turns, refusals, pots, beating and the ends of a hand (games/buraco/RULES.md §3–§5, §7, §9)."""

from typing import Any

import pytest

from games import api
from games.buraco.meld_rules import DECK
from tests.games.buraco.hands import GAME, applied, split

CLEAN = {"id": 1, "cards": split("5h 6h 7h 8h 9h Th Jh")}
DIRTY = {"id": 1, "cards": split("5h 6h 2c 8h 9h Th Jh")}
POTS = [split("9d 3s 4s 5s"), split("9c 3d 4d 5d")]


def at(hand: str, **data: Any) -> dict[str, Any]:
    basic = {
        "to_move": 0,
        "phase": "play",
        "hands": [split(hand), split("Ks Kd 9h")],
        "stock": split("Qd Kc 8d"),
        "pile": split("4c Jc"),
        "pots": POTS,
    }
    return basic | data


def taken(hand: str, table: list | None = None, **data: Any) -> dict[str, Any]:
    """A moment in which side 0 has taken its pot."""
    basic = {"pot_taken": [True, False], "pots": [[], POTS[1]], "table": [table or [], []]}
    return at(hand, **basic | data)


def move(name: str, seat: int = 0, **parameters: Any) -> dict[str, Any]:
    return {"seat": seat, "move": name, **parameters}


def meld(cards: str, seat: int = 0) -> dict[str, Any]:
    return move("meld", seat, cards=split(cards))


def lay_off(number: int, cards: str, **more: Any) -> dict[str, Any]:
    return move("lay_off", meld=number, cards=split(cards), **more)


def discard(card: str, seat: int = 0) -> dict[str, Any]:
    return move("discard", seat, card=card)


def refusal(situation: dict[str, Any], *moves: dict[str, Any], **given: Any) -> str:
    found = applied(situation, *moves, **given)
    assert found["legal"] is False
    return found["error"]


# --- deal ---


@pytest.mark.parametrize(("seats", "stock"), [(2, 60), (4, 38)])
def test_the_starter_gets_the_first_eleven_cards_and_the_rest_is_the_stock(seats: int, stock: int) -> None:
    state = GAME.apply(GAME.start(GAME.options({"seats": seats}, {})), None, api.Drawn((1,)))
    assert GAME.next(state) == api.Draw(1, "deal", "shuffle", 104)
    dealt = GAME.apply(state, None, api.Drawn(tuple(DECK)))
    assert [dealt.hands[(1 + turn) % seats][0] for turn in range(seats)] == [11 * turn for turn in range(seats)]
    assert (dealt.pots[0][0], dealt.pots[1][0]) == (11 * seats, 11 * seats + 11)
    assert (len(dealt.stock), dealt.stock[0], dealt.pile) == (stock, 11 * (seats + 2), ())
    assert (dealt.turn, dealt.phase) == (1, "draw")


def test_the_next_seat_starts_the_next_hand() -> None:
    state = GAME.apply(GAME.start(GAME.options({"seats": 4}, {})), None, api.Drawn((3,)))
    state = GAME.apply(state, None, api.Drawn(tuple(DECK)))
    while state.phase != "hand_end":
        state = GAME.apply(state, state.turn, next(GAME.legal(state, state.turn)))
    assert GAME.next(state) == api.Draw(2, "deal", "shuffle", 104)
    state = GAME.apply(state, None, api.Drawn(tuple(DECK)))
    assert (state.hand_number, state.starter, state.turn) == (2, 0, 0)


# --- what is asked of every move ---


@pytest.mark.parametrize(
    ("situation", "wanted", "code"),
    [
        (at("3c", phase="match_over", to_move=None), move("sing"), "match_over"),
        (at("3c"), move("sing", seat=1), "unknown_move"),
        (at("3c"), discard("Ks", seat=1), "not_your_turn"),
        (at("3c", phase="draw"), discard("Zz"), "must_draw_first"),
        (at("3c", phase="draw"), meld("3c"), "must_draw_first"),
        (at("3c", phase="draw"), lay_off(9, "3c"), "must_draw_first"),
        (at("3c"), move("draw"), "already_drawn"),
        (at("3c", pile=[]), move("take_pile"), "already_drawn"),
        (at("3c", phase="draw", pile=[]), move("take_pile"), "pile_empty"),
        (at("3c", phase="draw", stock=[]), move("draw"), "stock_empty"),
        (at("3c 4c 9d"), meld("3c 4c 5c"), "card_not_in_hand"),
        (at("3c 4c 9d"), meld("3c 3c 3c"), "card_not_in_hand"),
        (at("3c 4c 9d"), meld("X 3c 4c"), "card_not_in_hand"),
        (at("3c 4c 9d"), {"seat": 0, "move": "meld", "cards": 5}, "card_not_in_hand"),
        (at("3c 4c 9d"), meld("3c 4c 9d"), "mixed_suits"),
        (at("3c 4c 9d"), lay_off(1, "5c"), "card_not_in_hand"),
        (at("3c 4c 9d"), lay_off(1, "3c"), "unknown_meld"),
        (at("3c 4c 9d", table=[[], [CLEAN]]), lay_off(1, "3c"), "not_your_meld"),
        (at("3c 4c 9d", table=[[CLEAN], []]), lay_off(1, "3c"), "does_not_fit"),
        (at("3c 4c Qh", table=[[CLEAN], []]), lay_off(1, "Qh", end="middle"), "does_not_fit"),
        (at("3c 4c Qh", table=[[CLEAN], []]), lay_off(1, ""), "card_not_in_hand"),
        (at("3c 4c"), discard("5c"), "card_not_in_hand"),
        (at("3c 4c"), discard("X"), "card_not_in_hand"),
        (at("3c 4c"), {"seat": 0, "move": "discard"}, "card_not_in_hand"),
    ],
)
def test_the_first_code_that_fits_is_returned(situation: dict, wanted: dict, code: str) -> None:
    assert refusal(situation, wanted) == code


def test_all_cards_are_laid_off_or_none() -> None:
    assert refusal(at("Qh 3c Kh 9d", table=[[CLEAN], []]), lay_off(1, "Qh 3c")) == "does_not_fit"
    found = applied(at("Qh Kh 3c 9d", table=[[CLEAN], []]), lay_off(1, "Qh Kh"))
    assert found["table"][0][0]["cards"][-2:] == split("Qh Kh") and found["hands"][0] == split("3c 9d")


def test_a_draw_brings_the_top_card_and_a_taken_pile_all_of_it() -> None:
    assert applied(at("3c", phase="draw"), move("draw"))["hands"][0] == split("3c Qd")
    found = applied(at("3c", phase="draw"), move("take_pile"))
    assert (found["hands"][0], found["pile"], found["stock"]) == (split("3c 4c Jc"), [], split("Qd Kc 8d"))


# --- returning the only card ---


@pytest.mark.parametrize(
    ("hand", "pile", "wanted", "code"),
    [
        ("3c 5d", "Jc", "Jc", "cannot_return_card"),
        ("3c Jc", "Jc", "Jc", None),
        ("3c 5d", "4c Jc", "Jc", None),
        ("3c 5d", "Jc", "3c", None),
    ],
)
def test_the_only_card_of_the_pile_stays(hand: str, pile: str, wanted: str, code: str | None) -> None:
    found = applied(at(hand, phase="draw", pile=split(pile)), move("take_pile"), discard(wanted))
    assert found.get("error") == code


def test_it_may_go_back_if_no_other_face_is_left() -> None:
    table = [{"id": 1, "cards": split("3c 4c 5c")}]
    situation = at("6c", phase="draw", pile=["Jc"], table=[table, []])
    found = applied(situation, move("take_pile"), lay_off(1, "6c"), discard("Jc"))
    assert (found["legal"], found["pile"], found["pot"]) == (True, ["Jc"], ["indirect", "waiting"])


# --- pot ---


def test_a_hand_emptied_by_a_play_takes_the_pot_and_plays_on() -> None:
    found = applied(at("3c 4c 5c"), meld("3c 4c 5c"))
    assert (found["hands"][0], found["to_move"], found["phase"]) == (POTS[0], 0, "play")
    assert (found["pot"], found["pot_taken"], found["pot_by"]) == (["direct", "waiting"], [True, False], [0, None])
    assert (found["pot_used"], found["pots"]) == ([False, False], [[], POTS[1]])


def test_a_hand_emptied_by_the_discard_takes_the_pot_for_the_next_turn() -> None:
    found = applied(at("3c"), discard("3c"))
    assert (found["hands"][0], found["to_move"], found["phase"]) == (POTS[0], 1, "draw")
    assert (found["pot"], found["pot_by"], found["pot_used"]) == (["indirect", "waiting"], [0, None], [False, False])


def test_the_pot_needs_no_canasta() -> None:
    assert applied(at("3c 4c"), discard("3c"))["legal"]
    assert applied(at("3c 4c 5c 9d"), meld("3c 4c 5c"), discard("9d"))["pot_taken"] == [True, False]


def test_the_pot_is_used_by_a_card_that_its_taker_plays_after_taking_it() -> None:
    found = applied(at("3c 4c 5c"), meld("3c 4c 5c"), meld("3s 4s 5s"))
    assert found["error"] == "no_clean_canasta"
    pots = [split("3s 4s 5s 9d 9c"), []]
    found = applied(at("3c 4c 5c", pots=pots), meld("3c 4c 5c"), meld("3s 4s 5s"))
    assert found["pot_used"] == [True, False]


@pytest.mark.parametrize(("by", "used"), [(0, True), (2, False), (None, True)])
def test_in_pairs_only_the_taker_uses_the_pot(by: int | None, used: bool) -> None:
    hands = [split("Qh 3c 4c"), ["Ks"], ["Kd"], ["Kh"]]
    situation = taken("", [CLEAN], hands=hands, pot_by=[by, None])
    assert applied(situation, lay_off(1, "Qh"), options={"seats": 4})["pot_used"] == [used, False]


# --- what must stay ---


@pytest.mark.parametrize(
    ("hand", "table", "plays", "code"),
    [
        ("Qh 3c", [DIRTY], [lay_off(1, "Qh")], "no_clean_canasta"),
        ("Qh 3c 4c", [DIRTY], [lay_off(1, "Qh")], None),
        ("3c 4c 5c", [DIRTY], [meld("3c 4c 5c")], "no_clean_canasta"),
        ("3c 4c 5c 9d", [], [meld("3c 4c 5c")], "no_clean_canasta"),
        ("3c 4c 5c 9d Ks", [], [meld("3c 4c 5c")], None),
        ("Qh 3c", [CLEAN], [lay_off(1, "Qh")], None),
        ("2c 3c", [CLEAN], [lay_off(1, "2c")], "no_clean_canasta"),
        ("2c 3c 4c", [CLEAN], [lay_off(1, "2c")], None),
        ("4h 3c", [{"id": 1, "cards": split("5h 6h 7h 8h 9h Th")}], [lay_off(1, "4h")], None),
        ("3c", [DIRTY], [discard("3c")], "no_clean_canasta"),
        ("3d 3h 3s", [], [meld("3d 3h 3s")], "no_clean_canasta"),
    ],
)
def test_two_cards_stay_until_a_canasta_is_clean(hand: str, table: list, plays: list, code: str | None) -> None:
    assert applied(taken(hand, table), *plays).get("error") == code


def test_a_group_of_seven_is_no_canasta() -> None:
    group = {"id": 1, "cards": split("6c 6d 6h 6s 6c 6d 6h")}
    assert refusal(taken("6s 3c", [group]), lay_off(1, "6s")) == "no_clean_canasta"


# --- ends of a hand ---


def test_a_direct_beat_needs_no_discard() -> None:
    found = applied(taken("Qh Kh", [CLEAN], pot_used=[True, False]), lay_off(1, "Qh Kh"))
    assert (found["hand_end"], found["closed_by"]) == ("closed", 0)
    assert found["hand_score"] == [200 + 75 + 100, -(10 + 10 + 10) - 100]


def test_an_indirect_beat_scores_the_same() -> None:
    found = applied(taken("3c", [CLEAN], pot_used=[True, False]), discard("3c"))
    assert (found["hand_end"], found["closed_by"], found["hand_score"][0]) == ("closed", 0, 200 + 55 + 100)


def test_a_clean_canasta_made_by_the_last_play_is_enough() -> None:
    table = [{"id": 1, "cards": split("5h 6h 7h 8h 9h Th")}]
    found = applied(taken("4h", table, hands=[["4h"], ["Ks"]]), lay_off(1, "4h"))
    assert (found["hand_end"], found["closed_by"]) == ("closed", 0)


def test_a_partner_may_beat_while_the_pot_is_unplayed() -> None:
    hands = [split("3c"), ["Ks"], split("3s 4s"), ["Kh"]]
    situation = taken("", [CLEAN], hands=hands, pot_by=[2, None])
    found = applied(situation, discard("3c"), options={"seats": 4})
    assert (found["hand_end"], found["closed_by"]) == ("closed", 0)
    assert found["hand_score"] == [200 + 55 + 100 - 10 - 100, -20 - 100]


def test_the_turn_that_draws_the_last_card_is_the_last() -> None:
    found = applied(at("3c 4c", phase="draw", stock=["Qd"]), move("draw"), discard("Qd"))
    assert (found["hand_end"], found["closed_by"]) == ("stock_exhausted", None)
    assert found["hand_score"] == [-10 - 100, -30 - 100]


def test_no_pot_is_picked_up_with_the_last_card_of_an_exhausted_hand() -> None:
    found = applied(at("3c", stock=[]), discard("3c"))
    assert (found["hand_end"], found["pot_taken"], found["hands"][0]) == ("stock_exhausted", [False, False], [])


def test_beating_goes_before_an_empty_stock() -> None:
    assert applied(taken("3c", [CLEAN], stock=[]), discard("3c"))["hand_end"] == "closed"


def test_with_an_empty_stock_a_play_may_still_take_the_pot() -> None:
    found = applied(at("3c 4c 5c", stock=[]), meld("3c 4c 5c"))
    assert (found["hand_end"], found["pot_taken"]) == (None, [True, False])
    assert applied(at("3c 4c 5c", stock=[]), meld("3c 4c 5c"), discard("9d"))["hand_end"] == "stock_exhausted"


def test_forty_quiet_turns_end_the_hand() -> None:
    quiet = at("3c 4c", phase="draw", quiet_turns=39)
    found = applied(quiet, move("take_pile"), discard("3c"))
    assert (found["hand_end"], found["closed_by"]) == ("stalemate", None)
    assert applied(at("3c 4c", phase="draw", quiet_turns=38), move("take_pile"), discard("3c"))["hand_end"] is None
    assert applied(quiet, move("draw"), discard("3c"))["hand_end"] is None
    assert applied(at("3c 4c 5c 6d", phase="draw", quiet_turns=39), move("take_pile"), meld("3c 4c 5c"), discard("6d"))[
        "hand_end"
    ] is None  # fmt: skip


def test_nothing_changes_with_a_refused_move() -> None:
    situation = at("3c 4c 9d", table=[[CLEAN], []])
    before = applied(situation, discard("9d"))
    assert refusal(situation, lay_off(1, "3c")) == "does_not_fit"
    assert applied(situation, discard("9d")) == before


# --- the match ---


def test_a_match_of_one_round_ends_with_its_hand() -> None:
    found = applied(taken("3c", [CLEAN]), discard("3c"), options={"match_mode": "round"})
    assert (found["phase"], found["match_end"], found["winner_side"]) == ("match_over", "won", 0)


def test_a_match_to_a_target_goes_on_until_a_side_has_it() -> None:
    found = applied(taken("3c", [CLEAN]), discard("3c"), options={"target_score": 500})
    assert (found["phase"], found["match_end"], found["totals"]) == ("hand_end", None, found["hand_score"])
    found = applied(taken("3c", [CLEAN], totals=[300, 900]), discard("3c"), options={"target_score": 500})
    assert (found["match_end"], found["winner_side"], found["totals"]) == ("won", 1, [300 + 255, 900 - 130])
