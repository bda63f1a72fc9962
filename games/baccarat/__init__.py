"""Baccarat against the bank: with commission, without, and with Fortune Six; the rules are in RULES.md."""

from games.api import AnyGame
from games.baccarat import rounds, seats
from games.baccarat.moves import Move
from games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (
    Engine(__name__, "baccarat", Move, house_banked=True, apply=rounds.apply, sides=seats.sides),
)
