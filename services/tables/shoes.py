"""Shoes of a house-banked table: each has an id, a commitment and seeds of its own (RULES.md §14). Pure."""

import msgspec

from services.tables import entries
from services.tables.chance import take
from services.tables.games import api
from services.tables.state import Table
from services.tables.turn import Turn


class NoShoe(RuntimeError):
    """The game asked for chance before its first shoe: nothing has been committed to."""


def is_awaited(table: Table) -> bool:
    """Whether a shoe's commitment is out and its seeds are still coming in."""
    return _wants_shoe(table.match.pending) and bool(table.match.id) and not table.match.began_at_ms


def _wants_shoe(pending: api.Next | None) -> bool:
    return isinstance(pending, api.Draw) and pending.purpose == "shoe"


def advance(turn: Turn, draw: api.Draw) -> bool:
    """A new shoe's next step: the old one is shown, the new one's commitment, its seeds, its cards.

    Answers whether anything happened; if not, seeds are awaited.
    """
    table = turn.table
    if not is_awaited(table):
        open_shoe(turn)
    elif not seeds_are_in(table):
        return False
    else:
        turn.add(entries.ShoeBegun())
        _draw(turn, draw)
    return True


def open_shoe(turn: Turn) -> None:
    """The last shoe is done; the commitment of the next is out."""
    end_shoe(turn, "played")
    before = msgspec.to_builtins(turn.table, str_keys=True, order="deterministic")
    number = turn.table.match.number + 1
    turn.add(entries.ShoeOpened(turn.secrets.match_id(), number, turn.secrets.root(), before))


def end_shoe(turn: Turn, outcome: str) -> None:
    """Show what a shoe was made of, if there is one."""
    if turn.table.match.id:
        turn.add(entries.ShoeEnded(outcome))


def seeds_are_in(table: Table) -> bool:
    """Whether every guest who is there has sent a seed."""
    return all(seat.seed is not None or seat.free or seat.is_away for seat in table.seats)


def close_seeds(turn: Turn) -> None:
    """Time is up: what is missing counts as zeros from now on."""
    for number, seat in enumerate(turn.table.seats):
        if seat.seed is None and not seat.free:
            turn.add(entries.Seeded(number, "0" * 32))


def _draw(turn: Turn, draw: api.Draw) -> None:
    match = turn.table.match
    values, position = take(match.root, match.id, match.seeds, draw, 0)
    turn.add(entries.DrawnFor(draw.hand, draw.purpose, values, position))
