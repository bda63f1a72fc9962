"""Mpirimpa, with and without columns, and mpirimpa pro; the rules are in RULES.md."""

from services.tables.games.api import AnyGame
from services.tables.games.mpirimpa import moves, rules
from services.tables.games.mpirimpa.state import ProOptions
from services.tables.games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (
    Engine(__name__, "mpirimpa", moves.Move, parse=moves.parse_plain),
    Engine(__name__, "mpirimpa_pro", moves.Move, options_type=ProOptions, options=rules.pro_options),
)
