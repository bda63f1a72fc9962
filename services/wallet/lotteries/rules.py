"""Lotteries: tables of prizes, and when a free ticket is ready (RULES.md §9)."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.fair import Stream, deal_key, join_seeds
from services.kernel.refusal import Refusal
from services.wallet.ledger.accounts import HOUSE_LOTTERY, player
from services.wallet.ledger.double_entry import Batch, Transfer, issue

PURPOSE = "lottery"
DRAWS = 10_000
"""A draw is 0 … 9999."""
FREE = "free"
FREE_TICKET_MIN_CHIPS = 100
"""Setting `free_ticket_min`."""
FREE_TICKET_INTERVAL_S = 14_400
"""Setting `free_ticket_interval_s`."""
DAILY_TICKETS = 50
"""Setting `lottery_daily_tickets`."""


class Row(msgspec.Struct, frozen=True, array_like=True):
    """So many of the 10 000 draws win this prize."""

    weight: int
    prize_chips: int


class Lottery(msgspec.Struct, frozen=True):
    """A price and the rows in the order of draws, the first one from 0 on. Price 0: the free lottery."""

    price_chips: int
    rows: tuple[Row, ...]


Lotteries = Mapping[str, Lottery]


def _lottery(price_chips: int, *rows: tuple[int, int]) -> Lottery:
    return Lottery(price_chips, tuple(Row(weight, prize) for weight, prize in rows))


LOTTERIES: Lotteries = {
    "lot_200": _lottery(200, (5, 20_000), (50, 4_000), (500, 1_000), (1_250, 400), (2_000, 200), (6_195, 0)),
    "lot_1000": _lottery(1_000, (2, 200_000), (20, 50_000), (200, 10_000), (1_000, 3_000), (2_400, 1_000), (6_378, 0)),
    "lot_5000": _lottery(
        5_000, (1, 2_500_000), (10, 500_000), (100, 100_000), (500, 25_000), (3_000, 5_000), (6_389, 0)
    ),
    "lot_20000": _lottery(
        20_000, (1, 20_000_000), (20, 1_000_000), (200, 200_000), (800, 80_000), (2_000, 20_000), (6_979, 0)
    ),
    FREE: _lottery(0, (1, 100_000), (19, 10_000), (180, 2_000), (800, 500), (2_000, 200), (7_000, 100)),
}
"""Setting `lotteries`."""


def load(raw: Any, free_ticket_min_chips: int = FREE_TICKET_MIN_CHIPS) -> Lotteries | Refusal:
    """Read lotteries from a setting: name → `price_chips`, `rows` of [weight, prize].

    Refusal: `lottery_table_invalid`.
    """
    try:
        lotteries = msgspec.convert(raw, dict[str, Lottery])
    except msgspec.ValidationError as error:
        return Refusal("lottery_table_invalid", str(error))
    for name, lottery in lotteries.items():
        if fault := _misnamed(name, lottery) or _fault(lottery, free_ticket_min_chips):
            return Refusal("lottery_table_invalid", f"{name}: {fault}")
    return lotteries


def _misnamed(name: str, lottery: Lottery) -> str | None:
    """A ticket that costs nothing is a free one, which there is but every few hours; all others have a price."""
    return None if (name == FREE) == (lottery.price_chips == 0) else f"only {FREE!r} costs nothing"


def _fault(lottery: Lottery, free_ticket_min_chips: int) -> str | None:
    if lottery.price_chips < 0 or any(row.weight < 1 or row.prize_chips < 0 for row in lottery.rows):
        return "a number is too small"
    if sum(row.weight for row in lottery.rows) != DRAWS:
        return "weights must add to 10000"
    if lottery.price_chips == 0:
        lowest = min(row.prize_chips for row in lottery.rows)
        return "the lowest free prize is too low" if lowest < free_ticket_min_chips else None
    return "is worth more than its price" if weighted_sum(lottery) > lottery.price_chips * DRAWS else None


def weighted_sum(lottery: Lottery) -> int:
    """The sum of the prizes of all draws: 10 000 times the expected value."""
    return sum(row.weight * row.prize_chips for row in lottery.rows)


def prize_chips(name: str, draw: int, lotteries: Lotteries = LOTTERIES) -> int | Refusal:
    """The prize of a draw 0 … 9999. Refusal: `lottery_unknown`."""
    return prize_of(lotteries[name].rows, draw) if name in lotteries else Refusal("lottery_unknown")


def prize_of(rows: Iterable[Row], draw: int) -> int:
    """The prize of a draw 0 … 9999 by a table."""
    for row in rows:
        if draw < row.weight:
            return row.prize_chips
        draw -= row.weight
    raise ValueError(f"a draw is 0 … {DRAWS - 1}")


def check_daily(bought_today: int, daily_tickets: int = DAILY_TICKETS) -> Refusal | None:
    """Paid tickets of a player on this UTC day, before this one. Refusal: `lottery_limit`."""
    return Refusal("lottery_limit") if bought_today >= daily_tickets else None


def check_free_ticket(
    last_claim_at_ms: TimeMs | None, now_ms: TimeMs, interval_s: int = FREE_TICKET_INTERVAL_S
) -> Refusal | None:
    """The first ticket is ready at once, the next one an interval after the last claim.

    Refusal: `ticket_not_ready` with `ready_at_ms`.
    """
    if last_claim_at_ms is None:
        return None
    ready_at_ms = last_claim_at_ms + interval_s * 1000
    return Refusal("ticket_not_ready", {"ready_at_ms": ready_at_ms}) if now_ms < ready_at_ms else None


def draw(root: bytes, ticket: str, seed: str | None) -> int:
    """The draw 0 … 9999 of a ticket, from the platform's root and the buyer's seed (None: zeros)."""
    return Stream(root, deal_key(root, ticket, 1), PURPOSE, join_seeds([seed])).below(DRAWS)


def free_ticket_batch(ticket_id: str, account_id: str, chips: int) -> Batch:
    """The prize of a free ticket."""
    return issue(f"freeticket:{ticket_id}", account_id, chips, "free_ticket")


def ticket_batch(ticket_id: str, account_id: str, price_chips: int, prize_chips: int) -> Batch:
    """A paid ticket: price and, unless it is 0, prize."""
    price = Transfer(player(account_id), HOUSE_LOTTERY, price_chips, "ticket")
    prize = Transfer(HOUSE_LOTTERY, player(account_id), prize_chips, "ticket_prize")
    return Batch(f"ticket:{ticket_id}", (price, prize) if prize_chips else (price,))
