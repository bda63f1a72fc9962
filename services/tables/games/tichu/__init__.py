"""Tichu for two pairs; the rules are in RULES.md."""

from services.tables.games.api import Game, TableDefaults
from services.tables.games.tichu import bot as player
from services.tables.games.tichu import moves
from services.tables.games.tichu import preview as helper
from services.tables.games.tichu import rules as engine
from services.tables.games.tichu import view as eyes
from services.tables.games.tichu.state import Options, State


class Tichu:
    """The game as the table knows it (services/tables/games/api.py)."""

    id = "tichu"
    house_banked = False
    rules = 1
    state_type = State
    options_type = Options
    view_type = eyes.View
    move_type = moves.Move

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
    preview = staticmethod(helper.preview)
    bot = staticmethod(player.bot)
    timed_out = staticmethod(engine.timed_out)


GAMES: tuple[Game[State, Options, eyes.View, moves.Move], ...] = (Tichu(),)
TABLES = {"tichu": TableDefaults(leave="bot_replace")}
