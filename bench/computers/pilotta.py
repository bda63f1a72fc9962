"""How strong the computer players of pilotta are: `python -m bench.computers.pilotta strong 1000 [seed] [variant]`.

Every deal is played twice, with the teams exchanged: its figure is the exact points by which the computer's team ends
ahead. Whole matches are played with teams exchanged too. The opponents are the frozen strong ones.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from bench.computers import frozen
from games import api
from games.pilotta import PILOTTA
from games.pilotta.moves import Move
from games.pilotta.state import State
from games.pilotta.view import View
from services.kernel.strength import Strength
from tests.games.seeded_matches import Chance

Player = Callable[[View, api.Rng, Sequence[api.GameEvent]], Move]


def computer(strength: Strength, spent_s: list[float] | None = None) -> Player:
    """The computer player of a strength; the time of decisions is written down."""

    def play(view: View, chance: api.Rng, history: Sequence[api.GameEvent]) -> Move:
        began_s = time.process_time()
        move: Move | None = PILOTTA.bot(view, chance, strength, history)
        assert move is not None
        if spent_s is not None and (len(view.legal) > 1 or view.phase != "tricks"):
            spent_s.append(time.process_time() - began_s)
        return move

    return play


def old(view: View, chance: api.Rng, history: Sequence[api.GameEvent]) -> Move:
    """The frozen strong one."""
    move: Move = frozen.bot_of("pilotta")(view, chance)
    return move


class Match:
    """A match under way, with what each seat has seen of the running hand."""

    def __init__(self, variant: str, players: Sequence[Player], chance: Chance) -> None:
        self.state: State = PILOTTA.start(PILOTTA.options({"variant": variant}, {}))
        self.players, self.chance = players, chance
        self.seen: list[list[api.GameEvent]] = [[] for _ in range(2 if variant == "classic2" else 4)]

    def apply(self, actor: int | None, action: Any) -> None:
        """An action, seen by all seats."""
        after = PILOTTA.apply(self.state, actor, action)
        for seat, seen in enumerate(self.seen):
            event = PILOTTA.event(self.state, actor, action, after, seat)
            if event is not None and event.kind == "deal":
                seen.clear()
            if event is not None:
                seen.append(event)
        self.state = after

    def step(self, deals: Chance) -> None:
        """Whatever the match waits for; chance comes from `deals`."""
        waits = PILOTTA.next(self.state)
        if isinstance(waits, api.Decide):
            seat = waits.due[0].seat
            view = PILOTTA.view(self.state, seat)
            self.apply(seat, self.players[seat % 2](view, self.chance, self.seen[seat]))
        elif isinstance(waits, api.Draw):
            self.apply(None, api.Drawn(deals.values(waits)))
        else:
            self.apply(None, api.Elapsed(waits.number))


def deal(players: Sequence[Player], variant: str, number: int, seed: int) -> int:
    """The exact points by which team 0 ends one deal ahead; 0 where nobody wanted trumps."""
    match, deals = Match(variant, players, Chance(seed, number)), Chance("deals", seed, number)
    while not match.state.scored and match.state.hand_number == 1:
        match.step(deals)
    if not match.state.scored:
        return 0
    exact: Sequence[int] = match.state.scored[0].data["exact"]
    return exact[0] - exact[1]


def winner(players: Sequence[Player], variant: str, number: int, seed: int) -> int:
    """The team that wins a match."""
    match, deals = Match(variant, players, Chance(seed, number)), Chance("matches", seed, number)
    while match.state.winner is None:
        match.step(deals)
    return match.state.winner


def mirrored(one: Player, other: Player, n: int, seed: int, variant: str = "palatisti") -> tuple[float, float]:
    """Exact points a deal for the first over `n` deals, each played both ways, and the standard error."""
    found = []
    for number in range(n):
        both = deal((one, other), variant, number, seed) - deal((other, one), variant, number, seed)
        found.append(both / 2)
    mean = sum(found) / n
    return mean, (sum((each - mean) ** 2 for each in found) / max(1, n - 1) / n) ** 0.5


def share(one: Player, other: Player, n: int, seed: int, variant: str = "palatisti") -> tuple[float, float]:
    """The share of `n` matches that the first wins, half of them from each side, and the standard error."""
    won = 0
    for number in range(n):
        pair = (one, other) if number % 2 == 0 else (other, one)
        won += winner(pair, variant, number // 2, seed) == number % 2
    return won / n, (won / n * (1 - won / n) / n) ** 0.5


def measure(strength: Strength, n: int, seed: int, variant: str = "palatisti") -> dict[str, float]:
    """Points a deal over `n` mirrored deals, the share of n / 10 matches, and the cost of a decision."""
    spent_s: list[float] = []
    points, error = mirrored(computer(strength, spent_s), old, n, seed, variant)
    matches, matches_error = share(computer(strength), old, max(2, n // 10), seed, variant)
    spent_s.sort()
    return {
        "pilotta_points": points,
        "pilotta_points_se": error,
        "pilotta_deals": n,
        "pilotta_matches": matches,
        "pilotta_matches_se": matches_error,
        "median_ms": 1_000 * spent_s[len(spent_s) // 2],
        "slowest_ms": 1_000 * spent_s[-1],
    }


if __name__ == "__main__":
    asked: Any = sys.argv[1:]
    print(json.dumps(measure(asked[0], int(asked[1]), int(asked[2]) if len(asked) > 2 else 1, *asked[3:4])))
