"""Worlds that differ in hidden cards alone are alike to a viewer (games/tichu/RULES.md §16)."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from games.api import Elapsed, Wait
from games.tichu.cards import cards_of
from games.tichu.rules import WINDOW_MS
from games.tichu.state import State
from tests.games import probes, seeded_matches
from tests.games.tichu.hands import anything, at, computer, do, game, played, read

BOMB = "7j 7s 7p 7t"
NO_BOMB = "7j 7s 7p 8t"
MOVES = [
    read("pass"),
    read("call_tichu"),
    read("play", cards="5j"),
    read("play", cards=BOMB),
    read("play", cards="PHX"),
    read("grand_tichu", call=True),
    read("exchange", next="2j", partner="3j", prev="4j"),
    read("give_dragon", to=1),
]


def others_cards_exchanged(state: State, viewer: int | None, chance: random.Random) -> State | None:
    """The same moment with cards of two other hands exchanged; None where that would be seen."""
    one, other = chance.sample([seat for seat in range(4) if seat != viewer], 2)
    free = [hand & ~_given(state, seat) for seat, hand in enumerate(state.hands)]
    mine, theirs = list(cards_of(free[one])), list(cards_of(free[other]))
    number = chance.randint(1, 4)
    if min(len(mine), len(theirs)) < number:
        return None
    out, back = (sum(1 << card for card in chance.sample(held, number)) for held in (mine, theirs))
    hands = list(state.hands)
    hands[one], hands[other] = hands[one] & ~out | back, hands[other] & ~back | out
    return msgspec.structs.replace(state, hands=tuple(hands))


def _given(state: State, seat: int) -> int:
    gift = state.gifts[seat] if state.phase == "exchange" else None
    return sum(1 << card for card in gift) if gift else 0


def pairs(viewer: int | None, choose: Any, seed: int) -> Iterator[tuple[State, State]]:
    chance = random.Random(repr((viewer, seed)))
    for state in played(("leaks", seed), choose, hands=1):
        if state.hands and state.phase != "match_over":
            other = others_cards_exchanged(state, viewer, chance)
            if other is not None and other != state:
                yield state, other


def refusals(state: State, seat: int) -> bytes:
    own = [game.write(move) for move in islice(game.legal(state, seat), 50)]
    return seeded_matches.encode([[game.check(state, seat, move) for move in MOVES], own])


@pytest.mark.parametrize("choose", [anything, computer])
@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_what_a_viewer_sees_and_is_refused_does_not_depend_on_others_cards(viewer: int | None, choose: Any) -> None:
    compared = 0
    for one, other in pairs(viewer, choose, 1):
        looks = "public" if viewer is None else viewer
        assert seeded_matches.encode(game.view(one, looks)) == seeded_matches.encode(game.view(other, looks))
        if viewer is not None:
            assert refusals(one, viewer) == refusals(other, viewer)
        compared += 1
    assert compared > 20


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_what_is_waited_for_and_for_how_long_does_not_depend_on_cards(viewer: int | None) -> None:
    """Clocks, windows, and who may move, besides which move it is that somebody makes."""
    for one, other in pairs(viewer, anything, 2):
        assert seeded_matches.encode(game.next(one)) == seeded_matches.encode(game.next(other))


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_the_event_of_a_move_does_not_depend_on_the_cards_of_others(viewer: int | None) -> None:
    looks = "public" if viewer is None else viewer
    for one, other in pairs(viewer, anything, 3):
        for seat in range(4):
            for move in islice(game.legal(one, seat), 5):
                if game.check(other, seat, move) is None:
                    heard = [
                        game.event(world, seat, move, game.apply(world, seat, move), looks) for world in (one, other)
                    ]
                    same_hand = game.apply(one, seat, move).phase == one.phase
                    assert heard[0] == heard[1] or not same_hand


def passed_out(third: str) -> State:
    """A complete trick at which seat 3 holds these cards."""
    state = do(at(["2s 3s 4s 5s", "2p 3p 4p 5p", "2j 3j 4j", third], top=(0, "9j"), turn=1, passes=0), 1, "pass")
    return do(do(state, 2, "pass"), 3, "pass")


def test_a_window_opens_with_and_without_a_bomb_in_any_hand() -> None:
    """With a bomb and without one: the same window, the same seats that may bomb, the same events."""
    with_bomb, without = passed_out(BOMB), passed_out(NO_BOMB)
    assert game.next(with_bomb) == game.next(without) == Wait(with_bomb.number, WINDOW_MS, frozenset({0, 1, 3}))
    for viewer in (0, 1, 2, "public"):
        assert seeded_matches.encode(game.view(with_bomb, viewer)) == seeded_matches.encode(game.view(without, viewer))
    for seat in (0, 1, 2):
        assert refusals(with_bomb, seat) == refusals(without, seat)
    closed = [(world, game.apply(world, None, Elapsed(world.number))) for world in (with_bomb, without)]
    for viewer in (0, 1, 2, 3, "public"):
        heard = [game.event(before, None, Elapsed(before.number), after, viewer) for before, after in closed]
        assert heard[0] == heard[1]


def test_a_window_is_left_out_by_counts_alone() -> None:
    """Three cards each: no window, whatever they are; four cards that are no bomb: a window."""
    three = do(at(["2s 3s", "2p 3p 4p", "2j", "7j 7s 7p"], top=(0, "9j"), turn=3, passes=2), 3, "pass")
    assert three.phase == "play"
    assert passed_out(NO_BOMB).phase == "window"


def test_the_laws_look_at_worlds_that_differ() -> None:
    """The generic law has something to compare in this game: different worlds that a seat cannot distinguish, with
    cards on the table too."""
    case = seeded_matches.cases_of(game)[0]
    worlds = probes.look_alikes(case)
    for seat in range(4):
        groups: dict[bytes, set[bytes]] = {}
        for state in worlds:
            groups.setdefault(seeded_matches.encode(game.view(state, seat)), set()).add(seeded_matches.encode(state))
        assert sum(len(group) > 1 for group in groups.values()) >= 10
    assert {"grand", "exchange", "play", "window"} <= {state.phase for state in worlds}
