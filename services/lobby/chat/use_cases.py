"""Chat, and reactions at a table (RULES.md §3)."""

from collections.abc import Sequence

import msgspec

from services.contracts.base import Done
from services.contracts.client.frames import ChatFrame, ReactionFrame
from services.contracts.lobby import chat as contract
from services.contracts.lobby import reactions
from services.contracts.lobby.people.conduct import ChatMatched
from services.contracts.moderation.conduct import ChatMuted
from services.contracts.moderation.orders import SettingChanged
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text.word_lists import CHAT_WORDS, HAND_TALK_WORDS
from services.lobby import metrics
from services.lobby.accounts import permissions
from services.lobby.chat import rows as stored
from services.lobby.chat import rules as chat
from services.lobby.chat.rules import Room, find_listed
from services.lobby.commands.repeated_commands import once_per_id
from services.lobby.companies import rows as companies
from services.lobby.conduct.staff import show_watched
from services.lobby.lists import client_updates
from services.lobby.lists.room import as_lobby
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.social import blocks
from services.lobby.tables import rows as tables
from services.platform.database.unit_of_work import Work

WORD_LISTS = ("chat_words", "hand_talk_words")
REACTIONS_RATE = 3
"""Reactions in the window of chat (`rate_window_ms`), per player and table."""


def say(work: Work, ports: Ports, request: contract.Say) -> contract.ChatLine | Refusal:
    """Add a line to a room, and send it to everybody there."""
    return once_per_id(work, request, lambda: _say(work, ports, request))


def _say(work: Work, ports: Ports, request: contract.Say) -> contract.ChatLine | Refusal:
    room = chat.parse_room(request.room)
    me = players.find(work, request.account)
    if me is not None and (refusal := permissions.check(work, ports, me, "chat")):
        return refusal
    if isinstance(room, Refusal) or me is None or not _is_member(work, me, room, request):
        return Refusal("chat_not_member")
    refusal = _check_company(work, me, room.id or "") if room.kind == "company" else None
    if refusal is not None:
        return refusal
    muted_until_ms = _muted_by_host(work, me, room)
    if work.now_ms < muted_until_ms:
        return Refusal("chat_muted_by_host", {"until_ms": muted_until_ms})
    pace = stored.lock_pace(work, request.account, request.room)
    after, said = chat.say(pace, request.text, work.now_ms, ports.settings.chat)
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
    Academy; a table's room is for its seats, its spectators' room for those who view it, a company's for members."""
    if room in (chat.LOBBY, chat.ACADEMY):
        return player.is_here
    if room.kind == "spectators":
        looks_on = request.watching and player.is_here and player.seated_at != room.id
        return looks_on and _is_watched(work, room.id or "")
    if room.kind == "company":
        return player.is_here and companies.find_member(work, room.id or "", player.account) is not None
    return room.kind == "table" and player.seated_at == room.id


def _check_company(work: Work, player: Player, company: str) -> Refusal | None:
    """`company_chat_closed` (by staff), `chat_at_match`."""
    found = companies.find(work, company)
    if found is not None and work.now_ms < found.chat_closed_until_ms:
        return Refusal("company_chat_closed", {"until_ms": found.chat_closed_until_ms})
    return Refusal("chat_at_match") if _shares_match(work, player, company) else None


def _shares_match(work: Work, player: Player, company: str) -> bool:
    """Whether another member of the company plays in the player's match: they could speak of their hands."""
    if player.part != "playing" or player.table_id is None:
        return False
    seated = {each.account for each in players.find_seated(work, player.table_id)} - {player.account}
    return any(companies.find_member(work, company, account) is not None for account in sorted(seated))


def _muted_by_host(work: Work, player: Player, room: Room) -> TimeMs:
    """Until when a host of the company has muted the player in its chat; 0: not."""
    member = companies.find_member(work, room.id or "", player.account) if room.kind == "company" else None
    return 0 if member is None else member.muted_until_ms


def _is_watched(work: Work, table_id: str) -> bool:
    """Whether the table may have spectators: it plays, and allows them."""
    row = tables.find(work, table_id)
    return row is not None and not row.is_closed and row.table.started and row.table.request.spectators


def _send(work: Work, ports: Ports, room: Room, said: ChatFrame) -> None:
    if room.kind == "spectators":
        client_updates.spectators(work, ports, room.id or "", said)
    elif room == chat.ACADEMY:
        client_updates.frame(work, ports, None, said)
    elif room.kind == "company":
        members = [each.account for each in companies.members(work, room.id or "")]
        client_updates.frame(work, ports, sorted(players.find_connected(work, members)), said)
    else:
        client_updates.frame(work, ports, [each.account for each in players.find_seated(work, room.id or "")], said)


def react(work: Work, ports: Ports, request: reactions.React) -> Done | Refusal:
    """Show a reaction to everybody who sits at the table and does not block the player."""
    return once_per_id(work, request, lambda: _react(work, ports, request))


def _react(work: Work, ports: Ports, request: reactions.React) -> Done | Refusal:
    if request.reaction not in reactions.REACTIONS:
        return Refusal("reaction_unknown")
    me = players.find(work, request.account)
    if me is not None and (refusal := permissions.check(work, ports, me, "react")):
        return refusal
    if me is None or me.seated_at != request.table:
        return Refusal("chat_not_member")
    kept_under = f"reactions:{request.table}"
    pace = stored.lock_pace(work, me.account, kept_under)
    settings = msgspec.structs.replace(ports.settings.chat, chat_rate=REACTIONS_RATE)
    after, refusal = chat.keep_pace(pace, work.now_ms, settings)
    if after != pace:
        stored.save_pace(work, me.account, kept_under, after)
        work.keep = True
    if refusal is not None:
        return refusal
    seated = [player.account for player in players.find_seated(work, request.table)]
    sparing = blocks.who_blocks(work, me.account, seated)
    frame = ReactionFrame(
        table=request.table, account=me.account, name=me.name, reaction=request.reaction, at_ms=work.now_ms
    )
    client_updates.frame(work, ports, [account for account in seated if account not in sparing], frame)
    metrics.reactions.labels(request.reaction).inc()
    return Done()


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
