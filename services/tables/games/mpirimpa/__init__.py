"""Mpirimpa, with and without columns, and mpirimpa pro; the rules are in RULES.md."""

from typing import Any

from services.tables.games.api import Game
from services.tables.games.mpirimpa import automatic_turn, legal_moves, moves
from services.tables.games.mpirimpa import bot as player
from services.tables.games.mpirimpa import preview as drafts
from services.tables.games.mpirimpa import rules as engine
from services.tables.games.mpirimpa import view as eyes
from services.tables.games.mpirimpa.rules import RULES
from services.tables.games.mpirimpa.state import Options, ProOptions, State


class _Family:
    """What both games share (services/tables/games/api.py)."""

    house_banked = False
    rules = 1
    state_type = State
    view_type = eyes.View
    move_type = moves.Move

    sides = staticmethod(engine.sides)
    start = staticmethod(engine.start)
    next = staticmethod(RULES.next)
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


class Mpirimpa(_Family):
    """The pile is free; columns are an option."""

    id = "mpirimpa"
    options_type = Options
    options = staticmethod(engine.options)
    parse = staticmethod(moves.parse_plain)


class MpirimpaPro(_Family):
    """The pile must be justified by plays; there are no columns."""

    id = "mpirimpa_pro"
    options_type = ProOptions
    options = staticmethod(engine.pro_options)
    parse = staticmethod(moves.parse)


GAMES: tuple[Game[State, Any, eyes.View, moves.Move], ...] = (Mpirimpa(), MpirimpaPro())
