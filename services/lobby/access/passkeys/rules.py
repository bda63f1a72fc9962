"""Passkeys without input and output: for which site they are, their names, how many, how long (RULES.md §26)."""

import ipaddress
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text import unicode_text as text

Purpose = Literal["register", "sign_in", "appeal", "add", "prove"]
"""What a challenge was made for."""

LIFE_MS = 5 * 60_000
"""How long a challenge holds, and for how long after a passkey was shown no password is asked for."""
PASSKEYS_MAX = 10
NAME_MAX = 40
OPEN_OF_HOUSEHOLD_MAX = 200
OPEN_OF_ACCOUNT_MAX = 10
"""Challenges that wait at the same time."""
OFF = Refusal("passkeys_off")
EXPIRED = Refusal("passkey_expired")
UNKNOWN = Refusal("passkey_unknown")
FAILED = Refusal("passkey_failed")
CLONED = Refusal("passkey_cloned")


class Site(msgspec.Struct, frozen=True):
    """The site for which passkeys are: its origin and the name under which authenticators keep them."""

    origin: str
    rp_id: str


class Challenge(msgspec.Struct, frozen=True):
    """A challenge that waits. `account` empty: of nobody yet; `device`: the key of the browser that has asked."""

    challenge_hash: str
    purpose: Purpose
    account: str
    device: str
    household: str
    user_handle: str
    until_ms: TimeMs


class Passkey(msgspec.Struct, frozen=True):
    """A passkey as stored; bytes are base64url. `closed_at_ms`: since when it is not taken, because a copy was seen."""

    credential: str
    account: str
    user_handle: str
    public_key: str
    sign_count: int
    transports: str
    synced: bool
    name: str
    added_at_ms: TimeMs
    used_at_ms: TimeMs | None = None
    closed_at_ms: TimeMs | None = None


def site_of(address: str) -> Site | Refusal:
    """The site of the configured address; `passkeys_off` where none is configured, or one without a name: browsers make
    passkeys for names alone, over TLS or on this machine (`localhost`)."""
    parts = urlsplit(address)
    host = (parts.hostname or "").lower()
    if not host or _is_address(host) or (parts.scheme != "https" and host != "localhost"):
        return OFF
    usual = {"https": 443, "http": 80}.get(parts.scheme)
    port = f":{parts.port}" if parts.port not in (None, usual) else ""
    return Site(f"{parts.scheme}://{host}{port}", host)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def read_name(raw: str) -> str | Refusal:
    """A passkey's name, cleaned; empty: it has none. Refusal: `passkey_name_invalid`."""
    name = text.clean_line(raw)
    return Refusal("passkey_name_invalid") if text.is_longer(name, NAME_MAX) else name


def is_cloned(stored: int, shown: int) -> bool:
    """Whether an authenticator that counts its signatures has not counted on: there is a copy of it."""
    return (stored > 0 or shown > 0) and shown <= stored


def is_recent(shown_at_ms: TimeMs | None, now_ms: TimeMs) -> bool:
    """Whether a passkey was shown so lately that no password is asked for."""
    return shown_at_ms is not None and now_ms - shown_at_ms <= LIFE_MS


def count_open(passkeys: list[Passkey], but: str) -> int:
    """How many passkeys let their owner in, without one of them."""
    return sum(each.credential != but and each.closed_at_ms is None for each in passkeys)


def check_offer(of_household: int, of_account: int) -> Refusal | None:
    """`rate_limited`: too many challenges wait."""
    if of_household >= OPEN_OF_HOUSEHOLD_MAX or of_account >= OPEN_OF_ACCOUNT_MAX:
        return Refusal("rate_limited", {"retry_after_s": LIFE_MS // 1000})
    return None
