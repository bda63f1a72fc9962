"""Views and events: every row of RULES.md §13."""

import json
from itertools import islice
from typing import Any

import pytest

from games import api
from games.pilotta.cards import TEXTS, cards_of
from games.pilotta.state import State
from tests.conformance.previews import preview_of
from tests.games.pilotta.tables import VARIANTS, computer, deck_of, game, moment, start, stepped
from tests.games.pilotta.test_calls import FIRST, dealt, said
from tests.games.seeded_matches import Chance, encode

HANDS = ("7h 8h 9h", "Kc Kd Ks", "Qh Kh Ah", "Tc Jc Qc")


def view(state: State, viewer: Any) -> Any:
    return game.view(state, viewer)


def play(state: State, *moves: str) -> State:
    """Cards of the seats on turn; `!` announces first."""
    for text in moves:
        seat = state.turn
        assert seat is not None
        if text[0] == "!":
            state = game.apply(state, seat, game.parse({"move": "declare"}))
        move = game.parse({"move": "play", "card": text[-2:]})
        assert game.check(state, seat, move) is None, (text, game.check(state, seat, move))
        state = game.apply(state, seat, move)
    return state


def tricks(*hands: str, leader: int = 0, trump: str = "h") -> State:
    """All have passed but the leader, with 80."""
    state = dealt("palatisti", leader, *(hands or FIRST))
    return said(state, f"80{trump}", *["pass"] * 5)


def cards_in(value: Any) -> set[str]:
    """Every card code in plain data."""
    text = value if isinstance(value, str) else json.dumps(json.loads(encode(value)))
    return {card for card in TEXTS if f'"{card}"' in text}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_seat_sees_its_own_cards_and_only_the_shown_cards_of_others(variant: str) -> None:
    """Without the score sheet, which shows hands that are over."""
    for seed in range(3):
        state, chance, known = start(variant), Chance(variant, seed), set()
        for _ in range(150):
            if state.phase == "match_over":
                break
            before, state = state, stepped(state, chance, [computer] * 4)
            known = public_cards(state)
            for viewer in (*range(len(state.hands)), "public"):
                seen = view(state, viewer)
                fields = {name: getattr(seen, name) for name in seen.__struct_fields__ if name != "last_hand"}
                own = {TEXTS[card] for card in cards_of(state.hands[viewer])} if isinstance(viewer, int) else set()
                assert cards_in(fields) <= own | known | declared_own(state, viewer), (viewer, before, state)


def public_cards(state: State) -> set[str]:
    """On the table, in the last trick, turned up, or shown with a declaration that counts."""
    cards = {*state.trick, *(state.tricks[-1].cards if state.tricks else ())}
    cards |= {card for card in (state.turn_up, state.swapped) if card is not None}
    shown = {card for each in view(state, "public").declarations for card in each.cards}
    return {TEXTS[card] for card in cards} | shown


def declared_own(state: State, viewer: Any) -> set[str]:
    return {TEXTS[card] for card in cards_of(state.dealt[viewer])} if isinstance(viewer, int) and state.dealt else set()


def test_own_cards_and_own_choices_are_seen_by_that_seat_alone() -> None:
    state = tricks()
    assert view(state, 0).hands == {"0": ("Ah", "7h", "Tc", "Kc", "Qc", "Jc", "9d", "8d")}
    assert view(state, 0).moves == ("declare", "play") and view(state, 0).legal == view(state, 0).hands["0"]
    for other in (1, 2, 3, "public"):
        seen = view(state, other)
        assert (seen.moves, seen.legal, seen.refused, seen.bids) == ((), (), {}, ())
        assert "0" not in seen.hands and seen.counts == (8, 8, 8, 8) and seen.turn == 0
    assert view(state, "public").hands == {}
    assert set(view(state, "open").hands) == {"0", "1", "2", "3"} and view(state, "open").legal


def test_the_best_declaration_is_seen_by_its_holder_until_its_first_card() -> None:
    state = tricks()
    best = {seat: view(state, seat).best for seat in range(4)}
    assert [best[seat] and best[seat].points for seat in range(4)] == [50, 20, 20, 100]
    assert best[0].kind == "sequence" and best[0].cards == ("Tc", "Jc", "Qc", "Kc")
    assert view(state, "public").best is None
    after = play(state, "!Tc")
    assert view(after, 0).best is None and view(after, 1).best is not None
    assert view(play(state, "Tc"), 0).best is None, "too late"


def test_of_an_announced_declaration_only_the_points_are_shown() -> None:
    state = game.apply(tricks(), 0, game.parse({"move": "declare"}))
    for viewer in (0, 1, 2, 3, "public"):
        (shown,) = view(state, viewer).declarations
        assert (shown.seat, shown.points, shown.counts, shown.cards) == (0, 50, None, ())
        told = game.event(tricks(), 0, game.parse({"move": "declare"}), state, viewer)
        assert told == api.GameEvent("declare", {"seat": 0, "points": 50})
    assert state.turn == 0 and game.next(state).due == game.next(tricks()).due, "the clock runs on"


def test_after_the_first_trick_the_cards_that_count_are_shown_and_the_others_never() -> None:
    state = play(tricks(), "!Tc", "!Jh", "8c", "7d")
    seen = view(state, "public")
    assert seen.declarations_by == 0 and seen.declaration_points == (50, 0)
    assert [(each.seat, each.counts, each.cards) for each in seen.declarations] == [
        (0, True, ("Tc", "Jc", "Qc", "Kc")),
        (1, False, ()),
    ]
    assert seen.last_trick.winner == 1 and seen.last_trick.cards == ("Tc", "Jh", "8c", "7d")


def test_belote_is_an_event_when_it_is_announced() -> None:
    hands = ("Kh Qh 7c 8c 9d Td 7s 8s", "Jh 9h As Ks Qs 7h Ts 9s", "Th 8h Ac Tc Kc Qc Jc 9c", "7d 8d Jd Qd Kd Ad Js Ah")
    state = tricks(*hands)
    assert view(state, "public").belote is None and view(state, 0).belote is None
    first = play(state, "Kh")
    assert (view(first, 3).belote.seat, view(first, 3).belote.said) == (0, "belote")
    assert game.event(state, 0, game.parse({"move": "play", "card": "Kh"}), first, 2).data["said"] == "belote"
    later = play(first, "Jh", "Th", "Ah", "9h", "8h", "7d", "Qh")
    assert view(later, "public").belote.said == "rebelote"


def test_a_king_of_trumps_without_its_queen_says_nothing() -> None:
    state = tricks()
    after = play(state, "7h", "Jh", "Kh")
    assert view(after, "public").belote is not None, "seat 2 holds both"
    hands = (FIRST[0].replace("7h", "Kh"), FIRST[1], FIRST[2].replace("Kh", "7h"), FIRST[3])
    assert view(play(tricks(*hands), "Kh"), "public").belote is None


def test_earlier_tricks_and_points_are_not_seen_until_the_hand_is_scored() -> None:
    state = play(tricks(), "Tc", "Jh", "8c", "7d", "As", "Th", "Ts", "Ah")
    seen = view(state, "public")
    assert seen.last_trick.cards == ("As", "Th", "Ts", "Ah") and seen.tricks_won == (1, 1)
    assert not {"Tc", "Jh", "8c", "7d"} & cards_in(seen)
    assert "card_points" not in encode(seen).decode()
    while state.phase == "tricks":
        state = stepped(state, Chance(1), [computer] * 4)
    last = view(state, "public").last_hand
    assert [trick.cards for trick in last.tricks][:2] == [("Tc", "Jh", "8c", "7d"), ("As", "Th", "Ts", "Ah")]
    assert sum(last.card_points) == 152 and sum(last.trick_points) in (162, 250)


def test_the_last_hand_is_counted_line_by_line() -> None:
    state = tricks()
    while state.phase == "tricks":
        state = stepped(state, Chance(1), [computer] * 4)
    last = view(state, 0).last_hand
    ten = [10 * (last.last_trick_by == team) for team in (0, 1)]
    assert [points + more for points, more in zip(last.card_points, ten, strict=True)] == list(last.trick_points)
    sums = zip(last.trick_points, last.declaration_points, last.belote, strict=True)
    assert list(last.totals) == [sum(each) for each in sums]
    assert last.value_points == 80 and last.multiplier == 1 and last.trump == "h"
    assert view(state, 0).totals == last.units
    (line,) = view(state, 0).scores
    assert (line.number, line.taker, line.made, line.units) == (1, 0, last.made, last.units)


def test_the_turn_up_and_a_swapped_seven_are_seen_by_all() -> None:
    state = dealt("classic2", 1, "Ah Kc Qc Jc 9h 8d", "Jh 7h As Ks Qs Td", "Th")
    assert view(state, "public").turn_up == "Th" and view(state, 1).can_swap and not view(state, 0).can_swap
    move = game.parse({"move": "take", "swap_seven": True})
    after = game.apply(state, 1, move)
    for viewer in (0, 1, "public"):
        assert (view(after, viewer).turn_up, view(after, viewer).swapped) == ("7h", "Th")
        told = game.event(state, 1, move, after, viewer).data
        assert (told["turn_up"], told["swapped"], told["call"]) == ("7h", "Th", "take_seven")
        assert set(told["hands"]) == ({str(viewer)} if isinstance(viewer, int) else set())


def test_the_view_of_the_seat_on_turn_lists_the_bids_it_may_make() -> None:
    state = said(dealt(), "220c")
    seen = view(state, 1)
    assert seen.moves == ("pass", "bid") and seen.bids == (230, 240, "capot")
    assert (seen.contract.taker, seen.contract.value, seen.contract.trump) == (0, 220, "c")
    assert view(state, 0).bids == ()
    (call,) = seen.bidding
    assert (call.phase, call.seat, call.call) == ("auction", 0, "220c")


def test_calls_of_all_phases_of_the_deal_are_seen() -> None:
    state = said(dealt(), "80h", "pass", "pass", "pass", "pass", "contra", "pass", "pass")
    found = [(each.phase, each.seat, each.call) for each in view(state, "public").bidding]
    assert found[3:] == [
        ("auction", 3, "pass"),
        ("contra", 1, "pass"),
        ("contra", 3, "contra"),
        ("recontra", 0, "pass"),
        ("recontra", 2, "pass"),
    ]
    contract = view(state, "public").contract
    assert (contract.multiplier, contract.points) == (2, 160)


def test_the_view_has_the_reason_for_each_card_that_may_not_be_played() -> None:
    state = play(tricks(), "Kc")
    seen = view(state, 1)
    assert set(seen.legal) == {"Jh", "9h"} and seen.refused == dict.fromkeys(
        ["As", "Ks", "Qs", "9s", "8s", "7s"], "must_trump"
    )
    after = play(state, "9h")
    assert view(after, 2).refused == dict.fromkeys(["Th", "Kh", "Qh", "8h"], "must_follow_suit")
    assert view(after, 1).refused == {} and view(after, 2).holder == 1


def test_a_seat_remembers_the_trumps_it_saw_and_which_of_its_cards_nothing_beats() -> None:
    state = tricks()
    assert view(state, 0).trumps_out == 6 and view(state, 0).masters == ()
    assert view(state, 1).masters == ("Jh", "9h", "As")
    after = play(state, "Tc", "Jh", "8c", "7d")
    assert view(after, 0).trumps_out == 5 and view(after, 1).trumps_out == 6
    assert view(after, 1).masters == ("9h", "As")
    assert view(after, 0).masters == () and view(after, "public").trumps_out is None
    assert view(after, "public").masters == view(after, "open").masters == ()


def test_a_forfeit_ends_the_match_when_the_game_applies_the_leave() -> None:
    state = game.apply(tricks(), None, api.Left(1))
    assert view(state, 0).winner == 0 and view(state, 0).reason == "forfeited"
    assert game.event(tricks(), None, api.Left(1), state, 0) == api.GameEvent("left", {"seat": 1})


def test_drafts_are_answered_from_the_view_alone() -> None:
    state = play(tricks(), "Kc")
    assert preview_of(game, view(state, 1), {"card": "Jh"}) == {"warning": None}
    assert preview_of(game, view(state, 1), {"card": "As"}) == {"warning": "must_trump"}
    assert preview_of(game, view(state, 1), {"card": "Ac"}) == {"warning": "card_not_in_hand"}
    assert preview_of(game, view(state, 2), {"card": "Ac"}) == {"warning": "not_your_turn"}
    assert preview_of(game, view(state, 1), {"value": 90, "suit": "h"}) == {"warning": "wrong_phase", "points": 90}
    auction = said(dealt(), "100c")
    assert preview_of(game, view(auction, 1), {"value": 100, "suit": "h"})["warning"] == "bid_too_low"
    assert preview_of(game, view(auction, 1), {"value": "capot", "suit": "h"}) == {"warning": None, "points": 250}
    assert preview_of(game, view(auction, "public"), {"value": 110})["warning"] == "not_your_turn"
    assert preview_of(game, view(auction, 1), {"value": [1]}) == preview_of(game, view(auction, 1), {}) == {}


def test_the_scores_of_a_moment_without_records_are_its_totals_alone() -> None:
    state = moment({"totals": [40, 30], "dealer": 1, "hand_number": 3})
    assert view(state, 0).totals == (40, 30) and view(state, 0).scores == () and view(state, 0).last_hand is None


def test_each_seat_is_sent_its_own_cards_of_a_deal() -> None:
    before = game.apply(start("classic"), None, api.Drawn((0,)))
    action = api.Drawn(deck_of("classic", 3, *(each[:14] for each in FIRST), "8h"))
    after = game.apply(before, None, action)
    told = {viewer: game.event(before, None, action, after, viewer).data for viewer in (0, 1, "public", "open")}
    assert told["public"]["hands"] == {} and told["public"]["turn_up"] == "8h" and told["public"]["dealer"] == 3
    assert set(told[0]["hands"]) == {"0"} and set(told["open"]["hands"]) == {"0", "1", "2", "3"}
    assert list(islice(told[1]["hands"]["1"], 2)) == ["Jh", "9h"]
