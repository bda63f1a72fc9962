"""Leaving for good, with the effects of the game's leave policy (RULES.md §8–§10, services/wallet/RULES.md §5)."""

from collections.abc import Callable

from games import api
from services.contracts.tables.events import SeatFreed
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.table import entries
from services.tables.table.model import Table
from services.tables.table.transition import Transition
from services.tables.transitions import disconnect, finish, guests


def leave(transition: Transition, seat: Seat, match: str) -> Refusal | None:
    """A player quits on purpose. Codes: `match_over`, `stale`, `table_stopped`, `match_paused` (away
    already)."""
    table = transition.table
    if table.phase == "choosing":
        transition.add(entries.Chose(seat, "communication"), actor=seat)
        return None
    if table.phase == "stopped":
        return Refusal("table_stopped")
    if table.phase not in ("asking", "playing"):
        return Refusal("match_over")
    if match != table.match.id:
        return Refusal("match_over" if table.last is not None and match == table.last.match else "stale")
    if table.phase == "playing" and disconnect.waits_for_return(table):
        if not disconnect.can_be_lost(table, seat):
            return Refusal("match_paused")
        if table.match.paused_at_ms is not None:
            disconnect.lose(transition, seat)  # the match is lost already: the first window to end says by whom
            return None
        if table.policies.leave == "pause_return":
            disconnect.publish_card(transition, seat, "blue", "left")
    depart(transition, seat, "left", quits=True)
    return None


def expel(transition: Transition, account: str, reason: str) -> Refusal | None:
    """Remove a suspended player: the leave policy applies to them as to somebody who leaves now. Others see that they
    have left, for a suspension by staff is one player's own affair; one by the cards of this match is not. A guest of
    the bank who has excluded themselves goes on with the session, and gets it from the lobby."""
    seat = transition.table.seat_of(account)
    if seat is None:
        return Refusal("not_seated")
    if transition.table.is_house:
        return guests.leave(transition, seat, reason)
    if transition.table.phase == "choosing":
        transition.add(entries.Chose(seat, "communication"), actor=seat)
    elif transition.table.phase in ("asking", "playing"):
        depart(transition, seat, "suspended" if reason == "cards" else "left")
    else:
        return Refusal("match_over")
    return None


def depart(transition: Transition, seat: Seat, reason: str, quits: bool = False) -> None:
    """A seat leaves for good; `reason` and `quits` as in `entries.Departed`. A match that has not begun becomes
    void."""
    before = transition.table
    transition.add(entries.Departed(seat, reason, quits), actor=seat)
    if before.phase == "asking":
        finish.end(transition, "void", (), reason)
    elif len(transition.table.match.departures) == len(before.match.departures):
        _free(transition, seat, reason)
    else:
        LEAVE_POLICIES[transition.table.policies.leave](transition, seat)


def _free(transition: Transition, seat: Seat, reason: str) -> None:
    """The match continues without the player, who is free to play elsewhere."""
    account = transition.table.seats[seat].account
    if account is not None:
        transition.publish(SeatFreed(table=transition.table.id, account=account, reason=reason))


# --- the policies ------------------------------------------------------------------------------------------------


def _forfeit(transition: Transition, _seat: Seat) -> None:
    """`forfeit`: before the first round is done the match is void, afterwards the leaver's whole side has lost."""
    departure = transition.table.match.departures[-1]
    if not departure.first_round_done:
        finish.end(transition, "void", (), departure.reason)
    else:
        _end_as_over(transition, "forfeited")


def _concede(transition: Transition, _seat: Seat) -> None:
    """`concede`: the opponent wins, at any moment."""
    _end_as_over(transition, "conceded")


def _eliminate(transition: Transition, seat: Seat) -> None:
    """`eliminate`: before the first round is done the match is void. Afterwards the leaver is out and the others play
    on; the last one left wins."""
    departure = transition.table.match.departures[-1]
    if not departure.first_round_done:
        finish.end(transition, "void", (), departure.reason)
    elif len(_winners(transition.table)) == 1:
        _end_as_over(transition, "forfeited")
    else:
        _free(transition, seat, departure.reason)


def _bot_replace(transition: Transition, seat: Seat) -> None:
    """`bot_replace`: the computer plays on for the leaver; without any person left the match is void at once."""
    reason = transition.table.match.departures[-1].reason
    if all(each.is_bot for each in transition.table.seats):
        finish.end(transition, "void", (), reason)
    else:
        _free(transition, seat, reason)


def _pause_return(transition: Transition, _seat: Seat) -> None:
    """`pause_return`: a player who chose to leave after the first round has lost, and the opponents have won. In all
    other cases the match is not completed; the chips depend on the seat that left, and when."""
    if isinstance(transition.table.match.pending, api.Over):
        _end_as_over(transition, "forfeited")
    else:
        finish.end(transition, "not_completed", (), transition.table.match.departures[-1].reason)


def _end_as_over(transition: Transition, outcome: str) -> None:
    """End with the result that the engine returned for the departure."""
    pending = transition.table.match.pending
    if not isinstance(pending, api.Over):
        raise RuntimeError(f"{transition.table.game}: the engine did not end the match when a side left")
    finish.end(transition, outcome, _winners(transition.table), pending.result.reason)


def _winners(table: Table) -> tuple[Seat, ...]:
    pending = table.match.pending
    return finish.winners_of(pending.result) if isinstance(pending, api.Over) else ()


LEAVE_POLICIES: dict[str, Callable[[Transition, Seat], None]] = {
    "forfeit": _forfeit,
    "eliminate": _eliminate,
    "concede": _concede,
    "bot_replace": _bot_replace,
    "pause_return": _pause_return,
}
