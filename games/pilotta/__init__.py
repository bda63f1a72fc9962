"""Pilotta: Palatisti, Classic, and Classic for two; the rules are in RULES.md."""

from games.api import AnyGame, TableDefaults
from games.pilotta.moves import Move
from games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (Engine(__name__, "pilotta", Move),)
TABLES = {"pilotta": TableDefaults(leave="bot_replace")}
