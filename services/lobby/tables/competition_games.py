"""Games of competitions: seat the players and start the table, or report who is missing (RULES.md §6).

The table's id comes with the call, so a call that comes again finds its table and changes nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from services.contracts.client.frames import SentFrame
from services.contracts.tournaments.entries import Competitor, GameNotSeated, GameSeated, GetCompetitor
from services.contracts.tournaments.events import GameCalled
from services.kernel.clock import utc_date
from services.kernel.persons.ages import years_of
from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.lobby.accounts import credential_rows as accounts
from services.lobby.accounts import permissions
from services.lobby.companies import rows as companies
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.sessions import rows as sessions
from services.lobby.social import friend_rows as friends
from services.lobby.tables import locked_table
from services.lobby.tables import rows as stored
from services.lobby.tables.locked_table import LockedTable
from services.lobby.tables.open_table import OpenTable, TableRequest
from services.lobby.tables.rows import TableRow
from services.platform.database.unit_of_work import Work


def get_competitor(work: Work, ports: Ports, request: GetCompetitor) -> Competitor | Refusal:
    """The facts about an account that competitions need."""
    me = players.find(work, request.account)
    if me is None:
        return Refusal("player_unknown")
    if refusal := permissions.check_home(me, ports, "own_account"):
        return refusal
    device = sessions.devices_of(work, [me.account]).get(me.account, "")
    born = accounts.find_birth_date(work, me.account)
    return Competitor(
        account=me.account,
        name=me.name,
        here=me.is_here,
        table=me.seated_at,
        device=device_key(device),
        age=0 if born is None else years_of(born, utc_date(work.now_ms)),
        elo=ports.settings.elo_start if me.elo is None else me.elo,
        belongs=_belongs(work, request),
    )


def _belongs(work: Work, request: GetCompetitor) -> bool:
    if request.company is not None:
        return companies.find_member(work, request.company, request.account) is not None
    return request.maker is not None and friends.state_of(work, request.account, request.maker) == "friend"


def games_called(work: Work, ports: Ports, events: Sequence[GameCalled]) -> None:
    """Seat the players of each game, or publish why that is not possible."""
    for event in sorted(events, key=lambda each: each.table):
        if stored.find(work, event.table) is None:
            found = players.lock(work, set(event.seats))
            missing = _missing(found, event.seats)
            if missing:
                work.publish(GameNotSeated(competition=event.competition, table=event.table, missing=missing))
                continue
            _seat(work, ports, event, found)
        work.publish(GameSeated(competition=event.competition, table=event.table))


def _missing(found: Mapping[str, Player], seats: Sequence[str]) -> dict[str, str]:
    """The reasons why accounts cannot be seated."""
    missing = {}
    for account in seats:
        player = found.get(account)
        if player is None or not player.is_here:
            missing[account] = "player_not_online"
        elif player.part is not None:
            missing[account] = "already_seated"
    return missing


def _seat(work: Work, ports: Ports, event: GameCalled, found: dict[str, Player]) -> None:
    table = started_table(event.table, event.competition, event.name, event.game, event.options, event.seats)
    names = {account: player.name for account, player in found.items()}
    locked_table.add(work, ports, LockedTable(TableRow(table, names, event.shards, work.now_ms), found))
    called = SentFrame(table=event.table, reason="called", name=event.name, come_ms=event.come_ms or None)
    client_updates.frame(work, ports, event.seats, called)


def started_table(
    table_id: str, competition: str, name: str, game: str, options: Mapping[str, Any], seats: Sequence[str]
) -> OpenTable:
    """The table as it is started, with all its players (RULES.md §6). It has no stake, and spectators are always
    allowed. `seats`: accounts by seat."""
    request = TableRequest(name=name[:40], game=game, options=dict(options), spectators=True)
    return OpenTable(table_id, request, tuple(seats), started=True, competition=competition)
