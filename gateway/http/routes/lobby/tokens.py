"""Programs of players: personal tokens and bot accounts (services/lobby/RULES.md §12, §13)."""

from gateway.http.operations.forwarding import HASHING_TIMEOUT_MS, Forwarding
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.lobby.accounts import bots
from services.contracts.lobby.accounts import tokens as contract


def token_routes(rpc: Rpc) -> list[Route]:
    """Every operation; none of them is open to a token."""
    to = Forwarding(rpc)
    return [
        to.route("GET /api/me/tokens", contract.ListTokens, "The tokens of one's programs, and the limits"),
        to.route(
            "POST /api/me/tokens",
            contract.MakeToken,
            "Make a token for a program; its secret is answered this once",
            body=("name", "scopes", "days", "password", "bot"),
            timeout_ms=HASHING_TIMEOUT_MS,
            status=201,
            attempt=True,
            guests=False,
        ),
        to.route(
            "DELETE /api/me/tokens/<personal>",
            contract.RevokeToken,
            "Revoke a token; its connections close",
            invalid="token_unknown",
        ),
        to.route("GET /api/me/bots", bots.ListBots, "One's bot accounts, and the limits"),
        to.route(
            "POST /api/me/bots",
            bots.MakeBot,
            "Make a bot account, whose name begins with `bot.`",
            body=("name", "games"),
            status=201,
            guests=False,
        ),
        to.route("DELETE /api/me/bots/<bot>", bots.CloseBot, "Close a bot account", invalid="bot_unknown"),
    ]
