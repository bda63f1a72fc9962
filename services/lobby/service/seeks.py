"""The entrypoints of players who look for a game (RULES.md §9)."""

from typing import Any

from services.contracts.base import Done
from services.contracts.lobby import seeks as contract
from services.kernel.refusal import Refusal
from services.lobby.matchmaking import seeks as handlers
from services.platform.hosting.rpc import rpc


class SeekRequests:
    """A part of the lobby's service class."""

    app: Any

    @rpc(contract.GetSeeks)
    def get_seeks(self, request: contract.GetSeeks) -> contract.Seeks:
        """The account's own search."""
        return self.app.ports.run(handlers.get_seeks, request)

    @rpc(contract.StartSeek)
    def start_seek(self, request: contract.StartSeek) -> contract.Seeks | Refusal:
        """Start a search."""
        return handlers.start_seek(self.app.ports, request)

    @rpc(contract.CancelSeek)
    def cancel_seek(self, request: contract.CancelSeek) -> Done:
        """End the search."""
        return self.app.ports.run(handlers.cancel_seek, request)
