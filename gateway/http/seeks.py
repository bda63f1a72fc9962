"""Looking for a game: one's own search, and what others look for."""

from typing import Annotated

import msgspec

from gateway.http.forwarding import Forwarding
from gateway.http.request_bodies import Body
from gateway.http.routes import Route
from gateway.rpc import Rpc
from services.contracts import seeks

_STAKE_ERRORS = (
    *("stake_invalid", "stake_below_minimum", "stake_above_maximum", "insufficient_chips", "new_account_stake"),
    *("self_excluded", "session_limit", "reality_check", "own_stake_limit", "loss_limit", "debt_open"),
    *("account_blocked", "account_suspended", "early_leaver"),
)


class SeekGameBody(Body, frozen=True, kw_only=True):
    """A game that one would play."""

    game: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    options: dict[str, str | int | bool] = {}


class SeekBody(Body, frozen=True, kw_only=True):
    """What to look for, and for how long."""

    games: Annotated[list[SeekGameBody], msgspec.Meta(max_length=50)]
    stakes_chips: Annotated[list[int], msgspec.Meta(max_length=50)]
    wait_s: int


def seek_routes(rpc: Rpc) -> list[Route]:
    """The operations on one's search."""
    to = Forwarding(rpc)
    return [
        to.route("GET /api/me/seek", seeks.GetSeeks, "How one's search for a game stands, and what others look for"),
        to.route(
            "PUT /api/me/seek",
            seeks.StartSeek,
            "Look for any of these games at any of these stakes; a search that goes on is replaced",
            *("seek_invalid", "ack_required", "player_not_online", "already_seated", "game_unknown"),
            *("options_invalid", *_STAKE_ERRORS),
            body=SeekBody,
        ),
        to.route("DELETE /api/me/seek", seeks.CancelSeek, "Stop looking for a game"),
    ]
