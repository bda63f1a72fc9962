"""Sessions, their breaks, and limits of one person: services/wallet/RULES.md §11."""

import msgspec
import pytest

from services.wallet.limits.protection import (
    BREAK_MS,
    Care,
    Sitting,
    begin_session,
    bind,
    bound,
    check_due,
    end_session,
    kept_of_erased,
    session_ms,
    session_spent_at_ms,
    set_limit,
)
from services.wallet.limits.rules import Limit
from services.wallet.limits.self_exclusion import Exclusion

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
NOON_MS = 1_800_000_000_000


def care(minutes: int | None = None, **sitting: int | None) -> Care:
    limits = {} if minutes is None else {"session": Limit(minutes)}
    return Care(limits, sitting=Sitting(**sitting))  # type: ignore[arg-type]


def played(from_ms: int, until_ms: int, before: Care | None = None) -> Care:
    return end_session(begin_session(before or care(), NOON_MS + from_ms), NOON_MS + until_ms)


def test_a_player_has_not_played_before_the_first_session() -> None:
    assert Sitting() == Sitting(login_at_ms=None, logout_at_ms=None, spent_at_ms=None, checked_at_ms=None, carried_ms=0)
    assert (Sitting().runs, session_ms(care(), NOON_MS)) == (False, 0)
    assert session_ms(played(0, 5), NOON_MS + 9) == 0
    assert session_ms(begin_session(care(), NOON_MS), NOON_MS + 9) == 9


def test_a_break_is_half_an_hour() -> None:
    assert BREAK_MS == 30 * MINUTE_MS
    first = played(0, 10 * MINUTE_MS)
    soon = begin_session(first, NOON_MS + 10 * MINUTE_MS + BREAK_MS - 1).sitting
    assert (soon.carried_ms, soon.runs) == (10 * MINUTE_MS, True)
    for later_ms in (0, 1, HOUR_MS):
        assert begin_session(first, NOON_MS + 10 * MINUTE_MS + BREAK_MS + later_ms).sitting.carried_ms == 0


def test_sessions_without_a_break_add_up() -> None:
    second = played(15, 22, played(3, 10))
    third = begin_session(second, NOON_MS + 30)
    assert (second.sitting.carried_ms, third.sitting.carried_ms) == (7, 14)
    assert session_ms(third, NOON_MS + 35) == 19


def test_a_session_that_began_earlier_or_at_once_changes_nothing() -> None:
    running = begin_session(care(), NOON_MS)
    assert begin_session(running, NOON_MS) == begin_session(running, NOON_MS - 1) == running
    assert begin_session(running, NOON_MS + 1).sitting == Sitting(login_at_ms=NOON_MS + 1, carried_ms=1)


def test_the_latest_session_of_the_persons_accounts_goes_on() -> None:
    others = [played(0, 4), played(2, 9), played(1, 6)]
    assert begin_session(care(), NOON_MS + 10, others).sitting.carried_ms == 7
    assert begin_session(care(), NOON_MS + 10, [played(10, 12)]).sitting.carried_ms == 0
    running = begin_session(care(), NOON_MS + 3)
    assert begin_session(care(), NOON_MS + 10, [running]).sitting.carried_ms == 7


def test_the_end_of_a_session_counts_once_and_only_for_what_had_begun() -> None:
    running = begin_session(care(), NOON_MS)
    assert end_session(running, NOON_MS - 1) == running
    ended = end_session(running, NOON_MS + 5)
    assert (ended.sitting.logout_at_ms, ended.sitting.end_heard_ms) == (NOON_MS + 5, NOON_MS + 5)
    assert end_session(ended, NOON_MS + 5) == end_session(ended, NOON_MS + 4) == ended
    heard = end_session(ended, NOON_MS + 6).sitting
    assert (heard.logout_at_ms, heard.end_heard_ms) == (NOON_MS + 5, NOON_MS + 6)


@pytest.mark.parametrize(
    ("began", "at", "ends"),
    [
        (None, 5, True),
        (0, 5, True),
        (1, 5, True),
        (-1, 5, False),
        (None, 0, False),
        (0, 0, True),
        (1, 0, False),
        (0, -1, False),
    ],
)
def test_an_end_is_of_the_session_that_began_then_or_before(began: int | None, at: int, ends: bool) -> None:
    running = begin_session(care(), NOON_MS)
    after = end_session(running, NOON_MS + at, None if began is None else NOON_MS + began)
    assert after.sitting.runs != ends


def test_an_end_that_is_reported_before_its_beginning_ends_it() -> None:
    heard = end_session(care(), NOON_MS + 5)
    assert heard.sitting == Sitting(end_heard_ms=NOON_MS + 5)
    assert begin_session(heard, NOON_MS).sitting.logout_at_ms == NOON_MS + 5
    assert begin_session(heard, NOON_MS + 6).sitting.runs


@pytest.mark.parametrize(("carried_ms", "spent_ms"), [(0, 10 * MINUTE_MS), (MINUTE_MS, 9 * MINUTE_MS), (HOUR_MS, 0)])
def test_a_session_is_spent_when_it_and_what_it_carries_reach_the_limit(carried_ms: int, spent_ms: int) -> None:
    running = care(10, login_at_ms=NOON_MS, carried_ms=carried_ms)
    if spent_ms:
        assert session_spent_at_ms(running, NOON_MS + spent_ms - 1) is None
    for later_ms in (0, 1, HOUR_MS):
        assert session_spent_at_ms(running, NOON_MS + spent_ms + later_ms) == NOON_MS + spent_ms


def test_a_player_without_a_limit_or_a_session_spends_nothing() -> None:
    assert session_spent_at_ms(care(login_at_ms=NOON_MS), NOON_MS + 99 * HOUR_MS) is None
    assert session_spent_at_ms(care(10), NOON_MS) is None


def test_a_return_within_an_hour_of_a_spent_session_keeps_it_spent_and_spends_nothing_more() -> None:
    ended = played(0, 11 * MINUTE_MS, care(10))
    spent_ms = NOON_MS + 10 * MINUTE_MS
    assert ended.sitting.spent_at_ms == spent_ms
    soon = begin_session(ended, spent_ms + HOUR_MS - 1)
    assert soon.sitting == Sitting(login_at_ms=spent_ms + HOUR_MS - 1, spent_at_ms=spent_ms)
    assert session_spent_at_ms(soon, spent_ms + 9 * HOUR_MS) is None
    assert end_session(soon, spent_ms + 9 * HOUR_MS).sitting.spent_at_ms == spent_ms
    for later_ms in (0, 1, HOUR_MS):
        at_ms = spent_ms + HOUR_MS + later_ms
        assert begin_session(ended, at_ms).sitting == Sitting(login_at_ms=at_ms)


def test_the_latest_session_that_any_account_has_spent_counts() -> None:
    first, second = played(0, 11 * MINUTE_MS, care(10)), played(1, 12 * MINUTE_MS, care(10))
    sitting = begin_session(care(), NOON_MS + 13 * MINUTE_MS, [second, first, played(0, 1)]).sitting
    assert (sitting.spent_at_ms, sitting.carried_ms) == (NOON_MS + 10 * MINUTE_MS + 1, 0)


@pytest.mark.parametrize(("minutes", "due"), [(59, False), (60, True), (61, True)])
def test_a_check_is_due_by_the_hour_while_a_player_plays(minutes: int, due: bool) -> None:
    now_ms = NOON_MS + minutes * MINUTE_MS
    running = begin_session(care(), NOON_MS)
    assert check_due(running, now_ms, 60) == due
    assert not check_due(end_session(running, now_ms), now_ms, 60)
    assert not check_due(care(), now_ms, 60)


def test_what_is_kept_of_the_erased_binds_the_person_and_nothing_else() -> None:
    excluded = Exclusion(NOON_MS, None)
    sat = Sitting(login_at_ms=NOON_MS)
    assert kept_of_erased(Care(sitting=sat, notice_at_ms=1)) == Care()
    for limits, exclusion in (({"stake": Limit(5)}, None), ({}, excluded), ({"stake": Limit(5)}, excluded)):
        kept = kept_of_erased(Care(limits, exclusion, sat, notice_at_ms=1, limits_asked_at_ms=2))
        assert kept == Care(limits, exclusion, sat)


def test_a_person_is_bound_by_the_strictest_of_every_account() -> None:
    excluded = Exclusion(NOON_MS, None)
    binding = bind([Care({"stake": Limit(9)}), Care({"stake": Limit(5), "session": Limit(60)}, excluded)], NOON_MS)
    assert {name: limit.value for name, limit in binding.limits.items()} == {"stake": 5, "session": 60}
    assert binding.exclusion == excluded
    own = Care({"stake": Limit(3), "loss_day": Limit(8)}, Exclusion(1, 2), notice_at_ms=4)
    wanted = msgspec.structs.replace(own, limits=own.limits | binding.limits, exclusion=excluded)
    assert bound(own, binding) == wanted
    assert bound(own, Care()).exclusion == Exclusion(1, 2), "one that is over stays"


def test_a_wish_changes_one_limit_and_leaves_the_others() -> None:
    after = set_limit(Care({"stake": Limit(5)}), "session", 60, NOON_MS, 168)
    assert after.limits == {"stake": Limit(5), "session": Limit(60)}
    assert after.limit("session", NOON_MS) == 60 and after.limit("loss_day", NOON_MS) is None
