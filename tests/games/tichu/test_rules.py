"""Moves, refusals in their order, tricks, windows, wishes, ends (games/tichu/RULES.md §4–§12)."""

from typing import Any

import pytest

from games.api import Decide, Drawn, Elapsed, Left, Over, Unreadable, Wait
from games.tichu.cards import ALL
from games.tichu.state import State
from services.kernel.refusal import Refusal
from tests.games.tichu.hands import at, cards, code, do, game, played, shuffled

FOUR = ["2j 3j", "4j 5j", "6j 7j", "8j 9j"]
LONG = ["2j 3j 4s 5s", "4j 5j 6s 7s", "6j 7j 8s 9s", "8j 9j Ts Js"]


def waits(state: State) -> Any:
    return game.next(state)


def closed(state: State) -> State:
    """After the window."""
    assert isinstance(waits(state), Wait)
    return game.apply(state, None, Elapsed(waits(state).number))


# --- options, deal, sealed phases ---


@pytest.mark.parametrize("raw", [{"target": 100}, {"target": "250"}, {"ratings": [1, 2, 3, 4]}, {"x": 1}])
def test_other_options_are_refused(raw: Any) -> None:
    refused = game.options(raw, {})
    assert isinstance(refused, Refusal) and refused.error == "options_invalid"


def test_the_platform_sets_ratings() -> None:
    assert game.options({}, {"ratings": [1, 2, 3, 4], "on_timeout": "wait"}).ratings == (1, 2, 3, 4)
    assert isinstance(game.options({}, {"ratings": [1, 2, 3]}), Refusal)
    assert game.options({}, {}).target == 1000


def test_the_deal_gives_eight_then_six() -> None:
    order = shuffled("deal")
    state = game.apply(game.start(game.options({}, {})), None, Drawn(order))
    assert [sorted(place for place in range(56) if hand >> place & 1) for hand in state.hands] == [
        sorted(order[seat * 8 : seat * 8 + 8]) for seat in range(4)
    ]
    eight = state.hands
    for seat in range(4):
        assert len(waits(state).due) == 4 - seat and waits(state).may == frozenset()
        state = do(state, seat, "grand_tichu", call=False)
    more = [hand & ~before for hand, before in zip(state.hands, eight, strict=True)]
    assert [sorted(place for place in range(56) if hand >> place & 1) for hand in more] == [
        sorted(order[32 + seat * 6 : 38 + seat * 6]) for seat in range(4)
    ]
    assert state.phase == "exchange" and state.stock == ()


def test_the_mah_jong_leads_after_the_exchange_even_if_it_was_passed_on() -> None:
    states = list(played("exchange", hands=1))
    before = next(state for state in states if state.phase == "exchange")
    after = next(state for state in states if state.phase == "play")
    assert after.turn is not None and after.hands[after.turn] & cards("MJ") and after.hands != before.hands


def test_each_sealed_decision_keeps_its_own_clock() -> None:
    state = game.apply(game.start(game.options({}, {})), None, Drawn(shuffled(1)))
    number = waits(state).due[0].number
    state = do(state, 2, "grand_tichu", call=True)
    assert [(due.seat, due.number) for due in waits(state).due] == [(0, number), (1, number), (3, number)]


# --- refusals in their order ---


def test_the_checks_of_a_play_come_in_their_order() -> None:
    """Each play fails one check later than the one before, whatever fails after that."""
    state = at(["DOG MJ PHX 8j 5s 6s", "3j", "4j", ""], top=(2, "7j 7s"), wish="8", out=[3])
    assert code(state, 3, "play", cards="") == "player_out"
    assert code(state, 0, "play", cards="") == "no_cards"
    assert code(state, 0, "play", cards="9j 9j") == "duplicate_card"
    assert code(state, 0, "play", cards="9j Xx") == "card_not_in_hand"
    assert code(state, 1, "play", cards="3j", phx_as="5") == "not_your_turn"
    assert code(state, 0, "play", cards="8j 5s", phx_as="5", wish="1") == "not_a_combination"
    assert code(state, 0, "play", cards="DOG", phx_as="5", wish="1") == "bad_phoenix_value"
    assert code(state, 0, "play", cards="DOG", wish="1") == "wish_without_mahjong"
    assert code(state, 0, "play", cards="MJ", wish="1") == "bad_wish"
    assert code(state, 0, "play", cards="DOG") == "dog_only_on_lead"
    assert code(state, 0, "play", cards="MJ", wish="8") == "wrong_combination"
    assert code(state, 0, "play", cards="5s PHX") == "too_low"
    assert code(state, 0, "play", cards="8j PHX") is None


def test_the_duty_to_fulfil_the_wish_is_checked_after_everything_else() -> None:
    state = at(["8j 9j 9s 6j 6s", "3j", "4j", "5j"], top=(3, "7j"), wish="8")
    assert code(state, 0, "play", cards="9j 9s") == "wrong_combination"
    assert code(state, 0, "play", cards="6j") == "too_low"
    assert code(state, 0, "play", cards="9j") == "must_fulfil_wish"


def test_passing_calling_and_giving_are_refused_with_their_codes() -> None:
    state = at(["2j", "4j 5j", "", "8j"], out=[2])
    assert code(state, 2, "pass") == "player_out"
    assert code(state, 1, "pass") == "not_your_turn"
    assert code(state, 0, "pass") == "cannot_pass_lead"
    assert code(state, 0, "call_tichu") == "already_played"
    assert code(state, 0, "give_dragon", to=1) == "wrong_phase"
    assert code(state, 0, "sing") == "unknown_move"
    assert code(state, 0, "play", cards="2j", wish=1.5) == "bad_parameters"
    assert code(state, 0, "play") == code(state, 0, "play", cards=[1]) == "bad_parameters"
    over = game.apply(state, None, Left(1))
    assert code(over, 0, "sing") == code(over, 0, "play", cards="2j") == "match_over"
    assert game.check(over, 0, Unreadable("")) == Refusal("match_over")


def test_no_move_is_legal_before_the_deal() -> None:
    state = game.start(game.options({}, {}))
    assert code(state, 0, "grand_tichu", call=True) == "wrong_phase"
    assert not list(game.legal(state, 0))


# --- tricks ---


def test_a_trick_is_complete_when_all_others_in_play_have_passed() -> None:
    state = do(at(LONG), 0, "play", cards="2j")
    for seat in (1, 2):
        state = do(state, seat, "pass")
        assert state.phase == "play"
    state = do(state, 3, "pass")
    assert waits(state) == Wait(state.number, 3000, frozenset({1, 2, 3}))


def test_with_the_owner_out_all_must_pass() -> None:
    state = do(at(["2j", "4j 5j 4s 5s", "6j 7j", "8j 9j"]), 0, "play", cards="2j")
    for seat in (1, 2):
        state = do(state, seat, "pass")
    assert (state.phase, state.turn) == ("play", 3)
    state = closed(do(state, 3, "pass"))
    assert state.turn == 1 and state.piles[0] == cards("2j")


def test_a_seat_that_has_passed_may_play_later_in_the_trick() -> None:
    state = do(do(at(LONG), 0, "play", cards="2j"), 1, "pass")
    state = do(do(do(state, 2, "play", cards="6j"), 3, "pass"), 0, "pass")
    assert state.passed == (3, 0) and code(state, 1, "play", cards="7s") is None


def test_there_is_no_window_when_no_hand_has_four_cards() -> None:
    state = do(at(FOUR), 0, "play", cards="3j")
    for seat in (1, 2, 3):
        state = do(state, seat, "pass")
    assert (state.phase, state.turn) == ("play", 0)


def test_every_play_and_pass_brings_a_new_clock() -> None:
    state = at(LONG)
    numbers = [waits(state).due[0].number]
    for seat, move in ((0, {"move": "play", "cards": "2j"}), (1, {"move": "pass"}), (2, {"move": "pass"})):
        state = do(state, seat, **move)
        numbers.append(waits(state).due[0].number)
    assert numbers == sorted(set(numbers))


def test_a_bomb_reopens_the_trick() -> None:
    state = do(at(["2j 3j", "7j 7s 7p 7t 9s", "6j 8j", "8s 9j"]), 0, "play", cards="3j")
    for seat in (1, 2, 3):
        state = do(state, seat, "pass")
    number = state.number
    state = do(state, 1, "play", cards="7j 7s 7p 7t")
    assert (state.phase, state.turn, state.passed) == ("play", 2, ()) and state.number > number


def test_a_bomb_out_of_turn_takes_the_turn() -> None:
    state = do(at(["2j 3j", "4j 5j", "6j 8j", "7j 7s 7p 7t 9s"]), 0, "play", cards="3j")
    number = waits(state).due[0].number
    state = do(state, 3, "play", cards="7j 7s 7p 7t")
    assert state.turn == 0 and waits(state).due[0].number > number
    assert waits(do(state, 0, "pass")).may == frozenset()


def test_one_may_bomb_ones_own_play_and_the_partners() -> None:
    own = do(at(["2j 7j 7s 7p 7t", "4j 5j", "6j 8j", "9s 8s"]), 0, "play", cards="2j")
    assert code(own, 0, "play", cards="7j 7s 7p 7t") is None
    partners = do(at(["2j 3j", "4j 5j", "7j 7s 7p 7t 9p", "9s 8s"]), 0, "play", cards="2j")
    assert code(partners, 2, "play", cards="7j 7s 7p 7t") is None


def test_no_bomb_before_a_lead_in_the_dragons_phase_or_after_the_trick() -> None:
    bomb = "7j 7s 7p 7t"
    state = at(["2j 3j DRG", f"{bomb} 4j", "6j", "9s"])
    assert code(state, 1, "play", cards=bomb) == "nothing_to_bomb"
    giving = at(["2j", f"{bomb} 4j", "6j", "9s"], phase="dragon", top=(0, "DRG"))
    assert code(giving, 1, "play", cards=bomb) == "wrong_phase"


def test_the_dog_goes_to_the_partner_or_past() -> None:
    assert do(at(["DOG 2j", "3j", "4j", "5j"]), 0, "play", cards="DOG").turn == 2
    assert do(at(["DOG 2j", "3j", "", "5j"], out=[2]), 0, "play", cards="DOG").turn == 3
    last = do(at(["DOG", "3j", "4j", "5j"]), 0, "play", cards="DOG")
    assert (last.out, last.turn, last.piles) == ((0,), 2, (0, 0, 0, 0))


def test_the_dog_may_give_the_lead_back_to_its_leader() -> None:
    state = at(["DOG 2j", "", "", "5j"], out=[1, 2])
    assert do(state, 0, "play", cards="DOG").turn == 3
    state = at(["DOG 2j", "5j", "", ""], out=[3, 2])
    assert do(state, 0, "play", cards="DOG").turn == 0


def test_the_dog_as_the_last_card_may_end_the_hand() -> None:
    state = at(["DOG", "3j 5s", "", ""], out=[2, 3])
    after = do(state, 0, "play", cards="DOG")
    tally = after.tallies[-1]
    assert (tally.out, tally.points, tally.last_hand) == ((2, 3, 0), (5, 0), ("3j", "5s"))


def test_the_dragon_goes_to_an_opponent_even_one_that_is_out() -> None:
    state = do(at(["DRG 2j", "5j 3s", "", "6j 6s 6p 9s"], out=[2]), 0, "play", cards="DRG")
    state = closed(do(do(state, 1, "pass"), 3, "pass"))
    assert waits(state).due[0].seat == 0
    assert code(state, 0, "give_dragon", to=2) == "not_an_opponent"
    assert code(state, 0, "give_dragon", to=-(10**30)) == code(state, 0, "give_dragon", to=10**30) == "not_an_opponent"
    assert do(state, 0, "give_dragon", to=1).piles[1] == cards("DRG")
    out = at(["2j", "", "", "6j 9s"], phase="dragon", top=(0, "DRG"), out=[1, 2])
    assert code(out, 0, "give_dragon", to=1) is None


def test_the_third_seat_out_with_the_dragon_gives_it_before_the_scoring() -> None:
    state = do(at(["", "", "DRG", "Kj 5s"], turn=2, out=[0, 1]), 2, "play", cards="DRG")
    assert (state.phase, state.turn, state.out) == ("dragon", 2, (0, 1, 2))
    assert isinstance(waits(state), Decide) and waits(state).due[0].seat == 2
    given = do(state, 2, "give_dragon", to=3)
    assert given.tallies[-1].points == (40, 0) and given.last_trick.dragon_to == 3


def test_a_double_victory_with_the_dragon_needs_no_gift() -> None:
    after = do(at(["", "4j", "DRG", "Kj 5s"], turn=2, out=[0]), 2, "play", cards="DRG")
    assert (after.phase, after.totals, after.tallies[-1].double_victory) == ("grand", (200, 0), True)


def test_the_third_seat_out_ends_the_hand_without_a_window() -> None:
    after = do(
        at(["", "", "Kj", "7j 7s 7p 7t"], turn=2, out=[0, 1], piles=[["Ts"], [], [], ["5s"]]), 2, "play", cards="Kj"
    )
    tally = after.tallies[-1]
    assert (tally.out, tally.last, tally.points) == ((0, 1, 2), 3, (25, 0))
    assert waits(after).purpose == "deal" and waits(after).hand == 2


# --- calls ---


def fourteen() -> State:
    """The first moment of a play."""
    return next(state for state in played("calls", hands=1) if state.phase == "play")


def test_tichu_is_called_until_ones_first_card_in_turn_or_not() -> None:
    state = fourteen()
    number = waits(state).due[0].number
    other = (state.turn + 1) % 4
    called = do(state, other, "call_tichu")
    assert called.calls[other] == "tichu" and waits(called).due[0].number == number
    assert code(called, other, "call_tichu") == "already_called"
    led = do(state, state.turn, "play", cards="MJ")
    assert code(led, state.turn, "call_tichu") == "already_played"
    assert code(do(led, other, "pass"), other, "call_tichu") is None


def test_tichu_may_be_called_in_the_exchange_and_after_grand_tichu_no_more() -> None:
    state = game.apply(game.start(game.options({}, {})), None, Drawn(shuffled(1)))
    assert code(state, 1, "call_tichu") == "wrong_phase"
    for seat in range(4):
        state = do(state, seat, "grand_tichu", call=seat == 1)
    assert code(state, 1, "call_tichu") == "already_called"
    assert waits(state).may == frozenset({0, 2, 3})
    state = do(state, 2, "call_tichu")
    assert len(waits(state).due) == 4 and waits(state).may == frozenset({0, 3})


# --- the wish ---


@pytest.mark.parametrize(
    ("hand", "top", "bound"),
    [
        ("8j 9s", "7s", True),
        ("8j 9s", "8s", False),
        ("8j 9s", "9p", False),
        ("8j 8s 8p 8t", "Ks", True),
        ("8j 7j 6j 5j 4j", "Ks", True),
        ("8j PHX", "7j 7s", True),
        ("8j PHX", "9j 9s", False),
        ("8j 8s 5p 5t PHX", "4j 4s 4p 2j 2s", True),
        ("8j 5s 5p 5t PHX", "4j 4s 4p 2j 2s", True),
        ("9j 9s PHX", "7j 7s", False),
        ("4j 5s 6p 8t PHX", "3j 4s 5p 6t 7s", True),
        ("4j 5s 6p 7t PHX", "3j 4s 5p 6t 7s", False),
        ("8j PHX", "PHX", False),
        ("8j 8s 9p PHX", "7j 7s 6p 6t", True),
    ],
)
def test_when_the_wish_for_an_eight_binds(hand: str, top: str, bound: bool) -> None:
    if top == "PHX":
        state = at(
            [hand.replace(" PHX", ""), "2j", "3s", "4s"], trick={"owner": 3, "cards": ["PHX"], "rank": 8.5}, wish="8"
        )
    else:
        state = at([hand, "2p", "3p", "2t"], top=(3, top), wish="8")
    assert (code(state, 0, "pass") == "must_fulfil_wish") is bound
    assert game.view(state, 0).duty is bound and game.view(state, 0).may_pass is not bound


def test_a_leader_with_a_wished_card_must_lead_it() -> None:
    state = at(["8j 9s DOG 8s", "2j", "3j", "4j"], wish="8")
    assert code(state, 0, "play", cards="9s") == code(state, 0, "play", cards="DOG") == "must_fulfil_wish"
    assert code(state, 0, "play", cards="8j 8s") is None


def test_a_bomb_without_the_wished_card_is_refused_in_turn_and_free_out_of_turn() -> None:
    state = at(["7j 7s 7p 7t 8j", "6j 6s 6p 6t 8s", "3j", "4j"], top=(3, "5j"), wish="8")
    assert code(state, 0, "play", cards="7j 7s 7p 7t") == "must_fulfil_wish"
    assert code(state, 1, "play", cards="6j 6s 6p 6t") is None


def test_the_wish_ends_with_a_natural_card_of_its_rank() -> None:
    state = at(["MJ 2j 3s 4j 5s Kj", "8j 9s", "PHX 8s 3j", "4s 9p"])
    state = do(state, 0, "play", cards="MJ", wish="8")
    assert state.wish == 8 and do(state, 1, "play", cards="8j").wish == 0


def test_cards_in_the_mah_jongs_own_straight_do_not_fulfil_the_wish() -> None:
    state = do(at(["MJ 2j 3s 4j 5s Kj", "8j 9s", "PHX 8s 3j", "4s 9p"]), 0, "play", cards="MJ 2j 3s 4j 5s", wish="4")
    assert state.wish == 4


def test_the_wish_ends_with_the_hand() -> None:
    after = do(at(["", "", "Kj", "7j 5s"], turn=2, out=[0, 1], wish="3"), 2, "play", cards="Kj")
    assert after.wish == 0 and after.tallies


# --- ends ---


def test_the_last_seats_hand_and_tricks_change_sides() -> None:
    piles = [["Kj", "Tj", "Ts"], ["Ks", "Kp"], ["PHX"], ["DRG", "Kt", "5j"]]
    state = at(["", "", "2j", "Tp Tt 5s 5p 5t"], turn=2, out=[0, 1], piles=piles)
    assert do(state, 2, "play", cards="2j").tallies[-1].points == (80, 20)


def test_a_match_ends_with_the_higher_total() -> None:
    state = at(["", "", "Kj", "7j 5s"], turn=2, out=[0, 1], totals=[240, 245], target=250)
    over = do(state, 2, "play", cards="Kj")
    assert isinstance(waits(over), Over) and waits(over).result.places == (1, 2, 1, 2)
    assert waits(over).result.reason == "score" and over.phase == "match_over"


@pytest.mark.parametrize(("ratings", "named"), [([1600, 1500, 1500, 1500], 1), ([1500] * 4, None)])
def test_equal_totals_are_a_tie_with_a_named_side_or_another_hand(ratings: list[int], named: int | None) -> None:
    names: Any = {"totals": [220, 245], "target": 250, "frozen": {"ratings": ratings}}
    piles = [["Ts", "Tp", "5p"], ["5j"], [], []]
    after = do(at(["", "", "5t", "2j"], turn=2, out=[0, 1], piles=piles, **names), 2, "play", cards="5t")
    assert after.totals == (250, 250)
    if named is None:
        assert waits(after).purpose == "deal"
    else:
        result = waits(after).result
        assert (result.places, result.named, result.reason) == ((1, 1, 1, 1), named, "rating_tiebreak")


def test_where_leaving_is_the_games_affair_the_other_side_has_won() -> None:
    over = game.apply(at(FOUR), None, Left(2))
    assert waits(over).result.places == (2, 1, 2, 1) and waits(over).result.reason == "forfeited"
    assert game.apply(over, None, Left(1)) == over


def test_nothing_is_played_for_a_late_seat() -> None:
    assert game.timed_out(at(FOUR), 0) == ()


@pytest.mark.parametrize("seed", range(3))
def test_no_card_is_lost_or_made(seed: int) -> None:
    for state in played(("cards", seed), hands=2):
        if state.hands and state.phase != "match_over":
            places = [*state.hands, *state.piles, state.trick, sum(1 << card for card in state.stock)]
            union = 0
            for place in places:
                assert not union & place
                union |= place
            assert union in (ALL, ALL & ~cards("DOG"))
