"""Messages from the Administrator: players read their own, staff write them. Moderation decides who may write."""

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.moderation import messages as moderation


def message_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Forwarding(rpc)
    return [
        to.route(
            "GET /api/messages",
            moderation.ListMessages,
            "What the Administrator has written to one, oldest first",
            fill={"since_ms": _registered_at_ms},
        ),
        to.route(
            "POST /api/messages/<message>/read",
            moderation.ReadMessage,
            "A message was opened; the first time counts",
            deed=False,
        ),
        to.route("POST /api/messages/<message>/acknowledge", moderation.AcknowledgeMessage, "A warning was understood"),
        to.route(
            "POST /api/messages",
            moderation.SendMessage,
            "Write to a player, or to all of them; for staff",
            "player_unknown",
            body=("id", "to", "kind", "subject", "body"),
            body_name="MessageBody",
            fill={"to": lambda call: None if call.body.to is None else to.account_of(call.body.to)},
            status=201,
        ),
    ]


def _registered_at_ms(call: Call) -> int:
    assert call.account is not None, "a route with a session"
    return call.account.created_at_ms
