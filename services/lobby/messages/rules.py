"""When friends may write to each other, and how much (RULES.md §20). Text and pace are those of chat."""

from collections.abc import Collection, Mapping

import msgspec

from services.contracts.lobby.people.conduct import RefusedCause
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.lobby.presence.player import Player

MINUTE_MS = 60_000
UNREAD_MAX = 99
"""As many lines that are not read are counted."""
MESSAGES = "messages"
"""The room that a report out of a conversation names, and under which chat keeps the pace of all of an account."""
NOT_FRIENDS = Refusal("message_not_friends")


class MessageSettings(msgspec.Struct, frozen=True):
    """The operator's settings of messages."""

    keep_days: int = 30
    day_max: int = 500
    conversations_day_max: int = 20
    newcomer_days: int = 7
    newcomer_day_max: int = 50
    newcomer_conversations_day_max: int = 3


class Written(msgspec.Struct, frozen=True):
    """What an account did in the last 24 hours: when it wrote its lines and began conversations, oldest first."""

    lines_at_ms: list[TimeMs]
    begun_at_ms: list[TimeMs]


DEFAULTS = MessageSettings()


_CAUSES: Mapping[str, RefusedCause] = {
    "message_seated_together": "seated_together",
    "chat_banned": "muted",
    "chat_muted": "muted",
    "chat_rate": "limit",
    "message_rate": "limit",
}
COUNTED = frozenset({*_CAUSES, NOT_FRIENDS.error})
"""Refusals of which some are counted (services/moderation/RULES.md §7)."""
REFUSED_KNOWN_MAX = 10_000


def cause_of(error: str, *, unwanted: bool) -> RefusedCause | None:
    """Why a message was refused, if that is counted. `unwanted`: the reader does not want the writer."""
    if error == NOT_FRIENDS.error:
        return "unwanted" if unwanted else None
    return _CAUSES.get(error)


class RefusedLately:
    """What was refused in this minute, so that trying fast counts no more than trying once. Of one process: where
    several know the same, moderation counts it once all the same."""

    def __init__(self) -> None:
        """Nothing was refused."""
        self._minute = 0
        self._known: set[tuple[str, str, RefusedCause]] = set()

    def is_new(self, account: str, other: str, cause: RefusedCause, now_ms: TimeMs) -> bool:
        """Whether it is the first of its kind in this minute; of a crowd the rest is not counted."""
        minute = now_ms // MINUTE_MS
        if minute != self._minute:
            self._minute, self._known = minute, set()
        key = account, other, cause
        if key in self._known or len(self._known) >= REFUSED_KNOWN_MAX:
            return False
        self._known.add(key)
        return True


def pair_of(account: str, other: str) -> str:
    """The conversation of two accounts, by whichever it is named first. No id has this sign."""
    return "|".join(sorted((account, other)))


def why_closed(me: Player, other: Player, watching: Collection[str] = ()) -> Refusal | None:
    """`message_seated_together`: both play at the same table, or the writer looks at the one where the other plays."""
    if other.part != "playing" or other.table_id is None:
        return None
    together = me.part == "playing" and me.table_id == other.table_id
    return Refusal("message_seated_together") if together or other.table_id in watching else None


def check_amount(
    me: Player, written: Written, begins: bool, now_ms: TimeMs, settings: MessageSettings = DEFAULTS
) -> Refusal | None:
    """`message_rate`, with the time until one more is possible: so many lines, and so many beginnings, in any 24
    hours."""
    young = now_ms - me.created_at_ms < settings.newcomer_days * DAY_MS
    lines_max = settings.newcomer_day_max if young else settings.day_max
    begun_max = settings.newcomer_conversations_day_max if young else settings.conversations_day_max
    refusal = _check_number(written.lines_at_ms, lines_max, now_ms)
    return refusal or (_check_number(written.begun_at_ms, begun_max, now_ms) if begins else None)


def _check_number(at_ms: list[TimeMs], most: int, now_ms: TimeMs) -> Refusal | None:
    recent = [each for each in at_ms if now_ms - each < DAY_MS]
    if len(recent) < most:
        return None
    free_at_ms = recent[-most] + DAY_MS
    return Refusal("message_rate", {"retry_after_s": -(-(free_at_ms - now_ms) // 1000)})
