"""Hands, turns and the end of a match (RULES.md §5, §10–§12)."""

from typing import Any

import pytest

from games.api import Decide, Draw, Drawn, Due, Elapsed, Leave, Left, Over, Result, Wait
from games.pilotta.cards import TEXTS
from games.pilotta.moves import DECLARE, PASS, Bid, Play
from games.pilotta.scoring import match_end
from games.pilotta.state import Options, State
from services.kernel.refusal import Refusal
from tests.games.pilotta.tables import VARIANTS, anything, game, moment, start, stepped
from tests.games.pilotta.test_calls import dealt, said
from tests.games.pilotta.test_view import play, tricks
from tests.games.seeded_matches import Chance

LAST = {"hands": {"0": ["Jh"], "1": ["7c"], "2": ["8c"], "3": ["9c"]}, "trump": "h", "value": 80, "dealer": 3}
"""The last trick of a hand of which nothing else is known: every trick, so 250, to team 0."""


def last_trick(**data: Any) -> State:
    options = {name: data.pop(name) for name in ("target", "ratings", "variant") if name in data}
    return play(moment({**LAST, "tricks_won": [7, 0], **data}, **options), "Jh", "7c", "8c", "9c")


def refused(raw: dict[str, Any], **frozen: Any) -> bool:
    return isinstance(game.options(raw, frozen), Refusal)


def test_options_have_defaults_and_ratings_are_the_platforms() -> None:
    assert game.options({}, {}) == Options("palatisti", 151, (1500,) * 4)
    assert game.options({"variant": "classic2"}, {}).ratings == (1500, 1500)
    frozen = {"ratings": [1, 2, 3, 4], "on_timeout": "wait"}
    assert game.options({"target": 351}, frozen) == Options("palatisti", 351, (1, 2, 3, 4))
    for wrong in ({"target": 100}, {"target": "151"}, {"variant": "belote"}, {"ratings": [1, 2, 3, 4]}, {"x": 1}):
        assert refused(wrong), wrong
    assert refused({"variant": "classic2"}, ratings=[1, 2, 3, 4]) and refused({}, ratings=["x"] * 4)


def test_partners_sit_opposite_each_other() -> None:
    assert game.sides(game.options({}, {})) == ((0, 2), (1, 3))
    assert game.sides(game.options({"variant": "classic2"}, {})) == ((0,), (1,))


def test_the_first_leader_is_drawn_among_the_seats_of_the_variant() -> None:
    assert game.next(start()) == Draw(1, "leader", "below", 4)
    assert game.next(start("classic2")) == Draw(1, "leader", "below", 2)
    drawn = game.apply(start("classic2"), None, Drawn((0,)))
    assert drawn.dealer == 1 and game.next(drawn) == Draw(1, "deal", "shuffle", 32)


def test_every_decision_has_its_own_number_but_declaring_keeps_it() -> None:
    state = dealt()
    numbers = [state.number]
    for call in ("80h", *["pass"] * 5):
        state = said(state, call)
        numbers.append(state.number)
    assert numbers == list(range(numbers[0], numbers[0] + 7))
    declared = game.apply(state, 0, DECLARE)
    assert game.next(declared) == game.next(state) == Decide((Due(0, state.number),))
    assert play(declared, "Tc").number == state.number + 1


def test_turns_go_round_and_the_winner_of_a_trick_leads() -> None:
    state = tricks()
    seen = []
    for card in ("Tc", "Jh", "8c", "7d"):
        seen.append(state.turn)
        state = play(state, card)
    assert seen == [0, 1, 2, 3] and (state.turn, state.lead, state.trick) == (1, 1, ())


def test_a_scored_hand_is_shown_for_a_while_and_then_the_next_seat_deals() -> None:
    state = last_trick()
    assert (state.phase, state.turn, state.totals) == ("scoring", None, (33, 0))
    assert game.next(state) == Wait(state.number, 8_000)
    following = game.apply(state, None, Elapsed(state.number))
    assert (following.phase, following.dealer, following.hand_number) == ("deal", 0, 2)
    assert following.totals == (33, 0) and following.scored == state.scored
    assert game.next(following) == Draw(2, "deal", "shuffle", 32)


def test_the_first_round_is_done_when_a_hand_is_scored() -> None:
    assert not game.progress(tricks()).first_round_done
    assert game.progress(last_trick()).first_round_done
    (hand,) = game.progress(last_trick()).hands
    assert (hand.number, hand.side, hand.points, hand.data["made"]) == (1, 0, (33, 0), True)


def test_the_higher_total_at_the_target_wins() -> None:
    state = last_trick(totals=[68, 100], target=101)
    assert game.next(state) == Over(Result((1, 2, 1, 2), (101, 100), "score"))
    assert last_trick(totals=[67, 100], target=101).phase == "scoring"
    beaten = last_trick(totals=[68, 102], target=101)
    assert game.next(beaten) == Over(Result((2, 1, 2, 1), (101, 102), "score"))


def test_the_lower_sum_of_ratings_is_named_at_equal_totals_and_all_tie() -> None:
    state = last_trick(totals=[68, 101], target=101, ratings=[1600, 1500, 1400, 1499])
    assert game.next(state) == Over(Result((1, 1, 1, 1), (101, 101), "rating_tiebreak", 1))
    assert (state.winner, state.reason) == (1, "rating_tiebreak")


def test_equal_totals_and_equal_ratings_ask_for_one_more_hand() -> None:
    state = last_trick(totals=[68, 101], target=101, ratings=[1600, 1500, 1400, 1500])
    assert state.phase == "scoring" and state.totals == (101, 101)
    assert match_end((101, 101), 101, (1, 1)) is None


def test_nothing_is_won_inside_a_hand() -> None:
    state = moment({**LAST, "totals": [100, 100], "tricks_won": [7, 0]}, target=101)
    assert state.phase == "tricks" and play(state, "Jh", "7c", "8c").phase == "tricks"


def test_after_the_end_every_move_is_refused() -> None:
    state = last_trick(totals=[68, 0], target=101)
    for move in (PASS, Bid(80, "c"), Play("Jh"), DECLARE, game.parse({"move": "x"})):
        assert all(game.check(state, seat, move) == Refusal("match_over") for seat in range(4))


def test_leaving_is_the_tables_affair_and_lets_the_other_team_win_if_it_comes_to_the_game() -> None:
    assert game.parse({"move": "leave"}) == Leave()
    state = game.apply(tricks(), None, Left(2))
    assert game.next(state) == Over(Result((2, 1, 2, 1), (0, 0), "forfeited"))
    assert game.progress(state).active == {0, 1, 3}
    assert game.apply(state, None, Left(1)) == state


def test_a_timeout_plays_no_move() -> None:
    assert game.timed_out(tricks(), 0) == game.timed_out(dealt(), 0) == ()


def test_an_action_that_was_not_asked_for_raises_an_error() -> None:
    with pytest.raises(ValueError, match="asks for nothing"):
        game.apply(tricks(), None, Elapsed(1))
    with pytest.raises(ValueError, match="asks for nothing"):
        game.event(tricks(), None, "nothing", tricks(), 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_in_random_hands_cards_are_conserved_and_points_sum_up(variant: str) -> None:
    for seed in range(4):
        state, chance = start(variant, 101), Chance(variant, seed)
        while state.phase != "match_over":
            before, state = state, stepped(state, chance, [anything] * 4)
            if state.hands:
                assert_conserved(state)
            if len(state.scored) > len(before.scored):
                assert_summed(state)


def assert_conserved(state: State) -> None:
    """All 32 cards are in one place each."""
    places = [*(TEXTS[card] for card in state.stock), *(TEXTS[card] for card in state.trick)]
    places += [TEXTS[card] for trick in state.tricks for card in trick.cards]
    places += [card for seat, hand in enumerate(state.hands) for card in TEXTS if hand >> TEXTS.index(card) & 1]
    on_table = state.turn_up is not None and (state.variant == "classic2" or state.phase in ("round1", "round2"))
    assert len(places) == len(set(places)) == 32 - on_table


def assert_summed(state: State) -> None:
    """The hand's cards count 152 with four players, its units are what the totals grew by."""
    data = state.scored[-1].data
    if state.variant != "classic2":
        assert sum(data["card_points"]) == 152 and sum(data["trick_points"]) in (162, 250)
        assert sum(data["tricks_won"]) == 8
    else:
        assert sum(data["tricks_won"]) == 9
    assert state.totals == tuple(map(sum, zip(*(hand.points for hand in state.scored), strict=True)))
    assert sum(data["exact"]) - sum(data["totals"]) == data["value_points"]
