"""The entrypoints for lists of blocked players (RULES.md §5)."""

from typing import Any

from services.contracts.lobby import blocks as contract
from services.kernel.refusal import Refusal
from services.lobby.social import blocks as handlers
from services.platform.hosting.rpc import rpc


class BlockRequests:
    """A part of the lobby's service class."""

    app: Any

    @rpc(contract.ListBlocks)
    def list_blocks(self, request: contract.ListBlocks) -> contract.Blocks:
        """The account's list."""
        return self.app.ports.run(handlers.list_blocks, request)

    @rpc(contract.BlockPlayer)
    def block_player(self, request: contract.BlockPlayer) -> contract.Blocks | Refusal:
        """Block a player."""
        return self.app.ports.run(handlers.block_player, request)

    @rpc(contract.UnblockPlayer)
    def unblock_player(self, request: contract.UnblockPlayer) -> contract.Blocks:
        """Unblock a player."""
        return self.app.ports.run(handlers.unblock_player, request)
