"""Clock, return and leave policy per game, as the platform sets them (RULES.md §8)."""

from services.tables.departures import LEAVE_POLICIES
from services.tables.entries import Policies
from services.tables.settings import TablesSettings

CLOCK_POLICIES = frozenset({"move_clock"})

DEFAULTS: dict[str, tuple[str, str, str]] = {
    "dominoes": ("card_clock", "fixed_window", "pause_return"),
    "pilotta": ("move_clock", "budget", "bot_replace"),
    "tichu": ("move_clock", "budget", "bot_replace"),
    "tavli": ("move_clock", "budget", "concede"),
    "koumkan": ("move_clock", "budget", "eliminate"),
    "thanasis": ("move_clock", "budget", "eliminate"),
    "dynamitis": ("move_clock", "budget", "eliminate"),
    "baccarat": ("round_clock", "none", "none"),
}
OTHERS = ("move_clock", "budget", "forfeit")


class PolicyMissing(ValueError):
    """A registered game asks for a policy that this worker does not have."""


def policies_of(game: str, settings: TablesSettings) -> Policies:
    """The policies that a table of this game starts with.

    Raises:
        PolicyMissing: this worker cannot keep them.
    """
    clock, returning, leave = DEFAULTS.get(game, OTHERS)
    if clock not in CLOCK_POLICIES or leave not in LEAVE_POLICIES:
        raise PolicyMissing(f"{game}: {clock}, {leave}")
    return Policies(
        clock=clock,
        returning=returning,
        leave=leave,
        move_ms=settings.move_s * 1000,
        max_timeouts=settings.max_timeouts,
    )
