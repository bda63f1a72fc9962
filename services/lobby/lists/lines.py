"""Players, tables and invitations in the form that lists, frames and the tables service need."""

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from services.contracts.client.token_scopes import Scope
from services.contracts.lobby import open_tables, presence
from services.contracts.lobby.accounts import accounts
from services.contracts.tables.commands import SeatPlayer, StartOrder
from services.kernel.clock import TimeMs
from services.kernel.persons.bot_accounts import is_bot_account
from services.kernel.seats import Seat
from services.lobby.halls.rules import Hall
from services.lobby.presence.player import Player
from services.lobby.presence.statuses import GROUPS, Listed, in_order
from services.lobby.tables.open_table import Invitation, OpenTable, TableSettings

NO_GROUP = 0
"""The group of a player who is in no list."""


def account(
    player: Player,
    home: str | None,
    second_factor: bool = False,
    staff_session_over: bool = False,
    scopes: list[Scope] | None = None,
) -> accounts.Account:
    """An account as its owner sees it. `home`: the cell of a visitor; None: this one. `scopes`: of the personal token
    that asks."""
    return accounts.Account(
        account=player.account,
        name=player.name,
        language=player.language,
        created_at_ms=player.created_at_ms,
        second_factor=second_factor,
        staff_session_over=staff_session_over,
        guest=player.guest,
        bot=is_bot_account(player.account),
        home=home,
        scopes=scopes,
    )


def player_line(player: Player, elo_start: int) -> presence.PlayerLine:
    """A line of the players list."""
    return presence.PlayerLine(
        account=player.account,
        name=player.name,
        status=player.status,
        group=GROUPS.get(player.status, NO_GROUP),
        login_at_ms=player.login_at_ms,
        elo=elo_start if player.elo is None else player.elo,
        table=player.seated_at,
        yellow_cards=player.yellow_cards,
        blue_cards=player.blue_cards,
        photo=player.photo,
        avatar=player.avatar,
        quintile=player.quintile,
    )


def players_list(players: Iterable[Player], elo_start: int) -> list[presence.PlayerLine]:
    """The players list in its order (RULES.md §2)."""
    by_name = {player.name: player for player in players}
    listed = in_order(Listed(player.name, player.status, player.login_at_ms) for player in by_name.values())
    return [player_line(by_name[each.name], elo_start) for each in listed]


def table_line(
    table: OpenTable, names: Mapping[str, str], created_at_ms: TimeMs, hall: Hall | None, due_at_ms: TimeMs | None
) -> open_tables.TableLine:
    """A line of the tables list. `names`: account → name of everybody who has to do with the table."""
    request = table.request
    state = _state(table)
    return open_tables.TableLine(
        table=table.id,
        name=request.name,
        game=request.game,
        options=request.options,
        stake_chips=request.stake,
        mode=request.mode,
        spectators=request.spectators,
        practice=bool(request.bots),
        state=state,
        organizer=table.organizer or "",
        house=table.house,
        competition=table.competition,
        seats=[_seat_line(table, seat, names) for seat in range(len(table.seats))],
        created_at_ms=created_at_ms,
        hall=hall,
        company=request.company,
        bots_allowed=request.bots_allowed,
        clock_factor=request.clock_factor,
        closes_at_ms=due_at_ms if state == "ready" else None,
    )


def _state(table: OpenTable) -> Literal["filling", "ready", "started"]:
    if table.started:
        return "started"
    return "filling" if None in table.seats else "ready"


def _seat_line(table: OpenTable, seat: Seat, names: Mapping[str, str]) -> open_tables.SeatLine:
    sitting = table.seats[seat]
    if seat in table.request.bots:
        return open_tables.SeatLine(seat=seat, name=sitting, bot=True)
    if sitting is not None:
        return open_tables.SeatLine(seat=seat, name=names[sitting], account=sitting)
    asked = next((one.player for one in table.invitations if one.seat == seat and one.state == "pending"), None)
    if asked is None:
        return open_tables.SeatLine(seat=seat)
    return open_tables.SeatLine(seat=seat, name=names[asked], account=asked, invited=True)


def invitation_id(table_id: str, seat: Seat) -> str:
    """An invitation's id: there is one for a seat, once."""
    return f"{table_id}:{seat}"


def read_invitation_id(text: str) -> tuple[str, Seat] | None:
    """Table and seat of an invitation's id; None if it is none."""
    table_id, _, seat = text.rpartition(":")
    return (table_id, int(seat)) if table_id and seat.isascii() and seat.isdigit() and len(seat) < 3 else None


def invitation(
    table: OpenTable, invited: Invitation, names: Mapping[str, str], settings: TableSettings
) -> open_tables.Invitation:
    """An invitation as its player sees it."""
    return open_tables.Invitation(
        invitation=invitation_id(table.id, invited.seat),
        table=table.id,
        seat=invited.seat,
        by=names[table.organizer or ""],
        name=table.request.name,
        game=table.request.game,
        options=table.request.options,
        stake_chips=table.request.stake,
        expires_at_ms=expires_at_ms(invited, settings),
        clock_factor=table.request.clock_factor,
        bots_allowed=table.request.bots_allowed,
    )


def expires_at_ms(invited: Invitation, settings: TableSettings) -> TimeMs:
    """The last moment at which an invitation can be accepted."""
    return invited.sent_at_ms + settings.invite_s * 1000


def due_at_ms(table: OpenTable, settings: TableSettings) -> TimeMs | None:
    """The last moment before an invitation or the time to start runs out, whichever comes first."""
    if table.started or table.closed is not None:
        return None
    times = [expires_at_ms(one, settings) for one in table.invitations if one.state == "pending"]
    if table.filled_at_ms is not None:
        times.append(table.filled_at_ms + settings.start_timeout_s * 1000)
    return min(times, default=None)


def start_order(table: OpenTable, names: Mapping[str, str], guests: Collection[str] = ()) -> StartOrder:
    """The order to tables to start a table; every seat is filled, or free at a house-banked one. `guests`: those of
    its accounts that have not registered."""
    request = table.request
    return StartOrder(
        name=request.name,
        game=request.game,
        options=request.options,
        stake_chips=request.stake,
        organizer=-1 if table.house else 0,
        house=table.house,
        seats=[SeatPlayer(name="")] * len(table.seats)
        if table.house
        else [
            SeatPlayer(name=name or "") if seat in request.bots else SeatPlayer(name=names[name or ""], account=name)
            for seat, name in enumerate(table.seats)
        ],
        spectators=request.spectators,
        practice=bool(request.bots),
        untimed=bool(request.bots) and not request.timed,
        clock_factor=request.clock_factor,
        strength=request.strength,
        guests=[name for name in table.seats if name is not None and name in guests],
        competition=table.competition,
    )
