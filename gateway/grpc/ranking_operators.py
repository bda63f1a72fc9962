"""What operators do about leaderboards, for other systems. The caller names whose account acts; ranking decides by that
account's roles whether it may."""

import grpc
import msgspec

from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2 as pb
from gateway.grpc.ranking_messages import check_names, period_of
from gateway.grpc.service_calls import Asker, refuse
from services.contracts import boards, moderation
from services.kernel.refusal import Refusal

_REPEATS = {
    pb.BOARD_REPEAT_WEEKLY: "weekly",
    pb.BOARD_REPEAT_MONTHLY: "monthly",
    pb.BOARD_REPEAT_OWN: "own",
}
_REPEAT_OF = {name: number for number, name in _REPEATS.items()}


class BoardOperators:
    """The operator's part of kafeneio.ranking.v1.RankingService."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches ranking and moderation."""
        self._asker = asker

    def ListDefinitions(
        self, request: pb.ListDefinitionsRequest, context: grpc.ServicerContext
    ) -> pb.ListDefinitionsResponse:
        """Every definition."""
        found = self._asker.ask(context, boards.ListDefinitions(roles=self._roles(context, request.operator)))
        return pb.ListDefinitionsResponse(definitions=[_definition_of(each) for each in found.definitions])

    def SaveBoard(self, request: pb.SaveBoardRequest, context: grpc.ServicerContext) -> pb.SaveBoardResponse:
        """A board is defined or changed."""
        definition = _read(context, request.definition)
        asked = boards.SaveBoard(roles=self._roles(context, request.operator), definition=definition)
        return pb.SaveBoardResponse(definition=_definition_of(self._asker.ask(context, asked)))

    def CloseBoard(self, request: pb.CloseBoardRequest, context: grpc.ServicerContext) -> pb.CloseBoardResponse:
        """A period is closed."""
        check_names(context, request.board, request.period)
        roles = self._roles(context, request.operator)
        asked = boards.CloseBoard(roles=roles, board=request.board, period=request.period)
        return pb.CloseBoardResponse(period=period_of(self._asker.ask(context, asked)))

    def _roles(self, context: grpc.ServicerContext, account: str) -> list[str]:
        check_names(context, account)
        return self._asker.ask(context, moderation.GetConduct(account=account)).roles


def _read(context: grpc.ServicerContext, told: pb.BoardDefinition) -> boards.BoardDefinition:
    """The contract's definition. Refusal: `board_invalid` (a field out of its bounds)."""
    fields = {
        "board": told.board,
        "repeat": _REPEATS.get(told.repeat, ""),
        "games": list(told.games) or None,
        "min_games": told.min_games or 1,
        "prizes_chips": list(told.prizes_chips),
        "starts_at_ms": told.starts_at_ms or None,
        "ends_at_ms": told.ends_at_ms or None,
        "active": told.active,
    }
    try:
        return msgspec.convert(fields, boards.BoardDefinition)
    except msgspec.ValidationError:
        refuse(context, Refusal("board_invalid"))


def _definition_of(found: boards.BoardDefinition) -> pb.BoardDefinition:
    return pb.BoardDefinition(
        board=found.board,
        repeat=_REPEAT_OF[found.repeat],
        games=found.games or [],
        min_games=found.min_games,
        prizes_chips=found.prizes_chips,
        starts_at_ms=found.starts_at_ms or 0,
        ends_at_ms=found.ends_at_ms or 0,
        active=found.active,
    )
