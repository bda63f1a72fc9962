"""Kafeneio for programs: `Player` plays over the websocket, `Platform` works over gRPC."""

from kafeneio_client.companies import Companies
from kafeneio_client.competitions import Competitions
from kafeneio_client.errors import Refused, Unavailable
from kafeneio_client.people import People
from kafeneio_client.platform import Event, Platform
from kafeneio_client.player import Player
from kafeneio_client.table import Table, Turn

API_VERSION = "v1"
"""The version of the gRPC packages, `kafeneio.<service>.v1`."""
PROTOCOL = 1
"""The version of the socket protocol, as in `hello`."""

__all__ = [
    "API_VERSION",
    "PROTOCOL",
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
]
