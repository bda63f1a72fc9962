"""Leaving for good: what a departure does under the game's leave policy (services/wallet/RULES.md §5).

Only `forfeit` has games so far; a game whose policy is missing here cannot be registered (policies.py checks).
"""

from collections.abc import Callable

from services.tables import ending, entries
from services.tables.games import api
from services.tables.turn import Turn


def depart(turn: Turn, seat: int, reason: str) -> None:
    """The seat has left for good; `reason` is `left` or `timeouts`."""
    turn.add(entries.Departed(seat, reason), actor=seat)
    LEAVE_POLICIES[turn.table.policies.leave](turn)


def _forfeit(turn: Turn) -> None:
    """Before the first round is done: void. After: the leaver's side has lost, as the engine then says."""
    match = turn.table.match
    if not match.departures[-1].first_round_done:
        ending.end(turn, "void", (), match.departures[-1].reason)
    elif not isinstance(match.pending, api.Over):
        raise RuntimeError(f"{turn.table.game}: the engine did not end the match when a side left")


LEAVE_POLICIES: dict[str, Callable[[Turn], None]] = {"forfeit": _forfeit}
