"""Analyses of games of two sides and hidden hands: what moves cost by what their seat could know, and how good a deal
was.

A move is judged by the computer player's own search, from the view and the history of the seat that made it. A deal is
as good for a side as it does with it when four equal computers play it, each from its own view.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.api import Draw, Drawn, GameEvent, Next, Progress
from games.appraisal import Appraisal, Chanced, Judged, Note, Played, Reason, Valued
from services.kernel.seats import Seat, Viewer

SHOWN = 3


def seed_of(event: Played) -> int:
    """The same for the same event of a match."""
    return event.seq


Search = Callable[[Any, Sequence[GameEvent], int], Sequence[tuple[Any, float]]]
"""Every different move of a view's seat with its worth in points of the hand; fewer than two: it has no choice. The
number is the seed of its chance."""


class Dealt(NamedTuple):
    """What an analysis needs of a game."""

    view: Callable[[Any, Viewer], Any]
    event: Callable[[Any, Seat | None, Any, Any, Viewer], GameEvent | None]
    next: Callable[[Any], Next]
    apply: Callable[[Any, Seat | None, Any], Any]
    progress: Callable[[Any], Progress]
    search: Search
    luck: Callable[[Played, int], float]
    """What a deal brings side 0 more than side 1 when four equal computers play it, in points of the match; the number
    is the seed of their chance."""
    kind: Callable[[Any], str]
    """The word for a move."""
    reason: Callable[[Any, Any, Sequence[GameEvent]], Reason]
    chance: Callable[[Any], float]
    """Side 0's chance to win the match from a state between two hands."""
    seats: int
    scale: float
    """How much of the match's points a point of a hand is."""


Histories = dict[Seat, list[GameEvent]]


def appraise(game: Dealt, events: Sequence[Played], note: Note) -> Appraisal:
    """Judge a match."""
    judged: list[Judged] = []
    chanced: list[Chanced] = []
    curve: list[tuple[Played, float]] = []
    hand, seen = 0, _nothing(game)
    for number, event in enumerate(events):
        note(number / len(events))
        if event.hand != hand:
            hand, seen = event.hand, _nothing(game)
        if event.actor is not None and (found := _judged(game, event, seen[event.actor])) is not None:
            judged.append(found)
        _note_seen(game, seen, event)
        if is_deal(game, event):
            chanced.append(Chanced(event, "deal", game.luck(event, seed_of(event))))
        if len(game.progress(event.after).hands) > len(game.progress(event.before).hands):
            curve.append((event, game.chance(event.after)))
    return Appraisal(tuple(judged), tuple(chanced), tuple(curve))


def is_deal(game: Dealt, event: Played) -> bool:
    """Whether this event has dealt a hand."""
    waits = game.next(event.before)
    return isinstance(event.action, Drawn) and isinstance(waits, Draw) and waits.purpose == "deal"


def _nothing(game: Dealt) -> Histories:
    return {seat: [] for seat in range(game.seats)}


def _note_seen(game: Dealt, seen: Histories, event: Played) -> None:
    for seat, own in seen.items():
        told = game.event(event.before, event.actor, event.action, event.after, seat)
        if told is not None:
            own.append(told)


# --- moves -------------------------------------------------------------------------------------------------------


def _judged(game: Dealt, event: Played, seen: Sequence[GameEvent]) -> Judged | None:
    view = game.view(event.before, event.actor)  # type: ignore[arg-type]  # the caller has looked
    found = game.search(view, seen, seed_of(event))
    if len(found) < 2:
        return None
    ranked = sorted(found, key=lambda each: -round(each[1], 5))
    made = next((value for move, value in ranked if _same(game, event, move)), None)
    if made is None:
        return None  # a call that the search did not think worth looking at
    best = tuple(Valued(move, value) for move, value in ranked[:SHOWN])
    reason = game.reason(view, best[0].move, seen)
    loss = max(0.0, best[0].value - made)
    return Judged(
        event, game.kind(event.action), Valued(event.action, made), best, len(ranked), loss * game.scale, reason
    )


def _same(game: Dealt, event: Played, move: Any) -> bool:
    """Whether a move leads where the one made has led."""
    return bool(move == event.action) or bool(game.apply(event.before, event.actor, move) == event.after)


def chance_by_points(ahead: float, hands_left: float, spread: float) -> float:
    """How often a side that is so many points ahead wins, when equals play so many hands more, each of which changes
    the difference by `spread` (a standard deviation)."""
    wide = spread * max(hands_left, 0.5) ** 0.5
    return 0.5 * (1 + math.erf(ahead / (wide * 2**0.5)))
