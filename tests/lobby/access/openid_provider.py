"""An OpenID provider of the tests' own: discovery, keys that change, codes with PKCE, tokens with real signatures. It
serves people and their browsers over HTTP on this machine, and can be made slow, down, or wrong."""

import base64
import contextlib
import hashlib
import html
import http.server
import json
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OctKey, RSAKey

CLIENT, SECRET = "kafeneio-tests", "shared with the platform"
Person = dict[str, Any]
ANA: Person = {"sub": "248289761001", "email": "ana@example.org", "email_verified": True}
_LIFE_S = 300


def new_key(name: str, kind: str = "RSA") -> RSAKey | ECKey:
    parameters = {"kid": name, "use": "sig"}
    if kind == "RSA":
        return RSAKey.generate_key(2048, parameters=parameters)
    return ECKey.generate_key("P-256", parameters=parameters)


FIRST_KEY, OTHER_KEY = new_key("first"), RSAKey.generate_key(2048)
"""Made once: it takes long."""


class OpenIdProvider:
    """Runs from `open` to `close`. `now_s`: the clock by which its tokens expire."""

    def __init__(self, now_s: Callable[[], int] = lambda: int(time.time())) -> None:
        self.now_s = now_s
        self.keys = [FIRST_KEY]
        self.algorithm = "RS256"
        self.person: Person = dict(ANA)
        self.codes: dict[str, dict[str, Any]] = {}
        self.asked: list[str] = []
        """Paths of requests, in their order."""
        self.forms: list[dict[str, str]] = []
        """What the platform has sent to the token endpoint."""
        self.answers: dict[str, Callable[[], tuple[int, dict[str, str], bytes]]] = {}
        """By path, what is answered instead."""
        self.wrong_claims: dict[str, Any] = {}
        """Claims of the next tokens that are not as they should be; None: left out."""
        self.sign: Callable[[dict[str, Any]], str] = self._sign
        self.document: dict[str, Any] = {}
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.issuer = f"http://localhost:{self._server.server_address[1]}"

    def open(self) -> "OpenIdProvider":
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def rotate(self, name: str) -> None:
        """Sign with another key from now on; the old one is gone."""
        self.keys = [new_key(name, "EC")]
        self.algorithm = "ES256"

    # --- what a browser does ---

    def agree(self, address: str) -> dict[str, str]:
        """As if the person had agreed on the provider's page: what the browser comes back with."""
        query = {key: values[0] for key, values in parse_qs(urlsplit(address).query).items()}
        code = secrets.token_urlsafe(16)
        self.codes[code] = query | {"person": dict(self.person)}
        return {"state": query["state"], "code": code}

    # --- what it serves ---

    def _sign(self, claims: dict[str, Any]) -> str:
        key = self.keys[-1]
        return jwt.encode({"alg": self.algorithm, "kid": key.kid}, claims, key)

    def sign_by_secret(self, claims: dict[str, Any]) -> str:
        return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(SECRET))

    def sign_not_at_all(self, claims: dict[str, Any]) -> str:
        parts = ({"alg": "none"}, claims)
        return ".".join(
            [*(base64.urlsafe_b64encode(json.dumps(each).encode()).rstrip(b"=").decode() for each in parts), ""]
        )

    def sign_by_another(self, claims: dict[str, Any]) -> str:
        return jwt.encode({"alg": "RS256", "kid": self.keys[-1].kid}, claims, OTHER_KEY)

    def _discovery(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        } | self.document

    def _token(self, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        self.forms.append(form)
        asked = self.codes.pop(form.get("code", ""), None)
        if asked is None or not self._fits(asked, form):
            return 400, {"error": "invalid_grant"}
        access = secrets.token_urlsafe(16)
        half = hashlib.sha256(access.encode()).digest()[:16]
        claims = {
            "iss": self.issuer,
            "aud": CLIENT,
            "iat": self.now_s(),
            "exp": self.now_s() + _LIFE_S,
            "nonce": asked.get("nonce"),
            "at_hash": base64.urlsafe_b64encode(half).rstrip(b"=").decode(),
        }
        claims |= asked["person"] | self.wrong_claims
        token = self.sign({key: value for key, value in claims.items() if value is not None})
        return 200, {"access_token": access, "token_type": "Bearer", "id_token": token}

    @staticmethod
    def _fits(asked: dict[str, Any], form: dict[str, str]) -> bool:
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        return (
            asked["code_challenge_method"] == "S256"
            and asked["code_challenge"] == challenge.rstrip(b"=").decode()
            and asked["redirect_uri"] == form.get("redirect_uri")
            and (form.get("client_id"), form.get("client_secret")) == (CLIENT, SECRET)
        )

    def _page(self, query: str) -> str:
        """The provider's own page, with one link for each answer."""
        asked = {key: values[0] for key, values in parse_qs(query).items()}
        back = asked["redirect_uri"]
        yes = f"{back}?{urlencode(self.agree(f'{self.issuer}/authorize?{query}'))}"
        no = f"{back}?{urlencode({'state': asked['state'], 'error': 'access_denied'})}"
        return f'<h1>Provider</h1><a href="{html.escape(yes)}">Continue</a> <a href="{html.escape(no)}">Cancel</a>'

    def _handler(self) -> type[http.server.BaseHTTPRequestHandler]:  # noqa: C901
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                provider.asked.append(parts.path)
                if parts.path in provider.answers:
                    self._write(*provider.answers[parts.path]())
                elif parts.path == "/.well-known/openid-configuration":
                    self._json(200, provider._discovery())
                elif parts.path == "/keys":
                    self._json(200, KeySet(provider.keys).as_dict(private=False))
                elif parts.path == "/authorize":
                    self._write(200, {"Content-Type": "text/html"}, provider._page(parts.query).encode())
                else:
                    self._json(404, {})

            def do_POST(self) -> None:
                provider.asked.append(self.path)
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                if self.path in provider.answers:
                    self._write(*provider.answers[self.path]())
                else:
                    self._json(*provider._token({key: values[0] for key, values in parse_qs(body).items()}))

            def _json(self, status: int, body: Any) -> None:
                self._write(status, {"Content-Type": "application/json"}, json.dumps(body).encode())

            def _write(self, status: int, headers: dict[str, str], body: bytes) -> None:
                self.send_response(status)
                for name, value in ({"Content-Length": str(len(body))} | headers).items():
                    self.send_header(name, value)
                self.end_headers()
                with contextlib.suppress(ConnectionError):  # whoever has asked waits no more
                    self.wfile.write(body)

            def log_message(self, *args: Any) -> None:
                pass

        return Handler
