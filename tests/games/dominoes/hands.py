"""Moments of dominoes for tests."""

import random
from collections.abc import Iterator
from typing import Any

from bench.computers.frozen import bot_of
from games.api import Decide, Draw, Drawn, Elapsed, Over, Wait
from games.dominoes import GAMES
from games.dominoes.state import State
from services.kernel.refusal import Refusal
from tests import conformance

(game,) = GAMES
Rows = dict[str, list[str]]
DEAL = (24, 16, 13, 22, 21, 19, 20, 12, 3, 9, 17, 8, 15, 0, 11, 4, 27, 7, 18, 2, 6, 10, 1, 26, 5, 25, 23, 14)
"""The deal of the platform's test vector."""
VIEWERS = [0, 1, 2, 3, "public", "open"]


class Chance:
    """Seeded chance, as computer players get it."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(repr(seed))

    def below(self, n: int) -> int:
        return self.random.randrange(n)


def rows(*hands: str) -> Rows:
    """Hands by seat from texts: `rows("6-4 2-2", "", "5-0", "3-3")`."""
    return {str(seat): hand.split() for seat, hand in enumerate(hands)}


def at(hands: Rows, chain: str, turn: int, leader: int = 0, target: Any = 100, **names: Any) -> State:
    """A seat on turn at a chain like `3-6 6-6`."""
    data = {"hands": hands, "chain": chain.split(), "turn": turn, "leader": leader, **names}
    moment = conformance.situation("dominoes", {"target": target}, data)
    assert not isinstance(moment, Refusal), moment
    return moment.state


def lay(state: State, text: str) -> State:
    """The state after a lay by the seat on turn, `6-4` or `6-4 up_left`, which must be allowed."""
    tile, _, side = text.partition(" ")
    move = game.parse({"move": "lay", "tile": tile, "side": side or None})
    assert state.turn is not None and game.check(state, state.turn, move) is None, text
    return game.apply(state, state.turn, move)


def opened(leader: int = 2, target: Any = 100) -> State:
    """The first hand of the test vector's deal, before its first tile."""
    state = game.apply(game.start(game.options({"target": target}, {})), None, Drawn((leader,)))
    return game.apply(state, None, Drawn(DEAL))


def played(seed: object, target: Any = 100, bots: tuple[int, ...] = ()) -> Iterator[State]:
    """All states of a match; sides in `bots` lay as the computer players of the bench, which think for no time, the
    others at random."""
    chance = Chance(seed)
    state = game.start(game.options({"target": target}, {}))
    while True:
        yield state
        match game.next(state):
            case Over():
                return
            case Draw(kind="below"):
                state = game.apply(state, None, Drawn((chance.below(4),)))
            case Draw():
                state = game.apply(state, None, Drawn(tuple(chance.random.sample(range(28), 28))))
            case Wait(number):
                state = game.apply(state, None, Elapsed(number))
            case Decide(due):
                seat = due[0].seat
                moves = list(game.legal(state, seat))
                own = seat % 2 in bots
                move = bot_of("dominoes")(game.view(state, seat), chance) if own else chance.random.choice(moves)
                state = game.apply(state, seat, move)
