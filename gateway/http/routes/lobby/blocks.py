"""The list of blocked players, whose invitations, gifts and chat an account does not want."""

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.lobby import blocks


def block_routes(rpc: Rpc) -> list[Route]:
    """The operations on the list."""
    to = Forwarding(rpc)
    return [
        to.route(
            "GET /api/me/blocks",
            blocks.ListBlocks,
            "Players whose invitations, gifts and chat one does not want; nobody else sees the list",
        ),
        to.route(
            "POST /api/me/blocks",
            blocks.BlockPlayer,
            "Put a player on the list",
            body=("name",),
            body_name="BlockBody",
            name="add_block",
        ),
        to.route(
            "DELETE /api/me/blocks/<player>",
            blocks.UnblockPlayer,
            "Take a player (an account) off the list",
            name="remove_block",
        ),
    ]
