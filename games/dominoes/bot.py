"""The computer player: determinized Monte Carlo from what its seat knows (RULES.md §12)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.api import GameEvent, Rng
from games.dominoes.chain import Option
from games.dominoes.computer.knowledge import Knowledge, knowledge
from games.dominoes.moves import Lay
from games.dominoes.tiles import TEXTS
from games.dominoes.view import View
from services.kernel.strength import STRONG, Strength


class Level(NamedTuple):
    """What a strength looks at, and how well it sees."""

    playouts: int
    inferring: bool
    """Whether it draws conclusions from the lays of others."""
    noise: float
    """The standard deviation of its errors, in points of a hand (100ths of a hand in a Run Out Match)."""

    def scaled(self, scale: float) -> "Level":
        """With a share of the work."""
        return self._replace(playouts=max(1, int(self.playouts * scale)))


LEVELS: dict[Strength, Level] = {
    "strong": Level(6_000, True, 0),
    "medium": Level(600, False, 8),
    "easy": Level(200, False, 18),
}


def bot(
    view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = (), scale: float = 1.0
) -> Lay | None:
    """The lay of the view's seat; None when it is not on turn."""
    if view.seat is None or view.seat != view.turn:
        return None
    known = knowledge(view, history)
    return lay_of(
        known, known.options[0] if len(known.options) == 1 else found(known, LEVELS[strength].scaled(scale), rng)
    )


def found(known: Knowledge, level: Level, rng: Rng) -> Option:
    """The option that promises most to a level."""
    # numpy takes longer to import than all games together: only processes in which a computer thinks need it
    from games.dominoes.computer.search import Effort, expected
    from games.toolkit.search.chance import source_of
    from games.toolkit.search.choice import best, noisy

    source = source_of(rng)
    worths = expected(known, Effort(level.playouts, level.inferring), source)
    size = level.noise / 100 if known.target == "runout" else level.noise
    return known.options[best(noisy(worths, size, source) if size else worths)]


def lay_of(known: Knowledge, option: Option) -> Lay:
    """An option as a move, its end named only where the tile fits both."""
    tile, end = option
    return Lay(TEXTS[tile], end if sum(each == tile for each, _ in known.options) == 2 else None)
