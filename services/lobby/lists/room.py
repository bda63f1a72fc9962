"""The lobby's lists: players, tables, chat, invitations, and all of them together for a client that connects; single
accounts too. For other systems players and tables in pages: a page continues after a key that never changes, so a row
that exists throughout is on exactly one page."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from services.contracts.client.pushes import FindGateways, GatewaysOf
from services.contracts.lobby import chat as lobby_chat
from services.contracts.lobby import open_tables, presence
from services.contracts.lobby.accounts import accounts
from services.contracts.lobby.halls import HallLine
from services.contracts.lobby.open_tables import TableLine
from services.contracts.partners import lookups as other_systems
from services.contracts.partners import room_pages as contract
from services.kernel.clock import utc_date
from services.kernel.persons.bot_accounts import is_bot_account
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.accounts import permissions
from services.lobby.accounts.credential_rows import find_birth_date
from services.lobby.accounts.guest_accounts import rows as guest_accounts
from services.lobby.accounts.rules import check_house_age, username_key
from services.lobby.accounts.terms import rows as terms
from services.lobby.chat import rows as chat
from services.lobby.chat.rules import LOBBY_ROOM, hall_room
from services.lobby.companies import rows as companies
from services.lobby.halls.rules import Hall, in_view
from services.lobby.lists import lines
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.tables import rows as tables
from services.lobby.tables.open_table import invitation_of
from services.lobby.tables.rows import TableRow
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work

_LOOKED_AT_MAX = 1_000
"""The most tables that are read for one page, however few of them match."""


def list_players(work: Work, ports: Ports, request: presence.ListPlayers) -> presence.Players:
    """Everybody who is logged in, or in one hall, in order (RULES.md §2)."""
    listed = players.find_listed(work, request.hall)
    return presence.Players(players=lines.players_list(listed, ports.settings.elo_start))


def list_tables(work: Work, _ports: Ports, request: open_tables.ListTables) -> open_tables.Tables:
    """Every table that waits for players or plays, or those of one hall, oldest first."""
    return open_tables.Tables(tables=[table_line(row) for row in tables.find_listed(work, request.hall)])


def count_present(work: Work, _ports: Ports, _request: presence.CountPresent) -> presence.Counts:
    """How many people are here and how much is on (RULES.md §2)."""
    return players.count_present(work)


def find_table(work: Work, _ports: Ports, request: open_tables.FindTable) -> open_tables.TableLine | Refusal:
    """A table that waits for players or plays, in any hall; `table_unknown`, also for who may not see it."""
    row = tables.find(work, request.table)
    if row is None or row.is_closed:
        return Refusal("table_unknown")
    is_seen = request.routing or companies.may_see(work, row.table.request.company, request.account)
    return table_line(row) if is_seen else Refusal("table_unknown")


def view_table(work: Work, ports: Ports, request: open_tables.ViewTable) -> open_tables.TableLine | Refusal:
    """A table that an account may view now (RULES.md §4, "Viewing"); refusals as in the contract."""
    row = tables.find(work, request.table)
    if row is None or row.is_closed or not companies.may_see(work, row.table.request.company, request.account):
        return Refusal("table_unknown")
    viewer = players.find(work, request.account)
    seat = None if viewer is None else viewer.seated_at
    if seat == request.table:
        return table_line(row)
    if seat is not None:
        return Refusal("already_seated", {"table": seat})
    line = table_line(row)
    if not line.spectators:
        return Refusal("spectators_off")
    refused = may_bank(work, ports, request.account) if line.house else None
    return line if refused is None else refused


def find_gateways(work: Work, _ports: Ports, request: FindGateways) -> GatewaysOf:
    """Where accounts are connected."""
    return GatewaysOf(gateways=players.find_connected(work, request.accounts))


def room(ports: Ports, me: Player, present: Mapping[Hall, int], *, lists: bool, notice_given: bool) -> presence.Room:
    """Everything that a client needs when it connects; `present`: hall → players. Parts that are the same for
    several clients are read once for all who connect at the same time."""
    players_, tables_ = ports.read(_lists, me.hall) if lists else ([], [])
    said = ports.read(_hall_chat, me.hall) + ports.read(_academy_chat)
    own = ports.run(_own, me)
    halls = in_view(present, me.hall)
    return presence.Room(
        me=lines.account(me, ports.visits.home_of(me.account)),
        players=players_,
        tables=[*tables_, *own.tables],
        chat=said + own.chat,
        invitations=own.invitations,
        table=me.seated_at,
        may_bank=own.may_bank,
        house_age=ports.settings.min_age_house,
        notice_given=notice_given,
        terms=own.terms,
        terms_accepted=own.terms_accepted,
        hall=me.hall,
        halls=[HallLine(hall=hall, players=number) for hall, number in halls.nearby],
        halls_total=halls.halls_total,
        players_total=halls.players_total,
        counts=ports.read(count_present, presence.CountPresent()),
    )


def _lists(work: Work, ports: Ports, hall: Hall) -> tuple[list[presence.PlayerLine], list[open_tables.TableLine]]:
    listed = list_players(work, ports, presence.ListPlayers(hall=hall))
    return listed.players, list_tables(work, ports, open_tables.ListTables(hall=hall)).tables


class _Own(NamedTuple):
    """The part of the room that is different for each player."""

    chat: list[lobby_chat.ChatLine]
    tables: list[open_tables.TableLine]
    invitations: list[open_tables.Invitation]
    may_bank: bool
    terms: int
    terms_accepted: int | None


def _own(work: Work, ports: Ports, me: Player) -> _Own:
    return _Own(
        _chat(work, ports, me),
        _of_company(work, me),
        _invitations(work, ports, me),
        may_bank(work, ports, me.account) is None,
        terms.posted(work),
        terms.accepted(work, me.account),
    )


def _of_company(work: Work, me: Player) -> list[open_tables.TableLine]:
    """The company's table where the player sits, which no hall lists."""
    own = None if me.table_id is None else tables.find(work, me.table_id)
    if own is None or own.is_closed or own.table.request.company is None:
        return []
    return [table_line(own)]


def may_bank(work: Work, ports: Ports, account: str) -> Refusal | None:
    """`guest_forbidden`, `visitor_forbidden`: not an account of this cell; `age_restricted`: too young. None of them
    may sit at house-banked tables or view them."""
    if guest_accounts.is_guest(work, account):
        return permissions.refuse("bank", "guest")
    if is_bot_account(account):
        return permissions.refuse("bank", "bot")
    if refusal := permissions.check_visitor(account, ports, "bank"):
        return refusal
    return check_house_age(find_birth_date(work, account), utc_date(work.now_ms), ports.settings.accounts)


def table_line(row: TableRow) -> open_tables.TableLine:
    """A stored table as a line of the list."""
    return lines.table_line(row.table, row.names, row.created_at_ms, row.hall, row.due_at_ms)


def _hall_chat(work: Work, ports: Ports, hall: Hall) -> list[lobby_chat.ChatLine]:
    """The last lines of a hall's chat."""
    return [as_lobby(line) for line in chat.find_last(work, hall_room(hall), ports.settings.chat_history)]


def _academy_chat(work: Work, ports: Ports) -> list[lobby_chat.ChatLine]:
    """The last lines of the Academy's room, which is the same for all halls."""
    return chat.find_last(work, "academy:hall", ports.settings.chat_history)


def as_lobby(line: lobby_chat.ChatLine) -> lobby_chat.ChatLine:
    """A line of a hall's chat under the room name `lobby`, which its players use."""
    return msgspec.structs.replace(line, room=LOBBY_ROOM)


def _chat(work: Work, ports: Ports, me: Player) -> list[lobby_chat.ChatLine]:
    return chat.find_last(work, f"table:{me.seated_at}", ports.settings.chat_history) if me.seated_at else []


def _invitations(work: Work, ports: Ports, me: Player) -> list[open_tables.Invitation]:
    row = tables.find(work, me.table_id) if me.part == "invited" and me.table_id else None
    invited = invitation_of(row.table, me.account) if row else None
    if row is None or invited is None:
        return []
    return [lines.invitation(row.table, invited, row.names, ports.settings.tables)]


def get_player(work: Work, ports: Ports, request: accounts.GetPlayer) -> accounts.Account | Refusal:
    """An account by its id, or else by its name."""
    player = None
    if request.account is not None:
        player = players.find(work, request.account)
    elif request.name is not None:
        player = players.find_by_key(work, username_key(request.name))
    return Refusal("player_unknown") if player is None else lines.account(player, ports.visits.home_of(player.account))


def get_players(work: Work, ports: Ports, request: other_systems.GetPlayers) -> other_systems.PlayersFound:
    """Many accounts by their ids, in the order asked."""
    wanted = list(dict.fromkeys(map(storable, request.accounts)))
    found = {
        player.account: lines.account(player, ports.visits.home_of(player.account))
        for player in players.find_some(work, wanted)
    }
    return other_systems.PlayersFound(
        accounts=[found[account] for account in wanted if account in found],
        missing=[account for account in wanted if account not in found],
    )


def measure(work: Work, _ports: Ports) -> None:
    """Update the metrics of players and tables."""
    statuses, states = players.count_by_status(work), tables.count_by_state(work)
    for status in ("online", "invited", "playing", "waiting", "returning"):
        metrics.players.labels(status).set(statuses.get(status, 0))
    for state in ("filling", "ready", "started"):
        metrics.tables.labels(state).set(states.get(state, 0))
    metrics.guest_accounts_kept.set(guest_accounts.count(work))


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
