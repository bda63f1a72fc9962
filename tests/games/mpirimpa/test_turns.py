"""Turns, the pile, pots, closing and the end of a hand (games/mpirimpa/RULES.md §3–§5, §7)."""

from typing import Any

import pytest

from games import api
from tests.games import seeded_matches
from tests.games.mpirimpa.hands import GAME, PRO, applied, split

BIRIBA = {"id": 1, "cards": split("5h 6h 7h 8h 9h Th Jh")}
RUN = {"id": 2, "cards": split("9c Tc Jc")}
POT = split("3s 4s 5s 6s 7s 8s 9s 3d 4d 5d 6d")
OTHERS = {"stock": split("Kd Kc Qd"), "pile": ["4c"]}


def at(hand: str, table: list[Any] | None = None, other: str = "Ks Kh", **data: Any) -> dict[str, Any]:
    """Seat 0 in turn with this hand and these own melds."""
    basic = {"to_move": 0, "phase": "play", "hands": {"0": split(hand), "1": split(other)}, "table": [table or [], []]}
    return basic | OTHERS | {"pots": [POT, []]} | data


def do(seat: int, move: str, **parameters: Any) -> dict[str, Any]:
    return {"seat": seat, "move": move, **parameters}


def error(situation: dict[str, Any], *moves: dict[str, Any], **given: Any) -> str | None:
    return applied(situation, *moves, **given).get("error")


# --- the deal ---


@pytest.mark.parametrize(("seats", "stock"), [(2, 64), (4, 42)])
def test_the_deal_follows_the_order_of_the_deck(seats: int, stock: int) -> None:
    state = GAME.apply(GAME.start(GAME.options({"seats": seats}, {})), None, api.Drawn((1,)))
    assert GAME.next(state) == api.Draw(1, "deal", "shuffle", 108)
    dealt = GAME.apply(state, None, api.Drawn(tuple(range(108))))
    places = [(seat - 1) % seats for seat in range(seats)]
    assert dealt.hands == tuple(tuple(range(11 * place, 11 * place + 11)) for place in places)
    first = 11 * seats
    assert dealt.pots == (tuple(range(first, first + 11)), tuple(range(first + 11, first + 22)))
    assert dealt.stock == tuple(range(first + 22, 108)) and len(dealt.stock) == stock
    assert (dealt.turn, dealt.phase, dealt.pile, dealt.trump) == (1, "draw", (), None)


def test_every_accepted_move_is_a_new_decision() -> None:
    state = GAME.apply(GAME.start(GAME.options({}, {})), None, api.Drawn((0,)))
    state = GAME.apply(state, None, api.Drawn(tuple(range(108))))
    numbers = []
    for move in ({"move": "draw"}, {"move": "meld", "cards": ["3c", "4c", "5c"]}, {"move": "discard", "card": "6c"}):
        numbers.append(GAME.next(state).due[0].number)
        state = GAME.apply(state, 0, GAME.parse(move))
    assert GAME.next(state) == api.Decide((api.Due(1, numbers[-1] + 1),))
    assert len(set(numbers)) == 3


@pytest.mark.parametrize("game", [GAME, PRO])
def test_no_card_is_ever_lost_or_doubled(game: Any) -> None:
    case = seeded_matches.Case(game, '{"target_score": 505}')
    for step in seeded_matches.match(case, 5):
        state = step.after
        if state.hands:
            laid = [card for each in state.table for card in each.meld.cards]
            held = [card for cards in (*state.hands, *state.pots) for card in cards]
            assert sorted([*laid, *held, *state.pile, *state.stock]) == list(range(108))


# --- trump ---


@pytest.mark.parametrize(
    ("card", "trump", "becomes"), [("7d", None, "d"), ("X", None, None), ("2s", None, "s"), ("7d", "c", "c")]
)
def test_the_first_discard_with_a_suit_sets_trump(card: str, trump: str | None, becomes: str | None) -> None:
    assert applied(at(f"{card} 8d 9d", trump=trump), do(0, "discard", card=card))["trump"] == becomes


# --- what is refused first ---


@pytest.mark.parametrize(
    ("data", "move", "code"),
    [
        ({"phase": "match_over", "to_move": None}, do(0, "fold"), "match_over"),
        ({}, do(1, "fold"), "unknown_move"),
        ({}, do(1, "draw"), "not_your_turn"),
        ({}, do(0, "draw"), "already_drawn"),
        ({}, do(0, "take_pile"), "already_drawn"),
        ({"phase": "draw"}, do(0, "meld", cards=[]), "must_draw_first"),
        ({"phase": "draw"}, do(0, "lay_off", meld=7, cards=["3c"]), "must_draw_first"),
        ({"phase": "draw"}, do(0, "discard", card="Zz"), "must_draw_first"),
        ({"phase": "draw", "pile": []}, do(0, "take_pile"), "pile_empty"),
        ({"phase": "draw", "stock": []}, do(0, "draw"), "stock_empty"),
        ({}, do(0, "discard", card="Zz"), "card_not_in_hand"),
        ({}, do(0, "discard", card="9s"), "card_not_in_hand"),
        ({}, do(0, "meld", cards=["9s"]), "card_not_in_hand"),
        ({}, do(0, "lay_off", meld=9, cards=["9s"]), "card_not_in_hand"),
        ({}, do(0, "lay_off", meld=9, cards=["3c"]), "unknown_meld"),
        ({}, do(0, "lay_off", meld=3, cards=["3c"]), "not_your_meld"),
        ({}, do(0, "lay_off", meld=3, cards=["3c"], end="up"), "not_your_meld"),
        ({}, do(0, "lay_off", meld=2, cards=["Qc"], end="up"), "does_not_fit"),
        ({}, do(0, "lay_off", meld=True, cards=["Qc"]), "unknown_meld"),
    ],
)
def test_the_first_fault_is_returned(data: dict, move: dict, code: str) -> None:
    situation = at("3c Qc 9d 9d", [RUN]) | {"table": [[RUN], [{"id": 3, "cards": split("3s 4s 5s")}]], "pots": []}
    assert error(situation | data, move) == code


# --- what must stay in hand ---


@pytest.mark.parametrize(
    ("hand", "table", "pot_taken", "move", "code"),
    [
        ("3c 4c 5c 6d", [], False, do(0, "meld", cards=split("3c 4c 5c")), "no_biriba"),
        ("3c 4c 5c 6d 7d", [], False, do(0, "meld", cards=split("3c 4c 5c")), None),
        ("3c 4c 5c", [], False, do(0, "meld", cards=split("3c 4c 5c")), "no_biriba"),
        ("3c 4c 5c", [BIRIBA], False, do(0, "meld", cards=split("3c 4c 5c")), None),
        ("Qh 3c", [BIRIBA], False, do(0, "lay_off", meld=1, cards=["Qh"]), None),
        ("Qh 3c", [RUN], False, do(0, "lay_off", meld=2, cards=["Qh"]), "does_not_fit"),
        ("Qc 3c", [RUN], False, do(0, "lay_off", meld=2, cards=["Qc"]), "no_biriba"),
        ("5c 6c 7c 8c", [RUN], False, do(0, "lay_off", meld=2, cards=split("8c 7c 6c 5c")), None),
        ("6c 7c 8c", [RUN], False, do(0, "lay_off", meld=2, cards=split("8c 7c 6c")), "no_biriba"),
        ("3c 4c 5c", [BIRIBA], True, do(0, "meld", cards=split("3c 4c 5c")), "must_keep_discard"),
        ("3c 4c 5c Kd", [BIRIBA], True, do(0, "meld", cards=split("3c 4c 5c")), None),
        ("3c 4c 5c 5d 5s 5h 6d", [], False, do(0, "discard", card="3c"), None),
        ("3c", [], False, do(0, "discard", card="3c"), "no_biriba"),
        ("3c", [BIRIBA], False, do(0, "discard", card="3c"), None),
    ],
)
def test_what_must_stay_in_hand(hand: str, table: list, pot_taken: bool, move: dict, code: str | None) -> None:
    pots: dict[str, Any] = {"pot_taken": [pot_taken, False], "pots": [[] if pot_taken else POT, []]}
    assert error(at(hand, table, **pots), move) == code


def test_a_direct_pot_is_played_in_the_same_turn() -> None:
    found = applied(
        at("Qh", [BIRIBA]), do(0, "lay_off", meld=1, cards=["Qh"]), do(0, "meld", cards=split("3s 4s 5s")),
        do(0, "discard", card="9s"),
    )  # fmt: skip
    assert found["hand_sizes"] == [7, 2]
    assert (found["pot_taken"], found["pot"], found["to_move"], found["phase"]) == (
        [True, False], ["direct", "waiting"], 1, "draw",
    )  # fmt: skip


def test_an_indirect_pot_is_played_from_the_next_turn() -> None:
    found = applied(at("3c", [BIRIBA]), do(0, "discard", card="3c"))
    assert (sorted(found["hands"]["0"]), found["pot"]) == (sorted(POT), ["indirect", "waiting"])
    assert (found["to_move"], found["phase"], found["hand_end"]) == (1, "draw", None)


def test_a_side_has_one_pot_and_the_partner_closes_though_it_is_unplayed() -> None:
    situation = at("3c", [BIRIBA], pot_taken=[True, False], pots=[[], POT]) | {
        "hands": {"0": ["3c"], "1": ["Ks"], "2": split("7s 8s 9s"), "3": ["Kh"]}
    }
    found = applied(situation, do(0, "discard", card="3c"), options={"seats": 4})
    assert (found["hand_end"], found["closed_by"], found["hand_sizes"]) == ("closed", 0, [0, 1, 3, 1])
    assert found["hand_score"] == [200 + 55 + 100 - 25, -20]


def test_closing_by_the_last_discard_which_may_set_trump() -> None:
    found = applied(at("3h", [BIRIBA], pot_taken=[True, False], pots=[[], POT]), do(0, "discard", card="3h"))
    assert (found["hand_end"], found["closed_by"], found["trump"]) == ("closed", 0, "h")
    assert found["hand_score"] == [500 + 55 + 100, -20]
    assert (found["phase"], found["to_move"], found["match_end"]) == ("hand_end", None, None)
    assert (found["totals"], found["pots"]) == (
        [655, -20],
        [[], sorted(POT, key=lambda face: ("cdhs".index(face[1]), face))],
    )


def test_the_hand_ends_after_the_turn_that_drew_the_last_card() -> None:
    situation = at("3c", [BIRIBA], phase="draw", stock=["9d"])
    found = applied(situation, do(0, "draw"), do(0, "lay_off", meld=1, cards=["9d"]))
    assert found["error"] == "does_not_fit"
    found = applied(situation, do(0, "draw"), do(0, "discard", card="9d"))
    assert (found["hand_end"], found["closed_by"], found["hand_sizes"]) == ("stock_exhausted", None, [1, 2])
    assert found["hand_score"] == [200 + 55 - 5, -20]


def test_no_pot_is_picked_up_once_the_stock_is_empty() -> None:
    found = applied(at("3c", [BIRIBA], stock=[]), do(0, "discard", card="3c"))
    assert (found["hand_end"], found["pot_taken"], found["hand_sizes"]) == ("stock_exhausted", [False, False], [0, 2])


def test_closing_comes_before_the_empty_stock() -> None:
    found = applied(at("3c", [BIRIBA], stock=[], pot_taken=[True, False], pots=[]), do(0, "discard", card="3c"))
    assert found["hand_end"] == "closed"


def test_the_fortieth_quiet_turn_ends_the_hand() -> None:
    situation = at("3c 9d 8s", phase="draw", quiet_turns=39)
    found = applied(situation, do(0, "take_pile"), do(0, "discard", card="9d"))
    assert (found["hand_end"], found["closed_by"]) == ("stalemate", None)


@pytest.mark.parametrize("move", [do(0, "meld", cards=split("3c 4c 5c")), do(0, "lay_off", meld=2, cards=["Qc"])])
def test_a_play_makes_a_turn_lively(move: dict) -> None:
    situation = at("3c 5c Qc 9d 8s", [RUN], phase="draw", quiet_turns=39)
    found = applied(situation, do(0, "take_pile"), move, do(0, "discard", card="9d"))
    assert (found["hand_end"], found.get("quiet_turns", 0)) == (None, 0)


def test_a_turn_with_a_draw_from_the_stock_is_not_quiet() -> None:
    found = applied(at("3c 9d", phase="draw", quiet_turns=39), do(0, "draw"), do(0, "discard", card="9d"))
    assert (found["hand_end"], found.get("quiet_turns", 0)) == (None, 0)


def test_an_empty_hand_in_a_stalemate_takes_no_pot() -> None:
    found = applied(at("3c", [BIRIBA], quiet_turns=39), do(0, "discard", card="3c"))
    assert (found["hand_end"], found["pot_taken"]) == ("stalemate", [False, False])


# --- the pile ---


@pytest.mark.parametrize(
    ("pile", "hand", "discard", "code"),
    [
        ("9d", "3c 4c", "9d", "cannot_return_card"),
        ("9d", "3c 4c", "3c", None),
        ("9d", "9d 4c", "9d", None),
        ("9d 8s", "3c 4c", "9d", None),
        ("X", "3c 4c", "X", "cannot_return_card"),
        ("9d", "", "9d", "no_biriba"),
    ],
)
def test_the_only_card_of_the_pile_may_not_go_back(pile: str, hand: str, discard: str, code: str | None) -> None:
    situation = at(hand, phase="draw", pile=split(pile))
    assert error(situation, do(0, "take_pile"), do(0, "discard", card=discard)) == code


def test_the_bar_is_lifted_when_no_other_face_is_left() -> None:
    situation = at("3c 4c 5c", [BIRIBA], phase="draw", pile=["9d"])
    plays = [do(0, "take_pile"), do(0, "meld", cards=split("3c 4c 5c"))]
    assert applied(situation, *plays)["hands"]["0"] == ["9d"]
    assert error(situation, *plays, do(0, "discard", card="9d")) is None


def test_the_bar_ends_with_the_turn() -> None:
    situation = at("3c 4c", phase="draw", pile=["9d"])
    found = applied(
        situation, do(0, "take_pile"), do(0, "discard", card="3c"), do(1, "draw"), do(1, "discard", card="Ks")
    )
    assert "barred" not in found
    assert error(found_situation(found), do(0, "draw"), do(0, "discard", card="9d")) is None


def found_situation(answer: dict[str, Any]) -> dict[str, Any]:
    """The moment in a result."""
    beside = ("legal", "hand_sizes", "hand_end", "closed_by", "hand_score", "match_end", "winner_side", "auto")
    return {name: value for name, value in answer.items() if name not in beside}


def test_plays_are_ignored_where_the_pile_is_free() -> None:
    for plays in (None, [], "x", [{"move": "meld", "cards": ["9s"]}]):
        assert error(at("3c 5c", phase="draw"), do(0, "take_pile", plays=plays)) is None


def melding(*cards: str) -> dict[str, Any]:
    return {"move": "meld", "cards": list(cards)}


@pytest.mark.parametrize(
    ("plays", "code"),
    [
        (None, "pile_not_justified"),
        ([], "pile_not_justified"),
        ("x", "pile_not_justified"),
        ([{}], "pile_not_justified"),
        ([{"move": "draw"}], "pile_not_justified"),
        ([melding("3d", "4d", "5d")], "pile_not_justified"),
        ([melding("3c", "4c", "5c")], None),
        ([melding("3d", "4d", "5d"), melding("3c", "4c", "5c")], None),
        ([{"move": "lay_off", "meld": 2, "cards": ["8c"]}], None),
        ([{"move": "lay_off", "meld": 2, "cards": ["8c", "4c"]}], "does_not_fit"),
        ([{"move": "lay_off", "meld": 9, "cards": ["8c"]}], "unknown_meld"),
        ([melding("3c", "4c", "5d")], "mixed_suits"),
        ([melding("8c", "Kd", "Kd")], "card_not_in_hand"),
        ([melding("3c", "4c", "5c"), melding("3c", "4c", "5c")], "card_not_in_hand"),
        ([melding("4c", "8c", "3d")], "mixed_suits"),
        ([melding("3c", "4c", "5c"), {"move": "lay_off", "meld": 3, "cards": ["8c"]}], "does_not_fit"),
    ],
)
def test_the_pile_must_be_justified_in_pro(plays: Any, code: str | None) -> None:
    situation = at("3c 5c 3d 4d 5d 9s", [RUN], phase="draw", pile=split("4c 8c"))
    found = applied(situation, do(0, "take_pile", plays=plays), pro=True)
    assert found.get("error") == code
    if code is None:
        assert (found["pile"], found["phase"], found["to_move"]) == ([], "play", 0)


def test_the_empty_pile_is_asked_first() -> None:
    assert error(at("3c", phase="draw", pile=[]), do(0, "take_pile", plays="x"), pro=True) == "pile_empty"


def test_a_copy_in_hand_justifies_when_its_face_is_in_the_pile() -> None:
    situation = at("3c 4c 5c 9s 9d", phase="draw", pile=["4c"])
    assert error(situation, do(0, "take_pile", plays=[melding("3c", "4c", "5c")]), pro=True) is None


def test_plays_within_a_justification_keep_what_must_stay() -> None:
    situation = at("3c 5c", phase="draw", pile=["4c"])
    assert error(situation, do(0, "take_pile", plays=[melding("3c", "4c", "5c")]), pro=True) == "no_biriba"


@pytest.mark.parametrize("then", [melding("3s", "4s", "5s"), melding("Qs", "Ks", "As"), melding()])
def test_nothing_is_learnt_of_the_pot_by_playing_on_within_a_justification(then: dict) -> None:
    situation = at("3c 5c", [BIRIBA], phase="draw", pile=["4c"])
    plays = [melding("3c", "4c", "5c")]
    taken = applied(situation, do(0, "take_pile", plays=plays), pro=True)
    assert (taken["hand_sizes"], taken["pot"]) == ([11, 2], ["direct", "waiting"])
    assert error(situation, do(0, "take_pile", plays=[*plays, then]), pro=True) == "card_not_in_hand"


# --- the match ---


def test_a_hand_that_reaches_the_target_ends_the_match() -> None:
    situation = at("3c", [BIRIBA], pot_taken=[True, False], pots=[], totals=[700, 1000])
    found = applied(situation, do(0, "discard", card="3c"))
    assert (found["totals"], found["match_end"], found["winner_side"]) == ([1055, 980], "won", 0)
    assert (found["phase"], found["to_move"]) == ("match_over", None)


@pytest.mark.parametrize(
    ("ratings", "end", "winner"), [([1500, 1499], "rating_tiebreak", 1), ([1500, 1500], "draw", None)]
)
def test_equal_totals_at_the_end(ratings: list[int], end: str, winner: int | None) -> None:
    situation = at("3c", [BIRIBA], pot_taken=[True, False], pots=[], totals=[700, 1075], trump="c")
    found = applied(situation, do(0, "discard", card="3c"), options={"ratings": ratings})
    assert (found["totals"], found["match_end"], found["winner_side"]) == ([1055, 1055], end, winner)


def test_the_next_hand_begins_with_the_next_seat() -> None:
    state = GAME.apply(GAME.start(GAME.options({"seats": 4}, {})), None, api.Drawn((3,)))
    state = GAME.apply(state, None, api.Drawn(tuple(range(108))))
    while state.turn is not None:
        state = GAME.apply(state, state.turn, GAME.parse({"move": "draw"}))
        face = GAME.view(state, state.turn).drawn
        state = GAME.apply(state, state.turn, GAME.parse({"move": "discard", "card": face}))
    assert state.ended == "stock_exhausted"
    assert GAME.next(state) == api.Draw(2, "deal", "shuffle", 108)
    dealt = GAME.apply(state, None, api.Drawn(tuple(range(108))))
    assert (dealt.starter, dealt.turn, dealt.hand_number, dealt.table, dealt.trump) == (0, 0, 2, (), None)
    assert dealt.hands[0] == tuple(range(11))


def test_both_games_know_the_same_moves() -> None:
    for game in (GAME, PRO):
        for raw in (
            {"move": "draw"},
            {"move": "discard", "card": "7c"},
            {"move": "lay_off", "meld": 1, "cards": ["X"]},
        ):
            assert game.write(game.parse(raw)) == raw
