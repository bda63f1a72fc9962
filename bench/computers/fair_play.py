"""How often the signal of play that is too good is right: `python -m bench.computers.fair_play`.

On held-out positions every kind of player loses so many thousandths of a point a decision, by the evaluation that
analyses of matches use (`games.tavli.computer.evaluation.plays`). Honest ones are the computer with noise, from a world
champion to a casual player; the others ask a program, for every decision or for some. Accounts are drawn from these
decisions as moderation counts them (services/moderation/RULES.md §7); printed is how many of each kind open a case. The
last line is JSON: kind → mean loss, and the share with a case.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from bench.computers.tavli_play import gnubg as program
from bench.computers.tavli_play.players import Player, as_before, computer, gnubg
from bench.computers.tavli_play.positions import decisions
from games.tavli.board import Board
from games.tavli.computer.choice import judged, normal, rows_of, tie_break
from games.tavli.computer.looking import at_once
from games.tavli.computer.stakes import POINTS
from games.tavli.turns import Turn
from services.moderation.signals.rules import DEFAULTS, SignalSettings, engine
from tests.games.seeded_matches import Chance

HONEST = {"champion": 0.02, "expert": 0.04, "club": 0.07, "casual": 0.12}
"""Standard deviation, in points, of what such a player is wrong about the worth of a play."""
SHARES = (1.0, 0.75, 0.5)
"""Of the decisions for which a program is asked; a club player makes the others."""
ACCOUNTS = 20_000
SEED = 4


def wrong_by(deviation: float, rng: Chance) -> Player:
    """A player who judges every play a little wrong."""

    def plays(turn: Turn) -> Board:
        boards, paths = list(turn.results), list(turn.results.values())
        worth = POINTS.worth(at_once("portes", rows_of(turn.variant, boards)))
        felt = [value + deviation * normal(rng) for value in worth.tolist()]
        return boards[max(range(len(boards)), key=lambda at: (felt[at], tie_break(paths[at])))]

    return plays


def losses(player: Player, turns: Sequence[Turn], worths: Sequence[Mapping[Board, float]]) -> np.ndarray:
    """What each decision of a player loses, in thousandths of a point."""
    return np.array(
        [1000 * (max(worth.values()) - worth[player(turn)]) for turn, worth in zip(turns, worths, strict=True)]
    )


def worths_of(turn: Turn) -> dict[Board, float]:
    """The worth of every play as an analysis has it: the best first, those looked at furthest before the others."""
    found = judged(turn, POINTS, deep=0)
    best = found[0].worth
    return {each.board: min(each.worth, best) for each in found}


def mixed(asked: np.ndarray, own: np.ndarray, share: float, chance: random.Random) -> np.ndarray:
    """The losses of a player who asks for a share of the decisions."""
    taken = np.array([chance.random() < share for _ in own])
    return np.where(taken, asked, own)


def cases(lost: np.ndarray, settings: SignalSettings, seed: int) -> float:
    """The share of accounts with such losses that open a case."""
    drawn = np.random.default_rng(seed).choice(lost, (ACCOUNTS, settings.engine_decisions))
    totals = np.rint(drawn.sum(axis=1)).astype(int).tolist()
    return sum(engine(settings.engine_decisions, each, settings) for each in totals) / ACCOUNTS


def kinds(number: int, with_gnubg: bool) -> dict[str, np.ndarray]:
    """Kind of player → the losses of so many decisions."""
    turns = decisions(number, SEED, (computer("medium", Chance("fair play", "medium", SEED)), as_before), (0.8, 0.2))
    worths = [worths_of(turn) for turn in turns]
    found = {
        name: losses(wrong_by(deviation, Chance("fair play", name, SEED)), turns, worths)
        for name, deviation in HONEST.items()
    }
    asked = {"computer": losses(computer("strong", Chance("fair play", "strong", SEED)), turns, worths)}
    if with_gnubg:
        link = program.Gnubg()
        asked["gnubg"] = losses(gnubg(link, 2), turns, worths)
        link.close()
    chance = random.Random(SEED)
    for name, lost in asked.items():
        for share in SHARES:
            found[f"{name} for {share:.0%}"] = mixed(lost, found["club"], share, chance)
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=2_000)
    asked = parser.parse_args()
    found = {}
    for name, lost in kinds(asked.positions, Path(program.PROGRAM).exists()).items():
        share = cases(lost, DEFAULTS, SEED)
        found[name] = {"loss": round(float(lost.mean()), 2), "cases": share}
        sys.stderr.write(f"{name:>18}: {lost.mean():6.2f} thousandths a decision, a case for {share:.2%} of accounts\n")
        for bound in (4, 8, 10, 12):
            other = SignalSettings(engine_error_thousandths=bound)
            sys.stderr.write(f"{'':>18}  at most {bound}: {cases(lost, other, SEED):.2%}\n")
    sys.stdout.write(json.dumps({"positions": asked.positions, "players": found}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
