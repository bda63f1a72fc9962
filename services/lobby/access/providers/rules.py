"""OpenID providers without input and output: which there are, how attempts and tickets hold, the last way in
(RULES.md §27)."""

import hashlib
import re
from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal

Purpose = Literal["enter", "link", "prove"]
"""Why somebody goes to a provider."""
Next = Literal["enter", "register", "join", "link", "prove"]
"""What the ticket of somebody who comes back is good for."""

LIFE_MS = 10 * 60_000
"""How long an attempt holds, and then a ticket."""
OPEN_OF_HOUSEHOLD_MAX = 200
"""Attempts and tickets that wait at the same time."""
OFF = Refusal("providers_off")
UNKNOWN = Refusal("provider_unknown")
EXPIRED = Refusal("provider_expired")
REFUSED = Refusal("provider_refused")
UNAVAILABLE = Refusal("provider_silent")
FAILED = Refusal("provider_failed")
UNLINKED = Refusal("provider_unlinked")

_ID = re.compile(r"[a-z0-9-]{1,32}")
_NAME_MAX = 40


class ProviderEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A provider as the operator writes it. Of `google`, `apple` and `facebook` all but `client_id` is known."""

    client_id: str
    name: str = ""
    issuer: str = ""
    authorization_endpoint: str = ""
    token_endpoint: str = ""
    jwks_uri: str = ""
    """Addresses that the provider's discovery document does not have."""
    scope: str = ""
    response_mode: str = ""
    confirms_email: bool | None = None
    """Whether an address that the provider says it has verified counts as confirmed here."""
    apple_team: str = ""
    apple_key: str = ""
    """Apple's ids of the developer's team and key; the secret is then that key (PEM), with which tokens are signed."""


class Provider(msgspec.Struct, frozen=True, kw_only=True):
    """A provider that is ready to be asked. `secret`: empty for a client without one."""

    id: str
    name: str
    issuer: str
    client_id: str
    secret: str
    authorization_endpoint: str = ""
    token_endpoint: str = ""
    jwks_uri: str = ""
    scope: str = "openid email"
    response_mode: str = ""
    confirms_email: bool = False
    apple_team: str = ""
    apple_key: str = ""


class Trip(msgspec.Struct, frozen=True):
    """What an attempt has sent along, and has to find again in the answer: `nonce` in the ID token, `verifier` by
    PKCE."""

    nonce: str
    verifier: str


class Identity(msgspec.Struct, frozen=True):
    """Somebody whom a provider has recognised, by a token that was verified. `key`: SHA-256 of issuer and subject;
    `email`: in lower case, empty where there is none; `verified`: whether the provider says it has verified it."""

    key: str
    email: str
    verified: bool


class Attempt(msgspec.Struct, frozen=True):
    """Somebody who is away at a provider. `device`: the key of the browser that has begun."""

    provider: str
    purpose: Purpose
    device: str
    household: str
    until_ms: TimeMs
    trip: Trip


class Ticket(msgspec.Struct, frozen=True):
    """Somebody who has come back."""

    provider: str
    purpose: Purpose
    device: str
    household: str
    until_ms: TimeMs
    identity: Identity


class Link(msgspec.Struct, frozen=True):
    """An identity that is joined to an account."""

    identity: str
    provider: str
    account: str
    added_at_ms: TimeMs
    used_at_ms: TimeMs | None = None


KNOWN: Mapping[str, ProviderEntry] = {
    "google": ProviderEntry("", "Google", "https://accounts.google.com", confirms_email=True),
    "apple": ProviderEntry("", "Apple", "https://appleid.apple.com", response_mode="form_post", confirms_email=True),
    "facebook": ProviderEntry(
        "",
        "Facebook",
        "https://www.facebook.com",
        authorization_endpoint="https://www.facebook.com/v23.0/dialog/oauth",
        token_endpoint="https://graph.facebook.com/v23.0/oauth/access_token",
    ),
}
"""What is the same for every operator. Facebook's discovery document names no token endpoint (RULES.md §27)."""


def read(entries: Mapping[str, ProviderEntry], secrets: Mapping[str, str]) -> dict[str, Provider]:
    """The operator's providers by id, in the operator's order.

    Raises:
        ValueError: an entry is not one, or a secret belongs to none.
    """
    if unknown := secrets.keys() - entries.keys():
        raise ValueError(f"secrets of providers that are not named: {', '.join(sorted(unknown))}")
    return {each: _provider(each, entry, secrets.get(each, "")) for each, entry in entries.items()}


def _provider(name: str, entry: ProviderEntry, secret: str) -> Provider:
    if not _ID.fullmatch(name):
        raise ValueError(f"{name!r}: an id has up to 32 small letters, digits and hyphens")
    known = KNOWN.get(name, ProviderEntry(""))
    chosen = {
        field: getattr(entry, field) or getattr(known, field)
        for field in ("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "response_mode")
    }
    title = entry.name or known.name
    if not entry.client_id or not 1 <= len(title) <= _NAME_MAX:
        raise ValueError(f"{name}: needs client_id and a name of at most {_NAME_MAX} signs")
    if not chosen["issuer"]:
        raise ValueError(f"{name}: needs issuer")
    for field in ("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"):
        if chosen[field] and not is_safe(chosen[field]):
            raise ValueError(f"{name}: {field} has to begin with https://")
    if bool(entry.apple_team) != bool(entry.apple_key) or (entry.apple_team and not secret):
        raise ValueError(f"{name}: apple_team, apple_key and the key as a secret belong together")
    confirms = known.confirms_email if entry.confirms_email is None else entry.confirms_email
    return Provider(
        id=name,
        name=title,
        client_id=entry.client_id,
        secret=secret,
        scope=entry.scope or "openid email",
        confirms_email=bool(confirms),
        apple_team=entry.apple_team,
        apple_key=entry.apple_key,
        **chosen,
    )


def is_safe(address: str) -> bool:
    """Whether a provider may be asked there: by TLS, or on this machine (`localhost`)."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return False
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and host == "localhost"))


def callback_of(site: str, provider: str) -> str | Refusal:
    """The one address of this site to which a provider answers. Refusal: `providers_off`."""
    if not urlsplit(site).hostname:
        return OFF
    return f"{site.rstrip('/')}/api/providers/{provider}/callback"


def identity_key(issuer: str, subject: str) -> str:
    """Under which an identity is kept."""
    return hashlib.sha256(f"{issuer}\n{subject}".encode(errors="surrogatepass")).hexdigest()


def next_of(purpose: Purpose, *, is_linked: bool, has_account: bool) -> Next:
    """What a ticket is good for. `has_account`: an account has confirmed the address that the provider has verified."""
    if purpose != "enter":
        return purpose
    if is_linked:
        return "enter"
    return "join" if has_account else "register"


def check_open(of_household: int) -> Refusal | None:
    """`rate_limited`: too many attempts and tickets wait."""
    if of_household >= OPEN_OF_HOUSEHOLD_MAX:
        return Refusal("rate_limited", {"retry_after_s": LIFE_MS // 1000})
    return None


def is_last_way(*, has_password: bool, passkeys: int, providers: int) -> bool:
    """Whether nothing would let the owner in: `passkeys` that are not closed and `providers` that are still named, both
    without the one that is to go."""
    return not has_password and passkeys + providers == 0
