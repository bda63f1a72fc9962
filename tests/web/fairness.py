"""The public counts of the mocked platform: real answers of tables about draws that were made here."""

import random
from collections.abc import Sequence
from typing import Any

from services.contracts.tables import fairness as contract
from services.kernel.clock import DAY_MS, FakeClock
from services.kernel.fair import Stream
from services.platform.database.unit_of_work import Database, Work
from services.platform.schema import create_settings, create_shared
from services.tables import schema as store
from services.tables.fairness import count_rows as rows
from services.tables.fairness import use_cases as draws
from services.tables.fairness.observed import Draw, observe, sum_up
from tests.support.databases.memory_databases import memory_database

DAYS = 30
ROLLS = 400
DEALS = 40

LUCK = contract.OwnLuck(
    lines=[
        contract.LuckLine(
            game="tavli",
            measure=measure,
            draws=412,
            value=value,
            expected=expected,
            luckier_than=ahead,
            others_draws=405,
            others_value=others,
        )
        for measure, value, expected, ahead, others in (
            ("pips", 8.31, 49 / 6, 68.2, 8.11),
            ("doubles", 0.184, 1 / 6, 83.1, 0.161),
        )
    ]
)


def counted(die: Sequence[float] = (1, 1, 1, 1, 1, 1), days: int = DAYS) -> contract.Chance:
    """The answer to everybody after some days of tavli and pilotta; `die`: the weights of its faces."""
    database = memory_database("tables", FakeClock(), store.metadata, create_shared, create_settings)
    today = database.clock.now_ms() // DAY_MS
    try:
        for day in range(today - days + 1, today + 1):
            database.run(_write, day, "tavli", _tavli(day, die))
            database.run(_write, day, "pilotta", _pilotta(day))
        return _asked(database)
    finally:
        database.close()


def _asked(database: Database) -> contract.Chance:
    found: contract.Chance = database.run(draws.get_chance, contract.GetChance())
    return found


def _write(work: Work, day: int, game: str, observed: Any) -> None:
    for each in (day, rows.ALL_DAYS):
        rows._write_counts(work, each, game, observed)


def _tavli(day: int, die: Sequence[float]) -> dict[str, list[int]]:
    source = random.Random(day)
    rolls = [tuple(source.choices(range(1, 7), die, k=2)) for _ in range(ROLLS)]
    made = [Draw(1, "dice", "dice", 2, roll, roller=number % 2) for number, roll in enumerate(rolls)]
    return observe("tavli", made).counts


def _pilotta(day: int) -> dict[str, list[int]]:
    """Eight cards to each seat, as the fair stream deals them."""
    source, found = Stream(day.to_bytes(32, "big"), "key", "deal", "0" * 32), dict[str, list[int]]()
    for hand in range(1, DEALS + 1):
        order = source.shuffle(32)
        hands = tuple(frozenset(order[seat * 8 : seat * 8 + 8]) for seat in range(4))
        deal = Draw(hand, "deal", "shuffle", 32, order, hands=hands)
        sum_up(found, observe("pilotta", [deal, Draw(1, "leader", "below", 4, (source.below(4),))]).counts)
    return found
