"""Sums by the hour say the same as the observations one by one (services/moderation/RULES.md §7)."""

from itertools import count

import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.kernel.clock import DAY_MS, HOUR_MS
from services.moderation.signals import observation_rows as rows
from services.moderation.signals.observation_rows import Observation
from services.moderation.signals.rules import Spread
from services.platform.database.migrations import migrate
from services.platform.database.unit_of_work import Database
from tests.moderation.moderation import Moderation
from tests.support.databases.old_schemas import at_version

NOW_MS = 500 * DAY_MS + 1_234_567
ACCOUNTS = ("ana", "ben")
# Many near the edges: of the window, of the hours beside them, and of now.
AGES_MS = st.one_of(
    st.integers(0, 2 * DAY_MS),
    st.sampled_from([DAY_MS, DAY_MS - NOW_MS % HOUR_MS, DAY_MS - 1, DAY_MS + 1, 0, HOUR_MS]),
)
SEATED = st.lists(st.tuples(st.sampled_from(ACCOUNTS), AGES_MS, st.integers(0, 9 * HOUR_MS)), max_size=12)
DECIDED = st.lists(
    st.tuples(st.sampled_from(ACCOUNTS), AGES_MS, st.integers(1, 50), st.integers(0, 9_000)), max_size=12
)
_numbers = count()
each_emptied = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
"""Every example begins with `emptied` tables."""


def emptied(moderation: Moderation) -> None:
    moderation.keep(lambda work: [work.execute(each.delete()) for each in (rows.seen, rows.observed_hours)])


@each_emptied
@given(SEATED, st.integers(1, 30), st.integers(1, 4))
def test_no_account_that_has_sat_long_enough_is_passed_over(
    moderation: Moderation, seated: list[tuple[str, int, int]], hours: int, at_once: int
) -> None:
    emptied(moderation)
    found = [Observation("seated", who, "", f"m{next(_numbers)}", NOW_MS - age, total=ms) for who, age, ms in seated]
    for start in range(0, len(found), at_once):
        moderation.keep(rows.add, found[start : start + at_once])
    since_ms = NOW_MS - DAY_MS
    sums = dict.fromkeys(ACCOUNTS, 0)
    for each in found:
        if each.at_ms > since_ms:
            sums[each.account] += min(each.total, each.at_ms - since_ms)
    wanted = {who for who, ms in sums.items() if ms >= hours * HOUR_MS}
    possible = moderation.keep(rows.may_have_sat, ACCOUNTS, since_ms, hours * HOUR_MS)
    assert wanted <= possible
    assert {who for who in possible if not any(each.account == who for each in found)} == set()


def test_a_database_without_statistics_reads_the_accounts_own_times_alone(moderation: Moderation) -> None:
    points = rows._as_json([Observation("decided", "ana", "", "now", NOW_MS)])
    with moderation.database.work() as work:
        if not work.is_sqlite:
            return  # it has statistics
        plan = work.execute(sa.text(f"EXPLAIN QUERY PLAN {rows.spreads_query(work)}"), {"points": points}).all()
    reads = [row.detail for row in plan if row.detail.startswith("SEARCH")]
    assert len(reads) == 2
    assert all("(kind=? AND account=? AND" in each for each in reads), reads


@each_emptied
@given(DECIDED)
def test_decision_times_are_summed(moderation: Moderation, decided: list[tuple[str, int, int, int]]) -> None:
    emptied(moderation)
    found = [
        Observation("decided", who, "", f"m{next(_numbers)}", NOW_MS - age, number, total, total * total)
        for who, age, number, total in decided
    ]
    moderation.keep(rows.add, found)
    since_ms = NOW_MS - DAY_MS
    wanted = {}
    for who in ACCOUNTS:
        own = [each for each in found if each.account == who and each.at_ms > since_ms]
        if own:
            wanted[who] = Spread(*(sum(getattr(each, name) for each in own) for name in ("count", "total", "squares")))
    points = [Observation("decided", who, "", "now", NOW_MS) for who in ACCOUNTS]
    assert moderation.keep(rows.spreads, points) == wanted


def test_accounts_about_which_something_later_is_known_are_found(moderation: Moderation) -> None:
    def seated(who: str, about: str, at_ms: int) -> Observation:
        return Observation("seated", who, "", about, at_ms, total=1)

    moderation.keep(rows.add, [seated("ana", "m1", NOW_MS), seated("ben", "m1", NOW_MS), seated("eva", "m2", NOW_MS)])
    points = [seated("ana", "m1", NOW_MS), seated("ben", "m0", NOW_MS - 1), seated("eva", "m3", NOW_MS)]
    assert moderation.keep(rows.disordered, "seated", points) == {"ben", "eva"}
    assert moderation.keep(rows.disordered, "decided", points) == set()


def test_sums_are_forgotten_when_no_window_reaches_them(moderation: Moderation) -> None:
    for age in (0, 3 * DAY_MS):
        moderation.keep(rows.add, [Observation("seated", "ana", "", f"m{age}", NOW_MS - age, total=1)])
    moderation.keep(rows.purge_hours, NOW_MS - rows.HOURS_KEPT_DAYS * DAY_MS)
    assert moderation.keep(lambda work: work.execute(rows.observed_hours.select()).all()) == [
        ("seated", "ana", NOW_MS // HOUR_MS, 1, 1, 0)
    ]


def test_an_upgrade_sums_what_is_there(database_url: str) -> None:
    with at_version("moderation", database_url, "0010") as connection:
        found = [
            *(("decided", "ana", f"m{number}", NOW_MS - number, 3, 30, 300) for number in range(4)),
            ("seated", "ana", "m0", NOW_MS - HOUR_MS, 1, 9, 0),
            ("seated", "ana", "old", NOW_MS - 49 * HOUR_MS, 1, 9, 0),
            ("played", "ana", "m0", NOW_MS, 1, 0, 0),
        ]
        names = ("kind", "account", "about", "at_ms", "count", "total", "squares")
        rows_ = [dict(zip(names, each, strict=True)) | {"other": ""} for each in found]
        connection.execute(rows.seen.insert(), rows_)
        connection.commit()
    migrate("moderation", database_url)
    database = Database(database_url, "moderation")
    hour = NOW_MS // HOUR_MS
    assert sorted(database.run(lambda work: work.execute(rows.observed_hours.select()).all())) == [
        ("decided", "ana", hour, 12, 120, 1_200),
        ("seated", "ana", hour - 1, 1, 9, 0),
    ]
    database.close()
