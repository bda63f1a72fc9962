"""The parts of passkeys as browsers give and take them, and as their owners see them (services/lobby/RULES.md §26)."""

from typing import Annotated

import msgspec

from services.contracts.base import Message

Bytes = Annotated[str, msgspec.Meta(min_length=1, max_length=4096, pattern="^[A-Za-z0-9_-]+$")]
"""Bytes as base64url without padding, as browsers write them."""
LongBytes = Annotated[str, msgspec.Meta(min_length=1, max_length=10_240, pattern="^[A-Za-z0-9_-]+$")]
CredentialId = Annotated[str, msgspec.Meta(min_length=1, max_length=1364, pattern="^[A-Za-z0-9_-]+$")]
UserHandle = Annotated[str, msgspec.Meta(max_length=128, pattern="^[A-Za-z0-9_-]*$")]
Transport = Annotated[str, msgspec.Meta(max_length=32)]
PasskeyName = Annotated[str, msgspec.Meta(max_length=400)]
"""Cleaned and counted by the service (`passkey_name_invalid`)."""
OFFER_REFUSALS = ("passkeys_off", "rate_limited")
"""Codes with which every request for a challenge may be refused."""
SHOWN_REFUSALS = (
    "passkeys_off", "rate_limited", "login_locked", "passkey_expired", "passkey_unknown", "passkey_cloned",
    "passkey_failed",
)  # fmt: skip
"""Codes with which every request that shows a passkey may be refused."""
CREATED_REFUSALS = ("passkeys_off", "passkey_expired", "passkey_failed", "passkey_known")
"""Codes with which every request that brings a new passkey may be refused."""


class PasskeyCreated(Message, frozen=True):
    """What `navigator.credentials.create` has returned: the credential's id, `clientDataJSON`, `attestationObject`, and
    how the authenticator is reached."""

    id: CredentialId
    client_data: Bytes
    attestation: LongBytes
    transports: Annotated[list[Transport], msgspec.Meta(max_length=8)] = []


class PasskeyShown(Message, frozen=True):
    """What `navigator.credentials.get` has returned: the credential's id, `clientDataJSON`, `authenticatorData`, the
    signature, and the user's handle."""

    id: CredentialId
    client_data: Bytes
    authenticator_data: Bytes
    signature: Bytes
    user_handle: UserHandle = ""


class NewPasskey(Message, frozen=True):
    """What an authenticator needs to make a passkey. `exclude`: credentials of the account that there are already;
    `algorithms`: of COSE, in the order of preference; `life_ms`: how long the challenge holds."""

    challenge: str
    rp_id: str
    user_handle: str
    user_name: str
    exclude: list[str]
    algorithms: list[int]
    life_ms: int


class PasskeyChallenge(Message, frozen=True):
    """What an authenticator needs to show a passkey. `allow`: the credentials that will do; empty: any of the site."""

    challenge: str
    rp_id: str
    allow: list[str]
    life_ms: int


class PasskeyLine(Message, frozen=True):
    """A passkey as its owner sees it. `name` empty: it has none; `synced`: copied between devices by its maker;
    `closed`: not taken any more, because a copy of it was seen."""

    id: str
    name: str
    added_at_ms: int
    used_at_ms: int | None
    synced: bool
    closed: bool
