"""The computer player (games/tichu/RULES.md §17)."""

import time
from typing import Any

import pytest

from games.tichu.bot import gift
from games.tichu.bot_partition import cards_for, plan
from games.tichu.cards import texts
from games.tichu.combos import readings
from games.tichu.moves import CallTichu, Exchange, GiveDragon, GrandTichu, Pass, Play
from games.tichu.state import State
from tests.games.seeded_matches import Chance
from tests.games.tichu.duel import won
from tests.games.tichu.hands import at, cards, computer, game, played

STRONG = "MJ 3j 4s 5p 6t 7j DRG PHX Aj As Kj Ks Kp 9j"
OTHERS = ["Qj Qs Qp", "Jj Js Jp", "Tj Ts Tp"]


def wish(state: State, seat: int | None = None) -> Any:
    seat = state.turn if seat is None else seat
    return game.bot(game.view(state, seat), Chance(0))


def laid(state: State, seat: int | None = None) -> str:
    move = wish(state, seat)
    assert isinstance(move, Play), move
    return " ".join(move.cards)


@pytest.mark.parametrize(
    ("hand", "parts"),
    [
        ("3j 4s 5p 6t 7j 9s 9p", ["3j 4s 5p 6t 7j", "9s 9p"]),
        ("3j 3s 4j 4s 5j 5s", ["3j 4j 5j 3s 4s 5s"]),
        ("3j 3s 3p 8j 8s", ["3j 8j 3s 8s 3p"]),
        ("7j 7s 7p 7t 2j", ["2j", "7j 7s 7p 7t"]),
        ("3j 4j 5j 6j 7j 7s", ["3j 4j 5j 6j 7j", "7s"]),
        ("3j 4s 6t 7j 8s PHX", ["3j 6t 7j 8s 4s PHX"]),
    ],
)
def test_a_hand_is_cut_into_few_plays(hand: str, parts: list[str]) -> None:
    found = sorted(sorted(texts(cards_for(part, cards(hand)))) for part in plan(cards(hand)).parts)
    assert found == sorted(sorted(part.split()) for part in parts)


@pytest.mark.parametrize("seed", range(3))
def test_the_parts_of_a_hand_are_all_its_cards(seed: int) -> None:
    for state in played(("parts", seed), hands=1):
        for hand in state.hands:
            parts = plan(hand).parts
            assert sum(part.length for part in parts) == hand.bit_count()
            for part in parts:
                mask = cards_for(part, hand)
                found = readings(mask)[0]
                assert not mask & ~hand and part.kind in (found.kind, found.kind.replace("bomb_", ""))


def test_tichu_is_called_with_a_strong_hand_right_before_the_first_card() -> None:
    state = at([STRONG, *OTHERS])
    assert wish(state) == CallTichu()
    assert isinstance(wish(at([STRONG, *OTHERS], calls={"0": "tichu"})), Play)
    assert isinstance(wish(at([STRONG, *OTHERS], calls={"2": "tichu"})), Play)
    weak = "MJ 3j 4s 6p 6t 8j 9s Tp PHX Aj Qs Jj Kp 2t"
    assert isinstance(wish(at([weak, "2j 2s", "3s 3p", "4j 4p"])), Play)


def test_in_the_sealed_phases_the_bot_decides_once_and_never_calls_grand_tichu() -> None:
    for state in played("sealed", computer, hands=1):
        if state.phase in ("grand", "exchange") and state.hands:
            for seat in range(4):
                answered = game.view(state, seat).answered[seat]
                move = wish(state, seat)
                if answered:
                    assert move is None
                else:
                    assert move == GrandTichu(False) if state.phase == "grand" else isinstance(move, Exchange)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("2j 3s 4p 4t 6j 7s 8p 9t Tj Js Qp Kt Aj As", ("2j", "Kt", "3s")),
        ("2j 2s 2p 2t 6j 7s 8p 9t Tj Js Qp Qs Aj As", ("6j", "Js", "7s")),
        ("DOG 3s 4p 4t 6j 7s 8p 9t Tj Js Qp Kt Aj As", ("DOG", "Kt", "3s")),
        ("DOG DRG 4p 4t 6j 7s 8p 9t Tj Js Qp Kt Aj As", ("4p", "DOG", "4t")),
    ],
)
def test_the_best_single_goes_to_the_partner_the_lowest_to_the_opponents(hand: str, expected: Any) -> None:
    assert gift(cards(hand)) == Exchange(*expected)


def test_the_longest_low_part_is_led() -> None:
    assert laid(at(["3j 4s 5p 6t 7j 9s 9p 2s Ks", *OTHERS])) == "3j 7j 2s 4s 5p 6t"


def test_what_surely_wins_is_led_before_the_last_loser() -> None:
    assert laid(at(["DRG 3j", *OTHERS])) == "DRG"
    assert laid(at(["Aj As 3j", *OTHERS])) == "Aj As"


def test_no_single_is_led_to_an_opponents_last_card() -> None:
    others = ["9j", "Ts Tp 9s", "Jj Js Jp"]
    assert laid(at(["3j 8s 8p 5j 6t", *others])) == "8s 8p"


def test_the_dog_goes_to_a_partner_with_a_call() -> None:
    assert laid(at(["DOG 9j 9s Aj", *OTHERS], calls={"2": "tichu"})) == "DOG"


def test_the_lowest_card_that_beats_the_top_is_played() -> None:
    assert laid(at(["5j 9s Kp 3t", "2j 2s 2p", "3s 3p 4t", "4j 4p 6t"], top=(3, "4s"))) == "5j"


def test_a_partner_is_not_topped_when_high_or_when_it_has_called() -> None:
    hand = "Kj As 3t 4t"
    assert wish(at([hand, "2j 2s 2p", "3s 3p 9t", "4j 4p 6t"], top=(2, "Qs"))) == Pass()
    called = at([hand, "2j 2s 2p", "3s 3p 9t", "4j 4p 6t"], top=(2, "2t"), calls={"2": "tichu"})
    assert wish(called) == Pass()


def test_dragon_and_phoenix_wait_for_queens_unless_an_opponent_is_nearly_out_or_has_called() -> None:
    hand = "DRG 3t 4t 6s 8p 9p"
    others = ["2j 2s 2p 3j", "3s 3p 9t", "4j 4p 6t 7t"]
    assert wish(at([hand, *others], top=(3, "Tj"))) == Pass()
    assert laid(at([hand, *others], top=(3, "Kj"))) == "DRG"
    assert laid(at([hand, *others], top=(3, "Tj"), calls={"3": "tichu"})) == "DRG"


def test_a_bomb_stops_only_an_opponent_with_a_call_or_nearly_out() -> None:
    bomb = "7j 7s 7p 7t"
    others = ["2j 2p 3j 3p 4j", "3s 4s 5s 6s 8s", "9j 9s 9p 9t Tt"]
    for turn in (0, 1):
        state = at([f"{bomb} 2s Kt Jt", *others], top=(3, "As"), turn=turn, passes=turn)
        assert wish(state, 0) in (Pass(), None)
        called = at([f"{bomb} 2s Kt Jt", *others], top=(3, "As"), turn=turn, passes=turn, calls={"3": "tichu"})
        assert laid(called, 0) == bomb
    own = at([f"{bomb} 2s Kt", *others], top=(2, "As"), turn=3, passes=0, calls={"2": "tichu"})
    assert wish(own, 0) is None


def test_the_wish_is_the_card_passed_to_the_next_seat() -> None:
    names: Any = {"given": {"0": {"next": "9t", "partner": "Kt", "prev": "2t"}}}
    assert wish(at(["MJ", *OTHERS], **names)).wish == "9"
    names["given"]["0"]["next"] = "DOG"
    assert wish(at(["MJ", *OTHERS], **names)).wish == wish(at(["MJ", *OTHERS])).wish == "A"


def test_the_computer_plays_the_wished_rank_where_it_must() -> None:
    state = at(["8j 8s 9s 3t", *OTHERS], wish="8")
    assert set(laid(state).split()) & {"8j", "8s"}
    assert laid(at(["8j Kt 3t", *OTHERS], top=(3, "7s"), wish="8")) == "8j"


@pytest.mark.parametrize(("next_", "prev", "to"), [("2j 3j", "5j", 1), ("2j", "5j 6j", 3), ("2j 3j", "5j 6j", 1)])
def test_the_dragon_goes_to_the_opponent_with_more_cards(next_: str, prev: str, to: int) -> None:
    state = at(["9j", next_, "4s", prev], phase="dragon", top=(0, "DRG"))
    assert wish(state) == GiveDragon(to)


def test_the_bot_makes_no_move_that_is_not_needed() -> None:
    state = at(["8j 8s 9s 3t", *OTHERS])
    for viewer in (1, 2, 3, "public", "open"):
        assert game.bot(game.view(state, viewer), Chance(0)) is None


def test_two_computer_players_beat_two_that_play_anything() -> None:
    """At least three matches of four."""
    assert won(12, seed=7, target=500) >= 9


def test_no_decision_takes_long() -> None:
    """A tenth of a second each on the whole, where nothing else runs; more is allowed here."""
    took_s = 0.0
    decisions = 0
    for state in played("time", computer, hands=2):
        if state.turn is not None:
            view = game.view(state, state.turn)
            began_s = time.process_time()
            game.bot(view, Chance(0))
            took_s += time.process_time() - began_s
            decisions += 1
    assert took_s / decisions < 0.1
