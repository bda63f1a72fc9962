"""Chat (RULES.md §3)."""

from services.contracts import lobby as contract
from services.contracts.frames import ChatFrame
from services.kernel.refusal import Refusal
from services.lobby import chat, metrics
from services.lobby.chat import Room, Speaker
from services.lobby.handlers import telling
from services.lobby.handlers.once import once
from services.lobby.handlers.ports import Ports
from services.lobby.players import Player
from services.lobby.store import chat as stored
from services.lobby.store import players
from services.plumbing.database import Work


def say(work: Work, ports: Ports, request: contract.Say) -> contract.ChatLine | Refusal:
    """A line for everybody in the room."""
    return once(work, request, lambda: _say(work, ports, request))


def _say(work: Work, ports: Ports, request: contract.Say) -> contract.ChatLine | Refusal:
    room = chat.parse_room(request.room)
    me = players.find(work, request.account)
    if isinstance(room, Refusal) or me is None or not _is_member(me, room):
        return Refusal("chat_not_member")
    speaker = Speaker(banned_until_ms=stored.find_ban(work, me.account))
    pace = stored.lock_pace(work, request.account, request.room)
    after, said = chat.say(pace, request.text, work.now_ms, speaker, ports.settings.chat)
    if after != pace:
        stored.save_pace(work, request.account, request.room, after)
        work.keep = True
    if isinstance(said, Refusal):
        return said
    line = stored.add(work, request.room, me.account, me.name, said)
    telling.frame(work, ports, _audience(work, room), ChatFrame(line=line))
    metrics.chat_lines.labels(room.kind).inc()
    return line


def _is_member(player: Player, room: Room) -> bool:
    """Everybody who is here is in the lobby's room; a table's is for its seats alone."""
    if room.kind == "lobby":
        return player.is_here
    return room.kind == "table" and player.seated_at == room.id


def _audience(work: Work, room: Room) -> list[str] | None:
    if room.kind == "lobby":
        return None
    return [player.account for player in players.find_seated(work, room.id or "")]
