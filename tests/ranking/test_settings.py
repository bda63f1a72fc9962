"""The operator's numbers: which fit together, and what they are unless set (services/ranking/RULES.md §1, §2, §4)."""

import msgspec
import pytest

from services.kernel.refusal import Refusal
from services.ranking.settings import RankingSettings
from tests.support.services.settings_in_rules import assert_as_in_rules

POSITIVE = (
    *("board_pair_max", "board_min_opponents", "friendly_pair_max", "stats_window"),
    *("board_clock_s", "badges_s", "classification_s", "ranking_check_s", "ranking_recount_s"),
)
AT_LEAST_NOTHING = ("board_k", "board_grace_min", "established_days", "prize_review_days")


def checked(**changed: object) -> Refusal | None:
    return msgspec.structs.replace(RankingSettings(), **changed).check()


def wrong(field: str) -> Refusal:
    return Refusal("bad_parameters", {"field": field})


def test_what_is_set_unless_something_else_is_fits_together() -> None:
    assert RankingSettings().check() is None


@pytest.mark.parametrize("name", POSITIVE)
def test_numbers_of_which_there_must_be_some(name: str) -> None:
    assert (checked(**{name: 0}), checked(**{name: -1})) == (wrong(name), wrong(name))
    assert (checked(**{name: 1}), checked(**{name: 2})) == (None, None)


@pytest.mark.parametrize("name", AT_LEAST_NOTHING)
def test_numbers_that_may_be_nothing(name: str) -> None:
    assert (checked(**{name: 0}), checked(**{name: 2}), checked(**{name: -1})) == (None, None, wrong(name))


@pytest.mark.parametrize("name", ["elo_start", "board_start"])
def test_no_start_is_below_the_floor(name: str) -> None:
    assert checked(**{name: 100}, elo_floor=100) is None
    assert checked(**{name: 99}, elo_floor=100) == wrong(name)


def test_no_match_moves_a_rating_backwards() -> None:
    assert (checked(elo_k=(0, 0, 0)), checked(elo_k=(40, -1, 10))) == (None, wrong("elo_k"))


def test_numbers_are_those_of_the_rules() -> None:
    assert_as_in_rules("ranking", RankingSettings(), least=15)
