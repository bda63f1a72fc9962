"""Worlds that differ in hidden cards alone look, sound and answer alike (RULES.md §13)."""

from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from games import api
from games.pilotta import view
from games.pilotta.hand_record import scored_cards
from games.pilotta.state import State
from tests.games import probes, seeded_matches
from tests.games.pilotta.tables import VARIANTS, anything, computer, game, start
from tests.games.seeded_matches import Chance, encode

CASE = seeded_matches.Case(game)
MOVES = [*probes.probes(CASE), *probes.unreadable(CASE), api.Unreadable("x")]


def known(state: State, viewer: Any) -> Any:
    """What everybody knows of a moment, and the viewer's own cards: the rows of RULES.md §13, taken from the state."""
    tricks = (state.trick, state.tricks, state.tricks_won, state.lead)
    calls = (state.calls, state.bidding, state.trump, state.taker, state.value, state.multiplier)
    said = (state.declared, scored_cards(state) if state.tricks else None, view.belote(state))
    compared = view.compared(state) if state.tricks else None
    own = state.hands[viewer] if isinstance(viewer, int) and state.hands else None
    counts = [hand.bit_count() for hand in state.hands]
    return (state.phase, state.turn, state.turn_up, state.swapped, *tricks, *calls, *said, compared, own, counts)


def shown(state: State, viewer: Any) -> bytes:
    return encode(game.view(state, viewer))


def learned(state: State, viewer: Any) -> bytes:
    """All that a viewer can see or ask."""
    asked = probes.answers(CASE, state, viewer, MOVES) if isinstance(viewer, int) else b""
    return shown(state, viewer) + asked


def other_worlds(variant: str, seed: int, compared: Counter[str]) -> list[str]:
    """Two cards of a deal change places; where the viewer still cannot know, both worlds must be alike."""
    chance = Chance(variant, seed)
    seats = 2 if variant == "classic2" else 4
    drawn = game.apply(start(variant), None, api.Drawn((chance.below(seats),)))
    deck = list(chance.values(api.Draw(1, "deal", "shuffle", 32)))
    one, other = chance.below(32), chance.below(32)
    swapped = list(deck)
    swapped[one], swapped[other] = deck[other], deck[one]
    viewer: Any = (*range(seats), "public")[chance.below(seats + 1)]
    choose = computer if seed % 2 else anything
    state, world = (game.apply(drawn, None, api.Drawn(tuple(each))) for each in (deck, swapped))
    wrong: list[str] = []
    while known(state, viewer) == known(world, viewer) and state.turn is not None:
        if learned(state, viewer) != learned(world, viewer):
            wrong.append(f"{viewer} in {state.phase}")
        compared[state.phase] += state != world
        seat = state.turn
        move = choose(state, seat, chance)
        if game.check(world, seat, move) is not None:
            return wrong
        before, after = game.apply(state, seat, move), game.apply(world, seat, move)
        if known(before, viewer) == known(after, viewer):
            told = [game.event(*each, viewer) for each in ((state, seat, move, before), (world, seat, move, after))]
            if encode(told[0]) != encode(told[1]):
                wrong.append(f"{viewer} hears of {move}")
        state, world = before, after
    return wrong


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_cards_change_no_view_event_or_refusal(variant: str) -> None:
    compared: Counter[str] = Counter()
    assert [wrong for seed in range(120) for wrong in other_worlds(variant, seed, compared)] == []
    calls = ("auction", "contra") if variant == "palatisti" else ("round1", "round2")
    assert all(compared[phase] >= 20 for phase in (*calls, "tricks")), compared


def test_a_view_that_shows_the_next_card_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    real = game.view

    def leaking(state: State, viewer: Any) -> Any:
        return real(state, viewer), state.stock[:1]

    monkeypatch.setitem(globals(), "game", replace(game, view=leaking))
    monkeypatch.setitem(globals(), "computer", anything)
    assert [wrong for seed in range(40) for wrong in other_worlds("classic", seed, Counter())]


def test_the_law_of_look_alikes_has_worlds_of_pilotta_to_compare() -> None:
    """laws.py compares states with equal views: here are such states that differ, in calls and in tricks."""
    for case in (seeded_matches.Case(game, f'{{"variant": "{variant}", "target": 101}}') for variant in VARIANTS):
        found: Counter[str] = Counter()
        for seat in (1,):
            worlds = sorted(probes.look_alikes(case), key=lambda state: shown(state, seat))
            for _, group in groupby(worlds, key=lambda state: shown(state, seat)):
                states = list({encode(state): state for state in group}.values())
                found[states[0].phase] += len(states) > 1
        assert found["tricks"] >= 10 and sum(found.values()) >= 20, (case, found)
