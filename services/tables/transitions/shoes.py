"""Shoes of a house-banked table: each has an id, a commitment and seeds of its own (RULES.md §14). Pure."""

import msgspec

from games import api
from services.tables.table import entries
from services.tables.table.draws import take
from services.tables.table.model import Table
from services.tables.table.transition import Transition


class NoShoe(RuntimeError):
    """The game asked for a draw before its first shoe, when there was no commitment."""


def advance(transition: Transition, draw: api.Draw) -> bool:
    """The next step towards a new shoe: reveal the old one, publish the new commitment, collect seeds, begin.

    Returns whether an entry was added; if not, seeds are still missing.
    """
    table = transition.table
    if not table.awaits_shoe:
        open_shoe(transition)
    elif not seeds_are_in(table):
        return False
    else:
        transition.add(entries.ShoeBegun())
        _draw(transition, draw)
    return True


def open_shoe(transition: Transition) -> None:
    """End the last shoe and publish the commitment of the next."""
    end_shoe(transition, "played")
    before = msgspec.to_builtins(transition.table, str_keys=True, order="deterministic")
    number = transition.table.match.number + 1
    transition.add(entries.ShoeOpened(transition.secrets.match_id(), number, transition.secrets.root(), before))


def end_shoe(transition: Transition, outcome: str) -> None:
    """Reveal root and seeds of the shoe, if there is one."""
    if transition.table.match.id:
        transition.add(entries.ShoeEnded(outcome))


def seeds_are_in(table: Table) -> bool:
    """Whether every guest at the table has sent a seed."""
    return all(seat.seed is not None or seat.free or seat.is_away for seat in table.seats)


def close_seeds(transition: Transition) -> None:
    """Time is up: missing seeds count as zeros from now on."""
    for number, seat in enumerate(transition.table.seats):
        if seat.seed is None and not seat.free:
            transition.add(entries.Seeded(number, "0" * 32))


def _draw(transition: Transition, draw: api.Draw) -> None:
    match = transition.table.match
    values, position = take(match.root, match.id, match.seeds, draw, 0)
    transition.add(entries.DrawnFor(draw.hand, draw.purpose, values, position))
