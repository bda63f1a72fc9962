"""Tavli: Portes, Plakoto, Fevga and the match that combines them; the rules are in RULES.md."""

from games.api import AnyGame, TableDefaults
from games.tavli.moves import Move
from games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (Engine(__name__, "tavli", Move),)
TABLES = {"tavli": TableDefaults(leave="concede")}
