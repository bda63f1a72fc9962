"""The operator's settings of ranking (RULES.md §1), read from `KAFENEIO_<NAME>`."""

import msgspec

from services.kernel.refusal import Refusal
from services.ranking.elo import DEFAULTS, EloSettings


class RankingSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Each with the default of the rules."""

    elo_start: int = DEFAULTS.start
    """The rating of a new player."""
    elo_floor: int = DEFAULTS.floor
    """No rating falls below this."""
    elo_k: tuple[int, int, int] = DEFAULTS.k
    """For a new player, for the others, for one who has ever stood at `elo_top`."""
    elo_new: int = DEFAULTS.new
    """Rated matches after which a player is no longer new."""
    elo_top: int = DEFAULTS.top
    """Who has ever stood here has the third of `elo_k` from then on."""

    @property
    def elo(self) -> EloSettings:
        """The numbers as the formulas take them."""
        return EloSettings(self.elo_start, self.elo_floor, self.elo_k, self.elo_new, self.elo_top)

    def check(self) -> Refusal | None:
        """Whether the settings fit together. Refusals: `bad_parameters` (detail: the field)."""
        if self.elo_start < self.elo_floor:
            return Refusal("bad_parameters", {"field": "elo_start"})
        if any(k < 0 for k in self.elo_k):
            return Refusal("bad_parameters", {"field": "elo_k"})
        return None
