"""The operator's settings of tournaments (RULES.md §5), read from `KAFENEIO_<NAME>`."""

import msgspec

from services.kernel.local_time import is_zone
from services.kernel.refusal import Refusal
from services.tournaments.competitions.rules import CORRECTION_WINDOW_DAYS, DEFAULTS, CompetitionSettings

_NOT_NEGATIVE = ("overtime_min", "min_age", "established_days", "prize_review_days")


class TournamentsSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Each with the default of the rules."""

    overtime_min: int = DEFAULTS.overtime_min
    """How long after `ends_at` games that run may go on, in minutes."""
    pool_bps: int = DEFAULTS.pool_bps
    """The part of the entries that is a growing pool, in basis points."""
    max_entries: int = DEFAULTS.max_entries
    """How many entries a player may buy where a competition does not say."""
    min_age: int = 18
    """How old a player must be to enter, in whole years."""
    established_days: int = 7
    """From which age on an account may have a prize."""
    prizes_need_email: bool = True
    """Whether it needs a confirmed e-mail address; a site that sends no mails sets it to false."""
    prize_review_days: int = 14
    """How long a prize waits while a case about its winner is open; after that it is not paid."""
    correction_window_days: int = CORRECTION_WINDOW_DAYS
    """How long after its settlement a competition may be corrected."""
    default_evenings: bool = True
    """Whether the platform holds the competitions of RULES.md §8 by itself: a free one a day, one a week for chips."""
    default_evenings_zone: str = "Europe/Athens"
    """The time zone of their times, a name of the IANA data base, for a platform that has none of them yet."""
    checks_timeout_ms: int = 3_000
    """How long another service may take to answer."""
    pairing_ms: int = 300
    """How often those who wait are paired when nothing else calls for it."""
    pairing_games_max: int = 200
    """Games called in one transaction; the rest follows at once."""
    push_ms: int = 500
    """How often changed lines of competitions go to everybody."""

    @property
    def competition(self) -> CompetitionSettings:
        """The numbers as the rules take them."""
        return CompetitionSettings(self.overtime_min, self.pool_bps, self.max_entries)

    def check(self) -> Refusal | None:
        """Whether the settings fit together. Refusal: `bad_parameters` (detail: the field)."""
        positive = ("max_entries", "checks_timeout_ms", "pairing_ms", "pairing_games_max", "push_ms")
        wrong = [name for name in positive if getattr(self, name) < 1]
        wrong += [name for name in _NOT_NEGATIVE if getattr(self, name) < 0]
        wrong += [] if is_zone(self.default_evenings_zone) else ["default_evenings_zone"]
        wrong += [] if 0 <= self.pool_bps <= 10_000 else ["pool_bps"]
        return Refusal("bad_parameters", {"field": wrong[0]}) if wrong else None
