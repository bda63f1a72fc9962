"""A ranking process, driven by events; and matches with the ratings that were frozen at their start."""

from typing import Any

from services.contracts.lobby.accounts.privacy import ErasureAnswered
from services.contracts.moderation.orders import FreeMatchCorrected, OrderAnswered
from services.contracts.ranking.boards import BoardClosed
from services.contracts.ranking.ratings import GetRatings, Rated, Rating
from services.contracts.ranking.statistics import QuintilesChanged
from services.contracts.tables import commands
from services.contracts.tables import events as tables_events
from services.kernel.clock import FakeClock
from services.ranking.elo.rules import EloSettings
from services.ranking.service import App, RankingService
from services.ranking.settings import RankingSettings
from tests.support.services.match_events import finished
from tests.support.services.process import Process


class Ranking(Process):
    """One ranking process without a broker."""

    sent = commands.RatingsFrozen | commands.MatchRated
    events = {
        "ranking.rated": Rated,
        "ranking.quintiles_changed": QuintilesChanged,
        "ranking.board_closed": BoardClosed,
        "ranking.free_match_corrected": FreeMatchCorrected,
        "orders.order_answered": OrderAnswered,
        "privacy.erasure_answered": ErasureAnswered,
    }

    def __init__(self, url: str, elo: EloSettings | None = None, clock: FakeClock | None = None, **other: Any) -> None:
        super().__init__(url, "ranking", clock)
        self.service = RankingService()
        self.settings = settings_of(elo or EloSettings(), **other)
        self.service.app = App(self.base, self.settings)

    def finished(self, *events: tables_events.MatchFinished, **how: Any) -> None:
        """Matches are over."""
        self.hear("on_staked_match_finished", *events, **how)

    def ratings(self, *accounts: str) -> list[Rating]:
        """Ratings in the order asked."""
        return self.ask(GetRatings(accounts=list(accounts))).ratings

    def elo(self, *accounts: str) -> list[int]:
        """The bare numbers."""
        return [each.rating for each in self.ratings(*accounts)]


def settings_of(elo: EloSettings, **other: Any) -> RankingSettings:
    """Ranking's settings with these numbers of the general Elo."""
    return RankingSettings(
        elo_start=elo.start, elo_floor=elo.floor, elo_k=elo.k, elo_new=elo.new, elo_top=elo.top, **other
    )


def frozen(account: str, rating: int = 1500, games: int = 0, peak: int | None = None) -> commands.SeatRating:
    """A rating as a match froze it; a peak is never below it."""
    return commands.SeatRating(account, rating, games, rating if peak is None else peak)


def match(name: str, *ratings: commands.SeatRating, **how: Any) -> tables_events.MatchFinished:
    """A match of these players that the first has won by default."""
    accounts = [rating.account for rating in ratings]
    return finished(name, *accounts, **{"ratings": list(ratings)} | how)
