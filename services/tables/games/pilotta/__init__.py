"""Pilotta: Palatisti, Classic, and Classic for two; the rules are in RULES.md."""

from services.tables.games.api import Game, TableDefaults
from services.tables.games.pilotta import bot as player
from services.tables.games.pilotta import events, moves
from services.tables.games.pilotta import preview as help_
from services.tables.games.pilotta import rules as engine
from services.tables.games.pilotta import view as eyes
from services.tables.games.pilotta.moves import Move
from services.tables.games.pilotta.state import Options, State


class Pilotta:
    """The game as the table knows it (services/tables/games/api.py)."""

    id = "pilotta"
    house_banked = False
    rules = 1
    state_type = State
    options_type = Options
    view_type = eyes.View
    move_type = Move

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
    told = staticmethod(events.told)
    preview = staticmethod(help_.preview)
    bot = staticmethod(player.bot)
    timed_out = staticmethod(engine.timed_out)


GAMES: tuple[Game[State, Options, eyes.View, Move], ...] = (Pilotta(),)
TABLES = {"pilotta": TableDefaults(leave="bot_replace")}
