"""The lobby's entrypoints for other systems that list players and tables."""

from typing import Any

from services.contracts.partners import room_pages as contract
from services.lobby.lists import pages as room_pages
from services.platform.hosting.rpc import rpc


class RoomPages:
    """A part of the lobby's service."""

    app: Any

    @rpc(contract.ListPlayerPage)
    def list_player_page(self, request: contract.ListPlayerPage) -> contract.PlayerPage:
        """A page of the players."""
        return self.app.ports.run(room_pages.list_player_page, request)

    @rpc(contract.ListTablePage)
    def list_table_page(self, request: contract.ListTablePage) -> contract.TablePage:
        """A page of the tables."""
        return self.app.ports.run(room_pages.list_table_page, request)
