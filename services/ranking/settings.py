"""The operator's settings of ranking (RULES.md §1, §2, §4), read from `KAFENEIO_<NAME>`."""

import msgspec

from services.kernel.local_time import is_zone
from services.kernel.refusal import Refusal
from services.ranking.boards import rules as leaderboards
from services.ranking.boards.rules import BoardSettings
from services.ranking.elo.rules import DEFAULTS, EloSettings
from services.ranking.statistics.rules import StatisticsSettings


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
    board_start: int = leaderboards.DEFAULTS.start
    """The table rating with which everybody begins a period."""
    board_k: int = leaderboards.DEFAULTS.k
    """How strongly one match moves a table rating."""
    board_pair_max: int = leaderboards.DEFAULTS.pair_max
    """Counted matches of two opponents against each other in a period."""
    board_grace_min: int = leaderboards.DEFAULTS.grace_min
    """How long a period that is over waits for matches that ended in it."""
    board_min_opponents: int = leaderboards.DEFAULTS.min_opponents
    """Households of established accounts that the winner of a prize must have met in the period."""
    established_days: int = leaderboards.DEFAULTS.min_age_days
    """From which age on an account may win a prize, and is an opponent against whom one is won."""
    prizes_need_email: bool = leaderboards.DEFAULTS.need_email
    """Whether both need a confirmed e-mail address; a site that sends no mails sets it to false."""
    prize_review_days: int = leaderboards.DEFAULTS.review_days
    """How long a prize waits while a case about its winner is open; after that it is not paid."""
    friendly_pair_max: int = 10
    """Friendly matches of two players on one UTC day that change ratings."""
    board_games: tuple[str, ...] = leaderboards.GAMES
    """The games that have a weekly and a monthly board from the beginning; other games get theirs with their first
    rated match."""
    board_clock_s: int = 5
    """How often periods are begun, closed and looked after."""
    badges_s: int = 20
    """How often the badges of accounts with new deeds are looked at: each at most once in that time."""
    classification_s: int = 20
    """How often players are notified of a quintile that others' matches have changed."""
    correction_window_days: int = 30
    """How long after its end the result of a match without a stake may be corrected; others the wallet judges."""
    ranking_check_s: int = 600
    """How often places and the number of players with each PR are counted anew and compared."""
    ranking_recount_s: int = 86_400
    """How often every PR is added up anew from all matches and compared: one statement that reads them all."""
    stats_window: int = 50
    """Recorded matches that a page of statistics shows."""
    house_zone: str = "Europe/Athens"
    """The platform's time zone, a name of the IANA data base: when its day begins (RULES.md §8)."""

    @property
    def elo(self) -> EloSettings:
        """The numbers as the formulas take them."""
        return EloSettings(self.elo_start, self.elo_floor, self.elo_k, self.elo_new, self.elo_top)

    @property
    def boards(self) -> BoardSettings:
        """The numbers of leaderboards."""
        return BoardSettings(
            self.board_start,
            self.board_k,
            self.board_pair_max,
            self.board_grace_min,
            self.board_min_opponents,
            self.established_days,
            self.prizes_need_email,
            self.prize_review_days,
        )

    @property
    def statistics(self) -> StatisticsSettings:
        """The numbers of statistics."""
        return StatisticsSettings(self.stats_window)

    def check(self) -> Refusal | None:
        """Whether the settings fit together. Refusals: `bad_parameters` (detail: the field)."""
        seconds = ("board_clock_s", "badges_s", "classification_s", "ranking_check_s", "ranking_recount_s")
        positive = ("board_pair_max", "board_min_opponents", "friendly_pair_max", "stats_window", *seconds)
        checks = {
            "elo_start": self.elo_start >= self.elo_floor,
            "elo_k": all(k >= 0 for k in self.elo_k),
            "board_start": self.board_start >= self.elo_floor,
            "board_k": self.board_k >= 0,
            "board_grace_min": self.board_grace_min >= 0,
            "established_days": self.established_days >= 0,
            "house_zone": is_zone(self.house_zone),
            "prize_review_days": self.prize_review_days >= 0,
        } | {name: getattr(self, name) > 0 for name in positive}
        wrong = next((name for name, right in checks.items() if not right), None)
        return None if wrong is None else Refusal("bad_parameters", {"field": wrong})
