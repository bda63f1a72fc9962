"""Players and tables in pages, for other systems. A page continues after a key that never changes, so a row that
exists throughout is on exactly one page."""

from services.contracts.lobby.open_tables import TableLine
from services.contracts.partners import room_pages as contract
from services.lobby.lists import lines
from services.lobby.lists.room import table_line
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.tables import rows as tables
from services.platform.database.unit_of_work import Work

_LOOKED_AT_MAX = 1_000
"""The most tables that are read for one page, however few of them match."""


def list_player_page(work: Work, ports: Ports, request: contract.ListPlayerPage) -> contract.PlayerPage:
    """One row more is read than the page has, to see whether it is the last one."""
    elo_start = ports.settings.elo_start
    chosen = players.Chosen(request.after, request.statuses, request.elo_min, elo_start)
    found = players.find_page(work, chosen, request.limit + 1)
    page = [lines.player_line(player, elo_start) for player in found[: request.limit]]
    return contract.PlayerPage(players=page, next=page[-1].account if len(found) > request.limit else None)


def list_table_page(work: Work, _ports: Ports, request: contract.ListTablePage) -> contract.TablePage:
    """Read on until the page is full, the list ends, or enough tables were looked at."""
    found: list[TableLine] = []
    after = None if request.after is None else (request.after.created_at_ms, request.after.table)
    left = _LOOKED_AT_MAX
    while left > 0:
        rows = tables.find_behind(work, after, request.choice.states, min(request.limit, left))
        for row in rows:
            line = table_line(row)
            after = line.created_at_ms, line.table
            if request.choice.fits(line):
                found.append(line)
            if len(found) == request.limit:
                return contract.TablePage(tables=found, next=contract.TablePlace(*after))
        if len(rows) < min(request.limit, left):
            return contract.TablePage(tables=found, next=None)
        left -= len(rows)
    return contract.TablePage(tables=found, next=None if after is None else contract.TablePlace(*after))
