"""Tichu for two pairs; the rules are in RULES.md."""

from games.api import AnyGame, TableDefaults
from games.tichu.moves import Move
from games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (Engine(__name__, "tichu", Move),)
TABLES = {"tichu": TableDefaults(leave="bot_replace")}
