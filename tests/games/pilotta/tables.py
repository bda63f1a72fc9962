"""The game, its variants, and matches in which each seat chooses by a function of its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bench.computers.frozen import bot_of
from games import api, registry
from games.pilotta.cards import BY_TEXT, mask_of
from games.pilotta.deal import FIRST_PACKETS
from games.pilotta.moves import Move
from games.pilotta.state import State
from tests import conformance
from tests.games.seeded_matches import Chance

VARIANTS = ("palatisti", "classic", "classic2")
Chooser = Callable[[State, int, Chance], Move]

game = registry.game("pilotta")


def start(variant: str = "palatisti", target: int = 151, **frozen: Any) -> State:
    """A match before any chance."""
    return game.start(game.options({"variant": variant, "target": target}, frozen))


def anything(state: State, seat: int, chance: Chance) -> Move:
    """Any legal move."""
    return chance.pick(list(game.legal(state, seat)))


def computer(state: State, seat: int, chance: Chance) -> Move:
    """The move of the computer player of the bench, which thinks for no time."""
    return bot_of("pilotta")(game.view(state, seat), chance)


def stepped(state: State, chance: Chance, choosers: Sequence[Chooser]) -> State:
    """The state after whatever it waits for."""
    waits = game.next(state)
    if isinstance(waits, api.Decide):
        seat = waits.due[0].seat
        return game.apply(state, seat, choosers[seat](state, seat, chance))
    if isinstance(waits, api.Draw):
        return game.apply(state, None, api.Drawn(chance.values(waits)))
    return game.apply(state, None, api.Elapsed(waits.number))


def over(state: State) -> bool:
    """Whether the match has ended."""
    return state.phase == "match_over"


def hand(text: str) -> int:
    """`"Jh 9h Ac"` as a set of cards."""
    return mask_of(BY_TEXT[card] for card in text.split())


def moment(data: Mapping[str, Any], **options: Any) -> State:
    """A state from plain data."""
    found = conformance.situation("pilotta", options, data)
    assert not isinstance(found, api.Refusal), found
    return found.state


def deck_of(variant: str, dealer: int, *hands: str) -> tuple[int, ...]:
    """A deck, forehand's cards first, that gives these hands; cards that nobody holds follow in their order.

    For the classic games the hands before trumps are fixed, then the turn-up with what follows it.
    """
    seats = 2 if variant == "classic2" else 4
    left = [[BY_TEXT[card] for card in text.split()] for text in hands]
    order = [(dealer + 1 + step) % seats for step in range(seats)]
    deck: list[int] = []
    for packet in FIRST_PACKETS[variant]:
        for seat in order:
            deck += left[seat][:packet]
            left[seat] = left[seat][packet:]
    deck += left[seats] if len(left) > seats else []
    return tuple(deck + [card for card in range(32) if card not in deck])
