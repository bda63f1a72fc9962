"""Prizes: the pool, the places, and the shares of players with the same place (RULES.md §5)."""

from collections.abc import Sequence
from itertools import groupby

import msgspec

from services.kernel.chips import Chips
from services.tournaments.competitions.rules import WHOLE_BPS


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
