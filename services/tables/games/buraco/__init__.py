"""Buraco; the rules are in RULES.md."""

from services.tables.games.api import AnyGame
from services.tables.games.buraco.moves import Move
from services.tables.games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (Engine(__name__, "buraco", Move),)
