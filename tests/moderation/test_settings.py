"""The operator's numbers (services/moderation/RULES.md)."""

from services.moderation.settings import ModerationSettings
from tests.support.services.settings_in_rules import assert_as_in_rules


def test_numbers_are_those_of_the_rules() -> None:
    assert_as_in_rules("moderation", ModerationSettings(), least=6)
