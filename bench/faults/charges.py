"""What the tables' clocks charged, from their journals: what a player is charged beyond the own thinking, the platform
took. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from services.tables.table import entries
from services.tables.table.entries import Entry
from services.tables.table.fold import fold, open_table
from services.tables.table.model import Table


class Decision(NamedTuple):
    """A move as the clock saw it. `charged_ms`: how long the period had run when it counted."""

    table: str
    command: str
    charged_ms: int


class Charges(NamedTuple):
    """What clocks took beyond the players' own thinking. `beyond_ms`: above the bound, over all decisions."""

    decisions: int
    beyond_ms: int
    longest_ms: int
    """The most that one decision was charged beyond the own thinking, bound included."""


def decisions(journals: Mapping[str, Sequence[Entry]]) -> Iterator[Decision]:
    """Every move that somebody sent; `journals`: table → all its lines in order."""
    for table_id, lines in journals.items():
        table = open_table(table_id, lines[0])
        for entry in lines[1:]:
            if isinstance(entry.action, entries.Moved) and entry.command:
                yield Decision(table_id, entry.command, _charged_ms(table, entry))
            table = fold(table, entry)


def _charged_ms(table: Table, entry: Entry) -> int:
    running = (clock.since_ms for clock in table.match.clocks if clock.seat == entry.actor)
    return max((entry.at_ms - since_ms for since_ms in running), default=0)


def timeouts(journals: Mapping[str, Sequence[Entry]]) -> int:
    """Periods that ran out: robots never think so long."""
    return sum(isinstance(entry.action, entries.TimedOut) for lines in journals.values() for entry in lines)


def charges(decided: Iterable[Decision], own_ms: Mapping[str, float], bound_ms: float) -> Charges:
    """`own_ms`: command → how long its player thought; commands of nobody we know are not looked at."""
    beyond = [each.charged_ms - own_ms[each.command] for each in decided if each.command in own_ms]
    above_ms = sum(max(ms - bound_ms, 0.0) for ms in beyond)
    return Charges(len(beyond), round(above_ms), round(max(beyond, default=0.0)))
