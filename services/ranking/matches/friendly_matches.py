"""Which matches change ratings, by the persons at the table, and how often friends play friendly (RULES.md §1); which
count in the bots' ladder (§2)."""

from collections.abc import Mapping

from services.contracts.tables.events import MatchFinished
from services.kernel.persons.bot_accounts import is_bot_account
from services.kernel.persons.known import Known
from services.platform.database.unit_of_work import Work
from services.ranking.boards import fairness
from services.ranking.boards import rules as leaderboards
from services.ranking.boards.fairness import Unrated
from services.ranking.boards.table_ratings import is_friendly
from services.ranking.elo import audit_and_friendly_rows as audits
from services.ranking.elo.match_ratings import Inputs


def day_pairs(event: MatchFinished, inputs: Inputs) -> list[str]:
    """Every two opponents of a friendly match on the day of its end; none of another match."""
    if not is_friendly(event):
        return []
    sides = [[player.account for player in side] for side in inputs.sides]
    return sorted(audits.day_pair(event.ended_at_ms, *two) for two in leaderboards.pairs_of(sides))


class FriendlyMatches:
    """How often opponents have met in rated friendly matches on a day, as each of a company of matches leaves it."""

    def __init__(self, met: Mapping[str, int], most: int) -> None:
        """`met`: until now; `most`: rated ones of two players on one day."""
        self._met = dict(met)
        self._most = most
        self._changed: dict[str, int] = {}

    def count(self, event: MatchFinished, inputs: Inputs, persons: Mapping[str, Known], moves: bool) -> Unrated:
        """Why a match changes no ratings; empty: it does, and a friendly one that `moves` somebody is counted. `bot`:
        it counts among bots. One that moves nobody has its reason too: a correction may give it another end."""
        pairs = day_pairs(event, inputs)
        accounts = [account for account in event.accounts if account is not None]
        met = [self._met.get(pair, 0) for pair in pairs]
        bots = [account for account in accounts if is_bot_account(account)]
        why: Unrated
        if set(event.guests).difference(bots):
            why = "guest"
        elif event.clock_factor != 1:
            why = "clock"
        else:
            why = fairness.why_unrated(accounts, persons, event.ended_at_ms, met if moves or bots else (), self._most)
        if bots and not why:
            why = "bot"
        if moves and why in ("", "bot"):
            for pair, count in zip(pairs, met, strict=True):
                self._met[pair] = self._changed[pair] = count + 1
        return why

    def write(self, work: Work) -> None:
        """Write what has changed."""
        audits.write_friendly(work, self._changed)
