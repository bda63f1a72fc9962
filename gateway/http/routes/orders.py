"""Orders and settings of operators from the console. Moderation decides who may give them, and stores reason and
order."""

import msgspec

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.moderation import desk
from services.contracts.moderation import orders as contract
from services.contracts.tables import catalogue as tables
from services.kernel.refusal import Refusal


class Orders(Forwarding):
    """Adds accounts to an order, because moderation asks no other service."""

    def operation(self, call: Call) -> contract.AnyOperation | Refusal:
        """The operation with accounts instead of names. Refusals: `player_unknown`, `bad_parameters`."""
        operation: contract.AnyOperation = call.body.operation
        if isinstance(operation, contract.CorrectMatch):
            return self._with_accounts(call, operation)
        if isinstance(operation, contract.CorrectRound) and operation.credited is not None:
            credited = self._by_account(operation.credited)
            if isinstance(credited, Refusal):
                return credited
            return msgspec.structs.replace(operation, credited=credited)
        return operation

    def _with_accounts(self, call: Call, order: contract.CorrectMatch) -> contract.CorrectMatch:
        """The seats come from the match, not from the operator; the wallet refuses an unknown match."""
        found = self.ask(call, tables.GetMatch(match=order.match), None)
        accounts = [] if isinstance(found, Refusal) else [seat.account for seat in found.seats]
        return msgspec.structs.replace(order, accounts=[each for each in accounts if each is not None])

    def _by_account(self, credited: dict[str, int]) -> dict[str, int] | Refusal:
        """Players may be named by account or by username. Refusals: `player_unknown`, `bad_parameters` (one player is
        named twice)."""
        found: dict[str, int] = {}
        for named, chips in credited.items():
            player = self.account_of(named)
            if isinstance(player, Refusal):
                return player
            if player in found:
                return Refusal("bad_parameters", {"field": "credited"})
            found[player] = chips
        return found


def order_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Orders(rpc)
    return [
        to.route(
            "POST /api/operator/orders",
            contract.PlaceOrder,
            "Order a correction, an annulment, a board, terms or a setting; for operators",
            *("player_unknown", "bad_parameters"),
            body=("id", "reason", "operation"),
            body_name="OrderBody",
            fill={"operation": to.operation},
            name="place",
            status=201,
        ),
        to.route(
            "GET /api/operator/orders",
            contract.ListOrders,
            "The newest orders and what came of them; for operators and auditors",
        ),
        to.route(
            "GET /api/operator/settings/trial",
            desk.TryThreshold,
            "How many cases the last 30 days would have opened by another threshold; for operators and auditors",
            query=("setting", "value"),
        ),
        to.route(
            "GET /api/operator/settings",
            contract.ListSettings,
            "Settings that can be changed while the platform runs; for operators and auditors",
        ),
    ]
