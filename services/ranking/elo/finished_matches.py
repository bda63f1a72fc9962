"""A finished match that ranking takes in for the first time, on its way through ratings, boards and statistics."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from services.contracts.ranking.ratings import RatingChange
from services.contracts.tables.commands_and_events import MatchFinished
from services.platform.database.unit_of_work import Work
from services.ranking import player_rows as people
from services.ranking.boards import board_rows as boards
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
    def accounts(self) -> list[str]:
        """Everybody who played."""
        return [account for account in self.event.accounts if account is not None]


def learn_names(work: Work, fresh: Sequence[Fresh], known: Mapping[str, Any]) -> dict[str, str]:
    """The usernames of everybody in these matches, written where they are new; an account that is closed has none.
    `known`: the players' rows by account."""
    told = {
        account: name
        for each in fresh
        for account, name in zip(each.event.accounts, each.event.names, strict=False)
        if account is not None and name
    }
    closed = {account for account, row in known.items() if row.closed}
    before = {account: row.name for account, row in known.items()}
    new = {account: name for account, name in told.items() if account not in closed and before.get(account, "") != name}
    people.write_names(work, new)
    for account in sorted(each for each in new if before.get(each)):
        boards.rename(work, account, new[account])
    return before | new
