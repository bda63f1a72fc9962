"""Tavli: Portes, Plakoto, Fevga and the match that combines them; the rules are in RULES.md."""

from services.tables.games.api import AnyGame, TableDefaults
from services.tables.games.tavli.moves import Move
from services.tables.games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (Engine(__name__, "tavli", Move),)
TABLES = {"tavli": TableDefaults(leave="concede")}
