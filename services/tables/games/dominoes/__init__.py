"""Dominoes in pairs: to 100, to 200, and the Run Out Match; the rules are in RULES.md."""

from services.tables.games.api import Game, TableDefaults
from services.tables.games.dominoes import bot as player
from services.tables.games.dominoes import moves
from services.tables.games.dominoes import rules as engine
from services.tables.games.dominoes import view as eyes
from services.tables.games.dominoes.state import Options, State


class Dominoes:
    """The game as the table knows it (services/tables/games/api.py)."""

    id = "dominoes"
    house_banked = False
    rules = 1
    state_type = State
    options_type = Options
    view_type = eyes.View
    move_type = moves.Lay

    options = staticmethod(engine.options)
    sides = staticmethod(engine.sides)
    start = staticmethod(engine.start)
    next = staticmethod(engine.next_)
    parse = staticmethod(moves.parse)
    write = staticmethod(moves.write)
    check = staticmethod(engine.check)
    legal = staticmethod(engine.legal)
    apply = staticmethod(engine.apply)
    progress = staticmethod(engine.progress)
    view = staticmethod(eyes.view)
    told = staticmethod(eyes.told)
    preview = staticmethod(eyes.preview)
    bot = staticmethod(player.bot)
    timed_out = staticmethod(engine.timed_out)


GAMES: tuple[Game[State, Options, eyes.View, moves.Lay], ...] = (Dominoes(),)
TABLES = {
    "dominoes": TableDefaults(
        clock="card_clock", returning="fixed_window", leave="pause_return", recorded=frozenset({"won"})
    )
}
