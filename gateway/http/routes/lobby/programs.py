"""Programs that act for players: one's own with personal tokens and bot accounts (services/lobby/RULES.md §12, §13),
those of others by OAuth 2 (§29).

The lobby decides; the issuer is the site's configured address, whatever a request calls it. The page that asks a person
is the web client's, at `/oauth/authorize`.
"""

import msgspec

from gateway.http.operations.forwarding import HASHING_TIMEOUT_MS, HOME_UNSET, Forwarding
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.client.token_scopes import Scope
from services.contracts.lobby.accounts import bots, tokens
from services.contracts.lobby.accounts import programs as contract
from services.kernel.refusal import Refusal

PAGE = "/oauth/authorize"
_TOKEN, _REVOKE = "/oauth/token", "/oauth/revoke"
_OFFERED: list[Scope] = ["read", "chat", "company"]
_QUESTION = (
    "client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge", "code_challenge_method",
)  # fmt: skip
_METADATA_AGE_S = 3_600


class AuthorizationServerMetadata(msgspec.Struct, frozen=True, kw_only=True):
    """RFC 8414 §2, with RFC 9207 §3: where programs ask for what, and what there is."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    revocation_endpoint: str
    scopes_supported: list[Scope]
    response_types_supported: list[str]
    response_modes_supported: list[str]
    grant_types_supported: list[str]
    token_endpoint_auth_methods_supported: list[str]
    revocation_endpoint_auth_methods_supported: list[str]
    code_challenge_methods_supported: list[str]
    authorization_response_iss_parameter_supported: bool


def get_authorization_server(call: Call) -> AuthorizationServerMetadata | Refusal:
    """What a program has to know, by the site's address alone."""
    if not call.home:
        return HOME_UNSET
    methods = ["none", "client_secret_basic", "client_secret_post"]
    return AuthorizationServerMetadata(
        issuer=call.home,
        authorization_endpoint=call.home + PAGE,
        token_endpoint=call.home + _TOKEN,
        revocation_endpoint=call.home + _REVOKE,
        scopes_supported=_OFFERED,
        response_types_supported=["code"],
        response_modes_supported=["query"],
        grant_types_supported=["authorization_code", "refresh_token"],
        token_endpoint_auth_methods_supported=methods,
        revocation_endpoint_auth_methods_supported=methods,
        code_challenge_methods_supported=["S256"],
        authorization_response_iss_parameter_supported=True,
    )


def token_routes(rpc: Rpc) -> list[Route]:
    """Every operation; none of them is open to a token."""
    to = Forwarding(rpc)
    return [
        to.route("GET /api/me/tokens", tokens.ListTokens, "The tokens of one's programs, and the limits"),
        to.route(
            "POST /api/me/tokens",
            tokens.MakeToken,
            "Make a token for a program; its secret is answered this once",
            body=("name", "scopes", "days", "password", "bot"),
            timeout_ms=HASHING_TIMEOUT_MS,
            status=201,
            attempt=True,
            guests=False,
        ),
        to.route(
            "DELETE /api/me/tokens/<personal>",
            tokens.RevokeToken,
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


def program_routes(rpc: Rpc) -> list[Route]:
    """Every operation; none of those with a session is open to a token."""
    to = Forwarding(rpc)
    return [*_own_routes(to), *_consent_routes(to), *_oauth_routes(to)]


def _own_routes(to: Forwarding) -> list[Route]:
    return [
        to.route("GET /api/me/programs", contract.ListPrograms, "Programs that one has registered, and allowed"),
        to.route(
            "POST /api/me/programs",
            contract.RegisterProgram,
            "Register a program that players may allow; its secret, if it has one, is answered this once",
            body=("name", "homepage", "redirects", "secret"),
            status=201,
            guests=False,
        ),
        to.route(
            "DELETE /api/me/programs/<program>",
            contract.RemoveProgram,
            "Remove a program that one has registered; nobody's consent to it holds any more",
            invalid="program_unknown",
        ),
        to.route(
            "DELETE /api/me/programs/<program>/allowance",
            contract.EndAllowance,
            "Allow a program nothing any more; its connections close",
            invalid="program_unknown",
        ),
    ]


def _consent_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/oauth/authorize",
            contract.AskConsent,
            "What a program asks one to allow",
            query=_QUESTION,
            guests=False,
        ),
        to.route(
            "POST /api/oauth/authorize",
            contract.DecideConsent,
            "Allow a program what it asks for, or deny it: where the browser goes then",
            body=(*_QUESTION, "allow", "password"),
            timeout_ms=HASHING_TIMEOUT_MS,
            attempt=True,
            guests=False,
        ),
    ]


def _oauth_routes(to: Forwarding) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/.well-known/oauth-authorization-server",
            summary="Metadata of the authorization server (RFC 8414)",
            handler=get_authorization_server,
            answer=AuthorizationServerMetadata,
            session=False,
            errors=(HOME_UNSET.error,),
            age_max_s=_METADATA_AGE_S,
        ),
        to.route(
            f"POST {_TOKEN}",
            contract.AskToken,
            "An access token for a code or a refresh token (RFC 6749, RFC 7636)",
            body=(
                *("grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "scope"),
                *("client_id", "client_secret"),
            ),
            fill={"authorization": lambda call: call.credentials},
            invalid="invalid_request",
            session=False,
            body_is_form=True,
        ),
        to.route(
            f"POST {_REVOKE}",
            contract.RevokeProgramToken,
            "Give a token back (RFC 7009)",
            body=("revoked", "client_id", "client_secret"),
            fill={"authorization": lambda call: call.credentials},
            invalid="invalid_request",
            session=False,
            body_is_form=True,
        ),
    ]
