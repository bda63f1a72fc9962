"""The three variants by name, and their order in the combined match (RULES.md §2)."""

from services.tables.games.tavli.fevga import Fevga
from services.tables.games.tavli.plakoto import Plakoto
from services.tables.games.tavli.portes import Portes
from services.tables.games.tavli.state import VariantChoice, VariantName
from services.tables.games.tavli.variant import Variant

FEVGA = Fevga()
VARIANTS: dict[VariantName, Variant] = {"portes": Portes(), "plakoto": Plakoto(), "fevga": FEVGA}
ORDER: tuple[VariantName, ...] = ("portes", "plakoto", "fevga")


def variant_now(choice: VariantChoice, game_number: int) -> VariantName:
    """The variant of a game of the match, counted from 1."""
    return ORDER[(game_number - 1) % len(ORDER)] if choice == "combined" else choice
