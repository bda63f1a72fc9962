"""What the room says of today in one answer: the free ticket, the problems of the day, the row of days."""

from typing import TypeVar

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.base import Message, Request
from services.contracts.ranking.days import Days, GetDays
from services.contracts.tables.problems import ListProblems, OwnProblems
from services.contracts.wallet.lotteries import FreeOffer, GetFreeOffer
from services.kernel.refusal import Refusal

A = TypeVar("A")
_PART_MS = 2_000
"""How long a part may take: the room does not wait for one whose service is away."""


class Today(Message, frozen=True):
    """Each part is as its own operation answers it; null: there is none for this account, or its service is away."""

    free: FreeOffer | None
    problems: OwnProblems | None
    days: Days | None


class TodayParts(Forwarding):
    """Asks three services; what one refuses takes nothing from the others."""

    def get_today(self, call: Call) -> Today:
        """The parts that there are. Guest accounts are offered no ticket."""
        account = call.account_id
        is_guest = call.account is not None and call.account.guest
        return Today(
            free=None if is_guest else self._part(call, GetFreeOffer(account=account)),
            problems=self._part(call, ListProblems(account=account)),
            days=self._part(call, GetDays(account=account)),
        )

    def _part(self, call: Call, request: Request[A]) -> A | None:
        found = self.ask(call, request, _PART_MS)
        return None if isinstance(found, Refusal) else found


def today_routes(rpc: Rpc) -> list[Route]:
    """The one operation."""
    return [
        Route(
            method="GET",
            path="/api/me/today",
            summary="What the room says of today: the free ticket, the problems of the day, the row of days",
            handler=TodayParts(rpc).get_today,
            answer=Today,
            visitors=False,
        )
    ]
