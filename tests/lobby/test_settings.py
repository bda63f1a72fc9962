"""The operator's numbers (services/lobby/RULES.md)."""

from services.lobby.settings import LobbySettings
from tests.support.services.settings_in_rules import assert_as_in_rules


def test_numbers_are_those_of_the_rules() -> None:
    assert_as_in_rules("lobby", LobbySettings(), least=30)
