"""Mpirimpa, with and without columns, and mpirimpa pro; the rules are in RULES.md."""

from games.api import AnyGame
from games.mpirimpa import moves, rules
from games.mpirimpa.state import ProOptions
from games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (
    Engine(__name__, "mpirimpa", moves.Move, parse=moves.parse_plain),
    Engine(__name__, "mpirimpa_pro", moves.Move, options_type=ProOptions, options=rules.pro_options),
)
