"""How strong the computer player of tichu is against the one that is frozen, and how its calls were learned.

`python -m bench.computers.tichu --hands 200 --strength strong` plays every deal twice, with teams changed, and prints
JSON. `--fit tichu` and `--fit grand` make the weights in games/tichu/computer/calls.py again: a seat of every deal is
made to call, all four play by the frozen rules of thumb, and a logistic regression is fitted.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple

import msgspec
import numpy as np

from bench.computers import frozen
from games import api, registry
from games.tichu.computer import calls
from games.tichu.moves import CallTichu, GrandTichu, Move
from games.tichu.state import State, Tally
from games.tichu.state_from_view import hand_of
from games.tichu.view import View
from services.kernel.strength import Strength
from tests.games.seeded_matches import Chance

TARGET = 1000
MATCHES_DRAWN = 4000
"""Matches drawn from the hands that were played; no player looks at the totals, so hands are independent."""
NEWTON_STEPS = 40
RIDGE = 1e-3

GAME = registry.game("tichu")
Player = Callable[[View, Chance, Sequence[api.GameEvent]], Move | None]


class Played(NamedTuple):
    """A hand, and what each decision of the measured team took, in milliseconds of processor time."""

    tally: Tally
    took_ms: list[float]


def today(strength: Strength) -> Player:
    """The computer player of today."""
    return lambda view, chance, history: GAME.bot(view, chance, strength, history)


def old(view: View, chance: Chance, history: Sequence[api.GameEvent]) -> Move | None:
    """The frozen one."""
    move: Move | None = frozen.bot_of("tichu")(view, chance)
    return move


def play(seed: object, players: Sequence[Player], timed: Sequence[int] = ()) -> Played:
    """One hand. Seats that merely may move are asked too, as a table does."""
    state: State = GAME.start(GAME.options({}, {}))
    deal, chance = Chance("deal", seed), Chance("moves", seed)
    seen: list[list[api.GameEvent]] = [[] for _ in range(4)]
    took: list[float] = []
    while not state.tallies:
        waits = GAME.next(state)
        actor: int | None = None
        action: Move | api.Action | None = api.Drawn(deal.values(waits)) if isinstance(waits, api.Draw) else None
        for seat in _asked(waits) if isinstance(waits, api.Decide | api.Wait) else ():
            began_s = time.process_time()
            action = players[seat](GAME.view(state, seat), chance, seen[seat])
            took += [(time.process_time() - began_s) * 1000] * (seat in timed)
            if action is not None:
                actor = seat
                break
        if action is None:
            action = api.Elapsed(waits.number if isinstance(waits, api.Wait) else 0)
        after = GAME.apply(state, actor, action)
        for seat in range(4):
            event = GAME.event(state, actor, action, after, seat)
            seen[seat] += [] if event is None else [event]
        state = after
    return Played(state.tallies[0], took)


def _asked(waits: api.Decide | api.Wait) -> list[int]:
    """Those who may move, then the first who must."""
    due = [each.seat for each in waits.due] if isinstance(waits, api.Decide) else []
    return [*sorted(waits.may - set(due)), *due[:1]]


def measure(strength: Strength, n: int, seed: int) -> dict[str, float]:
    """Points a hand of a team of this strength less those of the frozen team, in about n hands: half as many deals,
    each played twice. `tichu_share`: of matches to 1000. `…_se`: standard errors."""
    found, scores, took = [], [], []
    for number in range(max(2, n // 2)):
        differences = []
        for team in (0, 1):
            players = [today(strength) if seat % 2 == team else old for seat in range(4)]
            hand = play((seed, number), players, (team, team + 2))
            own, other = hand.tally.points[team], hand.tally.points[1 - team]
            differences.append(own - other)
            scores.append((own, other))
            took += hand.took_ms
        found.append(mean(differences))
    share = match_share(scores, Random(seed))
    took.sort()
    return {
        "tichu_points": round(mean(found), 1),
        "tichu_points_se": round(stdev(found) / len(found) ** 0.5, 1),
        "tichu_share": round(share, 3),
        "tichu_share_se": round(_share_se(scores, Random(seed)), 3),
        "median_ms": round(took[len(took) // 2], 1),
        "slowest_ms": round(took[-1], 1),
        "hands": len(scores),
    }


def match_share(scores: Sequence[tuple[int, int]], chance: Random, matches: int = MATCHES_DRAWN) -> float:
    """The share of matches won, of matches drawn hand by hand from those that were played."""
    won = 0.0
    for _ in range(matches):
        own = other = 0
        while max(own, other) < TARGET or own == other:
            scored = scores[chance.randrange(len(scores))]
            own, other = own + scored[0], other + scored[1]
        won += own > other
    return won / matches


def _share_se(scores: Sequence[tuple[int, int]], chance: Random) -> float:
    """How far the share would be off with other deals, by drawing the deals again."""
    deals = [scores[place : place + 2] for place in range(0, len(scores), 2)]
    again = [[hand for _ in deals for hand in deals[chance.randrange(len(deals))]] for _ in range(30)]
    return stdev(match_share(each, chance, MATCHES_DRAWN // 10) for each in again)


# --- the calls ---


def fit(call: str, n: int, seed: int) -> dict[str, object]:
    """The weights of a call: each of n deals gives one hand and whether its holder, made to call, was out first."""
    rows, wins = [], []
    for number in range(n):
        seat = number % 4
        held: list[int] = []
        players: list[Player] = [_thumb] * 4
        players[seat] = _made_to_call(call, held)
        hand = play((call, seed, number), players).tally
        if held:
            rows.append(calls.features(held[0]))
            wins.append(float(hand.out[0] == seat))
    weights = _logistic(np.array(rows), np.array(wins))
    return {
        "call": call,
        "deals": len(wins),
        "seed": seed,
        "won": round(mean(wins), 3),
        "weights": [round(float(weight), 3) for weight in weights],
    }


def _thumb(view: View, chance: Chance, history: Sequence[api.GameEvent]) -> Move | None:
    """The frozen rules of thumb without calls: quick, and good enough to see what a hand is worth."""
    return old(msgspec.structs.replace(view, may_call=False), chance, history)


def _made_to_call(call: str, held: list[int]) -> Player:
    """Who calls whatever the cards are; `held` gets them."""

    def player(view: View, chance: Chance, history: Sequence[api.GameEvent]) -> Move | None:
        if call == "grand" and view.phase == "grand" and not view.answered[view.seat or 0]:
            held.append(hand_of(view))
            return GrandTichu(True)
        if call == "tichu" and view.phase == "play" and view.turn == view.seat and view.may_call:
            held.append(hand_of(view))
            return CallTichu()
        return _thumb(view, chance, history)

    return player


def _logistic(rows: Any, wins: Any) -> Any:
    """Logistic regression by Newton's method, with a slight ridge."""
    weights = np.zeros(rows.shape[1])
    for _ in range(NEWTON_STEPS):
        chances = 1 / (1 + np.exp(-rows @ weights))
        curvature = rows.T @ (rows * (chances * (1 - chances))[:, None]) + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curvature, rows.T @ (wins - chances))
    return weights


def main() -> None:
    """Measure a strength, or fit the weights of a call."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strength", choices=("strong", "medium", "easy"), default="strong")
    parser.add_argument("--fit", choices=("tichu", "grand"))
    asked = parser.parse_args()
    found = fit(asked.fit, asked.hands, asked.seed) if asked.fit else measure(asked.strength, asked.hands, asked.seed)
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
