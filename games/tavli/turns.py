"""Whole turns by exact search: how many dice must be used, and which boards a legal play leads to (RULES.md §7, §10).

A step here is a pair (mask of the source point, die). Each die is a step of its own; the dice left are a tuple.
"""

from collections.abc import Iterator
from functools import cached_property

from games.tavli.board import Board
from games.tavli.side import bit_of, bits, point_of
from games.tavli.variant import Variant, die_for

Dice = tuple[int, ...]
Step = tuple[int, int]
"""Mask of the source point, die."""
Path = tuple[Step, ...]
Steps = tuple[tuple[int, int], ...]
"""As they are sent: source and target as points, 25 for the bar and 0 for off."""


def dice_to_play(rolled: Dice) -> Dice:
    """The dice of a roll as steps: a double is played four times; the higher die first."""
    one, other = rolled
    return (one,) * 4 if one == other else (max(rolled), min(rolled))


def without(dice: Dice, die: int) -> Dice:
    """The dice left when one of them was used."""
    place = dice.index(die)
    return dice[:place] + dice[place + 1 :]


def most_dice(variant: Variant, board: Board, dice: Dice) -> int:
    """The largest possible number of dice that a play can use."""
    return _deepest(variant, board, dice, {})


def _deepest(variant: Variant, board: Board, dice: Dice, known: dict[tuple[Board, Dice], int]) -> int:
    """`known` remembers the boards from which fewer dice than all can be used."""
    if len(dice) == 1:
        return 1 if variant.sources(board, dice[0]) else 0
    if (found := known.get((board, dice))) is not None:
        return found
    best = 0
    for die in dict.fromkeys(dice):
        rest = without(dice, die)
        for source in bits(variant.sources(board, die)):
            best = max(best, 1 + _deepest(variant, variant.moved(board, source, die), rest, known))
            if best == len(dice):
                return best
    known[board, dice] = best
    return best


class Turn:
    """One roll on one board: everything about it is worked out when asked for, and once."""

    def __init__(self, variant: Variant, board: Board, dice: Dice, most: int | None = None) -> None:
        """`dice` as `dice_to_play` gives them; `most`, where it is known already, saves the search for it."""
        self.variant = variant
        self.board = board
        self.dice = dice
        self._most = most

    @cached_property
    def most(self) -> int:
        """The number of dice that must be used."""
        return most_dice(self.variant, self.board, self.dice) if self._most is None else self._most

    @cached_property
    def results(self) -> dict[Board, Path]:
        """Every board that a legal play leads to, with the play whose sources come first in descending order."""
        found = self._single() if self.most == 1 else self._double() if len(self.dice) > 2 else self._pair()
        if self.most and self.variant.must_open(self.board):
            opened = {board: path for board, path in found.items() if not self.variant.must_open(board)}
            return opened or found
        return found

    @cached_property
    def accepted(self) -> frozenset[Board] | None:
        """The boards that a play must lead to where using the most dice is not enough; None: any will do."""
        higher_die = self.most == 1 and self.dice[0] != self.dice[-1]
        return frozenset(self.results) if higher_die or self.variant.must_open(self.board) else None

    def _single(self) -> dict[Board, Path]:
        """With one die only: the higher one if it can be used (RULES.md §7)."""
        for die in dict.fromkeys(self.dice):
            sources = self.variant.sources(self.board, die)
            if sources:
                return {self.variant.moved(self.board, source, die): ((source, die),) for source in bits(sources)}
        return {}

    def _pair(self) -> dict[Board, Path]:
        """Both dice, in either order; of plays from the same sources the one with the higher die first is kept."""
        found: dict[Board, Path] = {}
        if self.most < 2:
            return found
        sources, moved = self.variant.sources, self.variant.moved
        for first, second in (self.dice, self.dice[::-1]):
            for one in bits(sources(self.board, first)):
                between = moved(self.board, one, first)
                for other in bits(sources(between, second)):
                    after = moved(between, other, second)
                    known = found.get(after)
                    if known is None or (one, other) > (known[0][0], known[1][0]):
                        found[after] = ((one, first), (other, second))
        return found

    def _double(self) -> dict[Board, Path]:
        """The same die again and again: boards are found in the order of their best plays."""
        variant, die = self.variant, self.dice[0]
        level: dict[Board, Path] = {self.board: ()}
        for _ in range(self.most):
            further: dict[Board, Path] = {}
            for board, path in level.items():
                for source in bits(variant.sources(board, die)):
                    further.setdefault(variant.moved(board, source, die), (*path, (source, die)))
            level = further
        return level if self.most else {}

    # --- a play as it was sent ---

    def follow(self, steps: Steps) -> Board | str:
        """The board after the steps (source, target as points), or the code of the first that is refused."""
        board, left = self.board, self.dice
        for source, target in steps:
            if code := self.variant.refusal(board, source, target, left):
                return code
            die = die_for(source, target, left)
            assert die is not None
            board, left = self.variant.moved(board, bit_of(source), die), without(left, die)
        return board

    def refusal(self, steps: Steps) -> str | None:
        """Why a play may not be made: the first code that applies, of a step or of the whole (RULES.md §6)."""
        after = self.follow(steps)
        if isinstance(after, str):
            return after
        if len(steps) < self.most:
            return "must_use_more_dice"
        if self.most == 1 and after not in self._single():
            return "must_use_higher_die"
        return "must_open_prime" if self.accepted is not None and after not in self.accepted else None

    # --- step by step ---

    def steps_from(self, board: Board, left: Dice) -> dict[tuple[int, int], tuple[Board, Dice]]:
        """The steps (source, target as points) with which a legal play can go on, and what they lead to."""
        found: dict[tuple[int, int], tuple[Board, Dice]] = {}
        for die in dict.fromkeys(left):  # the smaller die last: it is the one that bears off
            rest = without(left, die)
            for source in bits(self.variant.sources(board, die)):
                after = self.variant.moved(board, source, die)
                if self.can_be_finished(after, rest):
                    point = point_of(source)
                    found[point, max(point - die, 0)] = after, rest
        return found

    def can_be_finished(self, board: Board, left: Dice) -> bool:
        """Whether what was played so far is the beginning of a legal play, or all of one."""
        needed = self.most - (len(self.dice) - len(left))
        if needed < 0:
            return False
        if self.accepted is None:
            return needed == 0 or most_dice(self.variant, board, left) == needed
        if needed == 0:
            return board in self.accepted
        return any(
            self.can_be_finished(self.variant.moved(board, source, die), without(left, die))
            for die in dict.fromkeys(left)
            for source in bits(self.variant.sources(board, die))
        )

    def plays(self) -> Iterator[Steps]:
        """Every legal play as its steps in order, (source, target) as points; different orders are different plays.

        Depth first: what cannot be played on to the end yields nothing, so nothing is searched twice.
        """
        accepted, moved = self.accepted, self.variant.moved
        open_ends: list[tuple[Board, Dice, Steps]] = [(self.board, self.dice, ())] if self.most else []
        while open_ends:
            board, left, steps = open_ends.pop()
            ends_here = len(steps) + 1 == self.most
            for die, source, step in self._next_steps(board, left):
                if not ends_here:
                    open_ends.append((moved(board, source, die), without(left, die), (*steps, step)))
                elif accepted is None or moved(board, source, die) in accepted:
                    yield (*steps, step)

    def _next_steps(self, board: Board, left: Dice) -> list[tuple[int, int, tuple[int, int]]]:
        """Each die and source that may be used now, and the step as it is sent: it must be read as this die's."""
        found = []
        for die in dict.fromkeys(left):
            for source in bits(self.variant.sources(board, die)):
                point = source.bit_length() >> 2
                if point > die:
                    found.append((die, source, (point, point - die)))
                elif die_for(point, 0, left) == die:
                    found.append((die, source, (point, 0)))
        return found


def steps_of(path: Path) -> Steps:
    """A path as it is sent."""
    return tuple((point_of(source), max(point_of(source) - die, 0)) for source, die in path)
