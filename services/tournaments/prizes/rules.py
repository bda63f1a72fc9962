"""Prizes: the pool, the places, and the shares of players with the same place (RULES.md §5)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby

import msgspec

from services.kernel.chips import Chips
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason
from services.tournaments.competitions.rules import (
    CORRECTION_WINDOW_DAYS,
    DEFAULTS,
    WHOLE_BPS,
    CompetitionSettings,
    Definition,
)
from services.tournaments.standings.rules import Standing


class Placed(msgspec.Struct, frozen=True):
    """A ranked player; `entry_order`: by the time of the first entry, the earliest lowest."""

    player: str
    place: int
    entry_order: int = 0


def pool(entries: int, price: Chips, pool_bps: int, guarantee: Chips) -> Chips:
    """The growing pool: a share of all entries that were not refunded, never under the guarantee."""
    return max(guarantee, entries * price * pool_bps // WHOLE_BPS)


def growing_prizes(pool_chips: Chips, shares_bps: Sequence[int], filled: int) -> list[Chips]:
    """Prizes by place; the remainder of rounding and unfilled places goes to the first."""
    amounts = [pool_chips * share // WHOLE_BPS for share in shares_bps[:filled]]
    return [amounts[0] + pool_chips - sum(amounts), *amounts[1:]] if amounts else []


def by_player(places: Sequence[Placed], amounts: Sequence[Chips]) -> dict[str, Chips]:
    """Prizes by player: players who share a place split the prizes of the places that they cover.

    Everybody in `places` is listed, with 0 where there is nothing. Left-over chips go one each to the earliest first
    entries, then by username.
    """
    prizes: dict[str, Chips] = {}
    for place, group in groupby(sorted(places, key=_order), key=lambda one: one.place):
        sharers = list(group)
        total = sum(amounts[place - 1 : place - 1 + len(sharers)])
        share, rest = divmod(total, len(sharers))
        prizes |= {one.player: share + (rank < rest) for rank, one in enumerate(sharers)}
    return prizes


def _order(one: Placed) -> tuple[int, int, str, str]:
    return one.place, one.entry_order, one.player.casefold(), one.player


class Payout(msgspec.Struct, frozen=True):
    """The prizes by account, with 0 for ranked players without one."""

    pool_chips: Chips
    prizes: dict[str, Chips]


def pool_of(definition: Definition, entries: int, settings: CompetitionSettings = DEFAULTS) -> Chips:
    """The pool of this many entries that were not refunded; of `fixed` the sum of the list."""
    if definition.prize_mode == "fixed":
        return sum(definition.prizes)
    pool_bps = settings.pool_bps if definition.pool_bps is None else definition.pool_bps
    return pool(entries, definition.price, pool_bps, definition.guarantee)


def prizes_by_place(
    definition: Definition, entries: int, ranked: int, settings: CompetitionSettings = DEFAULTS
) -> list[Chips]:
    """The prize of each place when so many are ranked; unfilled places of `fixed` are not paid."""
    if definition.prize_mode == "fixed":
        return list(definition.prizes[:ranked])
    return growing_prizes(pool_of(definition, entries, settings), definition.shares_bps, ranked)


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
    return Payout(pool_of(definition, entries, settings), by_player(placed, amounts))


def differences(before: Mapping[str, Chips], after: Mapping[str, Chips]) -> dict[str, int]:
    """The chips that a correction pays (above 0) and takes (below), by account; unchanged accounts are left out."""
    everybody = sorted({*before, *after})
    found = {account: after.get(account, 0) - before.get(account, 0) for account in everybody}
    return {account: chips for account, chips in found.items() if chips}


def check_correction(
    settled_at_ms: TimeMs | None, now_ms: TimeMs, reason: str, window_days: int = CORRECTION_WINDOW_DAYS
) -> Refusal | None:
    """Check whether an operator may correct now. `reason_required` (10–500 characters), `correction_window_closed`."""
    if refusal := check_reason(reason):
        return refusal
    if settled_at_ms is None:
        return None
    closes = datetime.fromtimestamp(settled_at_ms / 1000, UTC) + timedelta(days=window_days)
    return Refusal("correction_window_closed") if now_ms > closes.timestamp() * 1000 else None
