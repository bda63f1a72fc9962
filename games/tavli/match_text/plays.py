"""Plays as texts name them, `24/18 13/11*`, `bar/22`, `8/4(2)`, `13/7/5`, `6/off`, and the legal play that is meant."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from games.tavli.board import Board
from games.tavli.side import BAR, OFF, bit_of, count
from games.tavli.turns import Steps, Turn, steps_of

_MOVE = re.compile(r"(?P<ends>(?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?)+)(?:\((?P<times>[1-4])\))?", re.IGNORECASE)
_NO_STEP = re.compile(r"(?:can(?:not|'t) move)?", re.IGNORECASE)
_STEPS_MAX = 4


class Named(NamedTuple):
    """One checker's way in a text: the points at which it stands, from the first to the last, and where it hits."""

    points: tuple[int, ...]
    hits: frozenset[int]


def read_play(text: str) -> tuple[Named, ...] | None:
    """The ways of the checkers in a play; none: no step is possible. None: it is no play."""
    if _NO_STEP.fullmatch(text):
        return ()
    found: list[Named] = []
    for word in text.split():
        move = _MOVE.fullmatch(word)
        named = None if move is None else _named(move["ends"].lower())
        if move is None or named is None:
            return None
        found += [named] * int(move["times"] or 1)
    return tuple(found) if sum(len(each.points) - 1 for each in found) <= _STEPS_MAX else None


def _named(ends: str) -> Named | None:
    points: list[int] = []
    hits: set[int] = set()
    for end in ends.split("/"):
        point = {"bar": BAR, "off": OFF}.get(end.rstrip("*"))
        points.append(int(end.rstrip("*")) if point is None else point)
        if end.endswith("*"):
            hits.add(points[-1])
    descends = all(source > target for source, target in pairwise(points))
    return Named(tuple(points), frozenset(hits)) if descends and points[0] <= BAR else None


def steps_meant(turn: Turn, play: tuple[Named, ...]) -> Steps | None:
    """The steps of the legal play that a text means; None: there is none.

    Where each die has a step of its own, in an order that can be played, those are the steps. Otherwise it is the
    legal play that leads to the board which the text describes: no checker is hit of which the text does not say that
    one stops there.
    """
    after = _board_after(turn.board, play)
    if after is None:
        return None
    literal = tuple(_links(play))
    if turn.refusal(literal) is None and turn.follow(literal) == after:
        return literal
    path = turn.results.get(after)
    return None if path is None else steps_of(path)


def _links(play: tuple[Named, ...]) -> Iterator[tuple[int, int]]:
    for named in play:
        yield from pairwise(named.points)


def _board_after(board: Board, play: tuple[Named, ...]) -> Board | None:
    """The board after a play, in whatever order; None: it has no such checkers, or there is nothing to hit."""
    moved: Counter[int] = Counter()
    for source, target in _links(play):
        moved[source] -= 1
        moved[target] += 1
    if any(count(board.own, point) + change < 0 for point, change in moved.items()):
        return None
    stops = {target for _, target in _links(play) if target != OFF}
    hit = {point for point in stops if count(board.enemy, point) == 1}
    if any(not each.hits <= hit for each in play):
        return None
    own = board.own + sum(change * bit_of(point) for point, change in moved.items())
    return Board(own, board.enemy + sum(1 - bit_of(point) for point in hit))
