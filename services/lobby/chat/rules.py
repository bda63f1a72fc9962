"""Chat: cleaning, rooms, pace (RULES.md §3). Pure state machines; a message is data, shown as plain text."""

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import clean_line, is_longer, is_shown, length_of, plain_words
from services.lobby.halls.rules import FIRST, Hall

RoomKind = Literal["lobby", "table", "spectators", "academy", "company"]

_ROOM_ID = re.compile(r"[0-9a-zA-Z_-]{1,64}")
_ROOM_KINDS: dict[str, RoomKind] = {
    "table": "table",
    "spectators": "spectators",
    "academy": "academy",
    "company": "company",
}


class ChatSettings(msgspec.Struct, frozen=True):
    """The operator's settings of chat."""

    length_max: int = 300
    chat_rate: int = 5
    rate_window_ms: int = 10_000
    refusals_to_mute: int = 3
    refusals_window_ms: int = 60_000
    mute_ms: int = 5 * 60_000
    history: int = 50
    chat_keep_days: int = 90


class Room(msgspec.Struct, frozen=True):
    """A room: the lobby, or a table's seats, its spectators, an Academy board, a company."""

    kind: RoomKind
    id: str | None = None


class Pace(msgspec.Struct, frozen=True):
    """One player's recent messages and `chat_rate` refusals in one room, and the end of the mute they led to."""

    said_at_ms: tuple[TimeMs, ...] = ()
    refused_at_ms: tuple[TimeMs, ...] = ()
    muted_until_ms: TimeMs = 0


DEFAULTS = ChatSettings()
LOBBY_ROOM = "lobby"
"""The name by which players address the chat of their hall."""
LOBBY = Room("lobby")
ACADEMY = Room("academy", "hall")
"""The room of everybody who studies in the Academy."""
FRESH = Pace()


def parse_room(name: str) -> Room | Refusal:
    """A room from its name: `lobby`, `table:{id}`, `spectators:{table}`, `academy:{id}`, `company:{id}`; else
    `chat_not_member`."""
    if name == "lobby":
        return LOBBY
    prefix, _, room_id = name.partition(":")
    kind = _ROOM_KINDS.get(prefix)
    if kind is None or not _ROOM_ID.fullmatch(room_id):
        return Refusal("chat_not_member")
    return Room(kind, room_id)


def clean(text: str) -> str:
    """The text as it is kept (services/kernel/text/unicode_text.py); empty if it shows nothing."""
    cleaned = clean_line(text)
    return cleaned if is_shown(cleaned) else ""


def read_message(text: str, settings: ChatSettings = DEFAULTS) -> str | Refusal:
    """The cleaned message; `chat_empty`, `chat_too_long`."""
    cleaned = clean(text)
    if not cleaned:
        return Refusal("chat_empty")
    too_long = is_longer(cleaned, settings.length_max)
    return Refusal("chat_too_long", {"length": length_of(cleaned)}) if too_long else cleaned


def say(pace: Pace, text: str, now_ms: TimeMs, settings: ChatSettings = DEFAULTS) -> tuple[Pace, str | Refusal]:
    """The pace after an attempt and the message, or `chat_muted`, `chat_empty`, `chat_too_long`, `chat_rate`, in this
    order. Only a `chat_rate` refusal counts towards a mute."""
    refusal = _silenced(pace, now_ms)
    message = refusal or read_message(text, settings)
    if isinstance(message, Refusal):
        return pace, message
    after, refusal = keep_pace(pace, now_ms, settings)
    return after, refusal or message


def keep_pace(pace: Pace, now_ms: TimeMs, settings: ChatSettings = DEFAULTS) -> tuple[Pace, Refusal | None]:
    """The pace after an attempt, and what stands against it: the codes of `say` that are not about the text."""
    if (refusal := _silenced(pace, now_ms)) is not None:
        return pace, refusal
    recent = tuple(at for at in pace.said_at_ms if now_ms - at < settings.rate_window_ms)
    if len(recent) >= settings.chat_rate:
        return _refused(pace, now_ms, settings), Refusal("chat_rate")
    return msgspec.structs.replace(pace, said_at_ms=(*recent, now_ms)), None


def _silenced(pace: Pace, now_ms: TimeMs) -> Refusal | None:
    if now_ms < pace.muted_until_ms:
        return Refusal("chat_muted", {"until_ms": pace.muted_until_ms})
    return None


def _refused(pace: Pace, now_ms: TimeMs, settings: ChatSettings) -> Pace:
    recent = (*(at for at in pace.refused_at_ms if now_ms - at <= settings.refusals_window_ms), now_ms)
    if len(recent) < settings.refusals_to_mute:
        return msgspec.structs.replace(pace, refused_at_ms=recent)
    return msgspec.structs.replace(pace, refused_at_ms=(), muted_until_ms=now_ms + settings.mute_ms)


def hall_room(hall: Hall) -> str:
    """The room under which a hall's chat is kept; of the first hall it is the lobby's own name."""
    return LOBBY_ROOM if hall == FIRST else f"{LOBBY_ROOM}:{hall}"


def find_listed(text: str, words: Sequence[str]) -> list[str]:
    """The words and phrases of an operator's list that stand in the text as whole words, whatever case, accents and
    form. A line with one of them is still shown (services/moderation/RULES.md §7)."""
    plain = f" {plain_words(text)} "
    return [word for word in words if (listed := plain_words(word)) and f" {listed} " in plain]
