"""What browsers return of a passkey, verified by py_webauthn. Everything in it comes from strangers (RULES.md §26)."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import CredentialDeviceType

from services.contracts.lobby.accounts.passkey_parts import PasskeyCreated, PasskeyShown
from services.lobby.access.passkeys.rules import Passkey, Site
from services.platform.process.logs import get_logger

log = get_logger(__name__)

T = TypeVar("T")
_ALGORITHMS = [
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
_WRONG = (
    *(WebAuthnException, UnsupportedAlgorithm, InvalidSignature),
    *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
)
ALGORITHMS = [int(each) for each in _ALGORITHMS]
"""Of the keys that are taken, in the order of preference; the last for authenticators of Windows."""


class Made(msgspec.Struct, frozen=True):
    """A new passkey that is genuine. `user_handle`: under which its authenticator keeps it."""

    credential: str
    user_handle: str
    public_key: str
    sign_count: int
    synced: bool


class Used(msgspec.Struct, frozen=True):
    """A passkey that was shown and is genuine."""

    sign_count: int
    synced: bool


class _ClientData(msgspec.Struct):
    challenge: str


def challenge_of(client_data: str) -> str | None:
    """The challenge to which a browser says that it answers; None: it says nothing that can be read."""
    try:
        return msgspec.json.decode(base64url_to_bytes(client_data), type=_ClientData).challenge
    except (ValueError, msgspec.MsgspecError):
        return None


def verify_created(created: PasskeyCreated, challenge: str, user_handle: str, site: Site) -> Made | None:
    """The new passkey, made for this challenge at this site by an authenticator that has verified its user; None: it is
    not."""
    found = _verified(
        lambda: verify_registration_response(
            credential=_credential(
                created.id, clientDataJSON=created.client_data, attestationObject=created.attestation
            ),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
            require_user_verification=True,
            supported_pub_key_algs=_ALGORITHMS,
        )
    )
    if found is None or bytes_to_base64url(found.credential_id) != created.id:
        return None
    synced = found.credential_device_type == CredentialDeviceType.MULTI_DEVICE
    return Made(created.id, user_handle, bytes_to_base64url(found.credential_public_key), found.sign_count, synced)


def verify_shown(shown: PasskeyShown, passkey: Passkey, challenge: str, site: Site) -> Used | None:
    """The use of a passkey, shown for this challenge at this site by an authenticator that has verified its user; None:
    it was not. Whether it was copied is not decided here."""
    if shown.user_handle not in ("", passkey.user_handle):
        return None
    found = _verified(
        lambda: verify_authentication_response(
            credential=_credential(
                shown.id,
                clientDataJSON=shown.client_data,
                authenticatorData=shown.authenticator_data,
                signature=shown.signature,
            ),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    )
    if found is None:
        return None
    return Used(found.new_sign_count, found.credential_device_type == CredentialDeviceType.MULTI_DEVICE)


def _credential(credential: str, **response: str) -> dict[str, Any]:
    return {"id": credential, "rawId": credential, "type": "public-key", "response": response}


def _verified(verify: Callable[[], T]) -> T | None:
    """What the library finds, or None: its parsers of CBOR, COSE and X.509 raise errors of many kinds for bytes that
    are wrong, and all mean the same."""
    try:
        return verify()
    except _WRONG as error:
        log.info("passkey_refused", error=type(error).__name__, reason=str(error)[:200])
        return None
