"""The prizes of a competition at its end, and the changes by a correction (RULES.md §5)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from services.kernel.chips import Chips
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.tournaments.competitions.rules import DEFAULTS, CompetitionSettings, Definition
from services.tournaments.prizes import rules as prizes
from services.tournaments.prizes.rules import Placed
from services.tournaments.standings.rules import Standing

CORRECTION_WINDOW_DAYS = 30
REASON_LENGTH = range(10, 501)


class Payout(msgspec.Struct, frozen=True):
    """The prizes by account, with 0 for ranked players without one."""

    pool_chips: Chips
    prizes: dict[str, Chips]


def pool_of(definition: Definition, entries: int, settings: CompetitionSettings = DEFAULTS) -> Chips:
    """The pool of this many entries that were not refunded; of `fixed` the sum of the list."""
    if definition.prize_mode == "fixed":
        return sum(definition.prizes)
    pool_bps = settings.pool_bps if definition.pool_bps is None else definition.pool_bps
    return prizes.pool(entries, definition.price, pool_bps, definition.guarantee)


def prizes_by_place(
    definition: Definition, entries: int, ranked: int, settings: CompetitionSettings = DEFAULTS
) -> list[Chips]:
    """The prize of each place when so many are ranked; unfilled places of `fixed` are not paid."""
    if definition.prize_mode == "fixed":
        return list(definition.prizes[:ranked])
    return prizes.growing_prizes(pool_of(definition, entries, settings), definition.shares_bps, ranked)


def payout(
    definition: Definition,
    entries: int,
    standings: Sequence[Standing],
    entry_order: Mapping[str, int],
    settings: CompetitionSettings = DEFAULTS,
) -> Payout:
    """The prizes of final standings. `entries`: not refunded. `entry_order`: by account, the earliest entry lowest."""
    placed = [Placed(row.player, row.place, entry_order.get(row.player, 0)) for row in standings]
    amounts = prizes_by_place(definition, entries, len(placed), settings)
    return Payout(pool_of(definition, entries, settings), prizes.by_player(placed, amounts))


def differences(before: Mapping[str, Chips], after: Mapping[str, Chips]) -> dict[str, int]:
    """The chips that a correction pays (above 0) and takes (below), by account; unchanged accounts are left out."""
    everybody = sorted({*before, *after})
    found = {account: after.get(account, 0) - before.get(account, 0) for account in everybody}
    return {account: chips for account, chips in found.items() if chips}


def check_correction(
    settled_at_ms: TimeMs | None, now_ms: TimeMs, reason: str, window_days: int = CORRECTION_WINDOW_DAYS
) -> Refusal | None:
    """Check whether an operator may correct now. `reason_required` (10–500 characters), `correction_window_closed`."""
    if len(reason.strip()) not in REASON_LENGTH:
        return Refusal("reason_required")
    if settled_at_ms is None:
        return None
    closes = datetime.fromtimestamp(settled_at_ms / 1000, UTC) + timedelta(days=window_days)
    return Refusal("correction_window_closed") if now_ms > closes.timestamp() * 1000 else None
