"""The ratings that this process has computed in the last moments for matches that follow.

Most players who play again choose so within a second, before ranking's answer to their last match has reached their
table. So their table asks for the ratings that the transaction which rated that match has just read.
"""

from collections import OrderedDict
from collections.abc import Sequence

from services.contracts.tables.commands import SeatRating
from services.kernel.clock import TimeMs

_KEPT_MS = 2_000
"""Shorter than almost every match. Should another process rate a shorter one meanwhile, the next match starts with the
ratings of before it; what each match changes is added to the ratings of now all the same."""
_PLAYERS_MAX = 20_000


class RecentRatings:
    """By game and account, each returned once. Only for ratings of committed transactions."""

    def __init__(self) -> None:
        """Nothing is known."""
        self._found: OrderedDict[tuple[str, str], tuple[TimeMs, SeatRating]] = OrderedDict()

    def put(self, game: str, ratings: Sequence[SeatRating], now_ms: TimeMs) -> None:
        """Keep the ratings with which these players start their next match of a game."""
        for rating in ratings:
            self._found.pop((game, rating.account), None)
            self._found[game, rating.account] = (now_ms, rating)
        while len(self._found) > _PLAYERS_MAX:
            self._found.popitem(last=False)

    def take(self, game: str, accounts: Sequence[str], now_ms: TimeMs) -> list[SeatRating] | None:
        """The ratings of these players in their order, which are forgotten; None unless all are known."""
        found = [self._found.pop((game, account), None) for account in accounts]
        ratings = [each[1] for each in found if each is not None and 0 <= now_ms - each[0] <= _KEPT_MS]
        return ratings if len(ratings) == len(accounts) else None

    def clear(self) -> None:
        """Something other than a match has changed ratings."""
        self._found.clear()
