"""How strong the computer players of dominoes are: `python -m bench.computers.dominoes strong 400`.

Every deal is played twice, with the pairs exchanged; a hand counts the signed points of its winners. The opponents are
the frozen strong ones, and `shy`, a second style that the search's playouts do not have.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from bench.computers import frozen
from games import api
from games.dominoes import DOMINOES
from games.dominoes.moves import Lay
from games.dominoes.state import State
from games.dominoes.tiles import BY_TEXT, PIPS
from games.dominoes.view import View
from services.kernel.strength import Strength
from tests.games.seeded_matches import Chance

DEAL = api.Draw(hand=1, purpose="deal", kind="shuffle", n=28)
Player = Callable[[View, api.Rng, Sequence[api.GameEvent]], Lay]


def computer(strength: Strength, spent_s: list[float] | None = None) -> Player:
    """The computer player of a strength; the time of decisions with a choice is written down."""

    def play(view: View, chance: api.Rng, history: Sequence[api.GameEvent]) -> Lay:
        began_s = time.process_time()
        move = DOMINOES.bot(view, chance, strength, history)
        assert move is not None
        if spent_s is not None and len(view.options) > 1:
            spent_s.append(time.process_time() - began_s)
        return move

    return play


def old(view: View, chance: api.Rng, history: Sequence[api.GameEvent]) -> Lay:
    """The frozen strong one."""
    move = frozen.bot_of("dominoes")(view, chance)
    assert isinstance(move, Lay)
    return move


def shy(view: View, chance: api.Rng, history: Sequence[api.GameEvent]) -> Lay:
    """The second style: keeps both ends alike where it can, so that others are skipped; then lays its lightest tile
    that leaves it most values to answer with."""
    own = [BY_TEXT[text] for text in view.hands[str(view.seat)]]

    def rank(option: tuple[str, Any]) -> tuple[int, int, int]:
        text, end = option
        high, low = int(text[0]), int(text[2])
        up, down = view.ends or (high, low)
        if end == "up_left":
            up = high + low - up
        elif end == "down_right":
            down = high + low - down
        left = [BY_TEXT[text] for text in view.hands[str(view.seat)] if text != option[0]]
        answers = {value for value in (up, down) for tile in left if f"{value}" in _texts(tile)}
        return int(up == down), len(answers), -PIPS[BY_TEXT[text]]

    assert own
    text, end = max(view.options, key=rank)
    return Lay(text, end if sum(text == other for other, _ in view.options) == 2 else None)


def _texts(tile: int) -> str:
    from games.dominoes.tiles import TEXTS

    return TEXTS[tile]


def hand(deal: Sequence[int], leader: int, players: Sequence[Player], chance: api.Rng, target: Any = 100) -> int:
    """The signed points of one hand for side 0; players by side."""
    state: State = DOMINOES.apply(DOMINOES.start(DOMINOES.options({"target": target}, {})), None, api.Drawn((leader,)))
    seen: list[list[api.GameEvent]] = [[], [], [], []]
    actor, action = None, api.Drawn(tuple(deal))
    while True:
        after = DOMINOES.apply(state, actor, action)
        for seat in range(4):
            event = DOMINOES.event(state, actor, action, after, seat)
            assert event is not None
            seen[seat].append(event)
        state = after
        if state.ended or state.turn is None:
            return state.scored[-1].points[0] - state.scored[-1].points[1]
        actor = state.turn
        action = players[actor % 2](DOMINOES.view(state, actor), chance, seen[actor])


def mirrored(one: Player, other: Player, n: int, seed: int, target: Any = 100) -> tuple[float, float]:
    """Points a hand for the first over `n` deals, each played both ways, and the standard error."""
    deals, found = Chance("deals", seed), []
    for number in range(n):
        deal, chance = deals.values(DEAL), Chance(seed, number)
        both = (hand(deal, number % 4, pair, chance, target) for pair in ((one, other), (other, one)))
        found.append((next(both) - next(both)) / 2)
    mean = sum(found) / n
    return mean, (sum((each - mean) ** 2 for each in found) / max(1, n - 1) / n) ** 0.5


def measure(strength: Strength, n: int, seed: int) -> dict[str, float]:
    """Points a hand against the frozen strong ones and against the second style, and the cost of a decision."""
    spent_s: list[float] = []
    points, error = mirrored(computer(strength, spent_s), old, n, seed)
    shy_points, shy_error = mirrored(computer(strength), shy, n, seed + 1)
    spent_s.sort()
    return {
        "dominoes_points": points,
        "dominoes_points_se": error,
        "dominoes_shy_points": shy_points,
        "dominoes_shy_points_se": shy_error,
        "dominoes_deals": n,
        "median_ms": 1_000 * spent_s[len(spent_s) // 2],
        "slowest_ms": 1_000 * spent_s[-1],
    }


if __name__ == "__main__":
    chosen: Any = sys.argv[1]
    print(json.dumps(measure(chosen, int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)))
