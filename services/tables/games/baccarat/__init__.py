"""Baccarat against the bank: with commission, without, and with Fortune Six; the rules are in RULES.md."""

from services.tables.games.api import AnyGame
from services.tables.games.baccarat import rounds, seats
from services.tables.games.baccarat.moves import Move
from services.tables.games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (
    Engine(__name__, "baccarat", Move, house_banked=True, apply=rounds.apply, sides=seats.sides),
)
