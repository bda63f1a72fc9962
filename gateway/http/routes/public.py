"""What anybody may read without a session, and pages of other sites where the operator lets them (`public_origins`):
leaderboards, of whose players the names alone."""

from gateway.http.operations.derived_bodies import query_of
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.base import Message
from services.contracts.ranking import boards
from services.kernel.refusal import Refusal

PUBLIC = "/api/public/"
_BOARD_LENGTH_MAX = 48
_AGE_S = 30
"""For how long a browser may keep an answer: pages of others are not asked to be more up to date."""


class PublicRow(Message, frozen=True):
    """A place: the name is empty for an account whose data were erased."""

    place: int
    name: str
    rating: int
    wins: int
    matches: int


class PublicBoard(Message, frozen=True):
    """Places of a leaderboard in their order."""

    board: str
    period: str
    starts_at_ms: int
    ends_at_ms: int
    state: boards.Life
    players: int
    rows: list[PublicRow]


class _Public:
    """The handlers."""

    def __init__(self, rpc: Rpc) -> None:
        self._rpc = rpc

    def get_public_board(self, call: Call) -> PublicBoard | Refusal:
        """A leaderboard, asked for by nobody in particular."""
        if len(call.path["board"]) > _BOARD_LENGTH_MAX:
            return Refusal("board_unknown")
        query = call.query
        found = self._rpc.call(
            boards.GetBoard(board=call.path["board"], period=query.period, place=query.place, limit=query.limit)
        )
        if isinstance(found, Refusal):
            return found
        period = found.period
        return PublicBoard(
            board=period.board,
            period=period.period,
            starts_at_ms=period.starts_at_ms,
            ends_at_ms=period.ends_at_ms,
            state=period.state,
            players=period.players,
            rows=[PublicRow(row.place, row.name, row.rating, row.wins, row.matches) for row in found.rows],
        )


def public_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    return [
        Route(
            method="GET",
            path=f"{PUBLIC}boards/<board>",
            summary="Places of a leaderboard for pages of other sites: names alone; only where the operator allows it",
            handler=_Public(rpc).get_public_board,
            answer=PublicBoard,
            query=query_of(boards.GetBoard, "period", "place", "limit", name="PublicBoardQuery"),
            session=False,
            public=True,
            age_max_s=_AGE_S,
            errors=("public_off", "board_unknown"),
        )
    ]
