"""Matches that have ended: what each play cost, and what the dice gave (services/tables/RULES.md §19).

The chance of seat 0 to win the match, V, goes from one half to nothing or one: by rolls, which are luck, and by
plays, which are skill. After a roll V is that of its best play; after a play that of the play made. So all changes
together are the result, whatever the evaluator thinks. A close look is taken where most was lost.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from games.api import Drawn, Elapsed, GameEvent, Left, Rng
from games.appraisal import Analysis, Appraisal, Chanced, Judged, Note, Played, Reason, Valued
from games.tavli import side as sides
from games.tavli.board import Board
from games.tavli.moves import Play, Resign, points_of
from games.tavli.rules import apply
from games.tavli.rules import turn_of as turn_of_state
from games.tavli.side import BOARD, count, occupied, single, stacked
from games.tavli.state import State
from games.tavli.variant import Variant
from games.tavli.view import View, turn_of, view
from games.toolkit.seeded import Seeded
from services.kernel.seats import Seat

if TYPE_CHECKING:
    from games.tavli.computer.evaluation import Judgement, Rollout, Worth

DEEP = 3
"""So many of the greatest losses are looked at closely."""
TRIALS = 36
HALF_MOVES = 7
SHOWN = 3


class Evaluator(Protocol):
    """What an analysis asks of the computer player's evaluation."""

    def of_state(self, state: State) -> Any:
        """The situation of the seat in turn."""

    def before_roll(self, situation: Any) -> "Worth":
        """What it is worth before its roll."""

    def plays(self, situation: Any) -> "Sequence[Judgement]":
        """Every different play of the dice, the best first."""

    def judge(self, situation: Any, board: Board, half_moves: int = 1) -> "Worth":
        """The worth of a play that leads to a board."""

    def rollout(self, situation: Any, board: Board, rng: Rng, *, trials: int, half_moves: int) -> "Rollout":
        """The same by playing on."""


def _evaluation() -> Evaluator:
    """The computer player's evaluation. It needs numpy, which takes longer to import than all games: so only processes
    that analyse import it."""
    from games.tavli.computer import evaluation

    return evaluation


class Option(NamedTuple):
    """A play and its worth to its seat."""

    play: Play
    board: Board
    value: float
    match: float
    chances: tuple[float, float, float]


class Rolled(NamedTuple):
    """A roll and the turn that was made of it. `options`: the best first; `made`: which of them, None if the turn had
    no legal step or was not finished; `end`: the event that ended it, None if the match ended before."""

    roll: Played
    seat: Seat
    options: tuple[Option, ...]
    made: int | None
    end: Played | None
    deep: bool = False

    @property
    def loss(self) -> float:
        """What the play cost, in points."""
        return 0.0 if self.made is None else self.options[0].value - self.options[self.made].value

    @property
    def match_loss(self) -> float:
        """The same, of the chance to win the match."""
        return 0.0 if self.made is None else self.options[0].match - self.options[self.made].match


def appraise(events: Sequence[Played], note: Note, evaluator: Evaluator | None = None) -> Appraisal:
    """Judge a match. `evaluator`: another one than the computer player's."""
    found = evaluator or _evaluation()
    rolls = _rolls(events, found, lambda part: note(0.8 * part))
    worst = sorted((each for each in rolls.values() if each.loss > 0), key=lambda each: (-each.loss, each.roll.seq))
    for number, each in enumerate(worst[:DEEP]):
        rolls[each.roll.seq] = _looked_closely(each, found)
        note(0.8 + 0.2 * (number + 1) / DEEP)
    return _Sum(found, rolls).over(events)


# --- turns -------------------------------------------------------------------------------------------------------


def _rolls(events: Sequence[Played], evaluator: Evaluator, note: Note) -> dict[int, Rolled]:
    """By the event of the roll: every roll of the match, with its plays."""
    found: dict[int, Rolled] = {}
    for number, event in enumerate(events):
        note(number / len(events))
        if isinstance(event.action, Drawn) and event.before.phase == "rolling":
            end = next((each for each in events[number + 1 :] if _ends_turn(each)), None)
            found[event.seq] = _rolled(event, end, evaluator)
    return found


def _ends_turn(event: Played) -> bool:
    return isinstance(event.action, Play | Resign | Elapsed | Left)


def _rolled(roll: Played, end: Played | None, evaluator: Evaluator) -> Rolled:
    state: State = roll.after
    assert state.turn is not None
    situation = evaluator.of_state(state)
    if not state.max_dice:
        turn = turn_of_state(state)
        passed = _option(Play(()), turn.board, evaluator.judge(situation, turn.board))
        return Rolled(roll, state.turn, (passed,), None, end)
    judged = evaluator.plays(situation)
    options = [_option(Play(each.steps), each.board, each.worth) for each in judged]
    made = _board_made(state, end)
    if made is None:
        return Rolled(roll, state.turn, tuple(options), None, end)
    place = next(number for number, option in enumerate(options) if option.board == made)
    assert end is not None
    worth = judged[place].worth
    if judged[place].half_moves != judged[0].half_moves:
        worth = evaluator.judge(situation, made, judged[0].half_moves)
    mine = _option(end.action, made, worth)
    if end.after.over:
        mine = mine._replace(match=1.0)  # to the last digit
    options = [mine, *options[:place], *options[place + 1 :]]
    return _sorted(roll, state.turn, options, end)


def _sorted(roll: Played, seat: Seat, options: Sequence[Option], end: Played | None, *, deep: bool = False) -> Rolled:
    """The first option is the one made. Among equals it counts as the best."""
    ranked = sorted(options, key=lambda option: -round(option.match, 6))
    return Rolled(roll, seat, tuple(ranked), ranked.index(options[0]), end, deep)


def _board_made(state: State, end: Played | None) -> Board | None:
    if end is None or not isinstance(end.action, Play):
        return None
    board = turn_of_state(state).follow(points_of(end.action.steps))
    assert isinstance(board, Board), "it was accepted"
    return board


def _option(play: Play, board: Board, worth: "Worth") -> Option:
    chances = worth.chances
    return Option(play, board, worth.equity, worth.match, (chances.win, chances.double, chances.double_loss))


def _looked_closely(rolled: Rolled, evaluator: Evaluator) -> Rolled:
    """The best play and the one made, played on many times; the others stay as they are, below the best of these."""
    assert rolled.made is not None
    situation = evaluator.of_state(rolled.roll.after)
    two = []
    for option in (rolled.options[rolled.made], rolled.options[0]):
        chance = Seeded(rolled.roll.seq)  # the same for both plays, so that they have the same luck
        worth = evaluator.rollout(situation, option.board, chance, trials=TRIALS, half_moves=HALF_MOVES).worth
        two.append(_option(option.play, option.board, worth))
    top = max(two, key=lambda option: option.match)
    others = [
        option._replace(match=min(option.match, top.match), value=min(option.value, top.value))
        for number, option in enumerate(rolled.options)
        if number not in (0, rolled.made)
    ]
    return _sorted(rolled.roll, rolled.seat, [*two, *others], rolled.end, deep=True)


# --- the sum -----------------------------------------------------------------------------------------------------


class _Sum:
    """The chance of seat 0 to win the match, through all events."""

    def __init__(self, evaluator: Evaluator, rolls: dict[int, Rolled]) -> None:
        self._evaluator = evaluator
        self._rolls = rolls
        self._chance = 0.5
        self._now: Rolled | None = None
        self._judged: list[Judged] = []
        self._chanced: list[Chanced] = []
        self._curve: list[tuple[Played, float]] = []
        self._conceded = 0.0

    def over(self, events: Sequence[Played]) -> Appraisal:
        """All of it."""
        for event in events:
            self._take(event)
        return Appraisal(tuple(self._judged), tuple(self._chanced), tuple(self._curve), self._conceded)

    def _take(self, event: Played) -> None:
        action, before, after = event.action, event.before, event.after
        if isinstance(action, Drawn) and before.phase == "rolling":
            self._roll(self._rolls[event.seq])
        elif isinstance(action, Drawn) and after.phase == "rolling":
            self._began(event, "opening", action.values)
        elif isinstance(action, Elapsed) and before.phase == "game_over" and after.phase == "rolling":
            self._began(event, "start", ())
        elif isinstance(action, Play):
            self._played(event)
        elif isinstance(action, Resign):
            self._resigned(event)
        elif isinstance(action, Left) and not before.over:
            end = _of_ended(after)
            self._conceded += end - self._chance
            self._move_to(event, end)

    def _move_to(self, event: Played, chance: float) -> None:
        self._chance = chance
        self._curve.append((event, chance))

    def _began(self, event: Played, kind: Any, values: tuple[int, ...]) -> None:
        """Somebody begins a game: by a roll, or because they have won the last one."""
        starter = event.after.turn
        chance = _for_first(starter, self._evaluator.before_roll(self._evaluator.of_state(event.after)).match)
        self._chanced.append(Chanced(event, kind, chance - self._chance, starter, values))
        self._move_to(event, chance)

    def _roll(self, rolled: Rolled) -> None:
        self._now = rolled
        best = _for_first(rolled.seat, rolled.options[0].match)
        values = rolled.roll.action.values
        self._chanced.append(Chanced(rolled.roll, "roll", best - self._chance, rolled.seat, values))
        self._move_to(rolled.roll, best)

    def _played(self, event: Played) -> None:
        rolled = self._now
        assert rolled is not None and rolled.made is not None
        made, match_loss = rolled.options[rolled.made], rolled.match_loss
        if len(rolled.options) > 1:
            best = tuple(map(_valued, rolled.options[:SHOWN]))
            reason = reason_of_board(event.before, rolled.seat, rolled.options[0])
            options = len(rolled.options)
            self._judged.append(Judged(event, "play", _valued(made), best, options, match_loss, reason, rolled.deep))
        self._move_to(event, self._chance - match_loss if rolled.seat == 0 else self._chance + match_loss)

    def _resigned(self, event: Played) -> None:
        """To resign is a decision, in turn or not: what it brings is certain, and playing on would have brought V."""
        rolled, seat = self._now, event.actor
        assert rolled is not None and seat is not None
        best, mine = rolled.options[0], seat == rolled.seat
        given = Valued(Resign(), float(-event.after.games[-1].points))
        on = Valued(best.play if mine else None, max(best.value if mine else -best.value, given.value))
        end = self._of_next_game(event.after)
        loss = max(0.0, self._chance - end if seat == 0 else end - self._chance)
        self._judged.append(Judged(event, "resign", given, (on, given), 2, loss))
        self._move_to(event, self._chance - loss if seat == 0 else self._chance + loss)

    def _of_next_game(self, state: State) -> float:
        """Seat 0's chance once a game has ended."""
        if state.over:
            return _of_ended(state)
        begun: State = apply(state, None, Elapsed(state.number))
        situation = self._evaluator.of_state(begun)
        return _for_first(begun.turn, self._evaluator.before_roll(situation).match)


def _of_ended(state: State) -> float:
    return 1.0 if state.winner == 0 else 0.0


def _for_first(seat: Seat | None, match: float) -> float:
    return match if seat == 0 else 1 - match


def _valued(option: Option) -> Valued:
    return Valued(option.play, option.value, option.chances)


# --- reasons -----------------------------------------------------------------------------------------------------


def reason_of_board(state: State, seat: Seat, option: Option) -> Reason:
    """Why a play is good, from the boards before and after it."""
    turn = turn_of(view(state, seat))
    return Reason() if turn is None else _reason(turn.variant, turn.board, option.board)


def reason(seen: View, move: Any, history: Sequence[GameEvent]) -> Reason:
    """Why a play is good: the first that holds of what services/tables/RULES.md §20 lists."""
    turn = turn_of(seen)
    if turn is None or not isinstance(move, Play):
        return Reason()
    after = turn.follow(points_of(move.steps))
    return _reason(turn.variant, turn.board, after) if isinstance(after, Board) else Reason()


def _reason(variant: Variant, before: Board, after: Board) -> Reason:
    enemy_before, enemy_after = variant.turned(before), variant.turned(after)
    hits = count(enemy_after.own, sides.BAR) - count(enemy_before.own, sides.BAR)
    if hits > 0:
        return Reason("hits", {"count": hits})
    pinned = sorted(set(sides.points(enemy_after.held)) - set(sides.points(enemy_before.held)))
    if pinned:
        return Reason("pins", {"count": len(pinned)})
    off = count(after.own, sides.OFF) - count(before.own, sides.OFF)
    if off:
        return Reason("bears_off", {"count": off})
    made = sides.points(stacked(after.own) & BOARD & ~stacked(before.own))
    if made and variant.name != "fevga":
        return Reason("makes_point", {"points": list(made)})
    taken = sides.points(occupied(after.own) & BOARD & ~occupied(before.own))
    if taken and variant.name == "fevga":
        return Reason("takes_point", {"points": list(taken)})
    fewer = (single(before.own) & BOARD).bit_count() - (single(after.own) & BOARD).bit_count()
    return Reason("leaves_fewer_alone", {"count": fewer}) if fewer > 0 and variant.name != "fevga" else Reason()


ANALYSIS = Analysis(
    evaluator="tavli 1",
    match_unit="chance",
    marks=(0.02, 0.05, 0.1),
    ratings=(0.006, 0.012, 0.025, 0.05, 0.1),
    appraise=appraise,
    reason=reason,
)
