"""Searches for a game: the account's own, and what others look for."""

from typing import Annotated

import msgspec

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.request_bodies import Body
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.base import Name, SafeInt
from services.contracts.lobby import seeks


class SeekGameBody(Body, frozen=True, kw_only=True):
    """A game that the player would play. Typed here: options of a client are plain values, those of the contract
    anything."""

    game: Name
    options: dict[str, str | SafeInt | bool] = {}


class SeekBody(Body, frozen=True, kw_only=True):
    """The games to look for, and for how long. Typed here because of its games."""

    games: Annotated[list[SeekGameBody], msgspec.Meta(max_length=50)]
    stakes_chips: Annotated[list[SafeInt], msgspec.Meta(max_length=50)]
    wait_s: SafeInt


def seek_routes(rpc: Rpc) -> list[Route]:
    """The operations on a search."""
    to = Forwarding(rpc)
    return [
        to.route("GET /api/me/seek", seeks.GetSeeks, "How one's search for a game stands, and what others look for"),
        to.route(
            "PUT /api/me/seek",
            seeks.StartSeek,
            "Look for any of these games at any of these stakes; a search that goes on is replaced",
            body=SeekBody,
        ),
        to.route("DELETE /api/me/seek", seeks.CancelSeek, "Stop looking for a game"),
    ]
