"""House-banked tables: kept open, and joined while they run (RULES.md §4). Leaving a seat is a move of the game."""

from services.contracts.lobby import open_tables as contract
from services.contracts.tables import catalogue as tables_catalogue
from services.contracts.tables import commands
from services.contracts.wallet.balances import CheckGuest, GuestPurse
from services.kernel.ids import new_id, new_table_id
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.commands.repeated_commands import answered, once_per_id
from services.lobby.conduct.standings import check_standing
from services.lobby.conduct.warnings import check_warnings
from services.lobby.lists import client_updates, lines
from services.lobby.lists import room as rooms
from services.lobby.ports import Ports
from services.lobby.presence.player import Player
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import timers
from services.lobby.tables import locked_table
from services.lobby.tables import rows as stored
from services.lobby.tables.house_banked import rules as house_banked
from services.lobby.tables.house_banked.rules import HouseTable
from services.lobby.tables.locked_table import LockedTable, queue_of
from services.lobby.tables.open_table import OpenTable
from services.lobby.tables.rows import TableRow
from services.platform.database.unit_of_work import Work

# --- kept open ---


def keep_house_tables(ports: Ports) -> int | Refusal:
    """Open missing house-banked tables; returns how many, or the refusal while tables, which knows the games, is
    away."""
    catalogue = ports.rpc.call(tables_catalogue.GetCatalogue(), timeout_ms=ports.settings.table_checks_timeout_ms)
    if isinstance(catalogue, Refusal):
        return catalogue
    games = {each.game: each.options.get("variant", []) for each in catalogue.games if each.house_banked}
    wanted = house_banked.wanted(games, ports.settings.house_tables)
    known = ports.run(_open_keys) if wanted else set()
    return sum(_open(ports, each) for each in wanted if each.key not in known)


def _open_keys(work: Work, _ports: Ports) -> set[str]:
    return stored.open_house_keys(work)


def _open(ports: Ports, table: HouseTable) -> bool:
    checked = ports.rpc.call(
        tables_catalogue.CheckOptions(game=table.game, options=table.options),
        timeout_ms=ports.settings.table_checks_timeout_ms,
    )
    return isinstance(checked, tables_catalogue.CheckedOptions) and bool(ports.run(_add, table, checked))


def _add(work: Work, ports: Ports, table: HouseTable, checked: tables_catalogue.CheckedOptions) -> bool:
    opened = house_banked.open_house_table(new_table_id(checked.generation, ports.cell), table, checked.seats)
    row = TableRow(opened, {}, checked.shards, work.now_ms)
    if not stored.add_house(work, row, table.key):
        return False
    work.send(queue_of(row), commands.Start(opened.id, work.trace, work.now_ms, lines.start_order(opened, {})))
    client_updates.table(work, ports, opened.id)
    metrics.tables_created.labels(table.game).inc()
    return True


# --- sitting down ---


def is_house(work: Work, _ports: Ports, table_id: str) -> bool:
    """Whether a table is house-banked."""
    row = stored.find(work, table_id)
    return row is not None and row.table.house


def sit(ports: Ports, request: contract.JoinTable) -> contract.TableLine | Refusal:
    """Take a seat at a running table. The wallet is asked only if nothing else refuses."""
    known = answered(ports, request)
    if known is not None:
        return known
    refusal = check_warnings(ports, request.account) or ports.run(_check_first, request)
    refusal = refusal or check_standing(ports, [request.account])
    if refusal is not None:
        return answered(ports, request) or refusal
    timeout_ms = ports.settings.table_checks_timeout_ms
    guest = ports.rpc.call(CheckGuest(account=request.account), timeout_ms=timeout_ms)
    return ports.run(_sit, request, guest)


def _check_first(work: Work, ports: Ports, request: contract.JoinTable) -> Refusal | None:
    """Check everything that does not need the wallet."""
    row = stored.find(work, request.table)
    if row is None or row.is_closed:
        return Refusal("table_unknown")
    return house_banked.check_seat(row.table, request.seat) or rooms.may_bank(work, ports, request.account)


def _sit(
    work: Work, ports: Ports, request: contract.JoinTable, guest: GuestPurse | Refusal
) -> contract.TableLine | Refusal:
    def carry_out() -> contract.TableLine | Refusal:
        found = locked_table.lock(work, request.table, [request.account])
        if found is None or found.row.is_closed:
            return Refusal("table_unknown")
        me = found.players.get(request.account)
        if me is None or not me.is_here:
            return Refusal("player_not_online")
        if isinstance(guest, Refusal):
            return guest
        if not (request.notice or stored_sessions.has_notice(work, request.account)):
            return Refusal("notice_not_acknowledged")
        return _take_seat(work, ports, found, me, request.seat, guest)

    return once_per_id(work, request, carry_out)


def _take_seat(
    work: Work, ports: Ports, found: LockedTable, me: Player, seat: int | None, guest: GuestPurse
) -> contract.TableLine | Refusal:
    if me.part is not None:
        return Refusal("already_seated", {"table": me.table_id})
    taken = house_banked.sit(found.table, me.account, seat)
    if isinstance(taken, Refusal):
        return taken
    after, chosen = taken
    stored_sessions.give_notice(work, me.account)
    changed = locked_table.change(work, ports, found, after, actor=me.account)
    timers.stop(work, [me.account])
    purse = commands.PurseNow(guest.chips, guest.caps)
    order = commands.Sit(after.id, work.trace, work.now_ms, new_id(), me.account, me.name, chosen, purse)
    work.send(queue_of(changed.row), order)
    return rooms.table_line(changed.row)


def free(work: Work, ports: Ports, found: LockedTable, account: str) -> None:
    """A guest has left a seat at a house-banked table; players of other tables keep their seats."""
    if found.table.house:
        _save(work, ports, found, house_banked.get_up(found.table, account))


def _save(work: Work, ports: Ports, found: LockedTable, after: OpenTable) -> None:
    still = {each: name for each, name in found.row.names.items() if each in after.seats}
    stored.save(work, TableRow(after, still, found.row.shards, found.row.created_at_ms), None)
    client_updates.table(work, ports, after.id)
