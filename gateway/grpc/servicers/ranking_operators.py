"""Leaderboards as operators manage them, for other systems. The service account of the caller acts. Moderation
checks its roles and stores the order with its reason, and ranking carries it out."""

import grpc
import msgspec

from gateway.grpc.calls.message_conversion import read_times, time_of
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2 as pb
from gateway.grpc.servicers.operator_orders import place_order
from gateway.grpc.servicers.ranking_messages import check_names, period_of
from services.contracts.moderation import conduct as moderation
from services.contracts.moderation import orders
from services.contracts.ranking import boards
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
        """An order to define or change a board."""
        operation = orders.SaveBoard(definition=_read(context, request.definition), fresh=request.fresh)
        order = self._carried_out(context, request, operation)
        return pb.SaveBoardResponse(
            definition=_definition_of(operation.definition), order=order.id, placed=order.state == "placed"
        )

    def CloseBoard(self, request: pb.CloseBoardRequest, context: grpc.ServicerContext) -> pb.CloseBoardResponse:
        """An order to close a period."""
        check_names(context, request.board, request.period)
        found = self._asker.try_ask(context, boards.GetBoard(board=request.board, period=request.period, limit=1))
        title = "" if isinstance(found, Refusal) else found.period.title
        operation = orders.CloseBoard(board=request.board, period=request.period, title=title)
        order = self._carried_out(context, request, operation)
        if order.state == "placed":
            return pb.CloseBoardResponse(order=order.id, placed=True)
        period = msgspec.convert(order.detail, boards.BoardPeriod)
        return pb.CloseBoardResponse(period=period_of(period), order=order.id)

    def _carried_out(
        self,
        context: grpc.ServicerContext,
        request: pb.SaveBoardRequest | pb.CloseBoardRequest,
        operation: orders.SaveBoard | orders.CloseBoard,
    ) -> orders.Order:
        check_names(context, request.operator)
        return place_order(context, self._asker, request.operator, request.request_id, request.reason, operation)

    def _roles(self, context: grpc.ServicerContext, account: str) -> list[str]:
        check_names(context, account)
        return self._asker.ask(context, moderation.GetConduct(account=account)).roles


def _read(context: grpc.ServicerContext, definition: pb.BoardDefinition) -> boards.BoardDefinition:
    """The contract's definition. Refusal: `board_invalid` (a field out of its bounds), `bad_request` (a time that
    does not exist)."""
    fields = {
        "board": definition.board,
        "repeat": _REPEATS.get(definition.repeat, ""),
        "games": list(definition.games) or None,
        "min_games": definition.min_games or 1,
        "prizes_chips": list(definition.prizes_chips),
        "active": definition.active,
        "title": definition.title,
        **read_times(context, definition, boards.BoardDefinition),
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
        start_time=time_of(found.starts_at_ms),
        end_time=time_of(found.ends_at_ms),
        active=found.active,
        title=found.title,
    )
