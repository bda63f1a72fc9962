"""The authorization server, which is Authlib's (RULES.md §29): what a program may ask and how it is answered is decided
by its grants and endpoints, with the hooks here; they read and write in the unit of work that asks.

Nothing here knows HTTP but as Authlib does: an answer is a status, a body, and where a browser is sent to.
"""

import hmac
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec
from authlib.common.urls import add_params_to_uri
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import (
    AuthorizationCodeMixin,
    AuthorizationServer,
    ClientMixin,
    InvalidRequestError,
    OAuth2Request,
    TokenMixin,
)
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge

from services.kernel.refusal import Refusal
from services.lobby.conduct import exclusions
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.programs import issuing, rules
from services.lobby.programs import rows as stored
from services.lobby.programs.rules import Code, Grant, Program, RefreshToken
from services.lobby.sessions.use_cases import new_token, token_hash
from services.lobby.tokens import rows as stored_tokens
from services.lobby.tokens import rules as tokens
from services.lobby.tokens.rules import PersonalToken
from services.platform.database.unit_of_work import Work

_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"]
_HERE = "https://authorization.invalid/"
"""Authlib asks whether requests came by TLS. That is decided in front of the gateway: here they always have."""


class Reply(msgspec.Struct, frozen=True):
    """An answer. `location`: where a browser is sent to; empty: nowhere."""

    status: int
    body: dict[str, Any]
    location: str = ""
    error: str | None = None
    """RFC 6749 §4.1.2.1, §5.2: the code."""

    @property
    def refusal(self) -> Refusal | None:
        """What was refused, and why in English."""
        if self.error is None:
            return None
        assert self.error in rules.ERRORS, f"an error that is not documented: {self.error}"
        return Refusal(self.error, self.body.get("error_description"))


class Asked(OAuth2Request):
    """A request of a program: its parameters, each once, and its header `Authorization`."""

    def __init__(self, method: str, parameters: Mapping[str, str], authorization: str = "") -> None:
        """Empty parameters count as missing (RFC 6749 §3.1)."""
        super().__init__(method, _HERE, headers={"Authorization": authorization} if authorization else {})
        self._parameters = {name: value for name, value in parameters.items() if value}
        self.payload = BasicOAuth2Payload(self._parameters)

    @property
    def args(self) -> dict[str, str]:
        """Parameters of an address."""
        return self._parameters

    @property
    def form(self) -> dict[str, str]:
        """Parameters of a form."""
        return self._parameters


class Server(AuthorizationServer):
    """Made for one request. `issuer`: this site's address (RFC 9207); `misused`: the consent of which something was
    shown again that holds once: whoever asks ends it."""

    def __init__(self, work: Work, ports: Ports, issuer: str = "") -> None:
        """Registers what there is: one grant by code, one by refresh token, giving back."""
        super().__init__(scopes_supported=list(rules.OFFERED))
        self.work, self.ports, self.issuer = work, ports, issuer
        self.misused: str | None = None
        self.register_grant(_ByCode, [_Challenge(required=True)])
        self.register_grant(_ByRefreshToken)
        self.register_endpoint(_Revocation)

    def consider(self, asked: Asked) -> Any:
        """What is asked of a person, to be answered by `decide`; or, where there is nothing to allow, the `Reply` about
        that. Program and address were checked before, so all that is wrong otherwise may be sent back."""
        try:
            return self.get_consent_grant(asked)
        except OAuth2Error as error:
            error.redirect_uri = asked.payload.redirect_uri
            return self.handle_error_response(asked, error)

    def decide(self, asked: Asked, considered: Any, account: str | None) -> Reply:
        """The person has decided; `account`: None: denied."""
        reply: Reply = self.create_authorization_response(asked, grant_user=account, grant=considered)
        return reply

    def query_client(self, client_id: str) -> "_Client | None":
        """A program whose owner is not excluded."""
        program = stored.find(self.work, client_id)
        if program is None or exclusions.check_last_events(self.work, program.owner) is not None:
            return None
        return _Client(program)

    def create_oauth2_request(self, request: Asked) -> Asked:
        """It is one already."""
        return request

    def handle_response(self, status: int, body: Any, headers: Any) -> Reply:
        """An answer; whoever is sent back learns who sends, after errors too (RFC 9207 §2)."""
        location = dict(headers).get("Location", "")
        if location:
            location = add_params_to_uri(location, [("iss", self.issuer)])
        said = dict(parse_qsl(urlsplit(location).query)) if location else dict(body or {})
        return Reply(status, said, location, said.get("error"))

    def send_signal(self, name: str, *args: object, **kwargs: object) -> None:
        """Nothing listens to Authlib's signals."""

    def generate_token(self, grant_type: str, client: "_Client", scope: str = "", **_more: object) -> dict[str, Any]:
        """A new access token with its refresh token, not stored yet."""
        return {
            "access_token": f"{tokens.PREFIX}{new_token()}",
            "token_type": "Bearer",
            "expires_in": rules.ACCESS_MS // 1000,
            "refresh_token": f"{rules.REFRESH_PREFIX}{new_token()}",
            "scope": scope,
        }

    def save_token(self, token: dict[str, Any], request: Asked) -> None:
        """Store both as hashes: of a code's first use with a new consent, of a refresh token with the one it has."""
        program: Program = request.client.program
        if request.refresh_token is not None:
            grant: Grant = request.refresh_token.grant
        else:
            grant = issuing.add_grant(self.work, self.ports, request.authorization_code.code)
        scopes = rules.read_scope(token["scope"]) or ()
        issuing.add_pair(self.work, self.ports, program, grant, scopes, token["access_token"], token["refresh_token"])

    def find_user(self, account: str) -> str | None:
        """In whose name tokens are made: an account that is there and not excluded."""
        if players.find(self.work, account) is None:
            return None
        return None if exclusions.check_last_events(self.work, account) else account


class _Client(ClientMixin):
    def __init__(self, program: Program) -> None:
        self.program = program

    def get_client_id(self) -> str:
        return self.program.id

    def get_default_redirect_uri(self) -> None:
        """There is none: a program always says where (RFC 9700 §2.1)."""

    def get_allowed_scope(self, scope: str | None) -> str | None:
        chosen = rules.read_scope(scope or "")
        return None if chosen is None else " ".join(chosen)

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return rules.fits(self.program.redirects, redirect_uri)

    def check_client_secret(self, client_secret: str) -> bool:
        known = self.program.secret_hash
        return known is not None and hmac.compare_digest(known, token_hash(client_secret))

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return (method == "none") == (self.program.secret_hash is None)

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type in ("authorization_code", "refresh_token")


class _HeldCode(AuthorizationCodeMixin):
    def __init__(self, code: Code) -> None:
        self.code = code
        self.code_challenge = code.challenge
        self.code_challenge_method = "S256"

    def get_redirect_uri(self) -> str:
        return self.code.redirect

    def get_scope(self) -> str:
        return " ".join(self.code.scopes)


class _HeldRefreshToken(TokenMixin):
    def __init__(self, token: RefreshToken, grant: Grant) -> None:
        self.token, self.grant = token, grant

    def check_client(self, client: _Client) -> bool:
        return self.grant.program == client.program.id

    def get_scope(self) -> str:
        return " ".join(self.grant.scopes)


class _HeldAccessToken(TokenMixin):
    def __init__(self, token: PersonalToken) -> None:
        self.token = token

    def check_client(self, client: _Client) -> bool:
        return self.token.program == client.program.id


class _Challenge(CodeChallenge):
    """PKCE, by S256 alone and for every program."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        super().validate_code_challenge(grant, redirect_uri)
        if grant.request.payload.data.get("code_challenge_method") != "S256":
            raise InvalidRequestError("Missing 'code_challenge' of the method 'S256'")


class _ByCode(AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = _AUTH_METHODS
    server: Server

    def generate_authorization_code(self) -> str:
        return f"{rules.CODE_PREFIX}{new_token()}"

    def save_authorization_code(self, code: str, request: Asked) -> None:
        made = Code(
            code_hash=token_hash(code),
            program=request.client.program.id,
            account=request.user,
            redirect=request.payload.redirect_uri,
            scopes=rules.read_scope(request.scope) or (),
            challenge=request.payload.data["code_challenge"],
            made_at_ms=self.server.work.now_ms,
        )
        stored.add_code(self.server.work, made)

    def query_authorization_code(self, code: str, client: _Client) -> _HeldCode | None:
        found = stored.lock_code(self.server.work, token_hash(code))
        if found is None or found.program != client.program.id:
            return None
        if found.grant_id is not None:
            self.server.misused = found.grant_id
        return _HeldCode(found) if found.holds(self.server.work.now_ms) else None

    def delete_authorization_code(self, authorization_code: _HeldCode) -> None:
        """It stays, with what has come of it: shown again, it ends that."""

    def authenticate_user(self, authorization_code: _HeldCode) -> str | None:
        return self.server.find_user(authorization_code.code.account)


class _ByRefreshToken(RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = _AUTH_METHODS
    INCLUDE_NEW_REFRESH_TOKEN = True
    server: Server

    def authenticate_refresh_token(self, refresh_token: str) -> _HeldRefreshToken | None:
        work = self.server.work
        found = _find_refresh_token(work, refresh_token)
        if found is None or not found.check_client(self.request.client) or not found.grant.holds(work.now_ms):
            return None
        if found.token.used_at_ms is not None:
            self.server.misused = found.grant.id
        if self.authenticate_user(found) is None:
            return None  # Authlib would call it an invalid request
        return found if found.token.holds(work.now_ms) else None

    def authenticate_user(self, refresh_token: _HeldRefreshToken) -> str | None:
        return self.server.find_user(refresh_token.grant.account)

    def revoke_old_credential(self, refresh_token: _HeldRefreshToken) -> None:
        stored.use_refresh_token(self.server.work, refresh_token.token.token_hash)


class _Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = _AUTH_METHODS
    server: Server

    def query_token(self, token_string: str, token_type_hint: str | None) -> TokenMixin | None:
        """What kind a token is, it says itself: no hint is needed (RFC 7009 §2.1)."""
        if token_string.startswith(rules.REFRESH_PREFIX):
            return _find_refresh_token(self.server.work, token_string)
        found = stored_tokens.find_by_hash(self.server.work, token_hash(token_string))
        return None if found is None or found.program is None else _HeldAccessToken(found)

    def revoke_token(self, token: _HeldAccessToken | _HeldRefreshToken, request: Asked) -> None:
        """An access token alone; with a refresh token the whole consent."""
        if isinstance(token, _HeldAccessToken):
            issuing.end_access_token(self.server.work, self.server.ports, token.token)
        else:
            issuing.end_grant(self.server.work, self.server.ports, token.grant)


def _find_refresh_token(work: Work, secret: str) -> _HeldRefreshToken | None:
    found = stored.lock_refresh_token(work, token_hash(secret))
    grant = None if found is None else stored.lock_grant(work, found.grant_id)
    return None if found is None or grant is None else _HeldRefreshToken(found, grant)
