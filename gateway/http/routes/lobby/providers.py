"""Signing in by OpenID providers (services/lobby/RULES.md §27). The lobby decides; the site's address is the configured
one."""

import re
from urllib.parse import urlencode

from flask import Response, request

from gateway.http.operations.forwarding import HASHING_TIMEOUT_MS, Forwarding
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.lobby.accounts import providers as contract

CALLBACK = "/api/providers/<provider>/callback"
"""Where providers lead browsers back to."""
_LISTED_AGE_S = 60
_STEP_TIMEOUT_MS = 15_000
_ID = re.compile(r"[a-z0-9-]{1,32}")
_STATE = re.compile(r"[A-Za-z0-9_-]{1,64}")
_CODE_MAX = 2048


def provider_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Forwarding(rpc)
    return [*_door_routes(to), *_own_routes(to)]


def lead_back(provider: str) -> Response:
    """A provider has sent the browser back, by an address or by a form that its own page posts, which our cookie does
    not accompany. It is led to one page of this site, which asks the lobby; what came along stays out of logs, of other
    sites and of the history there. Nothing of the request says where to go."""
    told = request.form if request.method == "POST" else request.args
    state, code = told.get("state", ""), told.get("code", "")
    back = {}
    if _ID.fullmatch(provider) and _STATE.fullmatch(state):
        back = {"provider": provider, "state": state}
        if 0 < len(code) <= _CODE_MAX and "error" not in told:
            back["code"] = code
    headers = {
        "Location": f"/provider#{urlencode(back)}",
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
    }
    return Response(status=303, headers=headers)


def is_callback(path: str) -> bool:
    """Whether a browser may come without our cookie although it has one."""
    return path.startswith("/api/providers/") and path.endswith("/callback")


def _door_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/providers",
            contract.ListProviders,
            "The OpenID providers by which one may sign in",
            session=False,
            age_max_s=_LISTED_AGE_S,
        ),
        to.route(
            "POST /api/providers/<provider>/start",
            contract.StartProvider,
            "Begin to sign in by a provider: the address of its page",
            body=("purpose",),
            invalid="provider_unknown",
            timeout_ms=_STEP_TIMEOUT_MS,
            session=False,
            attempt=True,
        ),
        to.route(
            "POST /api/providers/<provider>/return",
            contract.ReturnFromProvider,
            "Come back from a provider: a ticket, and what it is good for",
            body=("state", "code"),
            invalid="provider_unknown",
            timeout_ms=_STEP_TIMEOUT_MS,
            session=False,
            attempt=True,
        ),
        to.route(
            "POST /api/providers/login",
            contract.EnterByProvider,
            "Sign in with the ticket of a provider; an older session of the account ends",
            body=("ticket", "code"),
            body_name="ProviderLoginBody",
            session=False,
            attempt=True,
        ),
    ]


def _own_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/me/providers",
            contract.LinkProvider,
            "Sign in to one's account by a provider too",
            body=("ticket", "password"),
            timeout_ms=HASHING_TIMEOUT_MS,
            status=201,
            attempt=True,
        ),
        to.route(
            "POST /api/me/providers/proof",
            contract.ProveProvider,
            "Be recognised in the open session, where the account has neither password nor passkey",
            body=("ticket",),
            attempt=True,
        ),
        to.route(
            "POST /api/me/providers/<provider>/removal",
            contract.UnlinkProvider,
            "Sign in by a provider no more; the last way to sign in stays",
            body=("password",),
            invalid="provider_unlinked",
            timeout_ms=HASHING_TIMEOUT_MS,
            attempt=True,
        ),
    ]
