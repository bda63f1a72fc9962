"""Dominoes in pairs: to 100, to 200, and the Run Out Match; the rules are in RULES.md."""

from games.api import AnyGame, TableDefaults
from games.dominoes.moves import Lay
from games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (Engine(__name__, "dominoes", Lay),)
TABLES = {
    "dominoes": TableDefaults(
        clock="card_clock", returning="fixed_window", leave="pause_return", recorded=frozenset({"won"})
    )
}
