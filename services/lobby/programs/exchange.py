"""Programs ask for tokens and give them back (RULES.md §29)."""

import base64

from services.contracts.base import Done
from services.contracts.lobby.accounts import programs as contract
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.ports import Ports
from services.lobby.programs import issuing, rules
from services.lobby.programs.authorization import Asked, Reply, Server
from services.platform.database.unit_of_work import Work

_INVALID = Refusal("invalid_request", "A parameter has signs that it may not have")


def ask_token(work: Work, ports: Ports, request: contract.AskToken) -> contract.ProgramToken | Refusal:
    """A token for a code or a refresh token. Shown a second time, either ends all that came of its consent, also when
    that is all that is written."""
    asked = _asked(request, "grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "scope")
    if isinstance(asked, Refusal):
        return _counted(asked)
    server = Server(work, ports)
    reply: Reply = server.create_token_response(asked)
    if server.misused is not None:
        issuing.end_misused(work, ports, server.misused)
        work.keep = True
    if reply.refusal is not None:
        return _counted(reply.refusal)
    work.after(metrics.program_tokens.labels("ok").inc)
    return contract.ProgramToken(**reply.body)


def give_back(work: Work, ports: Ports, request: contract.RevokeProgramToken) -> Done | Refusal:
    """A token opens nothing any more; one that never did is none too (RFC 7009 §2.2)."""
    asked = _asked(request)
    if isinstance(asked, Refusal):
        return asked
    reply: Reply = Server(work, ports).create_endpoint_response("revocation", asked)
    return reply.refusal or Done()


def _asked(request: contract.AskToken | contract.RevokeProgramToken, *names: str) -> Asked | Refusal:
    """The request in Authlib's form. Refusals: `invalid_request`, `invalid_client`."""
    parameters = {name: getattr(request, name) for name in (*names, "client_id", "client_secret")}
    if isinstance(request, contract.RevokeProgramToken):
        parameters["token"] = request.revoked
    if not all(map(rules.is_sayable, parameters.values())):
        return _INVALID
    if not _is_readable(request.authorization):
        return Refusal("invalid_client", "The header Authorization cannot be read")
    return Asked("POST", parameters, request.authorization)


def _is_readable(authorization: str) -> bool:
    """Whether Authlib can read the credentials of a header, if there is one: it counts on their being text."""
    try:
        base64.b64decode(authorization.partition(" ")[2]).decode()
    except ValueError:
        return False
    return True


def _counted(refusal: Refusal) -> Refusal:
    metrics.program_tokens.labels(refusal.error).inc()
    return refusal
