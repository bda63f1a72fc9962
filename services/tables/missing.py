"""Players who are missing: a connection lost, a return, a window that has run out (RULES.md §9)."""

from services.contracts.tables import CardEarned, PauseChanged
from services.kernel.clock import TimeMs
from services.kernel.seats import Seat
from services.tables import entries, guests, returns
from services.tables.games.registry import game
from services.tables.state import Table
from services.tables.turn import Turn


def can_be_lost(table: Table, seat: Seat) -> bool:
    """Whether it means anything that nobody looks from this seat any more."""
    found = table.seats[seat]
    return table.phase == "playing" and not (found.is_bot or found.free or found.left or found.is_away)


def quitting_is_losing(table: Table) -> bool:
    """Under `fixed_window` nobody can quit on purpose; but nobody waits for a player who practises."""
    return table.policies.returning == "fixed_window" and not table.order.practice


def lose(turn: Turn, seat: Seat, since_ms: TimeMs | None = None) -> None:
    """A seat's player is gone; `since_ms`: since when, where that was noticed later. Twice is as good as once."""
    table = turn.table
    if not can_be_lost(table, seat) or (table.policies.returning == "none" and not table.is_house):
        return
    if since_ms is not None:
        since_ms = min(max(since_ms, table.match.began_at_ms), turn.at_ms)
    turn.add(entries.Lost(seat, None if since_ms == turn.at_ms else since_ms), actor=seat)
    _tell_pause(turn)


def give_back(turn: Turn, seat: Seat) -> None:
    """A seat's player is here again."""
    if turn.table.phase == "playing" and turn.table.seats[seat].is_away:
        turn.add(entries.Returned(seat), actor=seat)
        _tell_pause(turn)
        if turn.table.is_house:
            guests.ask_purse(turn, seat)


def _tell_pause(turn: Turn) -> None:
    """Who waits for whom is shown in the players list."""
    table = turn.table
    if table.policies.returning != "fixed_window":
        return
    here: dict[bool, list[str]] = {True: [], False: []}
    for seat in table.seats:
        if seat.account is not None and not seat.left:
            here[seat.is_away].append(seat.account)
    waiting = here[False] if here[True] else []
    turn.tell(PauseChanged(table=table.id, seq=table.seq, match=table.match.id, away=here[True], waiting=waiting))


def next_out(table: Table) -> tuple[TimeMs, Seat] | None:
    """Whose window runs out first, and its last millisecond; None: nobody is waited for."""
    ends = [
        (ends_at_ms, seat.absence.lost_at_ms or 0, number)
        for number, seat in enumerate(table.seats)
        if (ends_at_ms := returns.ends_at_ms(seat.absence, table.policies.returns)) is not None
    ]
    if not ends:
        return None
    ends_at_ms, _lost_at_ms, number = min(ends)
    return ends_at_ms, number


def out_reason(table: Table, seat: Seat) -> str:
    """Why a seat is removed whose window has run out."""
    return "abandoned" if table.seats[seat].absence.abandoned else "not_returned"


def tell_card(turn: Turn, seat: Seat, colour: str, reason: str) -> None:
    """Moderation gives the card; nobody gets one at a practice table."""
    table = turn.table
    account = table.seats[seat].account
    if account is None or table.order.practice:
        return
    turn.tell(
        CardEarned(
            match=table.match.id,
            table=table.id,
            game=table.game,
            seat=seat,
            account=account,
            hand=game(table.game).progress(table.match.state).hand,
            colour=colour,
            reason=reason,
            seq=table.seq,
            earned_at_ms=turn.at_ms,
            reply_to=table.reply_to,
        )
    )
