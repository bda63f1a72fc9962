"""Buraco; the rules are in RULES.md."""

from games.api import AnyGame
from games.buraco.moves import Move
from games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (Engine(__name__, "buraco", Move),)
