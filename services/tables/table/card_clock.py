"""The limits of the card clock (RULES.md §7). The move clock is one period for all; `transitions/timers.py` counts
it."""

from typing import Literal

CardClass = Literal["normal", "single", "block"]

CARD_LIMIT_MS: dict[CardClass, int] = {"single": 5_000, "normal": 20_000, "block": 60_000}
"""Time for a turn of dominoes: with one legal play, with several, and with several of which one would block."""
CARD_SYSTEM_PLAY_MS = 6_000
"""When the system makes the only legal play."""
CARD_EVERY_MS = 5_000
"""From one yellow card of a turn to the next."""


def card_mark_ms(kind: str, marks: int, factor: int = 1) -> int | None:
    """When an idle turn reaches its next mark, in milliseconds from its beginning: another yellow card after `marks` of
    them or, with one legal play, the play by the system (services/moderation/RULES.md §2). None: no further mark.
    `factor`: by how much the limits are lengthened; what follows them is not."""
    if kind == "single":
        limit_ms = CARD_LIMIT_MS["single"]
        return limit_ms * factor + (CARD_SYSTEM_PLAY_MS - limit_ms) * marks if marks < 2 else None
    limit_ms = CARD_LIMIT_MS["block"] * factor + CARD_EVERY_MS if kind == "block" else CARD_LIMIT_MS["normal"] * factor
    return limit_ms + CARD_EVERY_MS * marks
