"""The platform's own notices: services/moderation/RULES.md §8."""

import hashlib
from typing import Any

import pytest

from services.contracts.moderation.companies import DecideCompany
from services.contracts.wallet.payments import PaymentReversed
from services.moderation.messages import notices
from services.moderation.messages.notices import Notice

LONG = "r" * 501
CUT = "r" * 500
NOON_MS = 1_836_043_259_999  # 2028-03-07 12:00:59.999 UTC


def all_with(reason: str) -> list[Notice]:
    """Every notice in which staff's own words stand."""
    return [
        notices.match_corrected("ana", "m", 1, 5, reason),
        notices.result_corrected("ana", "m", 1, reason),
        notices.reward_taken_back("ana", "r", 7, 5, reason),
        notices.stake_released("ana", "m", 500, reason),
        notices.suspended("ana", "s", "red", 1, 2, reason),
        notices.suspension_lifted("ana", "s", reason),
        notices.unblocked("ana", "b", reason),
        notices.blocked("ana", "b", reason),
        notices.card_revoked("ana", "c", "blue", reason),
        notices.appeal_ruled("ana", "a", "upheld", None, reason),
    ]


def test_a_reason_is_shown_in_words_and_as_data_and_cut_at_500_characters() -> None:
    for shown, long in zip(all_with(CUT), all_with(LONG), strict=True):
        assert shown.params["reason"] == CUT and CUT in shown.body
        assert long == shown


def test_notices_about_other_things_have_other_ids_and_about_the_same_thing_the_same() -> None:
    every = [*all_with("a"), notices.report_decided("ana", "r"), notices.warned("ana", "r", "insult", "")]
    assert len({each.id for each in every}) == len(every)
    assert [each.id for each in all_with("a")] == [each.id for each in all_with("b")]
    assert {len(each.id) for each in every} == {32}
    assert notices.match_corrected("ana", "m", 2, 5, "").id != every[0].id


@pytest.mark.parametrize(("chips", "shown"), [(5, "+5 chips"), (-5, "-5 chips"), (0, "+0 chips")])
def test_a_corrected_result_shows_the_change_with_its_sign(chips: int, shown: str) -> None:
    notice = notices.match_corrected("ana", "m", 1, chips, "a mistake")
    assert f": {shown}." in notice.body and notice.params["chips"] == chips


def test_times_are_shown_by_the_minute_in_utc() -> None:
    notice = notices.suspended("ana", "s", "red", NOON_MS, NOON_MS + 60_001, "insult")
    assert "from 2028-03-07 12:00 UTC until 2028-03-07 12:02 UTC. Reason: insult" in notice.body
    assert (notice.params["from_ms"], notice.params["until_ms"]) == (NOON_MS, NOON_MS + 60_001)


@pytest.mark.parametrize(("colour", "why"), [("yellow", "slow play"), ("blue", "not coming back")])
def test_a_suspension_by_cards_says_what_the_cards_were_for(colour: str, why: str) -> None:
    notice = notices.suspended("ana", "s", colour, 1, 2, colour)
    assert why in notice.body and notice.params["reason"] == colour


def reversed_payment(**how: int) -> PaymentReversed:
    usual: dict[str, Any] = {"account": "ana", "payment": "p", "chips": 100, "taken_chips": 60}
    return PaymentReversed(**usual | how)


def test_a_payment_that_was_taken_back_is_shown_with_what_is_owed_if_anything_is() -> None:
    paid = notices.payment_reversed(reversed_payment(number=1))
    assert (paid.code, paid.params) == ("payment_reversed", {"chips": 100, "taken": 60})
    assert "owe" not in paid.body
    owed = notices.payment_reversed(reversed_payment(number=1, debt_chips=1))
    assert (owed.code, owed.params) == ("payment_debt", {"chips": 100, "taken": 60, "debt": 1})
    assert "You owe 1 chips" in owed.body
    parts = [notices.payment_reversed(reversed_payment(number=number)).id for number in (1, 2, 3)]
    assert len(set(parts)) == 3
    assert parts[0] == hashlib.sha256(b"payment_reversed|p").hexdigest()[:32], "as before there were parts"


def test_what_staff_say_beside_a_warning_follows_it() -> None:
    assert notices.warned("ana", "r", "insult", "").body.endswith("This is a warning.")
    assert notices.warned("ana", "r", "insult", "Be kind.").body.endswith("This is a warning. Be kind.")


def test_a_reduction_names_its_new_end_and_another_ruling_none() -> None:
    assert notices.appeal_ruled("ana", "a", "reduced", 0, "x").params["until_ms"] == 0
    assert "until_ms" not in notices.appeal_ruled("ana", "a", "upheld", None, "x").params


@pytest.mark.parametrize(("until_ms", "named"), [(0, {}), (NOON_MS, {"until_ms": NOON_MS})])
def test_a_decision_about_a_company_names_a_time_where_it_ends(until_ms: int, named: dict[str, int]) -> None:
    decided = DecideCompany(
        account="staff", id="d", company="c", deed="close_chat", days=1, reason="r", company_name="Owls",
        new_name="", founder="ana", members=["ana"], closed_by="",
    )  # fmt: skip
    notice = notices.company_decided(decided, until_ms, LONG)
    assert notice.params == {"company": "Owls", "name": "", "reason": LONG} | named
    assert notice.body.endswith(f"Reason: {CUT}")
