"""Passkeys: registering, signing in, and one's own (services/lobby/RULES.md §26). The lobby decides; the site's address
is the configured one."""

from gateway.http.operations.forwarding import HASHING_TIMEOUT_MS, Forwarding
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.lobby.accounts import passkeys as contract

_SITE_AGE_S = 60


def passkey_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Forwarding(rpc)
    return [*_door_routes(to), *_own_routes(to)]


def _door_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/passkeys/site",
            contract.GetPasskeySite,
            "Where passkeys are taken: a client offers them at that origin alone",
            session=False,
            age_max_s=_SITE_AGE_S,
        ),
        to.route(
            "POST /api/passkeys/registration",
            contract.OfferRegistration,
            "Begin to register with a passkey; the form is checked before an authenticator is asked",
            body=("username", "email", "birth_date", "terms"),
            session=False,
            attempt=True,
        ),
        to.route(
            "POST /api/passkeys/challenge",
            contract.OfferSignIn,
            "Begin to sign in, or to appeal, with a passkey",
            body=("appeal",),
            session=False,
        ),
        to.route(
            "POST /api/passkeys/login",
            contract.SignInByPasskey,
            "Sign in with a passkey; an older session of the account ends",
            body=("passkey",),
            session=False,
            attempt=True,
        ),
    ]


def _own_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/me/passkeys/proof/challenge",
            contract.OfferProof,
            "Begin to show a passkey in the open session",
        ),
        to.route(
            "POST /api/me/passkeys/proof",
            contract.ProvePasskey,
            "Show a passkey: for five minutes nothing in the session asks for the password",
            body=("passkey",),
            attempt=True,
        ),
        to.route(
            "POST /api/me/passkeys/challenge",
            contract.OfferPasskey,
            "Begin to add a passkey",
            body=("password",),
            timeout_ms=HASHING_TIMEOUT_MS,
            attempt=True,
        ),
        to.route(
            "POST /api/me/passkeys",
            contract.AddPasskey,
            "Add a passkey to one's account",
            body=("passkey", "name"),
            status=201,
            attempt=True,
        ),
        to.route(
            "POST /api/me/passkeys/<passkey>/name",
            contract.RenamePasskey,
            "Give a passkey another name",
            body=("name",),
            invalid="passkey_unknown",
        ),
        to.route(
            "POST /api/me/passkeys/<passkey>/removal",
            contract.RemovePasskey,
            "Take a passkey no more; the last way to sign in stays",
            body=("password",),
            invalid="passkey_unknown",
            timeout_ms=HASHING_TIMEOUT_MS,
            attempt=True,
        ),
    ]
