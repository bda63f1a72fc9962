"""Turns, the end of hands and of matches (games/koumkan/RULES.md §3, §5–§7, §9)."""

from typing import Any

import pytest

from games import api
from games.koumkan.state import State, active_seats
from games.toolkit.double_deck import CARDS, COPIES, TEXT
from tests.games.koumkan.hands import CALL, GAMES, applied, error, split, state

HANDS = [split("7c 8c 9c Kd 2h"), split("4c 5d"), split("6h 6s"), split("Jc Jd")]
BASE = {"to_move": 0, "phase": "play", "hands": HANDS, "stock_count": 20, "discard": ["3s"], "dealer": 3}
RUN = {"id": 1, "owner": 1, "cards": split("7h 8h 9h")}


def move(name: str, seat: int = 0, **given: Any) -> dict[str, Any]:
    return {"seat": seat, "move": name, **given}


def refused(name: str, situation: dict[str, Any] | None = None, game: str = "koumkan", **given: Any) -> str | None:
    return error(BASE | (situation or {}), move(name, **given), game=game)


# --- refusals ---


def test_what_is_asked_of_every_move_comes_first() -> None:
    over = {"phase": "match_over", "to_move": None, "active": [0], "eliminated": [[1, 2], [3]]}
    assert refused("jump", over) == "match_over"
    assert refused("jump", {"to_move": 1}) == "unknown_move"
    assert refused("discard", {"to_move": 1, "phase": "draw"}, card="Qs") == "not_your_turn"
    assert refused("discard", {"phase": "draw"}, card="Qs") == "must_draw_first"
    assert refused("draw", **{"from": "discard"}) == "already_drawn"
    assert refused("go_out", discard="7c") == "unknown_move"


@pytest.mark.parametrize("game", ["thanasis", "dynamitis"])
def test_elsewhere_cards_come_from_the_stock_and_stay_in_hand(game: str) -> None:
    plain = {"discard": ["3s"]}
    assert refused("draw", plain | {"phase": "draw"}, game=game, **{"from": "discard"}) == "pile_not_allowed"
    for name in ("meld", "lay_off", "swap_joker"):
        assert refused(name, game=game, cards=["Qs"]) == "melding_not_allowed"


def test_a_pile_without_cards_gives_none() -> None:
    assert refused("draw", {"phase": "draw", "discard": []}, **{"from": "discard"}) == "pile_empty"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"cards": split("7c 8c Tc")}, "card_not_in_hand"),
        ({"cards": split("7c 8c")}, "too_few_cards"),
        ({"cards": split("7c 8c Kd")}, "not_a_meld"),
        ({"cards": split("7c 8c 9c"), "kind": "group"}, "not_a_meld"),
        ({"cards": split("7c 8c 9c"), "kind": 3}, "not_a_meld"),
        ({"cards": "7c"}, "card_not_in_hand"),
        ({}, "card_not_in_hand"),
    ],
)
def test_a_meld_is_refused_for_the_first_thing_that_is_wrong(given: dict[str, Any], expected: str) -> None:
    assert refused("meld", **given) == expected


def test_a_meld_of_jokers_and_one_of_the_whole_hand_are_refused() -> None:
    assert refused("meld", {"hands": [split("X X X 2c")]}, cards=split("X X X")) == "not_enough_naturals"
    assert refused("meld", {"hands": [split("7c 8c 9c")]}, cards=split("7c 8c 9c")) == "must_keep_discard"


@pytest.mark.parametrize(
    ("melded", "given", "expected"),
    [
        ([0], {"meld": 1, "cards": ["Qs"]}, "card_not_in_hand"),
        ([0], {"meld": 1, "cards": []}, "card_not_in_hand"),
        ([0], {"meld": 2, "cards": ["Kd"]}, "unknown_meld"),
        ([0], {"meld": "1", "cards": ["Kd"]}, "unknown_meld"),
        ([1], {"meld": 1, "cards": ["Kd"]}, "not_melded_yet"),
        ([0], {"meld": 1, "cards": ["Kd"]}, "does_not_fit"),
        ([0], {"meld": 1, "cards": ["Kd"], "end": "middle"}, "does_not_fit"),
    ],
)
def test_a_lay_off_is_refused_for_the_first_thing_that_is_wrong(
    melded: list[int], given: dict[str, Any], expected: str
) -> None:
    assert refused("lay_off", {"table": [RUN], "melded": melded}, **given) == expected


def test_a_swap_is_refused_for_the_first_thing_that_is_wrong() -> None:
    table = {"table": [RUN], "melded": [0]}
    assert refused("swap_joker", table, meld=1, card="Qs") == "card_not_in_hand"
    assert refused("swap_joker", table, meld=9, card="Kd") == "unknown_meld"
    assert refused("swap_joker", {"table": [RUN]}, meld=1, card="Kd") == "not_melded_yet"
    assert refused("swap_joker", table, meld=1, card="Kd") == "no_joker"
    joker = {"table": [RUN | {"cards": split("7h X 9h")}], "melded": [0]}
    assert refused("swap_joker", joker, meld=1, card="Kd") == "does_not_fit"


def test_a_lay_off_leaves_one_card_and_is_all_or_nothing() -> None:
    situation = BASE | {"hands": [split("Th Jh")], "table": [RUN], "melded": [0]}
    assert error(situation, move("lay_off", meld=1, cards=split("Th Jh"))) == "must_keep_discard"
    after = applied(situation, move("lay_off", meld=1, cards=["Th"]))
    assert after["table"][0]["cards"] == split("7h 8h 9h Th") and after["hand_sizes"][0] == 1


def test_a_meld_of_the_same_turn_opens_the_others() -> None:
    situation = BASE | {"hands": [split("7c 8c 9c Th X 8h")], "table": [RUN | {"cards": split("7h X 9h")}]}
    after = applied(
        situation,
        move("meld", cards=split("7c 8c 9c")),
        move("lay_off", meld=1, cards=["Th"]),
        move("swap_joker", meld=1, card="8h"),
    )
    assert after["legal"] and sorted(after["hands"][0]) == ["X", "X"]


# --- the card taken from the pile ---


def taking(hand: str, top: str, back: str) -> str | None:
    situation = BASE | {"phase": "draw", "hands": [split(hand), ["4c"]], "discard": ["3s", top]}
    draw = applied(situation, move("draw", **{"from": "discard"}), move("discard", card=back))
    return draw.get("error")


def test_a_card_taken_from_the_pile_may_not_go_back_unless_a_copy_was_held_or_no_other_is_left() -> None:
    assert taking("7c Kd", "Qs", "Qs") == "cannot_return_card"
    assert taking("7c Kd", "Qs", "Kd") is None
    assert taking("7c Qs", "Qs", "Qs") is None
    assert taking("", "Qs", "Qs") is None


def test_a_taken_card_is_read_from_a_situation() -> None:
    assert refused("discard", {"taken_from_discard": "Kd"}, card="Kd") == "cannot_return_card"
    two = {"taken_from_discard": "Kd", "hands": [split("Kd Kd 2h")]}
    assert refused("discard", two, card="Kd") is None


# --- going out ---

COMPLETE = "3c 4c 5c 9c 9d 9h Jd Qd Kd X"


def going(hand: str, discard: str, melds: list[str] | None = None, game: str = "thanasis") -> dict[str, Any]:
    situation = {"to_move": 0, "phase": "play", "hands": [split(hand), split("Ac 2d")], "indicator": "6d"}
    given = {} if melds is None else {"melds": [split(each) for each in melds]}
    return applied(situation | {"stock_count": 9}, move("go_out", discard=discard, **given), game=game, seats=2)


def test_a_complete_hand_goes_out_and_the_others_pay() -> None:
    after = going(COMPLETE + " 7s", "7s")
    assert (after["hand_end"], after["out_seat"], after["counts"]) == ("out", 0, [0, 3])
    assert after["discard_top"] == "7s" and after["totals"] == [0, 3]


def test_going_out_needs_every_other_card_in_a_meld() -> None:
    assert going(COMPLETE + " 7s", "3c")["error"] == "not_complete"
    assert going(COMPLETE + " 7s", "2s")["error"] == "card_not_in_hand"
    assert going("7s", "7s")["error"] == "not_complete"
    assert going("X X X X 6c 6h 6s 7s", "7s")["error"] == "not_complete"


def test_melds_that_are_named_must_be_the_hand() -> None:
    hand = COMPLETE + " 7s"
    assert going(hand, "7s", ["3c 4c 5c", "9c 9d 9h", "Jd Qd Kd X"])["hand_end"] == "out"
    assert going(hand, "7s", ["3c 4c 5c X", "9c 9d 9h", "Jd Qd Kd"])["hand_end"] == "out"
    assert going(hand, "7s", ["3c 4c 5c", "9c 9d 9h", "Jd Qd Kd"])["error"] == "not_complete"
    assert going(hand, "7s", ["3c 4c 5c 9c", "9d 9h X", "Jd Qd Kd"])["error"] == "not_complete"
    assert going(hand, "7s", ["3c 4c 5c", "9c 9d 9h", "Jd Qd Kd X 7s"])["error"] == "not_complete"
    assert going(hand, "7s", [])["error"] == "not_complete"


def test_in_koumkan_the_last_discard_goes_out_and_melds_in_hand_count() -> None:
    situation = BASE | {"hands": [["Kd"], split("7c 8c 9c")], "dealer": 1}
    after = applied(situation, move("discard", card="Kd"), seats=2)
    assert (after["hand_end"], after["out_seat"], after["counts"]) == ("out", 0, [0, 24])


# --- the stock ---


def test_when_the_stock_ends_the_discards_below_the_top_become_it_once() -> None:
    situation = BASE | {"stock_count": 0, "discard": split("3s 4s 5s")}
    after = applied(situation, move("discard", card="Kd"))
    assert (after["stock_count"], after["discard_top"], after["discard_count"]) == (3, "Kd", 1)
    assert after["reshuffled"] and (after["phase"], after["to_move"]) == ("draw", 1)
    again = applied(situation | {"reshuffled": True}, move("discard", card="Kd"))
    assert (again["hand_end"], again["out_seat"]) == ("blocked", None)
    assert again["counts"] == [26, 9, 12, 20]


def test_with_nothing_to_shuffle_the_hand_is_blocked() -> None:
    after = applied(BASE | {"stock_count": 0, "discard": []}, move("discard", card="Kd"))
    assert after["hand_end"] == "blocked"


@pytest.mark.parametrize(("quiet", "busy", "end"), [(38, False, None), (39, False, "blocked"), (39, True, None)])
def test_forty_quiet_turns_block_a_hand(quiet: int, busy: bool, end: str | None) -> None:
    after = applied(BASE | {"quiet_turns": quiet, "busy": busy}, move("discard", card="Kd"))
    assert after["hand_end"] == end


def test_turns_skip_the_eliminated() -> None:
    after = applied(BASE | {"active": [0, 3], "hands": {0: HANDS[0], 3: HANDS[3]}}, move("discard", card="Kd"))
    assert after["to_move"] == 3


# --- deals ---


def dealt(game: str, first: list[str], **options: Any) -> State:
    """The first deal with these cards on top of the rest of the stock, two seats."""
    rules = GAMES[game]
    now = rules.apply(rules.start(rules.options({"seats": 2} | options, {})), None, api.Drawn((1,)))
    stock = [COPIES[face][0] for face in first]
    rest = [card for card in CARDS if card not in stock]
    return rules.apply(now, None, api.Drawn((*rest[:20], *stock, *rest[20:])))


def test_the_leader_plays_first_and_the_seat_before_deals() -> None:
    now = dealt("koumkan", ["X"])
    assert (now.turn, now.dealer, now.phase, [len(hand) for hand in now.hands]) == (1, 0, "draw", [10, 10])
    assert [TEXT[card] for card in now.pile] == ["X"] and now.indicator is None and len(now.stock) == 87


def test_a_card_that_cannot_be_the_indicator_is_put_back_until_one_fits() -> None:
    now = dealt("dynamitis", ["X", "2h", "6d"])
    rules = GAMES["dynamitis"]
    assert rules.next(now) == api.Draw(1, "deal", "below", 88) and now.phase == "indicator"
    now = rules.apply(now, None, api.Drawn((87,)))
    assert TEXT[now.stock[-1]] == "X" and rules.next(now).n == 88
    now = rules.apply(now, None, api.Drawn((1,)))
    assert now.indicator is not None and TEXT[now.indicator] == "6d"
    assert TEXT[now.stock[0]] == "2h" and len(now.stock) == 87 and not now.pile


def test_a_two_may_be_the_indicator_of_thanasis() -> None:
    now = dealt("thanasis", ["2h"])
    assert now.indicator is not None and TEXT[now.indicator] == "2h"


def test_the_next_deal_is_for_those_left_and_begins_after_the_next_dealer() -> None:
    situation = BASE | {"hands": [["Kd"], ["X", "X"], ["3c"], ["4c"]], "totals": [0, 80, 0, 0], "dealer": 0}
    after = applied(situation, move("discard", card="Kd"))
    assert after["active"] == [0, 2, 3] and after["eliminated"] == [[1]]
    closed = state(**{name: after[name] for name in ("phase", "ended", "dealer", "eliminated", "totals")})
    fresh = GAMES["koumkan"].apply(closed, None, api.Drawn(tuple(range(108))))
    assert (fresh.dealer, fresh.turn, [len(hand) for hand in fresh.hands]) == (2, 3, [10, 0, 10, 10])
    assert active_seats(fresh) == (0, 2, 3)


# --- places ---


def result(**data: Any) -> api.Result:
    options = {name: data.pop(name) for name in ("seats", "ratings") if name in data}
    return GAMES["koumkan"].next(state("koumkan", options, phase="match_over", **data)).result


def test_places_go_by_the_time_of_elimination_and_equal_totals_share() -> None:
    found = result(active=[2], eliminated=[[4], [0, 3], [1]], totals=[110, 101, 40, 110, 200], seats=5)
    assert (found.places, found.reason, found.named) == ((3, 2, 1, 3, 5), "won", None)


def test_of_seats_that_went_out_together_the_lower_rating_is_named() -> None:
    data = {"active": [], "eliminated": [[2], [0, 1]], "totals": [105, 105, 120], "seats": 3}
    named = result(**data, ratings=[1500, 1400, 1300])
    assert (named.places, named.reason, named.named) == ((1, 1, 3), "rating_tiebreak", 1)
    shared = result(**data)
    assert (shared.places, shared.reason, shared.named) == ((1, 1, 3), "draw", None)


def test_a_lowest_total_wins_though_it_reached_the_target() -> None:
    situation = BASE | {"stock_count": 0, "reshuffled": True, "totals": [100, 100, 100, 100]}
    after = applied(situation, move("discard", card="Kd"))
    assert (after["match_end"], after["winner"], after["active"]) == ("won", 1, [])
    assert after["places"] == [4, 1, 2, 3]


def test_options_outside_the_table_are_invalid() -> None:
    for game in GAMES:
        good = CALL[game]["validate_options"](raw_options={"seats": 6, "target_score": 501, "game": game})
        assert good["options"]["seats"] == 6
        for bad in ({"seats": 7}, {"seats": 1}, {"target_score": 100}, {"x": 1}, {"ratings": [1, 2]}, {"game": "x"}):
            assert CALL[game]["validate_options"](raw_options=bad)["error"] == "options_invalid"
    assert CALL["koumkan"]["validate_options"](raw_options={})["options"]["target_score"] == 101
