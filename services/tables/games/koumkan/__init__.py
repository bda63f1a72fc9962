"""Koum-kan, thanasis and dynamitis: rummy for penalty points; the rules are in RULES.md."""

from functools import partial

from services.tables.games.api import AnyGame, TableDefaults
from services.tables.games.koumkan.moves import Move
from services.tables.games.koumkan.rules import options_of
from services.tables.games.koumkan.state import DynamitisOptions, Options, ThanasisOptions
from services.tables.games.toolkit.engine import Engine

_OPTIONS = {"koumkan": Options, "thanasis": ThanasisOptions, "dynamitis": DynamitisOptions}

GAMES: tuple[AnyGame, ...] = tuple(
    Engine(__name__, game_id, Move, options_type=kind, options=partial(options_of, kind))
    for game_id, kind in _OPTIONS.items()
)
TABLES = {each.id: TableDefaults(leave="eliminate") for each in GAMES}
