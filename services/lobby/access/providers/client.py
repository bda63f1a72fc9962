"""Speaks with OpenID providers, by Authlib: discovery, the exchange of a code, the ID token (RULES.md §27).

Whoever answers may be slow, wrong or wicked: every step has one time limit, answers have a limit of length, nothing is
redirected, and nothing of an ID token counts before all of it was verified.
"""

import io
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
import requests
import urllib3
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import ECKey, KeySet
from requests.adapters import HTTPAdapter

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby.access.providers import rules
from services.lobby.access.providers.rules import FAILED, UNAVAILABLE, Identity, Provider, Trip
from services.platform.process.logs import get_logger

log = get_logger(__name__)

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
"""Of ID tokens' signatures: by keys that the provider publishes, never by what both sides know."""
ANSWER_BYTES_MAX = 262_144
AT_ONCE_MAX = 4
"""Steps at once for one provider."""
LEEWAY_S = 60
_KEPT_S = 3_600.0
_AGAIN_S = 60.0
_APPLE_S = 300
_CHUNK = 16_384
_SUBJECT_MAX = 255
_TOKEN_MAX = 32_768
_WRONG = (AuthlibBaseError, JoseError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError)


class Wrong(ValueError):
    """A provider has said what it may not say."""


class _Published(msgspec.Struct):
    """What a provider publishes, and when it was read (`time.monotonic`)."""

    document: Mapping[str, str]
    keys: KeySet
    read_at_s: float
    keys_read_at_s: float


class OpenIdClient:
    """Used by many threads. `now_ms`: the clock by which tokens expire."""

    def __init__(self, providers: Mapping[str, Provider], timeout_s: float, now_ms: Callable[[], TimeMs]) -> None:
        """Nothing is asked yet: a provider that is down keeps nobody from starting."""
        self._providers = dict(providers)
        self._timeout_s = timeout_s
        self._now_ms = now_ms
        self._published: dict[str, _Published] = {}
        self._places = {each: threading.BoundedSemaphore(AT_ONCE_MAX) for each in providers}

    def list(self) -> list[Provider]:
        """The operator's providers, in the operator's order."""
        return list(self._providers.values())

    def find(self, provider: str) -> Provider | None:
        """A provider by its id."""
        return self._providers.get(provider)

    def address(self, provider: Provider, state: str, trip: Trip, callback: str) -> str | Refusal:
        """The provider's page for one attempt. Refusals: `provider_silent`, `provider_failed`."""

        def find(door: "_Door") -> str:
            page = self._read(door, provider).document["authorization_endpoint"]
            with self._session(provider, callback) as session:
                more = {"response_mode": provider.response_mode} if provider.response_mode else {}
                made, _ = session.create_authorization_url(
                    page, state=state, code_verifier=trip.verifier, nonce=trip.nonce, **more
                )
            return str(made)

        return self._step(provider, find)

    def identify(self, provider: Provider, code: str, trip: Trip, callback: str) -> Identity | Refusal:
        """Who has come back with a code. Refusals: `provider_silent`, `provider_failed`."""

        def find(door: "_Door") -> Identity:
            published = self._read(door, provider)
            answer = self._exchange(door, provider, published.document["token_endpoint"], code, trip, callback)
            return self._verified(door, provider, answer, trip)

        return self._step(provider, find)

    def _step(self, provider: Provider, find: Callable[["_Door"], Any]) -> Any:
        """One step, within its time and its place among those of the same provider."""
        place = self._places[provider.id]
        if not place.acquire(blocking=False):
            return UNAVAILABLE
        try:
            return find(_Door(time.monotonic() + self._timeout_s, self._timeout_s))
        except requests.RequestException as error:
            return _refused(provider, UNAVAILABLE, error)
        except (Wrong, ValueError, *_WRONG) as error:
            return _refused(provider, FAILED, error)
        finally:
            place.release()

    # --- what a provider publishes ---

    def _read(self, door: "_Door", provider: Provider) -> _Published:
        known = self._published.get(provider.id)
        if known is not None and time.monotonic() - known.read_at_s < _KEPT_S:
            return known
        found = door.get(f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration")
        if found.get("issuer") != provider.issuer:
            raise Wrong("the discovery document is of another issuer")
        document = {
            field: getattr(provider, field) or found.get(field)
            for field in ("authorization_endpoint", "token_endpoint", "jwks_uri")
        }
        if not all(isinstance(each, str) and rules.is_safe(each) for each in document.values()):
            raise Wrong("an address of the discovery document is missing or not https")
        now_s = time.monotonic()
        read = _Published(document, KeySet.import_key_set(door.get(document["jwks_uri"])), now_s, now_s)
        self._published[provider.id] = read
        return read

    def _fresh_keys(self, door: "_Door", provider: Provider) -> KeySet:
        """The keys once more, for a token that names one which is not known: a provider changes them as it likes."""
        published = self._read(door, provider)
        if time.monotonic() - published.keys_read_at_s < _AGAIN_S:
            return published.keys
        published.keys_read_at_s = time.monotonic()
        published.keys = KeySet.import_key_set(door.get(published.document["jwks_uri"]))
        return published.keys

    # --- the exchange ---

    @contextmanager
    def _session(self, provider: Provider, callback: str) -> Iterator[OAuth2Session]:
        secret = self._apple_secret(provider) if provider.apple_team else provider.secret
        method = "client_secret_post" if secret else "none"
        with OAuth2Session(
            provider.client_id,
            secret or None,
            token_endpoint_auth_method=method,
            scope=provider.scope,
            redirect_uri=callback,
            code_challenge_method="S256",
        ) as session:
            yield session

    def _exchange(
        self, door: "_Door", provider: Provider, endpoint: str, code: str, trip: Trip, callback: str
    ) -> dict[str, Any]:
        with self._session(provider, callback) as session:
            door.guard(session)
            found = session.fetch_token(
                endpoint, code=code, code_verifier=trip.verifier, grant_type="authorization_code", allow_redirects=False
            )
        return dict(found)

    def _apple_secret(self, provider: Provider) -> str:
        now_s = self._now_ms() // 1000
        claims = {
            "iss": provider.apple_team,
            "iat": now_s,
            "exp": now_s + _APPLE_S,
            "aud": provider.issuer,
            "sub": provider.client_id,
        }
        key = ECKey.import_key(provider.secret)
        return str(jwt.encode({"alg": "ES256", "kid": provider.apple_key}, claims, key))

    # --- the ID token ---

    def _verified(self, door: "_Door", provider: Provider, answer: dict[str, Any], trip: Trip) -> Identity:
        token = answer.get("id_token")
        if not isinstance(token, str) or len(token) > _TOKEN_MAX:
            raise Wrong("there is no ID token")
        try:
            found = jwt.decode(token, self._read(door, provider).keys, algorithms=ALGORITHMS)
        except InvalidKeyIdError:
            found = jwt.decode(token, self._fresh_keys(door, provider), algorithms=ALGORITHMS)
        options: dict[str, Any] = {
            "iss": {"essential": True, "value": provider.issuer},
            "aud": {"essential": True, "value": provider.client_id},
            "nonce": {"essential": True, "value": trip.nonce},
        }
        params = {"nonce": trip.nonce, "client_id": provider.client_id, "access_token": answer.get("access_token")}
        claims = CodeIDToken(found.claims, found.header, options, params)
        claims.validate(now=self._now_ms() // 1000, leeway=LEEWAY_S)
        return _identity(provider, claims)


def _identity(provider: Provider, claims: Mapping[str, Any]) -> Identity:
    subject, email = claims["sub"], claims.get("email") or ""
    if not isinstance(subject, str) or not 1 <= len(subject) <= _SUBJECT_MAX:
        raise Wrong("no subject that can be one")
    is_email = isinstance(email, str) and "@" in email
    # Apple writes the word.
    verified = is_email and claims.get("email_verified") in (True, "true")
    return Identity(rules.identity_key(provider.issuer, subject), email.strip().lower() if is_email else "", verified)


def _refused(provider: Provider, refusal: Refusal, error: Exception) -> Refusal:
    """Log why, without what was said: codes, tokens and addresses of people are in it."""
    log.warning("provider_step_failed", provider=provider.id, code=refusal.error, error=type(error).__name__)
    return refusal


class _Door(HTTPAdapter):
    """The requests of one step: within its time, of limited length, without redirections."""

    def __init__(self, until_s: float, timeout_s: float) -> None:
        super().__init__(max_retries=0)
        self._until_s = until_s
        self._timeout_s = timeout_s

    def guard(self, session: requests.Session) -> None:
        """Let a session speak through this door alone."""
        session.mount("https://", self)
        session.mount("http://localhost", self)

    def get(self, address: str) -> Any:
        """A JSON document."""
        with requests.Session() as session:
            self.guard(session)
            answer = session.get(address, headers={"Accept": "application/json"}, allow_redirects=False)
        if answer.status_code != 200:
            raise requests.RequestException(f"status {answer.status_code}")
        found = answer.json()
        if not isinstance(found, dict):
            raise Wrong("not a document")
        return found

    def send(self, request: Any, *args: Any, **kwargs: Any) -> requests.Response:
        """Send one, and read its whole answer."""
        left_s = self._until_s - time.monotonic()
        if left_s <= 0:
            raise requests.Timeout("no time is left")
        kwargs |= {"stream": True, "timeout": min(left_s, self._timeout_s)}
        answer = super().send(request, **kwargs)
        if answer.status_code in (408, 429) or answer.status_code >= 500 or 300 <= answer.status_code < 400:
            answer.close()
            raise requests.RequestException(f"status {answer.status_code}")
        answer.raw = io.BytesIO(self._read(answer))
        return answer

    def _read(self, answer: requests.Response) -> bytes:
        body = bytearray()
        try:
            while chunk := answer.raw.read1(_CHUNK, decode_content=True):
                body += chunk
                if len(body) > ANSWER_BYTES_MAX:
                    raise Wrong("too long an answer")
                if time.monotonic() > self._until_s:
                    raise requests.Timeout("too slow an answer")
        except (OSError, urllib3.exceptions.HTTPError) as error:
            raise requests.ConnectionError(str(error)) from error
        finally:
            answer.close()
        return bytes(body)
