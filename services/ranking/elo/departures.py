"""Elo of matches that a player left for good (RULES.md §1, the table of departures)."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from services.kernel.refusal import Refusal
from services.ranking.elo.rules import (
    DEFAULTS,
    UNCHANGED,
    Change,
    EloSettings,
    Label,
    Side,
    change,
    individual,
    side_labels,
    side_points,
)

Policy = Literal["forfeit", "eliminate", "concede", "bot_replace", "pause_return"]
Outcome = Literal["won", "tied", "forfeited", "conceded", "void", "not_completed"]
Changes = tuple[tuple[Change, ...], ...]
"""By side, then by player of the side."""


class Departure(msgspec.Struct, frozen=True):
    """A departure, in the order of leaving. `counted`: the first round was done by then, or the match was decided in
    its first hand."""

    side: int
    player: int
    counted: bool = True


class Ended(msgspec.Struct, frozen=True):
    """The facts of a match that ratings need. `places` by side are needed where more than two sides played alone."""

    policy: Policy
    outcome: Outcome
    winner_side: int | None = None
    """None: a tie, or no winner."""
    departed: tuple[Departure, ...] = ()
    places: tuple[int, ...] | None = None


def rate(
    sides: Sequence[Side], match: Ended, settings: EloSettings = DEFAULTS, k: int | None = None
) -> Changes | Refusal:
    """Everybody's change for a match, left or played out. `places_missing`: only the finishing places decide."""
    if _changes_nothing(match):
        return tuple(tuple(UNCHANGED for _ in side) for side in sides)
    if len(sides) != 2 or (match.policy == "eliminate" and match.departed):
        return _by_places(sides, match, settings, k)
    pair = (sides[0], sides[1])
    return tuple(
        tuple(_change(pair, side, seat, match, settings, k) for seat in range(len(pair[side]))) for side in (0, 1)
    )


def _changes_nothing(match: Ended) -> bool:
    if match.outcome == "not_completed":
        return True
    if match.policy == "bot_replace" and match.departed:
        return False
    return match.outcome == "void" or _ended_before_first_round(match)


def _ended_before_first_round(match: Ended) -> bool:
    return match.policy in ("forfeit", "eliminate") and any(not departure.counted for departure in match.departed)


def _by_places(sides: Sequence[Side], match: Ended, settings: EloSettings, k: int | None) -> Changes | Refusal:
    places = match.places or _places_by_departure(len(sides), match)
    if places is None:
        return Refusal("places_missing")
    players = [side[0] for side in sides]
    return tuple((one,) for one in individual(players, places, settings, k))


def _places_by_departure(seats: int, match: Ended) -> tuple[int, ...] | None:
    """The winner first, then the one who stayed, then the leavers, the last to leave before the others."""
    if match.winner_side is None:
        return None
    left = list(dict.fromkeys(departure.side for departure in match.departed))
    stayed = [side for side in range(seats) if side not in left and side != match.winner_side]
    if len(stayed) > 1:
        return None
    order = [match.winner_side, *stayed, *reversed([side for side in left if side != match.winner_side])]
    return tuple(order.index(side) + 1 for side in range(seats))


def _change(
    sides: tuple[Side, Side], side: int, seat: int, match: Ended, settings: EloSettings, k: int | None
) -> Change:
    label = _label(sides, side, seat, match)
    if label is None:
        return UNCHANGED
    return change(sides[side][seat], label, side_points(sides, side, label), settings, k)


def _label(sides: tuple[Side, Side], side: int, seat: int, match: Ended) -> Label | None:
    if match.policy == "bot_replace" and match.departed:
        return _label_among_bots(sides, side, seat, match)
    if match.outcome in ("forfeited", "conceded") and match.departed:
        leaver = match.departed[0]
        if side != leaver.side:
            return "win"
        return "loss" if seat == leaver.player else None
    return _side_label(sides, side, match)


def _label_among_bots(sides: tuple[Side, Side], side: int, seat: int, match: Ended) -> Label | None:
    own = [departure for departure in match.departed if (departure.side, departure.player) == (side, seat)]
    if own:
        return "loss" if own[0].counted else None
    if match.outcome != "void":
        return _side_label(sides, side, match)
    alone = len(sides[0]) == len(sides[1]) == 1
    return "win" if alone and any(departure.counted for departure in match.departed) else None


def _side_label(sides: tuple[Side, Side], side: int, match: Ended) -> Label:
    if match.winner_side is None or match.outcome == "tied":
        return side_labels(sides, "tie")[side]
    return side_labels(sides, "A" if match.winner_side == 0 else "B")[side]
