"""Tichu for two pairs; the rules are in RULES.md."""

from services.tables.games.api import AnyGame, TableDefaults
from services.tables.games.tichu.moves import Move
from services.tables.games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (Engine(__name__, "tichu", Move),)
TABLES = {"tichu": TableDefaults(leave="bot_replace")}
