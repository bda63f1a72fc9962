"""The rules of thumb of the computer player, and how it fares (games/tichu/RULES.md §17)."""

from typing import Any

import pytest

from games.tichu.cards import ACE, OF_RANK, texts
from games.tichu.combos import readings
from games.tichu.computer import answers, thinking
from games.tichu.computer.partition import cards_for, plan
from games.tichu.computer.thinking import wish_for
from games.tichu.moves import GiveDragon
from games.tichu.state import State
from games.tichu.state_from_view import hand_of, top_of, wish_of
from tests.games.seeded_matches import Chance
from tests.games.tichu.duel import won
from tests.games.tichu.hands import at, cards, game, played

OTHERS = ["Qj Qs Qp", "Jj Js Jp", "Tj Ts Tp"]


def laid(state: State, seat: int | None = None) -> str:
    """What the rules of thumb lead or answer; nothing for a pass."""
    seat = state.turn if seat is None else seat
    view = game.view(state, seat)
    hand, top = hand_of(view), top_of(view)
    if top is None:
        return " ".join(texts(thinking.lead(view, hand)))
    need = OF_RANK[wish_of(view)] if view.duty else 0
    rated = [
        (answers.worth(view, hand, mask, top), -mask.bit_count(), -mask) for mask in answers.distinct(hand, top, need)
    ]
    worth, _, mask = max(rated, default=(0.0, 0, 0))
    return " ".join(texts(-mask)) if worth > 0 or view.duty else ""


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
    assert not laid(at([hand, "2j 2s 2p", "3s 3p 9t", "4j 4p 6t"], top=(2, "Qs")))
    called = at([hand, "2j 2s 2p", "3s 3p 9t", "4j 4p 6t"], top=(2, "2t"), calls={"2": "tichu"})
    assert not laid(called)


def test_dragon_and_phoenix_wait_for_queens_unless_an_opponent_is_nearly_out_or_has_called() -> None:
    hand = "DRG 3t 4t 6s 8p 9p"
    others = ["2j 2s 2p 3j", "3s 3p 9t", "4j 4p 6t 7t"]
    assert not laid(at([hand, *others], top=(3, "Tj")))
    assert laid(at([hand, *others], top=(3, "Kj"))) == "DRG"
    assert laid(at([hand, *others], top=(3, "Tj"), calls={"3": "tichu"})) == "DRG"


def test_a_bomb_stops_only_an_opponent_with_a_call_or_nearly_out() -> None:
    bomb = "7j 7s 7p 7t"
    others = ["2j 2p 3j 3p 4j", "3s 4s 5s 6s 8s", "9j 9s 9p 9t Tt"]
    for turn in (0, 1):
        state = at([f"{bomb} 2s Kt Jt", *others], top=(3, "As"), turn=turn, passes=turn)
        assert not laid(state, 0)
        called = at([f"{bomb} 2s Kt Jt", *others], top=(3, "As"), turn=turn, passes=turn, calls={"3": "tichu"})
        assert laid(called, 0) == bomb
    own = at([f"{bomb} 2s Kt", *others], top=(2, "As"), turn=3, passes=0, calls={"2": "tichu"})
    assert game.bot(game.view(own, 0), Chance(0)) is None


def test_the_wish_is_the_card_passed_to_the_next_seat() -> None:
    names: Any = {"given": {"0": {"next": "9t", "partner": "Kt", "prev": "2t"}}}
    assert wish_for(game.view(at(["MJ 3j 4s", *OTHERS], **names), 0)) == 9
    names["given"]["0"]["next"] = "DOG"
    assert wish_for(game.view(at(["MJ", *OTHERS], **names), 0)) == wish_for(game.view(at(["MJ", *OTHERS]), 0)) == ACE
    assert game.bot(game.view(at(["MJ", *OTHERS]), 0), Chance(0)).wish == "A"


def test_the_computer_plays_the_wished_rank_where_it_must() -> None:
    state = at(["8j 8s 9s 3t", *OTHERS], wish="8")
    assert set(laid(state).split()) & {"8j", "8s"}
    assert laid(at(["8j Kt 3t", *OTHERS], top=(3, "7s"), wish="8")) == "8j"


@pytest.mark.parametrize(("next_", "prev", "to"), [("2j 3j", "5j", 1), ("2j", "5j 6j", 3), ("2j 3j", "5j 6j", 1)])
def test_the_dragon_goes_to_the_opponent_with_more_cards(next_: str, prev: str, to: int) -> None:
    state = at(["9j", next_, "4s", prev], phase="dragon", top=(0, "DRG"))
    assert game.bot(game.view(state, 0), Chance(0)) == GiveDragon(to)


def test_the_bot_makes_no_move_that_is_not_needed() -> None:
    state = at(["8j 8s 9s 3t", *OTHERS])
    for viewer in (1, 2, 3, "public", "open"):
        assert game.bot(game.view(state, viewer), Chance(0)) is None


def test_two_computer_players_beat_two_that_play_anything() -> None:
    """Five matches of six at least."""
    assert won(6, seed=7, target=250) >= 5
