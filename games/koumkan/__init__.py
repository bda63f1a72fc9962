"""Koum-kan, thanasis and dynamitis: rummy for penalty points; the rules are in RULES.md."""

from functools import partial

from games.api import AnyGame, TableDefaults
from games.koumkan.moves import Move
from games.koumkan.rules import options_of
from games.koumkan.state import DynamitisOptions, Options, ThanasisOptions
from games.toolkit.engine import Engine

_OPTIONS = {"koumkan": Options, "thanasis": ThanasisOptions, "dynamitis": DynamitisOptions}

GAMES: tuple[AnyGame, ...] = tuple(
    Engine(__name__, game_id, Move, options_type=kind, options=partial(options_of, kind))
    for game_id, kind in _OPTIONS.items()
)
TABLES = {each.id: TableDefaults(leave="eliminate") for each in GAMES}
