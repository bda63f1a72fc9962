"""Ratings of players who connect: requested once for all who connect together."""

from gateway.rpc import LoopRpc
from gateway.ws.lists.single_flight import Shared
from services.contracts.ranking import ratings as ranking
from services.kernel.refusal import Refusal

_ACCOUNTS_IN_CALL = 500


class Elos:
    """Asks ranking for many accounts at a time."""

    def __init__(self, rpc: LoopRpc) -> None:
        """No request yet."""
        self._rpc = rpc
        self._shared = Shared(self._read)
        self._wanted: dict[str, None] = {}

    async def of(self, account: str) -> int | None:
        """The general Elo now; None while ranking is away."""
        self._wanted[account] = None
        return (await self._shared.get()).get(account)

    async def _read(self) -> dict[str, int]:
        wanted = list(self._wanted)[:_ACCOUNTS_IN_CALL]
        for account in wanted:
            del self._wanted[account]
        ratings = await self._rpc.call(ranking.GetRatings(accounts=wanted))
        return {} if isinstance(ratings, Refusal) else {each.account: each.rating for each in ratings.ratings}
