"""Access to one's account: e-mail address, forgotten passwords, sessions, the second factor; visits to
other cells. The lobby decides."""

from gateway.http.operations.derived_bodies import body_of
from gateway.http.operations.forwarding import HASHING_TIMEOUT_MS, Forwarding
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.lobby.accounts import access
from services.contracts.lobby.accounts import visits as contract

_CODE = body_of(access.ConfirmFactor, "code", name="CodeBody")


def access_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Forwarding(rpc)
    return [*_session_routes(to), *_mail_routes(to), *_password_routes(to), *_factor_routes(to)]


def _session_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/me/access",
            access.GetAccess,
            "How one's account is got into: address, second factor, the last sessions",
        ),
        to.route(
            "DELETE /api/me/sessions",
            access.EndSessions,
            "End every session of one's account, this one too, and forget its devices",
        ),
    ]


def _mail_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/me/email/confirmation",
            access.AskConfirmation,
            "Send the link that confirms one's address once more",
        ),
        to.route(
            "POST /api/me/email",
            access.ChangeEmail,
            "Ask for another address; it counts once the link that is sent there was followed",
            body=("password", "email"),
            body_name="EmailBody",
            timeout_ms=HASHING_TIMEOUT_MS,
            attempt=True,
        ),
        to.route(
            "POST /api/email/confirm",
            access.ConfirmEmail,
            "The link of a mail was followed: the address is confirmed, or becomes that of the account",
            body=("link",),
            body_name="LinkBody",
            session=False,
            attempt=True,
        ),
    ]


def _password_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/password/forgotten",
            access.ForgotPassword,
            "Send a link that sets a new password; the same answer for an address that nobody has",
            body=("email",),
            body_name="ForgottenBody",
            session=False,
            attempt=True,
        ),
        to.route(
            "POST /api/password/reset",
            access.ResetPassword,
            "Set a new password by the link of a mail; every session ends",
            body=("link", "new"),
            body_name="ResetBody",
            timeout_ms=HASHING_TIMEOUT_MS,
            session=False,
            attempt=True,
        ),
    ]


def _factor_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/me/second-factor",
            access.BeginFactor,
            "Begin to set up a second factor",
            body=("password",),
            body_name="FactorBody",
            timeout_ms=HASHING_TIMEOUT_MS,
            attempt=True,
        ),
        to.route(
            "POST /api/me/second-factor/confirm",
            access.ConfirmFactor,
            "Switch it on by its first code; answers the recovery codes, once",
            body=_CODE,
            attempt=True,
        ),
        to.route(
            "POST /api/me/second-factor/end",
            access.EndFactor,
            "Switch it off by a code",
            body=_CODE,
            attempt=True,
        ),
    ]


def visit_routes(rpc: Rpc) -> list[Route]:
    """Visits between cells: where players may go, their passes, sessions of visitors (services/lobby/RULES.md §19)."""
    to = Forwarding(rpc)
    return [
        to.route("GET /api/cells", contract.ListCells, "The cells that can be visited from here, by name"),
        to.route(
            "POST /api/cells/<cell>/pass",
            contract.IssuePass,
            "A pass with which the account visits another cell: good once, for a minute",
            invalid="cell_unknown",
            guests=False,
            status=201,
        ),
        to.route(
            "POST /api/visit",
            contract.BeginVisit,
            "Begin a visit with a pass of another cell",
            body=("signed", "terms"),
            body_name="VisitBody",
            status=201,
            session=False,
            attempt=True,
        ),
    ]
