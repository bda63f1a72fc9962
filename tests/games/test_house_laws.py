"""A house-banked game of the tests keeps every law that a registered one keeps: the laws know such games."""

import pytest

from games import api
from tests.games import laws, seeded_matches
from tests.games.housecard import HouseCard

CASES = [seeded_matches.Case(HouseCard(), options) for options in ("{}", '{"variant": "double"}')]
LAWS = [law for law in laws.LAWS if law is not laws.every_moment_can_be_written_down]


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_law_holds(law: laws.Law, case: seeded_matches.Case) -> None:
    law(case)


def test_what_is_tried_has_rounds_refusals_dummies_and_several_shoes() -> None:
    steps = [step for case in CASES for match in seeded_matches.matches(case) for step in match]
    kinds = {type(step.action) for step in steps}
    assert {api.Banked, api.Cancelled, api.Guest, api.Left, api.Drawn, api.Elapsed} <= kinds
    assert sum(isinstance(step.action, api.Drawn) for step in steps) > len(CASES) * 6
    assert any(step.action.refused for step in steps if isinstance(step.action, api.Banked))
