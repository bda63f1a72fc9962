"""How many competitions a player may make (services/tournaments/RULES.md §11)."""

import pytest

from services.kernel.refusal import Refusal
from services.tournaments.made.rules import check_limits


@pytest.mark.parametrize(
    ("open_now", "lately", "most"),
    [
        *((0, 0, None), (1, 4, None)),
        *((2, 4, {"most": 2}), (3, 0, {"most": 2}), (50, 0, {"most": 2})),
        *((1, 5, {"most_in_a_day": 5}), (0, 6, {"most_in_a_day": 5}), (0, 50, {"most_in_a_day": 5})),
        (2, 5, {"most": 2}),
    ],
)
def test_two_may_be_not_over_and_five_be_made_in_a_day(open_now: int, lately: int, most: dict[str, int] | None) -> None:
    assert check_limits(open_now, lately) == (None if most is None else Refusal("competition_made_limit", most))
