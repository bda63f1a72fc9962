"""The operator's numbers (services/tournaments/RULES.md)."""

from services.tournaments.settings import TournamentsSettings
from tests.support.services.settings_in_rules import assert_as_in_rules


def test_numbers_are_those_of_the_rules() -> None:
    assert_as_in_rules("tournaments", TournamentsSettings(), least=6)
