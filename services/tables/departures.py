"""Leaving for good, and what it does under the game's leave policy (RULES.md §8–§10, services/wallet/RULES.md §5)."""

from collections.abc import Callable

from services.contracts.tables import SeatFreed
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables import ending, entries, guests, missing
from services.tables.games import api
from services.tables.state import Table
from services.tables.turn import Turn


def leave(turn: Turn, seat: Seat, match: str) -> Refusal | None:
    """A player quits on purpose. Codes: `match_over`, `stale`, `table_stopped`, `match_paused` (away
    already)."""
    table = turn.table
    if table.phase == "choosing":
        turn.add(entries.Chose(seat, "communication"), actor=seat)
        return None
    if table.phase == "stopped":
        return Refusal("table_stopped")
    if table.phase not in ("asking", "playing"):
        return Refusal("match_over")
    if match != table.match.id:
        return Refusal("match_over" if table.last is not None and match == table.last.match else "stale")
    if table.phase == "playing" and missing.quitting_is_losing(table):
        if not missing.can_be_lost(table, seat):
            return Refusal("match_paused")
        missing.lose(turn, seat)
    else:
        depart(turn, seat, "left")
    return None


def expel(turn: Turn, account: str, reason: str) -> Refusal | None:
    """A player may not play on (a suspension): the leave policy with that player as leaver, at this instant."""
    seat = turn.table.seat_of(account)
    if seat is None:
        return Refusal("not_seated")
    if turn.table.is_house:
        return guests.leave(turn, seat, reason)
    if turn.table.phase == "choosing":
        turn.add(entries.Chose(seat, "communication"), actor=seat)
    elif turn.table.phase in ("asking", "playing"):
        depart(turn, seat, reason)
    else:
        return Refusal("match_over")
    return None


def depart(turn: Turn, seat: Seat, reason: str) -> None:
    """The seat has left for good; `reason` as in `entries.Departed`. Before the match has begun it is void."""
    before = turn.table
    turn.add(entries.Departed(seat, reason), actor=seat)
    if before.phase == "asking":
        ending.end(turn, "void", (), reason)
    elif len(turn.table.match.departures) == len(before.match.departures):
        _free(turn, seat, reason)
    else:
        LEAVE_POLICIES[turn.table.policies.leave](turn, seat)


def _free(turn: Turn, seat: Seat, reason: str) -> None:
    """The match goes on without the player, who is free to play elsewhere."""
    account = turn.table.seats[seat].account
    if account is not None:
        turn.tell(SeatFreed(table=turn.table.id, account=account, reason=reason))


# --- the policies ------------------------------------------------------------------------------------------------


def _forfeit(turn: Turn, _seat: Seat) -> None:
    """Before the first round is done: void. After: the leaver's whole side has lost."""
    departure = turn.table.match.departures[-1]
    if not departure.first_round_done:
        ending.end(turn, "void", (), departure.reason)
    else:
        _end_as_over(turn, "forfeited")


def _concede(turn: Turn, _seat: Seat) -> None:
    """At any moment the opponent has won."""
    _end_as_over(turn, "conceded")


def _eliminate(turn: Turn, seat: Seat) -> None:
    """Before the first round is done: void. After: the leaver is out, the others play on; a lone survivor has won."""
    departure = turn.table.match.departures[-1]
    if not departure.first_round_done:
        ending.end(turn, "void", (), departure.reason)
    elif len(_winners(turn.table)) == 1:
        _end_as_over(turn, "forfeited")
    else:
        _free(turn, seat, departure.reason)


def _bot_replace(turn: Turn, seat: Seat) -> None:
    """The computer plays on for the leaver; without any person the match is void at once."""
    reason = turn.table.match.departures[-1].reason
    if all(each.is_bot for each in turn.table.seats):
        ending.end(turn, "void", (), reason)
    else:
        _free(turn, seat, reason)


def _pause_return(turn: Turn, _seat: Seat) -> None:
    """The match is not completed; chips by who left and when."""
    ending.end(turn, "not_completed", (), turn.table.match.departures[-1].reason)


def _end_as_over(turn: Turn, outcome: str) -> None:
    """End with the result that the engine gave when it heard of the leaving."""
    pending = turn.table.match.pending
    if not isinstance(pending, api.Over):
        raise RuntimeError(f"{turn.table.game}: the engine did not end the match when a side left")
    ending.end(turn, outcome, _winners(turn.table), pending.result.reason)


def _winners(table: Table) -> tuple[Seat, ...]:
    pending = table.match.pending
    return ending.winners_of(pending.result) if isinstance(pending, api.Over) else ()


LEAVE_POLICIES: dict[str, Callable[[Turn, Seat], None]] = {
    "forfeit": _forfeit,
    "eliminate": _eliminate,
    "concede": _concede,
    "bot_replace": _bot_replace,
    "pause_return": _pause_return,
}
