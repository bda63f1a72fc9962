"""Games to watch: those of friends, and the top table (RULES.md §21)."""

from collections.abc import Iterable, Mapping

from services.contracts.lobby.people import watching as contract
from services.contracts.lobby.people.watching import WatchableTable
from services.lobby import metrics
from services.lobby.lists import room as rooms
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.social import block_rows as blocks
from services.lobby.social import friend_rows as friends
from services.lobby.tables import rows as tables
from services.lobby.tables.open_table import OpenTable
from services.lobby.tables.rows import TableRow
from services.platform.database.unit_of_work import Work

TOP_AGE_S = 5.0
"""The top table is looked for among all tables: once in so long for everybody."""


def is_watchable(table: OpenTable) -> bool:
    """Whether strangers may look at it: a match between people that runs, and allows spectators."""
    plays = table.started and table.closed is None and not table.house
    return plays and table.request.spectators and not table.request.bots


def mean_elo(table: OpenTable, elo_of: Mapping[str, int], elo_start: int) -> int:
    """The mean rating of the players who sit there, rounded down."""
    ratings = [elo_of.get(account, elo_start) for account in table.seats if account]
    return sum(ratings) // len(ratings) if ratings else 0


def get_top_table(ports: Ports, _request: contract.GetTopTable) -> contract.TopTable:
    """The table of the highest mean rating; of equal ones the older."""
    top = ports.read_aged(_find_top, TOP_AGE_S)
    if top is None:
        return contract.TopTable(top=None)
    players_ = sum(seat.account is not None for seat in top.table.seats)
    door = contract.DoorTable(table=top.table.table, game=top.table.game, players=players_, elo=top.elo)
    return contract.TopTable(top=door)


def list_friends_games(ports: Ports, request: contract.ListFriendsGames) -> contract.FriendsGames:
    """The top table, and where friends play now."""
    top, games = ports.read_aged(_find_top, TOP_AGE_S), ports.run(_find_games, request)
    found = ("both" if games else "top") if top is not None else ("friends" if games else "nothing")
    metrics.games_to_watch.labels(found).inc()
    return contract.FriendsGames(top=top, games=games)


def _find_top(work: Work, ports: Ports) -> WatchableTable | None:
    return next(iter(_watchable(work, ports, tables.find_listed(work, None))), None)


def _find_games(work: Work, ports: Ports, request: contract.ListFriendsGames) -> list[WatchableTable]:
    """Friends do not block each other (RULES.md §10); others at their table may block the account, which then is not
    led there."""
    listed = friends.find_friends(work, request.account)
    playing = {
        player.table_id
        for player in players.find_some(work, [each.account for each in listed])
        if player.part == "playing" and player.table_id and player.status != "absent"
    }
    rows = [row for table_id in sorted(playing) if (row := tables.find(work, table_id)) and not row.is_closed]
    accounts = {account for row in rows for account in row.table.seats if account}
    unwilling = blocks.who_blocks(work, request.account, accounts)
    open_to = [row for row in rows if not unwilling & set(row.table.seats)]
    return _watchable(work, ports, open_to)


def _watchable(work: Work, ports: Ports, rows: Iterable[TableRow]) -> list[WatchableTable]:
    shown = [row for row in rows if is_watchable(row.table)]
    accounts = {account for row in shown for account in row.table.seats if account}
    elo_of = {player.account: _elo(player, ports) for player in players.find_some(work, accounts)} if accounts else {}
    found = [
        WatchableTable(table=rooms.table_line(row), elo=mean_elo(row.table, elo_of, ports.settings.elo_start))
        for row in shown
    ]
    return sorted(found, key=lambda each: (-each.elo, each.table.created_at_ms, each.table.table))


def _elo(player: Player, ports: Ports) -> int:
    return ports.settings.elo_start if player.elo is None else player.elo
