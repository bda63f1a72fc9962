"""Moves and their plain form (RULES.md §3, §6)."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from games.api import Leave, Unreadable
from games.tavli.side import BAR, OFF, POINTS
from games.tavli.turns import Steps
from games.toolkit.refusals import unreadable

StepPair = tuple[int | Literal["bar"], int | Literal["off"]]


class Play(msgspec.Struct, frozen=True, tag_field="move", tag="play"):
    """The whole turn: one pair `[from, to]` for each die, own points, `bar` and `off`."""

    steps: tuple[StepPair, ...]


class Resign(msgspec.Struct, frozen=True, tag_field="move", tag="resign"):
    """Give up the running game."""


Move = Play | Resign


def parse(raw: Mapping[str, Any]) -> Move | Leave | Unreadable:
    """A move from `{"move": "play", "steps": [[24, 18], [13, 11]]}`, `resign` or `leave`."""
    name = raw.get("move")
    if name == "play" and (steps := parse_steps(raw.get("steps"))) is not None:
        return Play(steps)
    if name == "resign":
        return Resign()
    if name == "leave":
        return Leave()
    return unreadable(raw)


def parse_steps(raw: object) -> tuple[StepPair, ...] | None:
    """Steps from a list of pairs; None if it is none. Points are integers 1 – 24 (true and 1.0 are none)."""
    if not isinstance(raw, (list, tuple)):
        return None
    pairs: list[StepPair] = []
    for pair in raw:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            return None
        source, target = pair
        if not (_is_point(source) or source == "bar") or not (_is_point(target) or target == "off"):
            return None
        pairs.append((source, target))
    return tuple(pairs)


def _is_point(end: object) -> bool:
    return type(end) is int and 1 <= end <= POINTS


def points_of(steps: tuple[StepPair, ...]) -> Steps:
    """Steps with the bar as 25 and off as 0, as turns.py has them."""
    return tuple((BAR if source == "bar" else source, OFF if target == "off" else target) for source, target in steps)


def pairs_of(steps: Steps) -> tuple[StepPair, ...]:
    """The inverse of `points_of`."""
    return tuple(map(_PAIRS.__getitem__, steps))


_PAIRS: dict[tuple[int, int], StepPair] = {
    (source, target): ("bar" if source == BAR else source, "off" if target == OFF else target)
    for source in range(BAR + 1)
    for target in range(BAR + 1)
}
"""Every step there is: a listing of all plays names the same ones again and again."""


def write(move: Move) -> dict[str, Any]:
    """The inverse of `parse`."""
    if isinstance(move, Play):
        return {"move": "play", "steps": [list(pair) for pair in move.steps]}
    return {"move": "resign"}
