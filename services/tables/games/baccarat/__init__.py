"""Baccarat against the house: with commission, without, and with Fortune Six; the rules are in RULES.md."""

from services.tables.games.api import Game
from services.tables.games.baccarat import bot as player
from services.tables.games.baccarat import events, moves, rounds, seats
from services.tables.games.baccarat import rules as engine
from services.tables.games.baccarat import view as eyes
from services.tables.games.baccarat.state import Options, State


class Baccarat:
    """The game as the table knows it (services/tables/games/api.py)."""

    id = "baccarat"
    house_banked = True
    rules = 1
    state_type = State
    options_type = Options
    view_type = eyes.View
    move_type = moves.Move

    options = staticmethod(engine.options)
    sides = staticmethod(seats.sides)
    start = staticmethod(engine.start)
    next = staticmethod(engine.next_)
    parse = staticmethod(moves.parse)
    write = staticmethod(moves.write)
    check = staticmethod(engine.check)
    legal = staticmethod(engine.legal)
    apply = staticmethod(rounds.apply)
    progress = staticmethod(engine.progress)
    view = staticmethod(eyes.view)
    told = staticmethod(events.told)
    preview = staticmethod(eyes.preview)
    bot = staticmethod(player.bot)
    timed_out = staticmethod(engine.timed_out)


GAMES: tuple[Game[State, Options, eyes.View, moves.Move], ...] = (Baccarat(),)
