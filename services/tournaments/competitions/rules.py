"""A competition's definition and life (RULES.md §5)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

import msgspec

from services.kernel.chips import AMOUNT_CHIPS_MAX, Chips
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal

Kind = Literal["total", "best_x"]
PrizeMode = Literal["fixed", "growing"]
State = Literal["draft", "announced", "open", "running", "closing", "settled", "cancelled"]

WHOLE_BPS = 10_000
UNKNOWN = Refusal("competition_unknown")
CORRECTION_WINDOW_DAYS = 30


class CompetitionSettings(msgspec.Struct, frozen=True):
    """The operator's settings of competitions."""

    overtime_min: int = 60
    pool_bps: int = 8_000
    max_entries: int = 3
    """The most entries of a player, if the kind of competition allows more than one."""


class Definition(msgspec.Struct, frozen=True):
    """The definition of a competition; frozen from `announced` on. `prizes` in chips or `shares_bps` by place, best
    first."""

    game: str
    players: Literal[2, 4]
    opens_at_ms: TimeMs
    starts_at_ms: TimeMs
    ends_at_ms: TimeMs
    price: Chips
    games_per_entry: int
    kind: Kind
    prize_mode: PrizeMode
    x: int | None = None
    options: dict[str, Any] = {}
    target: int | None = None
    max_entries: int | None = None
    min_entrants: int | None = None
    prizes: tuple[Chips, ...] = ()
    shares_bps: tuple[int, ...] = ()
    guarantee: Chips = 0
    pool_bps: int | None = None

    @property
    def has_house_money(self) -> bool:
        """Whether prizes may be more than the entrants have paid: then who wins among one's own gains by it."""
        return self.prize_mode == "fixed" or bool(self.guarantee)


DEFAULTS = CompetitionSettings()


def entries_max(definition: Definition, settings: CompetitionSettings = DEFAULTS) -> int:
    """The most entries that a player may buy; one where every game counts."""
    return 1 if definition.kind == "total" else definition.max_entries or settings.max_entries


def entrants_min(definition: Definition) -> int:
    """The least number of different entrants to start."""
    return 2 * definition.players if definition.min_entrants is None else definition.min_entrants


def entries_shown(definition: Definition, state: State, entries: int) -> int:
    """The entries whose prizes are shown: before the start no fewer than those without which it does not start, one of
    each entrant; then the real ones."""
    return max(entries, entrants_min(definition)) if state in ("draft", "announced", "open") else entries


def check_definition(definition: Definition, settings: CompetitionSettings = DEFAULTS) -> Refusal | None:
    """`competition_invalid` with the field that is wrong."""
    one = definition
    wrong = {
        "starts_at": not one.opens_at_ms < one.starts_at_ms < one.ends_at_ms,
        "price": not 0 <= one.price <= AMOUNT_CHIPS_MAX,
        "games_per_entry": one.games_per_entry < 1,
        "max_entries": one.max_entries is not None and not 1 <= one.max_entries <= (1 if one.kind == "total" else 1000),
        "x": one.kind == "best_x" and not 1 <= (one.x or 0) <= one.games_per_entry * entries_max(one, settings),
        "min_entrants": entrants_min(one) < one.players,
        "prizes": one.prize_mode == "fixed" and not _falls(one.prizes),
        "shares_bps": one.prize_mode == "growing" and not (_falls(one.shares_bps) and sum(one.shares_bps) == WHOLE_BPS),
        "guarantee": one.guarantee < 0,
        "pool_bps": not 0 <= (settings.pool_bps if one.pool_bps is None else one.pool_bps) <= WHOLE_BPS,
    }
    field = next((name for name, is_wrong in wrong.items() if is_wrong), None)
    return Refusal("competition_invalid", {"field": field}) if field else None


def check_edit(state: State) -> Refusal | None:
    """`competition_frozen` once it has been announced."""
    return None if state == "draft" else Refusal("competition_frozen")


def published(state: State) -> State | Refusal:
    """The operator announces a draft."""
    return "announced" if state == "draft" else Refusal("competition_state", {"state": state})


def cancelled(state: State) -> State | Refusal:
    """The operator cancels it: every entry is refunded."""
    running = state in ("announced", "open", "running", "closing")
    return "cancelled" if running else Refusal("competition_state", {"state": state})


def state_at(
    definition: Definition,
    state: State,
    now_ms: TimeMs,
    entrants: int,
    games_running: int,
    settings: CompetitionSettings = DEFAULTS,
) -> State:
    """The state after the passing of time alone; several transitions at once are possible."""
    if state == "announced" and now_ms >= definition.opens_at_ms:
        state = "open"
    if state == "open" and now_ms >= definition.starts_at_ms:
        state = "running" if entrants >= entrants_min(definition) else "cancelled"
    if state == "running" and now_ms >= definition.ends_at_ms:
        state = "closing"
    overtime_ends_ms = definition.ends_at_ms + settings.overtime_min * 60_000
    if state == "closing" and (games_running == 0 or now_ms >= overtime_ends_ms):
        state = "settled"
    return state


def _falls(amounts: Sequence[int]) -> bool:
    return bool(amounts) and min(amounts) >= 0 and all(better >= worse for better, worse in pairwise(amounts))


def check_entry(
    definition: Definition, state: State, now_ms: TimeMs, entries: int, settings: CompetitionSettings = DEFAULTS
) -> Refusal | None:
    """Whether a player who has `entries` may buy one more: `entry_closed`, `entry_limit`. It is open from `opens_at`
    on, also where the clock has not come to it yet: a competition made by a player opens at once."""
    is_open = state in ("open", "running") or (state == "announced" and now_ms >= definition.opens_at_ms)
    if not is_open or now_ms >= definition.ends_at_ms:
        return Refusal("entry_closed")
    limit = entries_max(definition, settings)
    return Refusal("entry_limit", {"max": limit}) if entries >= limit else None


def check_withdrawal(definition: Definition, state: State, now_ms: TimeMs) -> Refusal | None:
    """`withdraw_closed` from the start on; before it all own entries are refunded."""
    is_early = state in ("announced", "open") and now_ms < definition.starts_at_ms
    return None if is_early else Refusal("withdraw_closed")
