"""An authenticator in software, for tests: it makes passkeys and signs as devices do (W3C WebAuthn Level 2)."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from services.contracts.lobby.accounts.passkey_parts import NewPasskey, PasskeyChallenge, PasskeyCreated, PasskeyShown

SITE = "https://play.example"
PRESENT, VERIFIED, MAY_SYNC, SYNCED, ATTESTED = 0x01, 0x04, 0x08, 0x10, 0x40


@dataclass
class Key:
    """A passkey in the device. `count`: of its signatures; None: it does not count."""

    private: Any
    rp_id: str
    user_handle: str
    count: int | None


@dataclass
class Authenticator:
    """A device. What it does wrong is set by the test."""

    origin: str = SITE
    algorithm: int = -7
    counts: bool = False
    verifies: bool = True
    synced: bool = False
    keys: dict[str, Key] = field(default_factory=dict)

    def create(self, asked: NewPasskey, **wrong: Any) -> PasskeyCreated:
        """A new passkey. `wrong`: what is said instead of the truth (`challenge`, `rp_id`, `type`)."""
        credential = bytes_to_base64url(secrets.token_bytes(32))
        key = Key(_private(self.algorithm), asked.rp_id, asked.user_handle, 0 if self.counts else None)
        self.keys[credential] = key
        raw = base64url_to_bytes(credential)
        attested = bytes(16) + len(raw).to_bytes(2, "big") + raw + cbor2.dumps(_cose(key.private, self.algorithm))
        data = self._data(wrong.get("rp_id", asked.rp_id), ATTESTED, key) + attested
        return PasskeyCreated(
            id=credential,
            client_data=self._client_data("webauthn.create", asked.challenge, wrong),
            attestation=bytes_to_base64url(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            transports=["internal"],
        )

    def get(self, asked: PasskeyChallenge, credential: str = "", **wrong: Any) -> PasskeyShown:
        """A passkey of the site: the one that is named, or the last. `wrong` as above, and `signature`."""
        credential = credential or list(self.keys)[-1]
        key = self.keys[credential]
        if key.count is not None:
            key.count += 1
        data = self._data(wrong.get("rp_id", asked.rp_id), 0, key)
        client_data = self._client_data("webauthn.get", asked.challenge, wrong)
        signed = data + hashlib.sha256(base64url_to_bytes(client_data)).digest()
        return PasskeyShown(
            id=credential,
            client_data=client_data,
            authenticator_data=bytes_to_base64url(data),
            signature=bytes_to_base64url(wrong.get("signature") or _sign(key.private, signed)),
            user_handle=wrong.get("user_handle", key.user_handle),
        )

    def copy(self) -> "Authenticator":
        """Another device with the same keys and counts."""
        keys = {each: Key(key.private, key.rp_id, key.user_handle, key.count) for each, key in self.keys.items()}
        return Authenticator(self.origin, self.algorithm, self.counts, self.verifies, self.synced, keys)

    def _data(self, rp_id: str, flags: int, key: Key) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies else 0) | (MAY_SYNC | SYNCED if self.synced else 0)
        return hashlib.sha256(rp_id.encode()).digest() + bytes([flags]) + (key.count or 0).to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str, wrong: dict[str, Any]) -> str:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        said |= {name: wrong[name] for name in ("type", "challenge") if name in wrong}
        return bytes_to_base64url(json.dumps(said).encode())


def _private(algorithm: int) -> Any:
    if algorithm == -7:
        return ec.generate_private_key(ec.SECP256R1())
    if algorithm == -8:
        return ed25519.Ed25519PrivateKey.generate()
    return rsa.generate_private_key(65537, 2048)


def _cose(private: Any, algorithm: int) -> dict[int, Any]:
    public = private.public_key()
    if algorithm == -7:
        numbers = public.public_numbers()
        return {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
    if algorithm == -8:
        return {1: 1, 3: -8, -1: 6, -2: public.public_bytes_raw()}
    numbers = public.public_numbers()
    return {1: 3, 3: -257, -1: numbers.n.to_bytes(256, "big"), -2: numbers.e.to_bytes(3, "big")}


def _sign(private: Any, data: bytes) -> bytes:
    if isinstance(private, ec.EllipticCurvePrivateKey):
        return private.sign(data, ec.ECDSA(hashes.SHA256()))
    if isinstance(private, ed25519.Ed25519PrivateKey):
        return private.sign(data)
    signature: bytes = private.sign(data, padding.PKCS1v15(), hashes.SHA256())
    return signature
