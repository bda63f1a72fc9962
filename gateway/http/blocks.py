"""The list of players whose invitations, gifts and chat one does not want."""

from typing import Annotated

import msgspec

from gateway.http.request_bodies import Body
from gateway.http.routes import Call, Route
from gateway.rpc import Rpc
from services.contracts import blocks
from services.kernel.refusal import Refusal


class BlockBody(Body, frozen=True, kw_only=True):
    """Whom to put on the list."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class BlockLists:
    """Handlers of one's list."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks the lobby."""
        self._rpc = rpc

    def list_blocks(self, call: Call) -> blocks.Blocks | Refusal:
        """One's own."""
        return self._rpc.call(blocks.ListBlocks(account=call.account_id))

    def add_block(self, call: Call) -> blocks.Blocks | Refusal:
        """One more."""
        body: BlockBody = call.body
        return self._rpc.call(blocks.BlockPlayer(account=call.account_id, name=body.name))

    def remove_block(self, call: Call) -> blocks.Blocks | Refusal:
        """One less."""
        return self._rpc.call(blocks.UnblockPlayer(account=call.account_id, player=call.path["player"]))


def block_routes(handlers: BlockLists) -> list[Route]:
    """The operations on one's list."""
    return [
        Route(
            method="GET",
            path="/api/me/blocks",
            summary="Players whose invitations, gifts and chat one does not want; nobody else sees the list",
            handler=handlers.list_blocks,
            answer=blocks.Blocks,
        ),
        Route(
            method="POST",
            path="/api/me/blocks",
            summary="Put a player on the list",
            handler=handlers.add_block,
            body=BlockBody,
            answer=blocks.Blocks,
            errors=("player_unknown", "block_self", "block_limit"),
        ),
        Route(
            method="DELETE",
            path="/api/me/blocks/<player>",
            summary="Take a player (an account) off the list",
            handler=handlers.remove_block,
            answer=blocks.Blocks,
        ),
    ]
