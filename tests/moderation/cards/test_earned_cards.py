"""Cards that matches have earned: kept, counted, and what they complete (services/moderation/RULES.md §1–§4)."""

from itertools import count

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from services.contracts.moderation.conduct import CardsChanged
from services.contracts.moderation.events import Span, StandingChanged
from services.contracts.tables.commands import Expel
from services.contracts.tables.events import CardEarned
from services.kernel.clock import DAY_MS, HOUR_MS
from services.moderation.audit.chain import first_broken
from services.moderation.cards.rules import CardSettings
from services.moderation.sanctions import sanction_rows
from services.moderation.sanctions.suspensions import Suspension
from tests.moderation.moderation import Moderation
from tests.support.databases.migrated import Migrated
from tests.support.services.match_events import card
from tests.support.services.process import at_once


def earned(
    account: str = "ana", colour: str = "yellow", seq: int = 1, at_ms: int = 1_000, match: str = "m"
) -> CardEarned:
    reason = "normal" if colour == "yellow" else "not_returned"
    return card(match, account, colour=colour, reason=reason, hand=3, seq=seq, earned_at_ms=at_ms)


def give(moderation: Moderation, *events: CardEarned, ids: list[str] | None = None) -> list:
    moderation.hear("on_card_earned", *events, ids=ids)
    return moderation.told()


def begun(told: list, account: str = "ana") -> list[Span]:
    """The suspensions that have been published: a new one is the last of its account."""
    return [each.suspensions[-1] for each in told if isinstance(each, StandingChanged) and each.account == account]


def test_a_card_is_kept_counted_and_published(moderation: Moderation) -> None:
    assert give(moderation, earned()) == [CardsChanged(account="ana", seq=1, cards={"yellow": 1, "blue": 0, "red": 0})]
    (row,) = moderation.cards()
    assert (row.account, row.colour, row.reason, row.match_id, row.hand, row.seq, row.at_ms, row.given_by) == (
        "ana", "yellow", "normal", "m", 3, 1, 1_000, "system",
    )  # fmt: skip
    assert row.state == "active"
    assert moderation.conduct("ana").cards == {"yellow": 1, "blue": 0, "red": 0}
    (entry,) = moderation.log()
    assert (entry.actor, entry.action, entry.subject, entry.object) == ("system", "card", "ana", row.card_id)


def test_the_same_event_twice_is_one_card(moderation: Moderation) -> None:
    give(moderation, earned(), ids=["e"])
    assert give(moderation, earned(), ids=["e"]) == []
    assert moderation.conduct("ana").cards["yellow"] == 1


def test_the_28th_yellow_card_suspends_for_seven_days_and_the_table_lets_go(moderation: Moderation) -> None:
    at_ms = moderation.clock.now_ms()
    give(moderation, *(earned(seq=seq, at_ms=at_ms - 30 + seq) for seq in range(27)))
    assert moderation.conduct("ana").suspension is None
    told = give(moderation, earned(seq=27, at_ms=at_ms))
    until_ms = at_ms + 7 * DAY_MS
    (standing,) = [each for each in told if isinstance(each, StandingChanged)]
    assert (standing.account, standing.reason, standing.colour) == ("ana", "yellow", "yellow")
    assert standing.suspensions == [Span(from_ms=at_ms, until_ms=until_ms)]
    assert standing.expelled_from == "table-of-m"
    (expel,) = [each for each in told if isinstance(each, Expel)]
    assert (expel.table, expel.account, expel.reason, expel.at_ms) == ("table-of-m", "ana", "cards", at_ms)
    (news,) = [each for each in told if isinstance(each, CardsChanged)]
    assert (news.cards, news.seq) == ({"yellow": 0, "blue": 0, "red": 0}, 29)
    conduct = moderation.conduct("ana")
    assert conduct.cards["yellow"] == 0 and conduct.suspension is not None
    assert (conduct.suspension.from_ms, conduct.suspension.until_ms) == (at_ms, until_ms)
    assert {row.state for row in moderation.cards()} == {"consumed"}
    assert [entry.action for entry in moderation.log()][-2:] == ["card", "suspend"]
    assert first_broken(moderation.log()) is None


def test_cards_that_arrive_together_are_recorded_in_the_order_in_which_they_were_earned(moderation: Moderation) -> None:
    at_ms = moderation.clock.now_ms()
    told = give(moderation, *(earned(seq=seq, at_ms=at_ms + seq) for seq in reversed(range(29))))
    (suspended,) = begun(told)
    assert suspended.from_ms == at_ms + 27, "the card that completes it"
    assert moderation.conduct("ana").cards["yellow"] == 1


def test_two_blue_cards_suspend_for_fourteen_days_and_leave_the_yellow_ones(moderation: Moderation) -> None:
    at_ms = moderation.clock.now_ms()
    give(moderation, earned(), earned(colour="blue", seq=2, at_ms=at_ms - 5 * DAY_MS))
    told = give(moderation, earned(colour="blue", seq=3, at_ms=at_ms, match="other"))
    (suspended,) = begun(told)
    assert suspended.until_ms - suspended.from_ms == 14 * DAY_MS
    assert moderation.conduct("ana").cards == {"yellow": 1, "blue": 0, "red": 0}


def test_a_suspension_waits_for_the_end_of_the_one_that_runs(moderation: Moderation) -> None:
    at_ms = moderation.clock.now_ms()
    moderation.keep(sanction_rows.add_suspension, "ana", Suspension(at_ms - 9, at_ms + 50, "red", id="1"))
    told = give(moderation, *(earned(colour="blue", seq=seq, at_ms=at_ms) for seq in (1, 2)))
    (suspended,) = begun(told)
    assert suspended.from_ms == at_ms + 50


def test_a_late_card_counts_from_the_moment_it_was_earned(moderation_url: str) -> None:
    moderation = Moderation(moderation_url, CardSettings(card_expiry_days=1))
    at_ms = moderation.clock.now_ms()
    moderation.keep(sanction_rows.add_suspension, "ana", Suspension(at_ms - 9, at_ms + 50, "red", id="1"))
    give(moderation, earned(colour="blue", at_ms=at_ms - DAY_MS + 1))
    moderation.clock.advance(51)
    told = give(moderation, earned(colour="blue", seq=2, at_ms=at_ms))
    (suspended,) = begun(told)
    assert suspended.from_ms == at_ms + 50, "another one ran then, and the first card had not expired"
    moderation.close()


def test_accounts_are_counted_apart(moderation: Moderation) -> None:
    give(moderation, earned(), earned("ben"), earned("ben", seq=2))
    assert moderation.conduct("ana").cards["yellow"] == 1
    assert moderation.conduct("ben").cards["yellow"] == 2


def test_expired_cards_do_not_count_and_are_not_consumed(moderation_url: str) -> None:
    moderation = Moderation(moderation_url, CardSettings(blue_limit=2, card_expiry_days=1))
    now_ms = moderation.clock.now_ms()
    give(moderation, earned(colour="blue", at_ms=now_ms - DAY_MS))
    give(moderation, earned(colour="blue", seq=2, at_ms=now_ms))
    assert moderation.conduct("ana").suspension is None
    give(moderation, earned(colour="blue", seq=3, at_ms=now_ms))
    assert moderation.conduct("ana").suspension is not None
    assert sorted(row.state for row in moderation.cards()) == ["active", "consumed", "consumed"]
    moderation.close()


HOURS = st.lists(st.integers(0, 72), min_size=1, max_size=7, unique=True)


def suspended_from(url: str, account: str, hours: list[int]) -> list[int]:
    """The hours at which suspensions begin when yellow cards become known in this order; three suspend, in a day."""
    moderation = Moderation(url, CardSettings(yellow_limit=3, card_expiry_days=1))
    start_ms = moderation.clock.now_ms()
    for hour in hours:
        moderation.hear("on_card_earned", earned(account, seq=hour, at_ms=start_ms + hour * HOUR_MS))
    found = begun(moderation.told(), account)
    moderation.close()
    return [(each.from_ms - start_ms) // HOUR_MS for each in found]


@pytest.mark.parametrize(
    ("hours", "begins"),
    [([30, 40, 0], []), ([0, 30, 40], []), ([0, 10, 60, 20], [20]), ([60, 20, 10, 0], [20]), ([20, 24, 1], [24])],
)
def test_expiring_cards_complete_a_suspension_by_when_they_were_earned(
    moderation_url: str, hours: list[int], begins: list[int]
) -> None:
    assert suspended_from(moderation_url, "ana", hours) == begins


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hours=HOURS)
def test_in_any_order_expiring_cards_suspend_only_within_the_time_in_which_they_count(
    migrated_sqlite: Migrated, hours: list[int]
) -> None:
    can_complete = {end for end in hours if sum(end - 24 < hour <= end for hour in hours) >= 3}
    begun = suspended_from(migrated_sqlite("moderation"), "ana", hours)
    assert bool(begun) == bool(can_complete)
    assert not begun or min(begun) in can_complete


def test_a_card_of_no_known_colour_waits_for_an_operator(moderation: Moderation) -> None:
    assert give(moderation, earned(colour="green"), earned("ben")) == [
        CardsChanged(account="ben", seq=1, cards={"yellow": 1, "blue": 0, "red": 0})
    ]
    assert len(moderation.parked.bodies) == 1


# --- held against a plain second writing of the rules ---

LIMITS = {"yellow": (3, 7), "blue": (2, 14)}
"""Cards that suspend, and for how many days."""
CARDS = st.lists(
    st.tuples(st.sampled_from(["ana", "ben"]), st.sampled_from(["yellow", "yellow", "blue"]),
              st.sampled_from([0, 1, 5, DAY_MS, 10 * DAY_MS])),
    min_size=1, max_size=6,
)  # fmt: skip
"""Who has earned a card of what colour, and how long ago."""
EVENINGS = st.lists(st.tuples(st.sampled_from([1, DAY_MS, 7 * DAY_MS, 20 * DAY_MS]), CARDS), min_size=1, max_size=6)


class Record:
    """One account's active cards and suspensions, from the rules alone."""

    def __init__(self) -> None:
        self.earned_ms: dict[str, list[int]] = {"yellow": [], "blue": []}
        self.suspended: list[tuple[str, int, int]] = []

    @property
    def active(self) -> dict[str, int]:
        return {colour: len(times) for colour, times in self.earned_ms.items()}

    def earn(self, colour: str, at_ms: int) -> None:
        """A suspension begins with the card earned last, whichever became known last, or after the others."""
        self.earned_ms[colour].append(at_ms)
        limit, days = LIMITS[colour]
        if len(self.earned_ms[colour]) == limit:
            from_ms = max(self.earned_ms[colour] + [until_ms for _, _, until_ms in self.suspended])
            self.earned_ms[colour].clear()
            self.suspended.append((colour, from_ms, from_ms + days * DAY_MS))

    def kept_out(self, now_ms: int) -> bool:
        return any(from_ms <= now_ms < until_ms for _, from_ms, until_ms in self.suspended)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(evenings=[(DAY_MS, [("ana", "blue", 0)]), (1, [("ana", "blue", 10 * DAY_MS)])])
@given(evenings=EVENINGS)
def test_whatever_cards_are_earned_they_count_and_suspend_as_the_rules_say(migrated_sqlite: Migrated, evenings) -> None:
    moderation = Moderation(migrated_sqlite("moderation"), CardSettings(yellow_limit=3))
    records = {name: Record() for name in ("ana", "ben")}
    seqs = count(1)
    for days_ms, cards in evenings:
        moderation.clock.advance(days_ms)
        now_ms = moderation.clock.now_ms()
        earned_now = [(now_ms - ago_ms, next(seqs), name, colour) for name, colour, ago_ms in cards]
        told = give(moderation, *(earned(name, colour, seq, at_ms) for at_ms, seq, name, colour in earned_now))
        before = {name: len(record.suspended) for name, record in records.items()}
        for at_ms, _, name, colour in sorted(earned_now):
            records[name].earn(colour, at_ms)
        for name, record in records.items():
            conduct = moderation.conduct(name)
            assert conduct.cards == record.active | {"red": 0}
            assert (conduct.suspension is not None) == record.kept_out(now_ms)
            kept = moderation.keep(sanction_rows.suspensions_of, name, 0)
            assert sorted((each.reason, each.from_ms, each.until_ms) for each in kept) == sorted(record.suspended)
            wanted = record.suspended[before[name] :]
            published = [(each.from_ms, each.until_ms) for each in begun(told, name)]
            assert sorted(published) == sorted((from_ms, until_ms) for _, from_ms, until_ms in wanted)
    assert first_broken(moderation.log()) is None
    moderation.close()


@pytest.mark.real
def test_cards_recorded_by_two_processes_at_once_are_all_counted(migrated_postgres: Migrated) -> None:
    url = migrated_postgres("moderation")
    pair = Moderation(url), Moderation(url)
    at_ms = pair[0].clock.now_ms()

    def hear(moderation: Moderation, seqs: range) -> None:
        for seq in seqs:
            moderation.hear("on_card_earned", earned(seq=seq, at_ms=at_ms))

    at_once(lambda: hear(pair[0], range(14)), lambda: hear(pair[1], range(14, 28)))

    conduct = pair[0].conduct("ana")
    assert conduct.cards["yellow"] == 0 and conduct.suspension is not None
    assert len(begun(pair[0].told())) == 1
    for moderation in pair:
        moderation.close()
