"""What an idle turn of dominoes costs, worked out from the clock of the tables (services/moderation/RULES.md §2)."""

from typing import Literal

from services.moderation.cards.rules import DEFAULTS, CardSettings
from services.tables.table.card_clock import CARD_SYSTEM_PLAY_MS, card_mark_ms

ClockClass = Literal["single", "normal", "block"]
SYSTEM_PLAY_MS = CARD_SYSTEM_PLAY_MS


def card_at_ms(clock: ClockClass, number: int) -> int | None:
    """When the card with this number (1, 2 …) of an idle turn is given, once this time is passed. None: never."""
    at_ms = card_mark_ms(clock, number - 1)
    return None if at_ms == SYSTEM_PLAY_MS and clock == "single" else at_ms


def yellow_cards(clock: ClockClass, elapsed_ms: int) -> int:
    """How many cards a play after `elapsed_ms` has cost; one at exactly a card's time avoids that card."""
    first_ms, second_ms = card_at_ms(clock, 1), card_at_ms(clock, 2)
    if first_ms is None or elapsed_ms <= first_ms:
        return 0
    return 1 if second_ms is None else -(-(elapsed_ms - first_ms) // (second_ms - first_ms))


def idle_suspension_at_ms(clock: ClockClass, active_yellow: int, settings: CardSettings = DEFAULTS) -> int | None:
    """When an idle turn suspends a player who had this many active yellow cards before; None: this turn cannot."""
    return card_at_ms(clock, max(1, settings.yellow_limit - active_yellow))
