"""The `room` frame as bytes: at most 64 KiB on the wire, however full a hall is.

Lists and chat get a share of these bytes each; omitted lines are counted, and can be requested (list_pages.py). The
reader's own line and table are always there. What is the same for all who enter is compressed once for all of them.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

import msgspec

from gateway.ws.connection.codec import pack_text
from gateway.ws.connection.deflate import compressed, pack_parts, stored
from gateway.ws.lists.room_lists import HallList, Lists, Window, fitted
from services.contracts.client import frames
from services.contracts.lobby import chat as lobby
from services.platform.process.json import encode

CHAT_BYTES_MAX = 14_336
"""The most bytes of a room's chat on the wire."""
_GAP = b"\x01"
"""A placeholder for a list while its frame is encoded; JSON has no such byte."""
_CHATS_CACHED = 32

_compressed_chat = lru_cache(maxsize=_CHATS_CACHED)(compressed)


def pack_room(room: frames.RoomFrame, lists: Lists, deflates: bool) -> bytes:
    """The frame with the lists of its hall, ready for the socket. `deflates`: for a client that inflates."""
    players, tables = (_window(each, deflates) for each in (lists.players, lists.tables))
    own_player = lists.players.line_beyond(players, room.room.me.account)
    own_table = lists.tables.line_beyond(tables, room.room.table)
    of_company = [encode(line) for line in room.room.tables if line.company is not None]  # no hall lists it
    head, to_tables, to_chat, tail = _frame_around(
        room,
        players_more=len(lists.players) - players.lines - bool(own_player),
        tables_more=len(lists.tables) - tables.lines - bool(own_table),
    )
    chat = _chat(room.room.chat, deflates)
    own = (
        head + b"[",
        _after(players, own_player) + b"]" + to_tables + b"[",
        _after(tables, own_table or b",".join(of_company)) + b"]" + to_chat + b"[",
        b"]" + tail,
    )
    shared = (players.packed, tables.packed, chat)
    if not deflates:
        return pack_text(b"".join((own[0], shared[0], own[1], shared[1], own[2], shared[2], own[3])))
    return pack_parts((stored(own[0]), shared[0], stored(own[1]), shared[1], stored(own[2]), shared[2], stored(own[3])))


def _window(found: HallList, deflates: bool) -> Window:
    return found.deflated if deflates else found.plain


def _frame_around(room: frames.RoomFrame, players_more: int, tables_more: int) -> list[bytes]:
    """The frame's JSON before, between and after players, tables and chat."""
    gap = cast("list[object]", msgspec.Raw(_GAP))
    empty = msgspec.structs.replace(room.room, players=gap, tables=gap, chat=gap)
    whole = msgspec.structs.replace(room, room=empty, players_more=players_more, tables_more=tables_more)
    return encode(whole).split(_GAP)


def _after(window: Window, line: bytes) -> bytes:
    """A line after those of a window, with its comma."""
    return b"," + line if line and window.lines else line


def _chat(lines: Sequence[lobby.ChatLine], deflates: bool) -> bytes:
    """The newest lines of each room of the chat that fit, in their order."""
    packed = [encode(line) for line in lines]
    newest = _newest_first(lines)

    def pack(count: int) -> bytes:
        joined = b",".join(packed[number] for number in sorted(newest[:count]))
        return _compressed_chat(joined) if deflates else joined

    return fitted(len(lines), CHAT_BYTES_MAX, pack).packed


def _newest_first(lines: Sequence[lobby.ChatLine]) -> list[int]:
    """The lines' places: the newest of each room of the chat, then the second newest of each, and so on."""
    seen: Counter[str] = Counter()
    ranks: dict[int, int] = {}
    for place in sorted(range(len(lines)), key=lambda place: lines[place].id, reverse=True):
        ranks[place] = seen[lines[place].room]
        seen[lines[place].room] += 1
    return sorted(ranks, key=lambda place: ranks[place])
