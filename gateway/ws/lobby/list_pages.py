"""`list_more`: the lines of a full hall that `room` has left out, page by page."""

from functools import partial

from gateway.ws.connection.connection import Connection
from gateway.ws.connection.deflate import pack_long
from gateway.ws.connection.request_lanes import RequestLanes
from gateway.ws.lists.room_lists import RoomLists
from gateway.ws.lobby.pushes import Pushes, Recent
from gateway.ws.tables.table_frames import OVERLOADED
from services.contracts.client import frames
from services.kernel.refusal import Refusal

_FRAMES = {
    "players": b'{"t":"lines","players":[%b],"tables":[]}',
    "tables": b'{"t":"lines","players":[],"tables":[%b]}',
}


class ListPages:
    """Reads the lists of a connection's hall and sends one page of them."""

    def __init__(self, lists: RoomLists, lanes: RequestLanes, pushes: Pushes, recent: Recent) -> None:
        """`pushes` repeats the pushes during the reading."""
        self._lists = lists
        self._lanes = lanes
        self._pushes = pushes
        self._recent = recent

    def handle(self, conn: Connection, frame: frames.ListMoreFrame) -> None:
        """Queue the request in the connection's lane."""
        if not self._lanes.submit(conn.lane, partial(self.send, conn, frame)):
            conn.refuse(OVERLOADED, frame.id)

    async def send(self, conn: Connection, frame: frames.ListMoreFrame) -> None:
        """Send the page, then the lines that changed while it was read, then `done`."""
        mark = self._recent.begin()
        try:
            lists = await self._lists.get(conn.hall)
            if isinstance(lists, Refusal):
                conn.refuse(lists.error, frame.id, lists.detail)
                return
            page = (lists.players if frame.list == "players" else lists.tables).page(frame.after)
            body = _FRAMES[frame.list] % page.packed
            conn.send_packed(pack_long(body, conn.deflates), 1, "gateway")
            if self._pushes.replay_lines(conn, mark):
                conn.send(frames.DoneFrame(id=frame.id, data={"after": page.after}))
            else:
                conn.close("resync_needed")
        finally:
            self._recent.end()
