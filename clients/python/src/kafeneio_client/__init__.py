"""Kafeneio for programs: `Player` plays over the websocket, `Platform` works over gRPC, `stream_events` and
`stream_table` follow over HTTP."""

from kafeneio_client.companies import Companies
from kafeneio_client.competitions import Competitions
from kafeneio_client.errors import Refused, Unavailable
from kafeneio_client.people import People
from kafeneio_client.platform import Event, Platform
from kafeneio_client.player import Player
from kafeneio_client.rest import VERSION as REST_VERSION
from kafeneio_client.streams import stream_events, stream_table
from kafeneio_client.table import Table, Turn

API_VERSION = "v1"
"""The version of the gRPC packages, `kafeneio.<service>.v1`."""
PROTOCOL = 1
"""The version of the socket protocol, as in `hello`."""

__all__ = [
    "API_VERSION",
    "PROTOCOL",
    "REST_VERSION",
    "Companies",
    "Competitions",
    "Event",
    "People",
    "Platform",
    "Player",
    "Refused",
    "Table",
    "Turn",
    "Unavailable",
    "stream_events",
    "stream_table",
]
