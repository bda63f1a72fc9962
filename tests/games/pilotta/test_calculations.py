"""The pure functions over plain data (RULES.md §16)."""

from typing import Any

import pytest

from games.pilotta.cards import TEXTS
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.pilotta.tables import VARIANTS, anything, game, start, stepped
from tests.games.seeded_matches import Chance, encode

calculate = conformance.calculations("pilotta")
DECK = list(TEXTS)
AUCTION = {"phase": "auction", "dealer": 3, "turn": 0, "hands": [["Jh"], ["7c"], ["8c"], ["9c"]]}
LAST: dict[str, Any] = {
    "phase": "tricks", "dealer": 3, "turn": 3, "lead": 0, "trick": ["Jh", "7c", "8c"], "hands": {"3": ["9c"]},
    "trump": "h", "taker": 0, "value": 80, "tricks_won": [7, 0],
}  # fmt: skip


def test_all_functions_of_the_rules_are_there() -> None:
    assert set(calculate) == {
        "deal", "legal_cards", "trick_winner", "best_declaration", "compare_declarations", "trick_points",
        "score_hand", "match_end", "apply",
    }  # fmt: skip


def test_a_deal_gives_the_first_cards_and_with_a_taker_all_cards() -> None:
    found = calculate["deal"](variant="palatisti", deck=DECK, dealer=3)
    assert found["hands"]["0"] == ["7c", "8c", "9c", "Jd", "Qd", *DECK[20:23]]
    assert found["turn_up"] is None and found["undealt"] == 0
    first = calculate["deal"](variant="classic", deck=DECK, dealer=3)
    assert first["turn_up"] == DECK[20] and first["undealt"] == 11 and len(first["hands"]["2"]) == 5
    full = calculate["deal"](variant="classic", deck=DECK, dealer=3, taker=2)
    assert full["hands"]["2"] == [*DECK[6:9], *DECK[16:18], DECK[20], *DECK[27:29]] and full["undealt"] == 0
    assert calculate["deal"](variant="palatisti", deck=DECK[::-1], dealer=3)["hands"]["0"][:3] == ["As", "Ks", "Qs"]
    two = calculate["deal"](variant="classic2", deck=DECK, dealer=1, taker=0)
    assert (two["undealt"], two["turn_up"], len(two["hands"]["0"])) == (13, DECK[12], 9)
    assert set(two["hands"]) == {"0", "1"}


def test_legal_cards_keep_the_order_of_the_hand() -> None:
    found = calculate["legal_cards"](hand=["7h", "Ac", "Jh", "9h"], trick=["Th"], trump="h")
    assert found == {"cards": ["Jh", "9h"]}
    assert calculate["legal_cards"](hand=[], trick=[], trump="h") == {"cards": []}


def test_the_highest_trump_or_card_of_the_led_suit_wins_the_trick() -> None:
    assert calculate["trick_winner"](trick=["Tc", "7h", "Ac", "8h"], lead=2, trump="h") == {"winner": 1, "points": 21}
    assert calculate["trick_winner"](trick=["Tc", "7h"], lead=1, trump="h") == {"winner": 0, "points": 10}


def test_the_best_declaration_is_a_carre_a_sequence_or_none() -> None:
    found = calculate["best_declaration"](hand=["7c", "8c", "9c", "Tc"], trump="h")
    assert found == {"declaration": {"kind": "sequence", "suit": "c", "length": 4, "top": "T", "points": 50}}
    found = calculate["best_declaration"](hand=["Jc", "Jd", "Jh", "Js"], trump="h")
    assert found == {"declaration": {"kind": "carre", "rank": "J", "points": 200}}
    assert calculate["best_declaration"](hand=["7c", "8c"], trump="h") == {"declaration": None}


def test_compare_declarations_by_seat_in_both_forms() -> None:
    announced: dict[str, Any] = {"0": ["7c", "8c", "9c"], "1": ["Jd", "Qd", "Kd"], "3": ["7s", "8s", "9s", "Ts"]}
    expected = {"team": 1, "declaration_points": [0, 70]}
    assert calculate["compare_declarations"](announced=announced, trump="h") == expected
    listed = [["7c", "8c", "9c"], ["Jd", "Qd", "Kd"], None, ["7s", "8s", "9s", "Ts"]]
    assert calculate["compare_declarations"](announced=listed, trump="h") == expected
    assert calculate["compare_declarations"](announced={}, trump="h") == {"team": None, "declaration_points": [0, 0]}


def test_the_points_of_tricks_are_summed_by_team_with_ten_for_the_last() -> None:
    tricks = [{"lead": 0, "cards": ["Tc", "Ac", "7c", "Kc"]}, {"lead": 1, "cards": ["7d", "8d", "9d", "Jd"]}]
    found = calculate["trick_points"](tricks=tricks, trump="h")
    assert found == {"trick_points": [12, 25], "tricks_won": [1, 1], "last_trick_by": 0}


def test_trick_points_of_two_tricks() -> None:
    tricks = [{"lead": 0, "cards": ["Tc", "Ac"]}, {"lead": 1, "cards": ["7d", "Jd"]}]
    found = calculate["trick_points"](tricks=tricks, trump="h")
    assert found == {"trick_points": [12, 21], "tricks_won": [1, 1], "last_trick_by": 0}


def test_score_hand_reads_teams_as_keys_too() -> None:
    by_key = calculate["score_hand"](
        variant="palatisti", taker_team=0, trick_points={"0": 76, "1": 86}, belote={"0": 20}, value=80
    )
    assert by_key == {"made": True, "exact": [176, 86], "units": [17, 9]}


def test_a_match_ends_at_the_target_and_ratings_decide_equal_totals() -> None:
    assert calculate["match_end"](totals=[100, 90], target=101, ratings=[1500] * 4) == {"over": False}
    found = calculate["match_end"](totals=[101, 90], target=101, ratings=[1500] * 4)
    assert found == {"over": True, "winner": 0, "reason": "score", "rating_factor": 1}
    found = calculate["match_end"](totals=[151, 151], target=151, ratings=[1500, 1400, 1500, 1500])
    assert found == {"over": True, "winner": 1, "reason": "rating_tiebreak", "rating_factor": 0.5}
    assert calculate["match_end"](totals=[151, 151], target=151, ratings=[1500] * 4) == {"over": False}


def test_ratings_belong_to_their_seats_in_any_order() -> None:
    ratings = {"1": 1400, "0": 1500, "3": 1500, "2": 1500}
    found = calculate["match_end"](totals=[151, 151], target=151, ratings=ratings)
    assert (found["winner"], found["reason"]) == (1, "rating_tiebreak")


def test_a_side_that_has_won_a_trick_cannot_declare_even_if_only_the_count_is_known() -> None:
    state = {"phase": "tricks", "turn": 1, "hands": {"1": ["7h", "8h", "9h"]}, "trump": "h", "taker": 1, "value": 80}
    move = {"move": "declare", "seat": 1}
    assert calculate["apply"](state=state, move=move)["declared"]["1"] == 20
    assert calculate["apply"](state=state | {"tricks_won": [0, 1]}, move=move) == {"error": "not_first_trick"}


def test_apply_gives_the_new_state_in_the_names_of_the_rules() -> None:
    found = calculate["apply"](state=AUCTION, move={"move": "bid", "seat": 0, "value": 90, "suit": "h"})
    assert found["calls"] == [{"seat": 0, "call": "90h"}] and found["turn"] == 1 and "error" not in found
    assert "variant" not in found and "hand_over" not in found
    named = calculate["apply"](
        state=AUCTION | {"variant": "palatisti", "target": 101}, move={"move": "pass", "seat": 0}
    )
    assert named["variant"] == "palatisti" and named["target"] == 101


def test_hands_keep_the_order_of_their_cards() -> None:
    state = {"trump": "h", "turn": 0, "hands": [["7c", "Jh", "9h", "7h"], ["8c", "Ac", "9c", "Td"], [], []]}
    found = calculate["apply"](state=state, move={"move": "play", "seat": 0, "card": "Jh"})
    assert (found["hands"][0], found["hands"][1]) == (["7c", "9h", "7h"], ["8c", "Ac", "9c", "Td"])
    classic = {"phase": "round1", "turn": 0, "dealer": 3, "turn_up": "Ah", "stock": ["Jd", "Td", "Qd"]}
    taken = calculate["apply"](state=classic | {"hands": [["7c", "9h", "8c"], []]}, move={"move": "take", "seat": 0})
    assert taken["hands"][0][:3] == ["7c", "9h", "8c"]


def test_apply_returns_the_end_of_a_hand() -> None:
    found = calculate["apply"](state=LAST, move={"move": "play", "seat": 3, "card": "9c"})
    assert found["hand_over"] is True and found["made"] is True
    assert (found["exact"], found["units"], found["totals"], found["phase"]) == ([330, 0], [33, 0], [33, 0], "scoring")


def test_apply_reads_its_own_result() -> None:
    over = calculate["apply"](state=LAST | {"totals": [130, 0]}, move={"move": "play", "seat": 3, "card": "9c"})
    assert over["hand_over"] is True and over["phase"] == "match_over"
    assert calculate["apply"](state=over, move={"move": "pass", "seat": 0}) == {"error": "match_over"}
    calls = [{"seat": seat, "call": "pass"} for seat in range(3)]
    again = calculate["apply"](state=AUCTION | {"turn": 3, "calls": calls}, move={"move": "pass", "seat": 3})
    assert calculate["apply"](state=again, move={"move": "pass", "seat": 1}) == {"error": "wrong_phase"}


def test_apply_returns_a_cancelled_deal() -> None:
    calls = [{"seat": seat, "call": "pass"} for seat in range(3)]
    found = calculate["apply"](state=AUCTION | {"turn": 3, "calls": calls}, move={"move": "pass", "seat": 3})
    assert found["redeal"] is True and found["dealer"] == 0


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"move": "x"}, "unknown_move"),
        ({"move": "play", "card": "Jh"}, "wrong_phase"),
        ({"move": "pass", "seat": 1}, "not_your_turn"),
        ({"move": "bid", "value": 90}, "bad_parameters"),
        ({"move": "bid", "value": 85, "suit": "x"}, "bad_value"),
        ({"move": "bid", "value": 90, "suit": "x"}, "bad_suit"),
    ],
)
def test_apply_refuses_with_the_code(move: dict[str, Any], code: str) -> None:
    assert calculate["apply"](state=AUCTION, move={"seat": 0} | move) == {"error": code}


def test_leaving_at_a_moment_removes_the_seat() -> None:
    found = calculate["apply"](state=AUCTION, move={"move": "leave", "seat": 2})
    assert found["removed"] == [2] and found["phase"] == "auction"
    over = {"phase": "match_over", "totals": [200, 0]}
    assert calculate["apply"](state=over, move={"move": "leave", "seat": 2}) == {"error": "match_over"}


def test_the_variant_is_found_where_it_is_not_named() -> None:
    classic = {"phase": "round1", "turn": 0, "dealer": 3, "turn_up": "Ah", "hands": [["Jh"], ["7c"], ["8c"], ["9c"]]}
    stock = ["Td", "Jd", "Qd", "Kd", "Ad", "7d", "8d", "9d", "7s", "8s", "9s"]
    taken = calculate["apply"](state=classic | {"stock": stock}, move={"move": "take", "seat": 0})
    assert sorted(taken["hands"][0]) == ["Ah", "Jd", "Jh", "Td"] and taken["trump"] == "h" and taken["taker"] == 0
    two = classic | {"hands": [["7h"], ["7c"]], "dealer": 1, "stock": stock}
    swapped = calculate["apply"](state=two, move={"move": "take", "seat": 0, "swap_seven": True})
    assert swapped["turn_up"] == "7h" and "Ah" in swapped["hands"][0]


def test_two_hands_need_not_be_all_hands() -> None:
    bid = {"move": "bid", "seat": 1, "value": 90, "suit": "h"}
    auction = {"phase": "auction", "turn": 1, "hands": [["9h", "8h"], ["7c", "8c"]]}
    assert calculate["apply"](state=auction, move=bid)["turn"] == 2
    trick = {"trump": "h", "turn": 2, "hands": {"2": ["9h", "8h"], "3": ["7c", "8c"]}, "trick": ["Ah", "Th"]}
    assert calculate["apply"](state=trick, move={"move": "play", "seat": 2, "card": "9h"})["turn"] == 3
    again = trick | {"turn": 1, "hands": {"0": ["9h"], "1": ["Jh"]}}
    assert calculate["apply"](state=again, move={"move": "play", "seat": 1, "card": "Jh"})["turn"] == 2


def test_a_state_that_fits_no_variant_or_not_the_one_it_names_is_invalid() -> None:
    rounds = {"phase": "round1", "turn": 0, "turn_up": "Ah", "hands": [["Jh"], ["7c"], ["8c"], ["9c"]]}
    take = {"move": "take", "seat": 0}
    assert "error" not in calculate["apply"](state=rounds, move=take)
    assert calculate["apply"](state=rounds | {"variant": "palatisti"}, move=take) == {"error": "situation_invalid"}
    assert calculate["apply"](state=rounds | {"value": 90}, move=take) == {"error": "situation_invalid"}


@pytest.mark.parametrize("name", sorted(calculate))
def test_what_cannot_be_read_is_bad_parameters(name: str) -> None:
    assert calculate[name]()["error"] == "bad_parameters"
    assert calculate[name](nothing=1)["error"] == "bad_parameters"


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("deal", {"variant": "palatisti", "deck": DECK[:31], "dealer": 0}),
        ("deal", {"variant": "classic2", "deck": DECK, "dealer": 3}),
        ("legal_cards", {"hand": ["7h", "7h"], "trick": [], "trump": "h"}),
        ("legal_cards", {"hand": ["7h"], "trick": [], "trump": "x"}),
        ("legal_cards", {"hand": ["7h"], "trick": ["7h"], "trump": "h"}),
        ("trick_winner", {"trick": [], "lead": 0, "trump": "h"}),
        ("trick_points", {"tricks": [{"lead": 9, "cards": ["7c"]}], "trump": "h"}),
        ("trick_points", {"tricks": [{"lead": True, "cards": ["7c"]}], "trump": "h"}),
        ("compare_declarations", {"announced": {"5": []}, "trump": "h"}),
        ("score_hand", {"variant": "classic", "taker_team": 2, "trick_points": [1, 2]}),
        ("match_end", {"totals": {"3": 1}, "target": 101}),
        ("match_end", {"totals": [151, 151], "target": 151, "ratings": {"4": 1500}}),
        ("apply", {"state": AUCTION, "move": {"move": "pass"}}),
        ("apply", {"state": AUCTION, "move": {"move": "pass", "seat": 4}}),
        ("apply", {"state": AUCTION, "move": {"move": "pass", "seat": False}}),
        ("apply", {"state": AUCTION, "move": {"move": "pass", "seat": 0.0}}),
    ],
)
def test_plain_data_that_makes_no_sense_is_bad_parameters(name: str, given: dict[str, Any]) -> None:
    assert calculate[name](**given)["error"] == "bad_parameters"


@pytest.mark.parametrize("variant", VARIANTS)
def test_apply_and_the_table_come_to_the_same(variant: str) -> None:
    state, chance = start(variant, 101), Chance(variant, "apply")
    compared = 0
    for _ in range(90):
        if state.phase == "match_over":
            break
        before, seat = state, state.turn
        state = stepped(state, chance, [anything] * 4)
        if seat is None:
            continue
        for move in game.legal(before, seat):
            if encode(game.apply(before, seat, move)) == encode(state):
                data = plain(before) | {"variant": variant, "target": 101}
                found = calculate["apply"](state=data, move=game.write(move) | {"seat": seat})
                expected = plain(state)
                assert in_any_order({name: found.get(name) for name in expected}) == in_any_order(expected)
                compared += 1
    assert compared > 25


def in_any_order(data: dict[str, Any]) -> dict[str, Any]:
    """A moment without the order of the cards in hands."""
    return data | {"hands": {seat: sorted(cards) for seat, cards in data["hands"].items()}}


def plain(state: Any) -> dict[str, Any]:
    return conformance.situation_data(Situation("pilotta", state, (SeatRecord(),) * len(state.ratings)))
