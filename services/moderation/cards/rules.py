"""Cards: when they expire, and when they become a suspension (RULES.md §3, §4)."""

from typing import Literal

import msgspec

from services.kernel.clock import DAY_MS, TimeMs
from services.moderation.sanctions.suspensions import Suspension, months_later

Colour = Literal["yellow", "blue", "red"]
CardState = Literal["active", "consumed", "revoked"]


class CardSettings(msgspec.Struct, frozen=True):
    """The operator's settings of cards."""

    yellow_limit: int = 28
    yellow_days: int = 7
    blue_limit: int = 2
    blue_days: int = 14
    red_months: int = 1
    card_expiry_days: int = 0
    """0: cards do not expire."""


class Active(msgspec.Struct, frozen=True):
    """The active cards of an account. A red card never stays active: it becomes a suspension at once."""

    yellow: int = 0
    blue: int = 0


class Given(msgspec.Struct, frozen=True):
    """The effect of a card: the active cards, the suspension that it completed, and how many cards of its colour
    that consumed."""

    active: Active
    suspension: Suspension | None = None
    consumed: int = 0


DEFAULTS = CardSettings()


def is_expired(given_at_ms: TimeMs, now_ms: TimeMs, settings: CardSettings = DEFAULTS) -> bool:
    """Whether an active card has expired; by default none does."""
    days = settings.card_expiry_days
    return bool(days) and now_ms - given_at_ms >= days * DAY_MS


def apply_card(
    active: Active,
    colour: Colour,
    at_ms: TimeMs,
    suspended_until_ms: TimeMs | None = None,
    reason: str = "",
    settings: CardSettings = DEFAULTS,
) -> Given:
    """A card and what it completes, in one step.

    `suspended_until_ms`: the end of the last running or queued suspension; a new one begins only then.
    """
    from_ms = max(at_ms, suspended_until_ms or at_ms)
    if colour == "red":
        return Given(active, Suspension(from_ms, months_later(from_ms, settings.red_months), "red", reason), 1)
    limit, days = _limit(colour, settings)
    cards = getattr(active, colour) + 1
    if cards < limit:
        return Given(msgspec.structs.replace(active, **{colour: cards}))
    left = msgspec.structs.replace(active, **{colour: cards - limit})
    return Given(left, Suspension(from_ms, from_ms + days * DAY_MS, colour, reason), limit)


def _limit(colour: Literal["yellow", "blue"], settings: CardSettings) -> tuple[int, int]:
    if colour == "yellow":
        return settings.yellow_limit, settings.yellow_days
    return settings.blue_limit, settings.blue_days
