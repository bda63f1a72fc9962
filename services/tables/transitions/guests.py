"""Guests of a house-banked table: they sit down, leave, lose the connection and come back (RULES.md §4). Pure.

The lobby decides who may sit down, and the game who has to leave: the table frees each seat that is not `active` any
more and has no bets held.
"""

from typing import Any

import msgspec

from games import api
from games.api import HOUSE_OPTIONS, PLATFORM_OPTIONS
from games.registry import game
from services.contracts.tables import commands
from services.contracts.tables.events import SeatFreed
from services.contracts.tables.rounds import PurseAsked
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.settings import TablesSettings
from services.tables.table import entries
from services.tables.table.model import Table
from services.tables.table.transition import Transition


def begin(transition: Transition) -> Refusal | None:
    """Start the table without guests."""
    transition.add(entries.Begun(_options(transition.table, transition.settings)))
    return None


def _options(table: Table, settings: TablesSettings) -> dict[str, Any] | None:
    """The options with the platform's part; None if that changes nothing or the game has no such options."""
    limits = {name: getattr(settings, name) for name in HOUSE_OPTIONS}
    chosen = {name: value for name, value in table.order.options.items() if name not in PLATFORM_OPTIONS}
    found = game(table.game).options(chosen, {"on_timeout": table.policies.on_timeout, **limits})
    if isinstance(found, Refusal) or found == table.options:
        return None
    options: dict[str, Any] = msgspec.to_builtins(found, str_keys=True)
    return options


def sit(transition: Transition, command: commands.Sit) -> Refusal | None:
    """A guest sits down. If they cannot, an event says that they are free again. Codes: `seat_taken`, `table_stopped`,
    `already_seated`."""
    table = transition.table
    if table.seat_of(command.account) is not None:
        return Refusal("already_seated")
    stopped = table.phase != "playing"
    if stopped or not (0 <= command.seat < len(table.seats) and table.seats[command.seat].free):
        refusal = Refusal("table_stopped" if stopped else "seat_taken")
        transition.publish(SeatFreed(table=table.id, account=command.account, reason=refusal.error))
        return refusal
    transition.add(
        entries.Sat(command.seat, command.account, command.name, purse_of(command.purse)), actor=command.seat
    )
    return None


def purse(transition: Transition, command: commands.Purse) -> Refusal | None:
    """The wallet has sent the purse of a guest."""
    seat = transition.table.seat_of(command.account)
    purse = purse_of(command.purse)
    if seat is None or transition.table.phase != "playing" or transition.table.seats[seat].purse == purse:
        return Refusal("stale")
    transition.add(entries.PurseChanged(seat, purse))
    return None


def purse_of(given: commands.PurseNow) -> api.Purse:
    """A purse in the type of the games' interface."""
    return api.Purse(given.chips, given.caps)


def ask_purse(transition: Transition, seat: Seat) -> None:
    """A guest is back; the wallet is asked for their current purse."""
    table = transition.table
    account = table.seats[seat].account
    if account is not None:
        transition.publish(PurseAsked(table=table.id, account=account, reply_to=table.reply_to))


def leave(transition: Transition, seat: Seat, reason: str = "left") -> Refusal | None:
    """A guest wants to leave or has to, which happens as soon as none of their bets are held. Codes: `table_stopped`,
    `stale` (already leaving)."""
    if transition.table.phase != "playing":
        return Refusal("table_stopped")
    if transition.table.seats[seat].going is not None:
        return Refusal("stale")
    transition.add(entries.Departed(seat, reason), actor=seat)
    return None


def free_one(transition: Transition) -> bool:
    """Free a seat whose guest has left the game. Returns whether there was one."""
    table = transition.table
    active = game(table.game).progress(table.match.state).active
    held = table.round.bets if table.round is not None else {}
    for number, seat in enumerate(table.seats):
        if seat.account is not None and number not in active and number not in held:
            reason = seat.going or _reason(transition, number)
            transition.add(entries.GotUp(number, reason), actor=number)
            transition.publish(SeatFreed(table=table.id, account=seat.account, reason=reason))
            return True
    return False


def _reason(transition: Transition, seat: Seat) -> str:
    """The reason: `left` after the guest's own move; everybody else was idle for too long."""
    last = transition.steps[-1].entry if transition.steps else None
    return "left" if last is not None and isinstance(last.action, entries.Moved) and last.actor == seat else "idle"
