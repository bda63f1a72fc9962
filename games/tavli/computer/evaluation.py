"""What a position, a play and a roll are worth: for whoever explains a match afterwards, or gives a hint.

    situation = of_state(state)                     # or of_view(view); the seat is the one whose turn it is
    before_roll(situation)                          # Worth for that seat, before it rolls
    plays(situation)                                # what it could play with its dice, the best first
    luck(situation)                                 # what its dice gave it against the average roll
    rollout(situation, play.board, rng, trials=72)  # the worth of a play by playing on

Units. `chances`: probabilities between 0 and 1 of the seat of the situation: that it wins, wins double, loses double
(`win` has the double wins in it; a tie in plakoto counts half). `equity`: points of the running game between −2 and 2,
whatever the score: 2·win − 1 + double − double loss. `match`: the seat's chance to win the match, between 0 and 1, with
the score, what a double is worth there and which variant comes next. Plays are ranked by `match`: with a far target
that is nearly the order of `equity`, in a match to 1 doubles count nothing.

The result of a game is luck and skill: over a game, `Σ luck` of a seat's own rolls minus that of the other's has the
mean 0 whatever they play, so that result − Σ luck is the result with luck taken out; it is about the sum of the other's
losses minus one's own. Everything is deterministic.
"""

from typing import Any, NamedTuple

import numpy as np

from games.api import Rng
from games.tavli.board import Board
from games.tavli.computer import looking
from games.tavli.computer.choice import Judged, judged, rows_of
from games.tavli.computer.generator import ROLLS, WEIGHTS, turned
from games.tavli.computer.inputs import Numbers, Rows
from games.tavli.computer.net import Chances as Found
from games.tavli.computer.stakes import POINTS, Stakes, stakes_of
from games.tavli.moves import StepPair, pairs_of
from games.tavli.position import board_of
from games.tavli.state import State, VariantName
from games.tavli.turns import Dice, Turn, dice_to_play, steps_of
from games.tavli.variant import Variant
from games.tavli.variants import VARIANTS, variant_now
from games.tavli.view import View, position_of


class Situation(NamedTuple):
    """A board as the seat in turn sees it, its dice if they are rolled, and what the game is worth to it."""

    variant: Variant
    board: Board
    dice: Dice | None
    """Two dice as rolled."""
    stakes: Stakes
    """Its chance to win the match after each end of the running game."""


class Chances(NamedTuple):
    """Probabilities of the seat of the situation."""

    win: float
    double: float
    double_loss: float


class Worth(NamedTuple):
    """What something is worth to the seat of the situation."""

    chances: Chances
    equity: float
    """Points of the running game."""
    match: float
    """Chance to win the match."""


class Judgement(NamedTuple):
    """A play with its worth."""

    steps: tuple[StepPair, ...]
    board: Board
    """After it, still seen by the seat that plays."""
    worth: Worth
    half_moves: int
    """How far was looked after it: plays with different numbers cannot be compared to the last thousandth."""


class Luck(NamedTuple):
    """What a roll gave: its best play against the mean of the best plays of all rolls."""

    equity: float
    match: float


def of_state(state: State) -> Situation | None:
    """The situation of the seat in turn; None while nobody is."""
    if state.turn is None or state.phase not in ("rolling", "play"):
        return None
    variant = VARIANTS[variant_now(state.variant, state.game_number)]
    stakes = stakes_of(state.variant, state.target, state.score, state.game_number, state.turn)
    return Situation(variant, board_of(variant, state.position, state.turn), state.dice or None, stakes)


def of_view(view: View) -> Situation | None:
    """The same from a view."""
    if view.turn is None or view.phase not in ("rolling", "play"):
        return None
    variant = VARIANTS[view.variant_now]
    stakes = stakes_of(view.variant, view.target, view.score, view.game_number, view.turn)
    return Situation(variant, board_of(variant, position_of(view), view.turn), view.dice or None, stakes)


def swapped(stakes: Stakes) -> Stakes:
    """The other seat's chances to win the match after the same ends."""
    return Stakes(*(1 + each for each in stakes.swapped()))


def before_roll(situation: Situation, half_moves: int = 1) -> Worth:
    """The worth for the seat that is about to roll; 0 half-moves: by the net alone, in a third of a millisecond."""
    rows, stakes = _rows(situation), situation.stakes.in_points()
    if half_moves == 0:
        seen = looking.at_once(_name(situation), turned(rows))
        return _worth(looking.for_the_other(seen)[0], situation.stakes)
    look: Any = looking.half_move if half_moves == 1 else looking.two_half_moves
    return _worth(look(_name(situation), rows, stakes)[0], situation.stakes)


def plays(situation: Situation, *, deep: int = 0) -> list[Judgement]:
    """Every different play of the dice, the best first; none without a legal step.

    The eight best of one look are judged by a half-move more; of those that are close the best `deep` by two, as the
    strong computer does with 2. A millisecond for each play looked at, 5 for a half-move, 100 for two.
    """
    assert situation.dice is not None, "the dice are rolled"
    turn = Turn(situation.variant, situation.board, dice_to_play(situation.dice))
    if not turn.most:
        return []
    return [_judgement(found, situation.stakes) for found in judged(turn, situation.stakes.in_points(), deep=deep)]


def judge(situation: Situation, board: Board, half_moves: int = 1) -> Worth:
    """The worth of a play that leads to `board`, seen by the seat that plays: for one `plays` has not looked far at."""
    rows = rows_of(situation.variant, [board])
    found = looking.after_looking(_name(situation), rows, situation.stakes.in_points(), half_moves)
    return _worth(found[0], situation.stakes)


def luck(situation: Situation) -> Luck:
    """What the dice gave to the seat that rolled them; on average over all rolls nothing."""
    assert situation.dice is not None, "the dice are rolled"
    found = looking.rolled(_name(situation), _rows(situation), situation.stakes.in_points()).chances[0]
    roll = ROLLS.index((max(situation.dice), min(situation.dice)))
    return Luck(*(float(_against_mean(stakes.worth(found))[roll]) for stakes in (POINTS, situation.stakes)))


class Rollout(NamedTuple):
    """The mean of many trials."""

    worth: Worth
    error: float
    """Standard error of the equity."""
    trials: int


TRIALS_MAX = 1296
HALF_MOVES_MAX = 40


def rollout(situation: Situation, board: Board, rng: Rng, *, trials: int = 72, half_moves: int = 8) -> Rollout:
    """The worth of a play that leads to `board`: played on for some half-moves, then judged, luck taken out.

    Both seats play the best of one look. All first rolls come up equally often; 72 trials of 8 half-moves take 2 s.
    """
    trials, half_moves = min(trials, TRIALS_MAX), min(half_moves, HALF_MOVES_MAX)
    name, stakes = _name(situation), situation.stakes.in_points()
    found = _trials(name, rows_of(situation.variant, [board]), stakes, trials, half_moves, rng)
    points = POINTS.worth(found)
    return Rollout(
        _worth(found.mean(axis=0), situation.stakes), float(points.std() / max(trials - 1, 1) ** 0.5), trials
    )


def _trials(name: VariantName, row: Rows, stakes: Stakes, trials: int, half_moves: int, rng: Rng) -> Found:
    """Chances of the seat that has moved into `row`, one line a trial."""
    rows = np.repeat(row, trials, axis=0)
    total, mine = looking.at_once(name, rows), True
    live = np.delete(np.arange(trials), looking.ended(name, rows)[0])
    lucky = np.zeros((trials, 4))
    for number in range(half_moves):
        if not len(live):
            break
        mine, stakes = not mine, stakes.swapped()
        ahead = looking.rolled(name, turned(rows[live]), stakes)
        each, picks = np.arange(len(live)), _picked(number, live, rng)
        after, mean = ahead.chances[each, picks], looking.mean_of(ahead.chances)
        if not mine:
            after, mean = looking.for_the_other(after), looking.for_the_other(mean)
        total[live] = after
        lucky[live] += after - mean
        rows[live] = ahead.rows.reshape(len(live), len(ROLLS), -1)[each, picks]
        live = np.delete(live, looking.ended(name, rows[live])[0])
    return total - lucky


def _picked(number: int, live: Numbers, rng: Rng) -> list[int]:
    """The rolls of the trials: the first one by the trial's number, so that all are there equally often."""
    return [FACES[trial % len(FACES)] if not number else FACES[rng.below(len(FACES))] for trial in live.tolist()]


FACES = [number for number, (high, low) in enumerate(ROLLS) for _ in range(1 if high == low else 2)]
"""All 36 ways two dice fall, as numbers of rolls."""


def _name(situation: Situation) -> VariantName:
    name: Any = situation.variant.name
    return name


def _rows(situation: Situation) -> Rows:
    return rows_of(situation.variant, [situation.board])


def _worth(found: Found, stakes: Stakes) -> Worth:
    win, double, double_loss = (float(found[column]) for column in range(3))
    return Worth(Chances(win, double, double_loss), float(POINTS.worth(found)), float(stakes.worth(found)))


def _judgement(found: Judged, stakes: Stakes) -> Judgement:
    return Judgement(pairs_of(steps_of(found.path)), found.board, _worth(found.chances, stakes), found.half_moves)


def _against_mean(worth: Found) -> Found:
    against: Found = worth - (WEIGHTS * worth).sum()
    return against
