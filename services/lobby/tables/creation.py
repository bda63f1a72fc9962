"""Opening a table (RULES.md §4): other services are asked first, then everything is decided in one unit of work."""

from collections.abc import Mapping

import msgspec

from services.contracts.lobby import open_tables as contract
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions
from services.kernel.ids import new_table_id
from services.kernel.persons.bot_accounts import is_bot_account
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.lobby.accounts import permissions
from services.lobby.accounts.rules import username_key
from services.lobby.bots import tables as bots
from services.lobby.bots.rules import NOT_ALLOWED
from services.lobby.chat.rows import find_ban
from services.lobby.commands.repeated_commands import answered, once_per_id
from services.lobby.companies import rows as companies
from services.lobby.conduct.warnings import check_warnings
from services.lobby.lists import room as rooms
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as stored
from services.lobby.presence.player import Player, candidate
from services.lobby.social import block_rows as stored_blocks
from services.lobby.social import blocks
from services.lobby.tables import creation_rules as creation
from services.lobby.tables import locked_table
from services.lobby.tables import open_table as tables
from services.lobby.tables.creation_rules import GameFacts
from services.lobby.tables.locked_table import LockedTable
from services.lobby.tables.open_table import OpenTable, TableRequest
from services.lobby.tables.refused_tables import limited
from services.lobby.tables.rows import TableRow
from services.lobby.tables.stakes import check_stake
from services.platform.database.unit_of_work import Work


class Asked(msgspec.Struct, frozen=True):
    """A requested table, with the tables service's answer about its game."""

    account: str
    table: TableRequest
    game: GameFacts | None
    shards: int = 1
    generation: str = ""


def create_table(ports: Ports, request: contract.CreateTable) -> contract.TableLine | Refusal:
    """Open a table with its organizer on seat 0, and send all invitations."""
    known = answered(ports, request)
    return limited(ports, request.account, lambda: _create_table(ports, request)) if known is None else known


def _create_table(ports: Ports, request: contract.CreateTable) -> contract.TableLine | Refusal:
    barred = ports.run(permissions.check_suspended, request.account, "invite") or check_warnings(ports, request.account)
    if barred is not None:
        return barred
    outside = None if request.company is None else ports.run(_check_company, request)
    if outside is not None:
        return outside
    named = ports.run(_find_named, request)
    asked = _ask_game(ports, request, {player.name_key: player.account for player in named.values()})
    if refusal := ports.run(bots.check_table, request.account, asked.table):
        return refusal
    planned = _plan(asked, named, ports)
    if isinstance(planned, Refusal):
        return answered(ports, request) or planned  # a repeated command is refused after the first was carried out
    seats = asked.game.seats if asked.game else 0
    refusal = check_stake(ports, asked.table, [request.account], seats=seats) or _check_invited(asked.table, named)
    return ports.run(_create, request, asked, refusal)


def _check_company(work: Work, _ports: Ports, request: contract.CreateTable) -> Refusal | None:
    """A company's table is opened by a member and is open to all members: `company_unknown`, `bad_parameters`."""
    if companies.find_member(work, request.company or "", request.account) is None:
        return Refusal("company_unknown")
    return None if request.mode == "open" else Refusal("bad_parameters", {"company": "open"})


def _check_invited(table: TableRequest, players: Mapping[str, Player]) -> Refusal | None:
    """Check what everybody sees of whoever is invited: guest accounts play for no stakes, bots where they are allowed.
    Refusals: `bots_not_allowed`, `guest_forbidden`. The wallet is asked about them when they accept."""
    if not table.bots_allowed and any(is_bot_account(account) for account in table.invite.values()):
        return NOT_ALLOWED
    invited = (players[account] for _, account in sorted(table.invite.items()))
    guest_ = next((player for player in invited if player.guest), None) if table.stake else None
    about = {"account": guest_.account, "name": guest_.name} if guest_ else None
    return permissions.refuse("stake", "guest", about) if guest_ else None


def _find_named(work: Work, _ports: Ports, request: contract.CreateTable) -> dict[str, Player]:
    """The organizer and all named players, by account; unknown ones are left out."""
    named = stored.find_by_keys(work, {username_key(name) for name in request.invite.values()}).values()
    return {player.account: player for player in [*named, *stored.find_some(work, [request.account])]}


def _ask_game(ports: Ports, request: contract.CreateTable, accounts: Mapping[str, str]) -> Asked:
    """`accounts`: name key → account."""
    table = TableRequest(
        name=request.name,
        game=request.game,
        stake=request.stake_chips,
        mode=request.mode,
        spectators=request.spectators and request.company is None,
        options=request.options,
        invite=_read_invite(request.invite, accounts),
        bots=frozenset(request.bots),
        timed=request.timed,
        clock_factor=request.clock_factor,
        strength=request.strength,
        company=request.company,
        bots_allowed=request.bots_allowed,
    )
    answer = ports.rpc.call(
        CheckOptions(game=request.game, options=request.options), timeout_ms=ports.settings.table_checks_timeout_ms
    )
    if isinstance(answer, CheckedOptions):
        table = msgspec.structs.replace(table, options=answer.options)
        facts = GameFacts(answer.seats, answer.house_banked)
        return Asked(request.account, table, facts, answer.shards, answer.generation)
    if answer.error == "game_unknown":
        return Asked(request.account, table, None)
    return Asked(request.account, table, GameFacts(0, refusal=answer))


def _read_invite(invite: Mapping[str, str], accounts: Mapping[str, str]) -> dict[Seat, str]:
    """Seat → account. A seat that is no number becomes one that no table has, an unknown name stays a name."""
    seats = {text: int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1 - n
             for n, text in enumerate(invite)}  # fmt: skip
    return {seats[text]: accounts.get(username_key(name), name) for text, name in invite.items()}


def _plan(
    asked: Asked, players: Mapping[str, Player], ports: Ports, table_id: str = "", stake: Refusal | None = None,
    now_ms: int = 0,
) -> OpenTable | Refusal:  # fmt: skip
    """The new table, or the first refusal in the order of the rules, the wallet's last."""
    organizer = players.get(asked.account)
    if organizer is not None and not organizer.is_here:
        return Refusal("player_not_online", {"seat": 0})
    candidates = {account: candidate(player) for account, player in players.items()}
    if organizer is not None:
        busy = organizer.part is not None
        candidates[asked.account] = msgspec.structs.replace(candidates[asked.account], seated=busy, refusal=stake)
    return creation.create(table_id, asked.table, asked.account, candidates, asked.game, now_ms, ports.settings.tables)


def _create(
    work: Work, ports: Ports, request: contract.CreateTable, asked: Asked, stake: Refusal | None
) -> contract.TableLine | Refusal:
    def carry_out() -> contract.TableLine | Refusal:
        locked = stored.lock(work, {request.account, *asked.table.invite.values()})
        table_id = new_table_id(asked.generation, ports.cell)
        table = _plan(asked, locked, ports, table_id, stake, work.now_ms)
        if isinstance(table, Refusal):
            return table
        if refusal := blocks.check_invitations(work, ports, request.account, asked.table.invite):
            return refusal
        stored_blocks.note_invitations(work, table.id, request.account, asked.table.invite.values())
        table = _without_words_of_the_muted(work, table, locked[request.account])
        if table.filled_at_ms is not None:  # the computer plays all other seats, so the table can start
            started = tables.start(table, request.account)
            table = table if isinstance(started, Refusal) else started
        names = {account: player.name for account, player in locked.items()}
        opened = locked_table.add(work, ports, LockedTable(TableRow(table, names, asked.shards, work.now_ms), locked))
        return rooms.table_line(opened.row)

    return once_per_id(work, request, carry_out)


def _without_words_of_the_muted(work: Work, table: OpenTable, organizer: Player) -> OpenTable:
    """A muted player does not choose the names of tables either: their tables have the organizer's name."""
    if work.now_ms >= find_ban(work, organizer.account):
        return table
    return msgspec.structs.replace(table, request=msgspec.structs.replace(table.request, name=organizer.name))
