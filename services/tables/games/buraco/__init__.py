"""Buraco; the rules are in RULES.md."""

from services.tables.games.api import Game
from services.tables.games.buraco import automatic_turn, legal_moves, moves
from services.tables.games.buraco import bot as player
from services.tables.games.buraco import preview as drafts
from services.tables.games.buraco import rules as engine
from services.tables.games.buraco import view as eyes
from services.tables.games.buraco.rules import RULES
from services.tables.games.buraco.state import Options, State


class Buraco:
    """The one game of the family (services/tables/games/api.py)."""

    id = "buraco"
    house_banked = False
    rules = 1
    state_type = State
    options_type = Options
    view_type = eyes.View
    move_type = moves.Move

    options = staticmethod(engine.options)
    sides = staticmethod(engine.sides)
    start = staticmethod(engine.start)
    next = staticmethod(RULES.next)
    parse = staticmethod(moves.parse)
    write = staticmethod(moves.write)
    check = staticmethod(RULES.check)
    legal = staticmethod(legal_moves.legal)
    apply = staticmethod(RULES.apply)
    progress = staticmethod(RULES.progress)
    view = staticmethod(eyes.view)
    told = staticmethod(eyes.told)
    preview = staticmethod(drafts.preview)
    bot = staticmethod(player.bot)
    timed_out = staticmethod(automatic_turn.timed_out)


GAMES: tuple[Game[State, Options, eyes.View, moves.Move], ...] = (Buraco(),)
