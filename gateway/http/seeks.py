"""Looking for a game: one's own search, and what others look for."""

from typing import Annotated, Any

import msgspec

from gateway.http.request_bodies import Body
from gateway.http.routes import Call, Route
from gateway.rpc import Rpc
from services.contracts import seeks
from services.contracts.base import Done
from services.kernel.refusal import Refusal

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


class SeekDesk:
    """Handlers of one's search."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks the lobby."""
        self._rpc = rpc

    def get_seek(self, call: Call) -> seeks.Seeks | Refusal:
        """How it stands."""
        return self._rpc.call(seeks.GetSeeks(account=call.account_id))

    def start_seek(self, call: Call) -> seeks.Seeks | Refusal:
        """Begin."""
        body: SeekBody = call.body
        games = [seeks.SeekGame(game=each.game, options=dict[str, Any](each.options)) for each in body.games]
        request = seeks.StartSeek(
            account=call.account_id, games=games, stakes_chips=body.stakes_chips, wait_s=body.wait_s
        )
        return self._rpc.call(request)

    def cancel_seek(self, call: Call) -> Done | Refusal:
        """Stop."""
        return self._rpc.call(seeks.CancelSeek(account=call.account_id))


def seek_routes(handlers: SeekDesk) -> list[Route]:
    """The operations on one's search."""
    return [
        Route(
            method="GET",
            path="/api/me/seek",
            summary="How one's search for a game stands, and what others look for",
            handler=handlers.get_seek,
            answer=seeks.Seeks,
        ),
        Route(
            method="PUT",
            path="/api/me/seek",
            summary="Look for any of these games at any of these stakes; a search that goes on is replaced",
            handler=handlers.start_seek,
            body=SeekBody,
            answer=seeks.Seeks,
            errors=(
                *("seek_invalid", "ack_required", "player_not_online", "already_seated", "game_unknown"),
                *("options_invalid", *_STAKE_ERRORS),
            ),
        ),
        Route(
            method="DELETE",
            path="/api/me/seek",
            summary="Stop looking for a game",
            handler=handlers.cancel_seek,
            answer=Done,
        ),
    ]
