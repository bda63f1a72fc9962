"""Updates published by tables: frames for connections of this gateway, sent unchanged."""

from collections.abc import Callable

import msgspec

from gateway.metrics import counts
from gateway.ws.connection.codec import pack_text
from gateway.ws.connection.connection import Connection
from gateway.ws.connection.connections import Connections
from services.contracts.tables import commands_and_events as tables

_decoder = msgspec.json.Decoder(tables.Deliveries)


class TableUpdates:
    """Sends deliveries to the connections that they name."""

    def __init__(self, connections: Connections, on_report: Callable[[tables.Deliveries], None]) -> None:
        """`on_report` is called with a worker's report."""
        self._connections = connections
        self._on_report = on_report

    def on_message(self, body: bytes) -> None:
        """Handle a message of deliveries. A frame is packed once for all; a connection gets all of its frames in one
        send."""
        connections = self._connections.connections
        outgoing: dict[Connection, list[bytes]] = {}
        message = _decoder.decode(body)
        self._on_report(message)
        for delivery in message.frames:
            packed = pack_text(memoryview(delivery.frame))
            for conn_id in delivery.conns:
                conn = connections.get(conn_id)
                if conn is None:
                    counts.lost["delivery"] += 1
                elif conn in outgoing:
                    outgoing[conn].append(packed)
                else:
                    outgoing[conn] = [packed]
        for conn, packed_frames in outgoing.items():
            data = packed_frames[0] if len(packed_frames) == 1 else b"".join(packed_frames)
            conn.send_packed(data, len(packed_frames), "table")
