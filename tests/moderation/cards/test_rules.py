"""Cards: services/moderation/RULES.md §1–§4."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.moderation.cards.rules import Active, CardSettings, Given, apply_card, is_expired
from tests.conformance.services.idle_turns import card_at_ms, idle_suspension_at_ms, yellow_cards

DAY = 86_400_000


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("elapsed_s", "single", "normal", "block"),
    [
        (0, 0, 0, 0),
        (5, 0, 0, 0),
        (5.001, 1, 0, 0),
        (20, 1, 0, 0),
        (20.001, 1, 1, 0),
        (25, 1, 1, 0),
        (25.001, 1, 2, 0),
        (42, 1, 5, 0),
        (65, 1, 9, 0),
        (65.001, 1, 10, 1),
        (72, 1, 11, 2),
    ],
)
def test_a_late_play_costs_the_cards_of_the_table(elapsed_s, single, normal, block):
    elapsed_ms = round(elapsed_s * 1000)
    cards = [yellow_cards(clock, elapsed_ms) for clock in ("single", "normal", "block")]
    assert cards == [single, normal, block]


@pytest.mark.parametrize(
    ("clock", "active", "at_s"),
    [("normal", 0, 155), ("normal", 20, 55), ("block", 0, 200), ("block", 26, 70), ("single", 27, 5)],
)
def test_an_idle_turn_ends_with_the_suspension(clock, active, at_s):
    assert idle_suspension_at_ms(clock, active) == at_s * 1000


def test_a_turn_with_one_play_suspends_only_a_player_one_card_short():
    assert idle_suspension_at_ms("single", 26) is None


@given(st.sampled_from(["normal", "block"]), st.integers(1, 40))
def test_each_card_falls_when_its_time_has_passed_and_not_at_it(clock, number):
    at_ms = card_at_ms(clock, number)
    assert yellow_cards(clock, at_ms) == number - 1
    assert yellow_cards(clock, at_ms + 1) == number


@given(st.sampled_from(["normal", "block"]), st.integers(0, 27))
def test_idle_suspension_is_the_moment_of_the_card_that_completes_28(clock, active):
    at_ms = idle_suspension_at_ms(clock, active)
    assert active + yellow_cards(clock, at_ms) == 27
    assert active + yellow_cards(clock, at_ms + 1) == 28


def test_28_yellow_cards_are_seven_days_and_consumed():
    at = ms("2027-03-10 18:00:00")
    given_card = apply_card(Active(27, 1), "yellow", at, reason="time")
    assert given_card.active == Active(0, 1)
    assert given_card.consumed == 28
    assert (given_card.suspension.from_ms, given_card.suspension.until_ms) == (at, ms("2027-03-17 18:00:00"))
    assert (given_card.suspension.cause, given_card.suspension.reason) == ("yellow", "time")
    assert apply_card(Active(26, 1), "yellow", at) == apply_card(Active(26, 1), "yellow", at + 5)


def test_two_blue_cards_are_fourteen_days_and_consumed():
    assert apply_card(Active(3, 0), "blue", 0).active == Active(3, 1)
    given_card = apply_card(Active(3, 1), "blue", ms("2027-02-20 09:30:00"))
    assert (given_card.active, given_card.suspension.until_ms) == (Active(3, 0), ms("2027-03-06 09:30:00"))


def test_a_red_card_is_a_calendar_month_and_leaves_the_others_active():
    given_card = apply_card(Active(5, 1), "red", ms("2027-01-31 12:00:00"))
    assert (given_card.active, given_card.suspension.until_ms) == (Active(5, 1), ms("2027-02-28 12:00:00"))
    assert given_card.consumed == 1


def test_a_new_suspension_waits_for_the_end_of_the_last_one():
    given_card = apply_card(Active(), "red", ms("2027-03-12 10:00:00"), ms("2027-03-17 18:00:00"))
    assert given_card.suspension.from_ms == ms("2027-03-17 18:00:00")
    assert given_card.suspension.until_ms == ms("2027-04-17 18:00:00")
    past = apply_card(Active(), "red", ms("2027-03-12 10:00:00"), ms("2027-03-01 00:00:00"))
    assert past.suspension.from_ms == ms("2027-03-12 10:00:00")


def test_cards_do_not_expire_unless_the_operator_says_so():
    assert not is_expired(0, 10_000 * DAY)
    month = CardSettings(card_expiry_days=30)
    assert not is_expired(0, 30 * DAY - 1, month)
    assert is_expired(0, 30 * DAY, month)
    assert is_expired(0, 31 * DAY, month)
    day = CardSettings(card_expiry_days=1)
    assert (is_expired(5, 5 + DAY - 1, day), is_expired(5, 5 + DAY, day)) == (False, True)


def test_an_account_begins_without_cards_and_a_card_that_completes_nothing_consumes_none():
    assert Active() == Active(yellow=0, blue=0)
    assert apply_card(Active(), "yellow", 0) == Given(Active(1, 0), None, 0)
    assert apply_card(Active(), "blue", 0) == Given(Active(0, 1), None, 0)


def test_more_cards_than_a_limit_that_was_lowered_are_a_suspension_and_the_rest_stays_active():
    lowered = CardSettings(yellow_limit=3, blue_limit=1)
    given_card = apply_card(Active(4, 2), "yellow", 0, settings=lowered)
    assert (given_card.active, given_card.suspension.until_ms, given_card.consumed) == (Active(2, 2), 7 * DAY, 3)
    given_card = apply_card(Active(4, 2), "blue", 0, settings=lowered)
    assert (given_card.active, given_card.suspension.until_ms, given_card.consumed) == (Active(4, 2), 14 * DAY, 1)
