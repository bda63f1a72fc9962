"""Which games a seed plays."""

from typing import Any

from games import registry
from tests.games.housecard import HouseCard
from tests.simulation import veiled


def chosen_games(seed: int) -> list[Any]:
    """The games of a seed: the veiled one or one of the platform's, another, and perhaps house-banked ones."""
    found = [veiled.Veiled(), *(each for each in registry.games() if not each.house_banked)]
    first, second = seed % len(found), (seed // len(found) + seed) % len(found)
    house = [[HouseCard()], [each for each in registry.games() if each.house_banked], []][seed % 3]
    return [found[first], *house] if first == second else [found[first], found[second], *house]
