"""The three variants by name, and their order in the combined match (RULES.md §2)."""

from games.tavli.fevga import Fevga
from games.tavli.plakoto import Plakoto
from games.tavli.portes import Portes
from games.tavli.state import VariantChoice, VariantName
from games.tavli.variant import Variant

FEVGA = Fevga()
VARIANTS: dict[VariantName, Variant] = {"portes": Portes(), "plakoto": Plakoto(), "fevga": FEVGA}
ORDER: tuple[VariantName, ...] = ("portes", "plakoto", "fevga")


def variant_now(choice: VariantChoice, game_number: int) -> VariantName:
    """The variant of a game of the match, counted from 1."""
    return ORDER[(game_number - 1) % len(ORDER)] if choice == "combined" else choice
