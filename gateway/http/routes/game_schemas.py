"""The JSON Schemas of games, for authors of clients."""

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.tables.game_schemas import GetGameSchema


def game_schema_routes(rpc: Rpc) -> list[Route]:
    """One operation, which needs no session: authors of clients have none yet."""
    route = Forwarding(rpc).route(
        "GET /api/games/<game>/schema",
        GetGameSchema,
        "The JSON Schema of a game's options, moves, views and events",
        session=False,
    )
    return [route]
