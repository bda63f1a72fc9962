"""What a service of pushes is given: a body that the browser alone can read (RFC 8291), and a signature by which the
service knows this platform (RFC 8292). Both are the libraries' (http_ece, py_vapid)."""

import base64
import time
from collections.abc import Callable
from typing import NamedTuple

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02, VapidException

from services.lobby.push.rules import decoded

_SIGNED_S = 12 * 3600
"""How long a signature holds; services take at most a day."""
_RENEWED_S = 6 * 3600
_SIGNATURES_MAX = 1_000


class KeyPair(NamedTuple):
    """The platform's keys, as base64url: a number of 32 bytes and a point of 65."""

    private: str
    public: str


def make_key_pair() -> KeyPair:
    """New keys."""
    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_numbers().private_value.to_bytes(32)
    return KeyPair(_text(private), _public(key))


def public_of(private: str) -> str:
    """The public key of a private one.

    Raises:
        ValueError: it is none.
    """
    return _public(_read(private).private_key)


def is_point(p256dh: str) -> bool:
    """Whether a browser's key lies on the curve."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh) or b"")
    except ValueError:
        return False
    return True


def encrypt(text: bytes, p256dh: str, auth: str) -> bytes:
    """The body for the browser with these keys, which were checked when it was added."""
    body: bytes = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(p256dh),
        auth_secret=decoded(auth),
        version="aes128gcm",
    )
    return body


class Signer:
    """Signs for each service once in six hours."""

    def __init__(self, private: str, contact: str, now_s: Callable[[], float] = time.time) -> None:
        """`contact`: where a service may reach the operator, `mailto:…` or `https://…`.

        Raises:
            ValueError: the key, or the contact, is none.
        """
        self._key = _read(private)
        self._contact = contact
        self._now_s = now_s
        self._signed: dict[str, tuple[float, str]] = {}
        self.authorization("https://localhost")

    def authorization(self, origin: str) -> str:
        """The `Authorization` header for a service, by its origin."""
        now_s = self._now_s()
        signed_s, header = self._signed.get(origin, (0.0, ""))
        if header and 0 <= now_s - signed_s < _RENEWED_S:
            return header
        try:
            claims = {"aud": origin, "exp": int(now_s) + _SIGNED_S, "sub": self._contact}
            header = self._key.sign(claims)["Authorization"]
        except VapidException as error:
            raise ValueError(str(error)) from error
        if len(self._signed) >= _SIGNATURES_MAX:
            self._signed.clear()
        self._signed[origin] = (now_s, header)
        return header


def _read(private: str) -> Vapid02:
    if len(decoded(private) or b"") != 32:
        raise ValueError("32 bytes as base64url are expected")
    return Vapid02.from_raw(private.encode())


def _public(key: ec.EllipticCurvePrivateKey) -> str:
    form = serialization.PublicFormat.UncompressedPoint
    return _text(key.public_key().public_bytes(serialization.Encoding.X962, form))


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
