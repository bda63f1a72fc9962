"""What operators order and set from the console. Moderation says who may, and keeps reason and order."""

import msgspec

from gateway.http.conduct import account_of
from gateway.http.request_bodies import Body
from gateway.http.routes import Call, Route
from gateway.rpc import Rpc
from services.contracts import orders as contract
from services.contracts import tables
from services.contracts.discipline import SenderId
from services.kernel.refusal import Refusal


class OrderBody(Body, frozen=True, kw_only=True):
    """An order under an id of the sender's making, with its reason: 10 … 500 characters."""

    id: SenderId
    reason: str
    operation: contract.AnyOperation


class OrderDesk:
    """Handlers of orders and settings."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks moderation, tables who sat where, and the lobby for accounts by name."""
        self._rpc = rpc

    def place(self, call: Call) -> contract.Order | Refusal:
        """An order."""
        body: OrderBody = call.body
        operation = body.operation
        if isinstance(operation, contract.CorrectMatch):
            operation = self._with_accounts(operation)
        elif isinstance(operation, contract.CorrectRound) and operation.credited is not None:
            credited = self._by_account(operation.credited)
            if isinstance(credited, Refusal):
                return credited
            operation = msgspec.structs.replace(operation, credited=credited)
        return self._rpc.call(
            contract.PlaceOrder(account=call.account_id, id=body.id, reason=body.reason, operation=operation)
        )

    def _with_accounts(self, order: contract.CorrectMatch) -> contract.CorrectMatch:
        """The seats come from the match, not from the operator; the wallet refuses an unknown match."""
        found = self._rpc.call(tables.GetMatch(match=order.match))
        accounts = [] if isinstance(found, Refusal) else [seat.account for seat in found.seats]
        return msgspec.structs.replace(order, accounts=[each for each in accounts if each is not None])

    def _by_account(self, credited: dict[str, int]) -> dict[str, int] | Refusal:
        """Players may be named by account or by username. Refusals: `player_unknown`, `bad_parameters` (one player is
        named twice)."""
        found: dict[str, int] = {}
        for named, chips in credited.items():
            player = account_of(self._rpc, named)
            if isinstance(player, Refusal):
                return player
            if player in found:
                return Refusal("bad_parameters", {"field": "credited"})
            found[player] = chips
        return found

    def list_orders(self, call: Call) -> contract.Orders | Refusal:
        """The newest orders."""
        return self._rpc.call(contract.ListOrders(account=call.account_id))

    def list_settings(self, call: Call) -> contract.Settings | Refusal:
        """What can be set."""
        return self._rpc.call(contract.ListSettings(account=call.account_id))


def order_routes(desk: OrderDesk) -> list[Route]:
    """Every operation, with its handler."""
    return [
        Route(
            method="POST",
            path="/api/operator/orders",
            summary="Order a correction, an annulment, a board, terms or a setting; for operators",
            handler=desk.place,
            body=OrderBody,
            answer=contract.Order,
            status=201,
            errors=(
                *("player_unknown", "bad_parameters", "forbidden", "reason_required", "idempotency_conflict"),
                *("setting_unknown", "setting_invalid"),
            ),
        ),
        Route(
            method="GET",
            path="/api/operator/orders",
            summary="The newest orders and what came of them; for operators and auditors",
            handler=desk.list_orders,
            answer=contract.Orders,
            errors=("forbidden",),
        ),
        Route(
            method="GET",
            path="/api/operator/settings",
            summary="Settings that can be changed while the platform runs; for operators and auditors",
            handler=desk.list_settings,
            answer=contract.Settings,
            errors=("forbidden",),
        ),
    ]
