"""Moves, and the steps that follow until the table waits for somebody again.

Each function takes a transition and adds entries to it, or returns a refusal if the action is not allowed. Pure: time,
chance and ids come with the transition. The beginning of a match is in start.py, its end in finish.py, the choice
after it in rematch.py, departures in leave.py, time in timers.py.
"""

from typing import Any

from games import api
from games.registry import game
from services.contracts.tables import commands
from services.kernel.refusal import Refusal
from services.tables.table import entries
from services.tables.table.draws import stream_key, take
from services.tables.table.model import Table
from services.tables.table.transition import Transition
from services.tables.transitions import bets, finish, guests, leave, rematch, shoes, start


def sent(transition: Transition, seat: int, command: commands.Move) -> Refusal | None:
    """Play a move that a player has sent."""
    return move(transition, seat, command.match, command.number, command.move)


def move(transition: Transition, seat: int, match: str, number: int | None, raw: dict[str, Any]) -> Refusal | None:
    """Play a move; resigning and leaving are moves too. Codes: `match_over`, `match_paused`, `stale`,
    `decision_missing`, `table_stopped`, and those of the game."""
    table = transition.table
    rules = game(table.order.game)
    parsed = rules.parse(raw)
    if isinstance(parsed, api.Leave):
        return guests.leave(transition, seat) if table.is_house else leave.leave(transition, seat, match)
    if (refusal := _check_match(table, match)) or (refusal := _check_number(table, seat, number)):
        return refusal
    refusal = rules.check(table.match.state, seat, parsed)
    if refusal is not None:
        return refusal
    if number is None and any(clock.seat == seat for clock in table.match.clocks):
        return Refusal("decision_missing")
    transition.add(entries.Moved(rules.write(parsed)), actor=seat)
    return None


def _check_match(table: Table, match: str) -> Refusal | None:
    if table.phase == "playing" and match == table.match.id:
        return None if table.match.paused_at_ms is None else Refusal("match_paused")
    if table.phase == "stopped":
        return Refusal("table_stopped")
    if table.last is not None and match == table.last.match:
        return Refusal("match_over")
    return Refusal("stale")


def _check_number(table: Table, seat: int, number: int | None) -> Refusal | None:
    """The refusal of a move that is not allowed: `stale` if its decision has passed, otherwise the game's code."""
    clocks = table.match.clocks
    if number is None or not clocks:
        return None
    own = next((clock.number for clock in clocks if clock.seat == seat), None)
    if own is not None:
        return None if own == number else Refusal("stale")
    return Refusal("stale") if number < min(clock.number for clock in clocks) else None


def play_for(transition: Transition, seat: int) -> None:
    """Play for a seat whose time is up, as the game decides: nothing, the only legal play, or a whole turn."""
    rules, match = game(transition.table.game), transition.table.match.id
    for each in rules.timed_out(transition.table.match.state, seat):
        table = transition.table
        over = table.phase != "playing" or table.match.id != match
        if over or rules.check(table.match.state, seat, each) is not None:
            return
        transition.add(entries.Moved(rules.write(each), by_server=True), actor=seat)
        advance(transition)


def advance(transition: Transition) -> None:
    """Continue until the table waits for somebody: begin a match, draw, end it, start the next one."""
    while _advance_once(transition):
        pass


def _advance_once(transition: Transition) -> bool:
    table = transition.table
    if table.phase == "asking":
        return start.begin_if_ready(transition)
    if table.phase == "choosing":
        return rematch.agree(transition)
    if table.phase != "playing":
        return False
    if table.order.house and (guests.free_one(transition) or bets.cancel(transition)):
        return True
    pending = table.match.pending
    if isinstance(pending, api.Draw):
        if pending.purpose == "shoe":
            return shoes.advance(transition, pending)
        _draw(transition, pending)
        return True
    if isinstance(pending, api.Bank):
        return bets.ask(transition, pending)
    if isinstance(pending, api.Over):
        finish.end(transition, *finish.outcome_of(table))
        return True
    return False


def _draw(transition: Transition, draw: api.Draw) -> None:
    match = transition.table.match
    if not match.root:
        raise shoes.NoShoe(transition.table.game)
    values, position = take(match.root, match.id, match.seeds, draw, match.streams.get(stream_key(draw), 0))
    transition.add(entries.DrawnFor(draw.hand, draw.purpose, values, position))
