"""The operator's settings of tournaments (RULES.md §5), read from `KAFENEIO_<NAME>`."""

import msgspec

from services.tournaments.competition import DEFAULTS, CompetitionSettings


class TournamentsSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Each with the default of the rules."""

    overtime_min: int = DEFAULTS.overtime_min
    """How long after `ends_at` games that run may go on, in minutes."""
    pool_bps: int = DEFAULTS.pool_bps
    """The part of the entries that is a growing pool, in basis points."""
    max_entries: int = DEFAULTS.max_entries
    """How many entries a player may buy where a competition does not say."""

    @property
    def competition(self) -> CompetitionSettings:
        """The numbers as the rules take them."""
        return CompetitionSettings(self.overtime_min, self.pool_bps, self.max_entries)
