"""The end of a match whose time is over: a competition's game that still runs when overtime ends (RULES.md §10).

It is decided, not void, so that nobody gains by playing slowly.
"""

from collections.abc import Sequence

from games.registry import game
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.table.model import Table
from services.tables.table.transition import Transition
from services.tables.transitions import finish

SLOW, AHEAD = "overtime_slow", "overtime_ahead"
"""Reasons: a side has used much more of the time than its share; otherwise, the side with more rounds has won."""
_MUCH_MORE = 1.2
"""Of its share: of two sides, more than three fifths of the time."""


def decide(transition: Transition, reason: str, by: str) -> Refusal | None:
    """End the running match with a winner; one that has not begun, or has stopped, has none. Codes: `match_over`."""
    table = transition.table
    if table.phase != "playing" or table.is_house:
        return finish.annul(transition, reason, by)
    sides = [list(side) for side in game(table.game).sides(table.options)]
    used_ms = used_by(table, transition.at_ms)
    places, why = _places(table, sides, [sum(used_ms[seat] for seat in side) for side in sides])
    of_seat = {seat: places[number] for number, side in enumerate(sides) for seat in side}
    by_seat = tuple(of_seat[seat] for seat in range(len(table.seats)))
    winners = tuple(seat for seat, place in enumerate(by_seat) if place == 1)
    outcome = "tied" if len(winners) == len(by_seat) else "won"
    finish.end(transition, outcome, () if outcome == "tied" else winners, why, by_seat)
    if transition.table.phase != "over":
        finish.close(transition, "annulled")
    return None


def used_by(table: Table, now_ms: TimeMs) -> list[int]:
    """By seat, how long it has let the others wait in this match, a decision under way among it. While the match waits
    for somebody who is away, that is theirs."""
    match = table.match
    used = list(match.used_ms or (0,) * len(table.seats))
    until_ms = now_ms if match.paused_at_ms is None else match.paused_at_ms
    for clock in match.clocks:
        used[clock.seat] += max(0, until_ms - clock.first_ms)
    for seat, each in enumerate(table.seats):
        if match.paused_at_ms is not None and each.is_away:
            used[seat] += max(0, now_ms - match.paused_at_ms)
    return used


def _places(table: Table, sides: Sequence[Sequence[Seat]], used_ms: Sequence[int]) -> tuple[list[int], str]:
    """Places by side, and the reason: who was much slower is last; else more rounds won, and less time used."""
    slowest = max(range(len(sides)), key=lambda side: used_ms[side])
    if used_ms[slowest] * len(sides) > _MUCH_MORE * sum(used_ms):
        return [len(sides) if side == slowest else 1 for side in range(len(sides))], SLOW
    hands = game(table.game).progress(table.match.state).hands
    won = [sum(hand.side == side for hand in hands) for side in range(len(sides))]
    ranks = [(-won[side], used_ms[side]) for side in range(len(sides))]
    return [1 + sum(other < own for other in ranks) for own in ranks], AHEAD
