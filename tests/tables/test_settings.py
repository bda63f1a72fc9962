"""The operator's numbers (services/tables/RULES.md)."""

from services.tables.settings import TablesSettings
from tests.support.services.settings_in_rules import assert_as_in_rules


def test_numbers_are_those_of_the_rules() -> None:
    assert_as_in_rules("tables", TablesSettings(), least=20)
