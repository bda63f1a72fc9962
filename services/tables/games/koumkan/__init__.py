"""Koum-kan, thanasis and dynamitis: rummy for penalty points; the rules are in RULES.md."""

from collections.abc import Mapping
from typing import Any

from services.kernel.refusal import Refusal
from services.tables.games.api import Game, TableDefaults
from services.tables.games.koumkan import automatic_turn, legal_moves, moves
from services.tables.games.koumkan import bot as player
from services.tables.games.koumkan import preview as drafts
from services.tables.games.koumkan import rules as engine
from services.tables.games.koumkan import view as eyes
from services.tables.games.koumkan.state import DynamitisOptions, Options, State, ThanasisOptions


class _Family:
    """What the games share (services/tables/games/api.py)."""

    house_banked = False
    rules = 1
    state_type = State
    view_type = eyes.View
    move_type = moves.Move

    sides = staticmethod(engine.sides)
    start = staticmethod(engine.start)
    next = staticmethod(engine.next_)
    parse = staticmethod(moves.parse)
    write = staticmethod(moves.write)
    check = staticmethod(engine.check)
    legal = staticmethod(legal_moves.legal)
    apply = staticmethod(engine.apply)
    progress = staticmethod(engine.progress)
    view = staticmethod(eyes.view)
    told = staticmethod(eyes.told)
    preview = staticmethod(drafts.preview)
    bot = staticmethod(player.bot)
    timed_out = staticmethod(automatic_turn.timed_out)


class Koumkan(_Family):
    """Melds are laid during the hand, and every card left in hand costs."""

    id = "koumkan"
    options_type = Options

    def options(self, raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
        """The options, or `options_invalid`."""
        return engine.options_of(Options, raw, frozen)


class Thanasis(_Family):
    """Melds stay in hand until somebody goes out; the indicator's rank is wild."""

    id = "thanasis"
    options_type = ThanasisOptions

    def options(self, raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> ThanasisOptions | Refusal:
        """The options, or `options_invalid`."""
        return engine.options_of(ThanasisOptions, raw, frozen)


class Dynamitis(_Family):
    """Thanasis with the 2s wild too."""

    id = "dynamitis"
    options_type = DynamitisOptions

    def options(self, raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> DynamitisOptions | Refusal:
        """The options, or `options_invalid`."""
        return engine.options_of(DynamitisOptions, raw, frozen)


GAMES: tuple[Game[State, Any, eyes.View, moves.Move], ...] = (Koumkan(), Thanasis(), Dynamitis())
TABLES = {each.id: TableDefaults(leave="eliminate") for each in GAMES}
