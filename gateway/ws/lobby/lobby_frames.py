"""Players' frames for the lobby: requests (services/contracts/lobby), answered with `done` or `refused`."""

from functools import partial
from typing import Any

from gateway.rpc import LoopRpc
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.frames import kind_of
from gateway.ws.connection.request_lanes import RequestLanes
from gateway.ws.lobby.presence import Presence
from gateway.ws.tables.directory import Directory
from gateway.ws.tables.table_frames import OVERLOADED
from services.contracts.base import Done, Request
from services.contracts.client import frames
from services.contracts.lobby import chat, open_tables, reactions
from services.contracts.lobby.halls import GoToHall
from services.contracts.lobby.people import messages
from services.kernel.refusal import Refusal
from services.platform.process import tracing
from services.platform.process.logs import get_logger

log = get_logger(__name__)

LobbyFrame = (
    frames.CreateTableFrame
    | frames.JoinTableFrame
    | frames.LeaveTableFrame
    | frames.StartTableFrame
    | frames.AnswerInvitationFrame
    | frames.SayFrame
    | frames.ReactFrame
    | frames.WriteFrame
    | frames.ReadFrame
    | frames.GoToHallFrame
)


class LobbyFrames:
    """Sends requests to the lobby on behalf of connections, those of each connection in order."""

    def __init__(self, rpc: LoopRpc, lanes: RequestLanes, directory: Directory, presence: Presence) -> None:
        """`directory` learns of tables from the answers."""
        self._rpc = rpc
        self._presence = presence
        self._lanes = lanes
        self._directory = directory

    def handle(self, conn: Connection, frame: LobbyFrame) -> None:
        """Queue the request in the connection's lane."""
        if not self._lanes.submit(conn.lane, partial(self._ask, conn, frame)):
            conn.refuse(OVERLOADED, frame.id)

    async def _ask(self, conn: Connection, frame: LobbyFrame) -> None:
        with tracing.entered(f"frame {kind_of(frame)}", frame.id):
            try:
                answer = await self._rpc.call(to_request(frame, conn))
                if is_forgotten(answer):
                    await self._presence.greet(conn)
                    if not conn.is_closed:
                        answer = await self._rpc.call(to_request(frame, conn))
            except Exception:
                log.exception("lobby_frame_failed", kind=type(frame).__name__)
                answer = Refusal("internal_error")
        if isinstance(answer, Refusal):
            conn.refuse(answer.error, frame.id, answer.detail)
            return
        if isinstance(answer, open_tables.TableLine):
            self._directory.learn_lines([answer])
            conn.seat = answer.table  # after this answer the player sits there, even if the lobby's push is lost
        conn.send(frames.DoneFrame(id=frame.id, data=None if isinstance(answer, Done) else answer))


def is_forgotten(answer: object) -> bool:
    """Whether the lobby takes this player, whose socket stands, for absent: no beats of this gateway reached it
    for a while, and what brings its players back was lost. The seat in a refusal is the own one (0) or one invited."""
    if not isinstance(answer, Refusal) or answer.error != "player_not_online":
        return False
    return not isinstance(answer.detail, dict) or answer.detail.get("seat", 0) == 0


def to_request(frame: LobbyFrame, conn: Connection) -> Request[Any]:
    """The lobby's request of a frame: the same fields, and the account."""
    account = conn.account or ""
    match frame:
        case frames.CreateTableFrame():
            return open_tables.CreateTable(
                account=account,
                id=frame.id,
                name=frame.name,
                game=frame.game,
                options=frame.options,
                stake_chips=frame.stake_chips,
                mode=frame.mode,
                spectators=frame.spectators,
                invite=frame.invite,
                bots=frame.bots,
                timed=frame.timed,
                clock_factor=frame.clock_factor,
                strength=frame.strength,
                company=frame.company,
                bots_allowed=frame.bots_allowed,
            )
        case frames.JoinTableFrame():
            return open_tables.JoinTable(
                account=account, id=frame.id, table=frame.table, seat=frame.seat, notice=frame.notice
            )
        case frames.LeaveTableFrame():
            return open_tables.LeaveTable(account=account, id=frame.id, table=frame.table)
        case frames.StartTableFrame():
            return open_tables.StartTable(account=account, id=frame.id, table=frame.table)
        case frames.AnswerInvitationFrame():
            return open_tables.AnswerInvitation(
                account=account, id=frame.id, invitation=frame.invitation, accept=frame.accept
            )
        case frames.GoToHallFrame():
            return GoToHall(account=account, hall=frame.hall)
        case frames.ReactFrame():
            return reactions.React(account=account, id=frame.id, table=frame.table, reaction=frame.reaction)
        case frames.WriteFrame() | frames.ReadFrame():
            return _to_message(frame, conn)
        case frames.SayFrame():
            watching = _is_spectator(conn, frame.room)
            return chat.Say(account=account, id=frame.id, room=frame.room, text=frame.text, watching=watching)


def _to_message(frame: frames.WriteFrame | frames.ReadFrame, conn: Connection) -> Request[Any]:
    account = conn.account or ""
    if isinstance(frame, frames.ReadFrame):
        return messages.ReadMessages(account=account, player=frame.player, up_to=frame.up_to)
    watching = sorted(conn.watching)
    return messages.WriteMessage(account=account, id=frame.id, player=frame.player, text=frame.text, watching=watching)


def _is_spectator(conn: Connection, room: str) -> bool:
    """Whether a connection views the table to whose spectators this room belongs, and its player does not sit there."""
    prefix, _, table = room.partition(":")
    return prefix == "spectators" and table in conn.watching and conn.seat != table
