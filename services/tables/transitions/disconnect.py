"""Disconnected players: a lost connection, a return, a return window that has run out (RULES.md §9)."""

from games.registry import game
from services.contracts.tables.events import CardEarned, PauseChanged
from services.kernel.clock import TimeMs
from services.kernel.seats import Seat
from services.tables.table import absence, entries
from services.tables.table.model import Table
from services.tables.table.transition import Transition
from services.tables.transitions import guests


def can_be_lost(table: Table, seat: Seat) -> bool:
    """Whether a lost connection of this seat has consequences."""
    found = table.seats[seat]
    return table.phase == "playing" and not (found.is_bot or found.free or found.left or found.is_away)


def waits_for_return(table: Table) -> bool:
    """Whether the match waits for who has lost the connection: under `fixed_window`, except in practice."""
    return table.policies.returning == "fixed_window" and not table.order.practice


def lose(transition: Transition, seat: Seat, since_ms: TimeMs | None = None) -> None:
    """A seat's player has lost the connection; `since_ms`: since when, if noticed later. Idempotent."""
    table = transition.table
    if not can_be_lost(table, seat) or (table.policies.returning == "none" and not table.is_house):
        return
    if since_ms is not None:
        since_ms = min(max(since_ms, table.match.began_at_ms), transition.at_ms)
    transition.add(entries.Lost(seat, None if since_ms == transition.at_ms else since_ms), actor=seat)
    _tell_pause(transition)


def give_back(transition: Transition, seat: Seat) -> None:
    """A seat's player is back."""
    if transition.table.phase == "playing" and transition.table.seats[seat].is_away:
        transition.add(entries.Returned(seat), actor=seat)
        _tell_pause(transition)
        if transition.table.is_house:
            guests.ask_purse(transition, seat)


def _tell_pause(transition: Transition) -> None:
    """Publish who waits for whom, which the players list shows."""
    table = transition.table
    if table.policies.returning != "fixed_window":
        return
    here: dict[bool, list[str]] = {True: [], False: []}
    for seat in table.seats:
        if seat.account is not None and not seat.left:
            here[seat.is_away].append(seat.account)
    waiting = here[False] if here[True] else []
    transition.publish(
        PauseChanged(table=table.id, seq=table.seq, match=table.match.id, away=here[True], waiting=waiting)
    )


def next_out(table: Table) -> tuple[TimeMs, Seat] | None:
    """The seat whose window runs out first, and the window's last millisecond; None: the match waits for nobody."""
    absences = {number: seat.absence for number, seat in enumerate(table.seats)}
    return absence.first_to_end(absences, table.policies.returns)


def out_reason(table: Table, seat: Seat) -> str:
    """The reason for removing a seat whose window has run out."""
    return "abandoned" if table.seats[seat].absence.abandoned else "not_returned"


def publish_card(transition: Transition, seat: Seat, colour: str, reason: str) -> None:
    """Publish a yellow card, which moderation records; practice tables have none."""
    table = transition.table
    account = table.seats[seat].account
    if account is None or table.order.practice:
        return
    transition.publish(
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
            earned_at_ms=transition.at_ms,
            reply_to=table.reply_to,
        )
    )
