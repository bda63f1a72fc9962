"""The fold of house-banked tables: guests, shoes, rounds (RULES.md §4). It checks nothing; pure.

Such a table never ends; its `match` is a shoe. The entries are made in `transitions/guests.py`, `shoes.py`, `bets.py`.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from games import api
from games.registry import game
from services.kernel.fair import NO_SEED
from services.kernel.seats import Seat
from services.tables.table import entries
from services.tables.table.entries import Entry
from services.tables.table.fold_helpers import set_state, with_seat
from services.tables.table.model import HeldRound, Match, SeatState, ShoeProof, Table

replace = msgspec.structs.replace
NO_PURSE = api.Purse(0, {})
FREE = SeatState("", free=True)


def applied(table: Table, action: api.Action, at_ms: int) -> Table:
    """The table after its game has applied an event."""
    state = game(table.game).apply(table.match.state, None, action)
    return set_state(table, table.match, state, at_ms)


def guest_of(table: Table, seat: Seat) -> api.Guest:
    """The guest of a seat in the game's own type."""
    found = table.seats[seat]
    return api.Guest(seat, not found.is_away, found.purse or NO_PURSE)


def seen(table: Table, entry: Entry, seat: Seat) -> Table:
    """Inform the game that a guest's connection or purse has changed."""
    return applied(table, guest_of(table, seat), entry.at_ms)


def going(table: Table, entry: Entry, action: entries.Departed) -> Table:
    """A guest wants to leave, or has to."""
    table = with_seat(table, action.seat, going=action.reason)
    return applied(table, api.Left(action.seat), entry.at_ms)


# --- read back ---


def restored(table: Table) -> Table:
    """Give a table that was read from JSON the types of its game."""
    rules, match = game(table.game), table.match
    state = None if match.state is None else msgspec.convert(match.state, rules.state_type, str_keys=True)
    options = msgspec.convert(table.options, rules.options_type, str_keys=True)
    return replace(table, options=options, match=replace(match, state=state))


def read_table(opened: entries.ShoeOpened, engine: str | None = None) -> Table:
    """The table before a shoe was opened. `engine`: the engine that plays it, if it is not the game's current one."""
    table = msgspec.convert(opened.table, Table, str_keys=True)
    if engine is not None:
        table = replace(table, order=replace(table.order, game=engine))
    return restored(table)


# --- guests ---


def _sat(table: Table, entry: Entry, action: entries.Sat) -> Table:
    guest = SeatState(action.name, action.account, purse=action.purse, sat_seq=entry.seq)
    seats = (*table.seats[: action.seat], guest, *table.seats[action.seat + 1 :])
    guests = dict.fromkeys((*table.match.guests, action.account))
    table = replace(table, seats=seats, match=replace(table.match, guests=tuple(guests)))
    return seen(table, entry, action.seat)


def _purse(table: Table, entry: Entry, action: entries.PurseChanged) -> Table:
    return seen(with_seat(table, action.seat, purse=action.purse), entry, action.seat)


def _got_up(table: Table, _entry: Entry, action: entries.GotUp) -> Table:
    return replace(table, seats=(*table.seats[: action.seat], FREE, *table.seats[action.seat + 1 :]))


# --- shoes ---


def _shoe_opened(table: Table, entry: Entry, action: entries.ShoeOpened) -> Table:
    seated = tuple(seat.account for seat in table.seats if seat.account is not None)
    match = replace(
        table.match,
        id=action.match,
        number=action.number,
        root=action.root,
        asked_at_ms=entry.at_ms,
        first_seq=entry.seq,
        guests=seated,
    )
    seats = tuple(replace(seat, seed=None) for seat in table.seats)
    return replace(table, match=match, seats=seats)


def _shoe_begun(table: Table, entry: Entry, _action: entries.ShoeBegun) -> Table:
    match = replace(table.match, began_at_ms=entry.at_ms, seeds=seeds_of(table))
    return replace(table, match=match)


def _shoe_ended(table: Table, _entry: Entry, _action: entries.ShoeEnded) -> Table:
    old = table.match
    proof = ShoeProof(old.id, old.number, old.root, old.seeds or seeds_of(table))
    between = Match("", old.number, "", state=old.state, pending=old.pending, window_since_ms=old.window_since_ms)
    return replace(table, match=between, last_shoe=proof)


def seeds_of(table: Table) -> tuple[str, ...]:
    """The seeds by seat; zeros for free seats and for guests who have sent none."""
    return tuple(seat.seed or NO_SEED for seat in table.seats)


# --- rounds ---


def _bank_asked(table: Table, _entry: Entry, action: entries.BankAsked) -> Table:
    if action.kind == "pay":
        assert table.round is not None
        return replace(table, round=replace(table.round, stage="paying"))
    accounts = {seat: table.seats[seat].account or "" for seat in action.chips}
    return replace(table, round=HeldRound(action.id, action.round, "holding", action.chips, accounts))


def _bank_answered(table: Table, entry: Entry, action: entries.BankAnswered) -> Table:
    purses = {seat: purse for seat, purse in action.purses.items() if not table.seats[seat].free}
    for seat, purse in purses.items():
        table = with_seat(table, seat, purse=purse)
    table = replace(table, round=_after_answer(table.round, action))
    return applied(table, api.Banked(action.refused, purses), entry.at_ms)


def _after_answer(asked: HeldRound | None, action: entries.BankAnswered) -> HeldRound | None:
    """The round whose bets are held now; None: there is none."""
    if asked is None or action.kind == "pay":
        return None
    held = {seat: chips for seat, chips in asked.bets.items() if seat not in action.refused}
    return replace(asked, stage="held", bets=held) if held else None


def _annulled(table: Table, _entry: Entry, action: entries.RoundAnnulled) -> Table:
    assert table.round is not None
    return replace(table, round=replace(table.round, annulled=True, shoe_damaged=action.shoe_damaged))


def _cancelled(table: Table, entry: Entry, action: entries.RoundCancelled) -> Table:
    assert table.round is not None
    table = replace(table, round=replace(table.round, annulled=False))
    return applied(table, api.Cancelled(action.shoe_damaged), entry.at_ms)


FOLDS: dict[type, Callable[[Table, Entry, Any], Table]] = {
    entries.Sat: _sat,
    entries.PurseChanged: _purse,
    entries.GotUp: _got_up,
    entries.ShoeOpened: _shoe_opened,
    entries.ShoeBegun: _shoe_begun,
    entries.ShoeEnded: _shoe_ended,
    entries.BankAsked: _bank_asked,
    entries.BankAnswered: _bank_answered,
    entries.RoundAnnulled: _annulled,
    entries.RoundCancelled: _cancelled,
}
