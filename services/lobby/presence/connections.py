"""The connections of players (RULES.md §2)."""

from typing import NamedTuple

import msgspec

from services.contracts.base import Done
from services.contracts.client.token_scopes import Scope
from services.contracts.lobby import presence as contract
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.halls import use_cases as halls
from services.lobby.halls.rules import Hall
from services.lobby.lists import client_updates
from services.lobby.lists import room as rooms
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as stored
from services.lobby.presence.gateways import Gateways
from services.lobby.presence.player import Player, connect, disconnect
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import token_renewal
from services.lobby.sessions.rows import SessionRow
from services.lobby.sessions.use_cases import CODES, authenticate, open_by_token, token_hash
from services.lobby.tables import leaving as leave
from services.lobby.tokens.rules import is_personal
from services.platform.database.unit_of_work import Work
from services.platform.process.logs import get_logger

log = get_logger(__name__)


class _Entered(NamedTuple):
    """A player who has entered, a new token if the present one is old, and what a personal token opens."""

    player: Player
    session: SessionRow
    token: str | None
    scopes: list[Scope] | None = None


def connected(ports: Ports, request: contract.Connected) -> contract.Room | Refusal:
    """A client has connected: its player is present, on this connection alone."""
    players = halls.present(ports)
    found = ports.run(_connect, request, players)
    if isinstance(found, Refusal):
        return found
    room = rooms.room(ports, found.player, players, lists=request.lists, notice_given=found.session.notice_given)
    me = msgspec.structs.replace(room.me, second_factor=found.session.strong, scopes=found.scopes)
    return msgspec.structs.replace(room, me=me, token=found.token, session=found.session.id)


def _connect(work: Work, ports: Ports, request: contract.Connected, players: dict[Hall, int]) -> _Entered | Refusal:
    if is_personal(request.token):
        opened = open_by_token(work, ports, request.token)
        if isinstance(opened, Refusal):
            return opened
        me = _come_in(work, ports, request, opened[0], players)
        return _Entered(me, opened[0], None, list(opened[1].scopes))
    found = authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    stored.lock(work, [found[0].account])
    session = stored_sessions.find(work, token_hash(request.token))
    if session is None or session.ended is not None:
        return Refusal(CODES[session.ended] if session and session.ended else "session_expired")
    me = _come_in(work, ports, request, session, players)
    return _Entered(me, session, token_renewal.renew_old(work, ports, session, request.token))


def _come_in(
    work: Work, ports: Ports, request: contract.Connected, session: SessionRow, players: dict[Hall, int]
) -> Player:
    """Connect the player of a session."""
    player = stored.lock(work, [session.account])[session.account]
    here = (request.gateway, request.conn)
    if player.gateway is not None and player.conn is not None and (player.gateway, player.conn) != here:
        client_updates.end_connection(work, ports, player.account, (player.gateway, player.conn), here)
    me = connect(player, *here, halls.enter(ports, players, player))
    if me != player:
        stored.save(work, [me])
    if me.status != player.status:
        client_updates.players(work, ports, [me.account])
    return me


def disconnected(work: Work, ports: Ports, request: contract.Disconnected) -> Done:
    """A connection was lost. If another connection of the player counts by now, nothing changes."""

    def still(player: Player) -> bool:
        return (player.gateway, player.conn) == (request.gateway, request.conn)

    if stored.find(work, request.account) is not None:
        leave.go(work, ports, request.account, still)
    return Done()


def lose_gateway(ports: Ports, gateway: str) -> int:
    """All connections of a gateway were lost. Returns the number of its players."""
    waiting, others = ports.run(_lose_most, gateway)
    for account in waiting:
        ports.run(_lose_one, gateway, account)
    if waiting or others:
        metrics.gateways_lost.inc()
    return len(waiting) + others


def sweep_gateways(ports: Ports, gateways: Gateways) -> None:
    """Disconnect the players of gateways that are gone. Of one that was only not received, and beats again, they get
    the room again, by which they are connected as before: their sockets stand, and they know of nothing."""
    for gateway in gateways.find_gone():
        accounts = ports.run(_find_at, gateway)
        log.warning("gateway_gone", gateway=gateway, players=lose_gateway(ports, gateway))
        gateways.lost(gateway, accounts)
    for account in gateways.find_back():
        ports.push.room_again(account)


def _find_at(work: Work, _ports: Ports, gateway: str) -> list[str]:
    return stored.find_at(work, gateway)


def find_gateways(work: Work, _ports: Ports) -> list[str]:
    """The gateways to which players are connected."""
    return stored.find_gateways(work)


def sweep_handovers(ports: Ports) -> int:
    """End handovers for which no client has come; returns how many were checked."""
    late = ports.run(_find_handovers)
    for account in late:
        ports.run(end_handover, account)
    return len(late)


def _find_handovers(work: Work, _ports: Ports) -> list[str]:
    return stored.find_handovers(work, work.now_ms)


def end_handover(work: Work, ports: Ports, account: str) -> None:
    """The client of a new session has not connected in time to keep the old one's seat."""

    def still(player: Player) -> bool:
        return player.handover_until_ms is not None and player.handover_until_ms < work.now_ms

    leave.go(work, ports, account, still)


def _lose_most(work: Work, ports: Ports, gateway: str) -> tuple[list[str], int]:
    """Mark players who give up no seat as absent, all at once. Returns the remaining players, and how many were
    marked."""
    lost = stored.lock_gateway(work, gateway)
    waiting = [player.account for player in lost if player.part in ("invited", "seated")]
    gone = [disconnect(player, work.now_ms) for player in lost if player.part not in ("invited", "seated")]
    for status in {player.status for player in gone}:
        stored.save_disconnected(work, [player.account for player in gone if player.status == status], status)
    client_updates.players(work, ports, [player.account for player in gone])
    return waiting, len(gone)


def _lose_one(work: Work, ports: Ports, gateway: str, account: str) -> None:
    leave.go(work, ports, account, lambda player: player.gateway == gateway)
