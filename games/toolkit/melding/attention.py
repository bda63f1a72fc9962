"""How weaker computer players of the rummy games err: as people do, they overlook plays and misjudge cards.

The sheets say how much: games/buraco/RULES.md §12, for one.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.api import Rng
from games.toolkit.seeded import Seeded, seeded
from services.kernel.strength import Strength


class Lapses(NamedTuple):
    """What a strength does wrong."""

    overlooked: float
    """How likely a play, or the use of the pile, is not seen at one moment."""
    misjudged: float
    """The standard deviation of errors about the worth of a discard, in units of its family."""


LAPSES: Mapping[Strength, Lapses] = {
    "strong": Lapses(0.0, 0.0),
    "medium": Lapses(0.1, 1.0),
    "easy": Lapses(0.4, 4.0),
}


class Attention:
    """The attention of a computer player at one decision."""

    def __init__(self, rng: Rng, strength: Strength, lapses: Mapping[Strength, Lapses] = LAPSES) -> None:
        """`lapses`: those of the game, where it forgives fewer than the others."""
        self._lapses = lapses[strength]
        self._chance: Seeded | None = seeded(rng) if any(self._lapses) else None

    def sees(self) -> bool:
        """Whether a play that is there is seen."""
        return self._chance is None or self._chance.share() >= self._lapses.overlooked

    def judged(self, worth: float, unit: float = 1.0) -> float:
        """A worth as it is judged, to five places; `unit`: what an error is measured in."""
        if self._chance is not None:
            worth += self._lapses.misjudged * unit * self._chance.bell()
        return round(worth, 5)
