"""What organizers are offered (services/tables/RULES.md §4)."""

from games.registry import game
from services.tables.catalogue.offers import option_values


def test_what_the_platform_sets_is_not_offered() -> None:
    """Ratings are an option of tichu's engine, but frozen by the platform."""
    assert option_values(game("tichu").options_type) == {"target": [1000, 250, 500, 750]}
