"""A finished match that ranking takes in for the first time, on its way through ratings, boards and statistics."""

import msgspec

from services.contracts.ranking.ratings import RatingChange
from services.contracts.tables.events import MatchFinished
from services.ranking.elo.match_ratings import Inputs


class Fresh(msgspec.Struct, frozen=True):
    """A match, what it was computed from, and what it did to general ratings. `unrated`: why it changes none
    (`Effects.unrated`)."""

    event: MatchFinished
    inputs: Inputs
    changes: list[RatingChange]
    unrated: str = ""

    @property
    def match(self) -> str:
        """Its id."""
        return self.event.match

    @property
    def is_of_bots(self) -> bool:
        """Whether it counts in the bots' ladder, and nowhere else."""
        return self.unrated == "bot"

    @property
    def accounts(self) -> list[str]:
        """Everybody who played."""
        return [account for account in self.event.accounts if account is not None]
