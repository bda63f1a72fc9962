"""A ranking process, driven by events; and matches with the ratings that were frozen at their start."""

from typing import Any

from services.contracts import tables
from services.contracts.ranking import GetRatings, Rated, Rating
from services.kernel.clock import FakeClock
from services.ranking.elo import EloSettings
from services.ranking.service import App, RankingService
from tests.wallet.matches import finished
from tests.wallet.process import Process


class Ranking(Process):
    """One ranking process without a broker."""

    sent = tables.RatingsFrozen | tables.MatchRated
    events = {"ranking.rated": Rated}

    def __init__(self, url: str, elo: EloSettings | None = None, clock: FakeClock | None = None) -> None:
        super().__init__(url, "ranking", clock)
        self.service = RankingService()
        self.service.app = App(self.base, elo or EloSettings())

    def finished(self, *events: tables.MatchFinished, **how: Any) -> None:
        """Matches are over."""
        self.hear("on_staked_match_finished", *events, **how)

    def ratings(self, *accounts: str) -> list[Rating]:
        """Ratings in the order asked."""
        return self.ask(GetRatings(accounts=list(accounts))).ratings

    def elo(self, *accounts: str) -> list[int]:
        """The bare numbers."""
        return [each.rating for each in self.ratings(*accounts)]


def frozen(account: str, rating: int = 1500, games: int = 0, peak: int | None = None) -> tables.SeatRating:
    """A rating as a match froze it; a peak is never below it."""
    return tables.SeatRating(account, rating, games, rating if peak is None else peak)


def match(name: str, *ratings: tables.SeatRating, **how: Any) -> tables.MatchFinished:
    """A match of these players that the first has won, unless told otherwise."""
    accounts = [rating.account for rating in ratings]
    return finished(name, *accounts, **{"ratings": list(ratings)} | how)
