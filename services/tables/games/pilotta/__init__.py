"""Pilotta: Palatisti, Classic, and Classic for two; the rules are in RULES.md."""

from services.tables.games.api import AnyGame, TableDefaults
from services.tables.games.pilotta.moves import Move
from services.tables.games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (Engine(__name__, "pilotta", Move),)
TABLES = {"pilotta": TableDefaults(leave="bot_replace")}
