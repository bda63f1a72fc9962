"""Chat (RULES.md §3)."""

from collections.abc import Sequence

from services.contracts.client.frames import ChatFrame
from services.contracts.lobby import chat as contract
from services.contracts.lobby.conduct import ChatMatched
from services.contracts.moderation.conduct import ChatMuted
from services.contracts.moderation.orders import SettingChanged
from services.kernel.refusal import Refusal
from services.kernel.text.word_lists import CHAT_WORDS, HAND_TALK_WORDS
from services.lobby import metrics
from services.lobby.accounts.guest_accounts.names import FORBIDDEN
from services.lobby.chat import rows as stored
from services.lobby.chat import rules as chat
from services.lobby.chat.rules import Room, Speaker, find_listed
from services.lobby.commands.repeated_commands import once_per_id
from services.lobby.conduct.staff import show_watched
from services.lobby.lists import client_updates
from services.lobby.lists.room import as_lobby
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.tables import rows as tables
from services.platform.database.unit_of_work import Work

WORD_LISTS = ("chat_words", "hand_talk_words")


def say(work: Work, ports: Ports, request: contract.Say) -> contract.ChatLine | Refusal:
    """Add a line to a room, and send it to everybody there."""
    return once_per_id(work, request, lambda: _say(work, ports, request))


def _say(work: Work, ports: Ports, request: contract.Say) -> contract.ChatLine | Refusal:
    room = chat.parse_room(request.room)
    me = players.find(work, request.account)
    if isinstance(room, Refusal) or me is None or not _is_member(work, me, room, request):
        return Refusal("chat_not_member")
    if me.guest:
        return FORBIDDEN
    speaker = Speaker(banned_until_ms=stored.find_ban(work, me.account))
    pace = stored.lock_pace(work, request.account, request.room)
    after, said = chat.say(pace, request.text, work.now_ms, speaker, ports.settings.chat)
    if after != pace:
        stored.save_pace(work, request.account, request.room, after)
        work.keep = True
    if isinstance(said, Refusal):
        return said
    kept_in = chat.hall_room(me.hall) if room == chat.LOBBY else request.room
    line = stored.add(work, kept_in, me.account, me.name, said)
    if room == chat.LOBBY:
        client_updates.hall(work, ports, me.hall, ChatFrame(line=as_lobby(line)))
    else:
        _send(work, ports, room, ChatFrame(line=line))
    show_watched(work, ports, line)
    _match(work, line, room)
    metrics.chat_lines.labels(room.kind).inc()
    return as_lobby(line) if room == chat.LOBBY else line


def _match(work: Work, line: contract.ChatLine, room: Room) -> None:
    """Report lines with words of the operator's lists to moderation; the line is kept."""
    at_table = room.id if room.kind == "table" else None
    changed = stored.find_word_lists(work)
    lists: dict[str, Sequence[str]] = {"words": changed.get("chat_words", CHAT_WORDS)}
    if at_table:
        lists["hand_talk"] = changed.get("hand_talk_words", HAND_TALK_WORDS)
    for kind, words in lists.items():
        found = find_listed(line.text, words)
        if found:
            work.publish(
                ChatMatched(
                    account=line.account,
                    line=line.id,
                    at_ms=line.at_ms,
                    kind=kind,
                    found=found,
                    text=line.text,
                    table=at_table,
                )
            )


def _is_member(work: Work, player: Player, room: Room, request: contract.Say) -> bool:
    """Whether the player is a member of the room: everybody who is logged in is in those of the lobby and the
    Academy; a table's room is for its seats, its spectators' room for those who view it."""
    if room in (chat.LOBBY, chat.ACADEMY):
        return player.is_here
    if room.kind == "spectators":
        looks_on = request.watching and player.is_here and player.seated_at != room.id
        return looks_on and _is_watched(work, room.id or "")
    return room.kind == "table" and player.seated_at == room.id


def _is_watched(work: Work, table_id: str) -> bool:
    """Whether the table may have spectators: it plays, and allows them."""
    row = tables.find(work, table_id)
    return row is not None and not row.is_closed and row.table.started and row.table.request.spectators


def _send(work: Work, ports: Ports, room: Room, said: ChatFrame) -> None:
    if room.kind == "spectators":
        client_updates.spectators(work, ports, room.id or "", said)
    elif room == chat.ACADEMY:
        client_updates.frame(work, ports, None, said)
    else:
        client_updates.frame(work, ports, [each.account for each in players.find_seated(work, room.id or "")], said)


def chat_muted(work: Work, _ports: Ports, events: list[ChatMuted]) -> None:
    """Staff have muted accounts or ended a mute; of several events about an account the newest counts."""
    erased = players.erased_among(work, {event.account for event in events})
    for event in sorted(events, key=lambda each: (each.account, each.seq)):
        if event.account not in erased:
            stored.save_ban(work, event.account, event.until_ms, event.seq)


def settings_changed(work: Work, _ports: Ports, events: Sequence[SettingChanged]) -> None:
    """Keep the lists of words that are signals in chat (services/moderation/RULES.md §7)."""
    for event in sorted(events, key=lambda each: each.seq):
        if event.name in WORD_LISTS and isinstance(event.value, list):
            stored.save_word_list(work, event.name, event.seq, [str(word) for word in event.value])
