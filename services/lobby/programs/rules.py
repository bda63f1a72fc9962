"""Programs of others without input and output: their form, addresses, limits, and how codes and tokens hold
(RULES.md §29)."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

import msgspec

from services.contracts.client.token_scopes import SCOPES, Scope
from services.kernel.clock import DAY_MS, HOUR_MS, TimeMs
from services.kernel.refusal import Refusal
from services.lobby.tokens import rules as tokens

PROGRAMS_MAX = 5
"""Programs that an account may have registered."""
REDIRECTS_MAX = 5
ALLOWED_MAX = 50
"""Programs that an account may have allowed."""
GRANTS_MAX = 10
"""Consents of an account to one program that hold, such as one for each of its devices; then the oldest ends."""
CONSENTS_HOUR_MAX = 30
CODE_MS = 60_000
CODES_KEPT_MS = DAY_MS
"""How long it is known of a code that it was used."""
ACCESS_MS = HOUR_MS
REFRESH_MS = 90 * DAY_MS
"""How long a refresh token waits to be used."""
GRANT_MS = 366 * DAY_MS
"""How long a consent holds, however often its tokens were renewed."""

CODE_PREFIX, REFRESH_PREFIX, SECRET_PREFIX = "kac_", "kar_", "kas_"
OFFERED: tuple[Scope, ...] = tuple(each for each in SCOPES if each in tokens.FOR_PEOPLE)
"""What a program may be allowed: what a personal token of a person's may have, so nothing plays or moves chips."""

ERRORS = frozenset({"invalid_request", "unsupported_grant_type", "invalid_client", "invalid_grant", "invalid_scope"})
"""What a request for a token, or to give one back, is refused with (RFC 6749 §5.2)."""
UNKNOWN = Refusal("program_unknown")
REDIRECT_UNKNOWN = Refusal("redirect_unknown")

_ADDRESS_MAX = 300
_HTTPS = re.compile(r"https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?([/?][!$-\[\]-~]*)?")
_LOOPBACK = re.compile(r"http://(127\.0\.0\.1|\[::1\]|localhost)(:[0-9]{1,5})?([/?][!$-\[\]-~]*)?")
_VISIBLE = re.compile(r"[!#-\[\]-~]( ?[!#-\[\]-~])*")
"""RFC 6749 §3.3, Appendix A: what may be said back in an error."""


class Program(msgspec.Struct, frozen=True):
    """A program as registered; its id is the `client_id`. `secret_hash`: null: it has no secret."""

    id: str
    owner: str
    name: str
    homepage: str
    redirects: tuple[str, ...]
    secret_hash: str | None
    made_at_ms: TimeMs


class Grant(msgspec.Struct, frozen=True):
    """A consent: from its code come all of its tokens. `used_at_ms`: when tokens were last renewed."""

    id: str
    program: str
    account: str
    scopes: tuple[Scope, ...]
    made_at_ms: TimeMs
    expires_at_ms: TimeMs
    used_at_ms: TimeMs | None = None
    ended_at_ms: TimeMs | None = None

    def holds(self, now_ms: TimeMs) -> bool:
        """Whether tokens of it may be made."""
        return self.ended_at_ms is None and now_ms <= self.expires_at_ms


class Code(msgspec.Struct, frozen=True):
    """An authorization code, which is good for one access token. `grant_id`: what has come of it."""

    code_hash: str
    program: str
    account: str
    redirect: str
    scopes: tuple[Scope, ...]
    challenge: str
    made_at_ms: TimeMs
    grant_id: str | None = None

    def holds(self, now_ms: TimeMs) -> bool:
        """Whether it can be used; its last millisecond counts."""
        return self.grant_id is None and now_ms <= self.made_at_ms + CODE_MS


class RefreshToken(msgspec.Struct, frozen=True):
    """A refresh token, which is used once."""

    token_hash: str
    grant_id: str
    made_at_ms: TimeMs
    used_at_ms: TimeMs | None = None

    def holds(self, now_ms: TimeMs) -> bool:
        """Whether it can be used."""
        return self.used_at_ms is None and now_ms <= self.made_at_ms + REFRESH_MS


def read_name(raw: str) -> str | Refusal:
    """A program's name, cleaned. Refusal: `program_name_invalid`."""
    name = tokens.read_name(raw)
    return Refusal("program_name_invalid") if isinstance(name, Refusal) else name


def read_home(raw: str) -> str | Refusal:
    """The page of a program. Refusal: `program_home_invalid`."""
    home = raw.strip()
    return home if len(home) <= _ADDRESS_MAX and _HTTPS.fullmatch(home) else Refusal("program_home_invalid")


def read_redirects(raw: Sequence[str]) -> tuple[str, ...] | Refusal:
    """The addresses to which a program may be answered: https, or this machine for what runs there (RFC 8252).
    Refusal: `program_redirects_invalid`, with the one that does not fit."""
    found = tuple(each.strip() for each in raw)
    for each in found:
        if len(each) > _ADDRESS_MAX or not (_HTTPS.fullmatch(each) or _LOOPBACK.fullmatch(each)):
            return Refusal("program_redirects_invalid", {"address": each})
    if not 1 <= len(found) <= REDIRECTS_MAX or len(set(found)) != len(found):
        return Refusal("program_redirects_invalid", {"max": REDIRECTS_MAX})
    return found


def fits(registered: Sequence[str], asked: str) -> bool:
    """Whether an address is one that is registered, sign by sign; on this machine with any port (RFC 8252 §7.3)."""
    if asked in registered:
        return True
    here = _LOOPBACK.fullmatch(asked)
    if here is None:
        return False
    known = filter(None, map(_LOOPBACK.fullmatch, registered))
    return any((each[1], each[3]) == (here[1], here[3]) for each in known)


def host_of(redirect: str) -> str:
    """The host of a registered address, as it is shown."""
    return urlsplit(redirect).hostname or ""


def read_scope(raw: str) -> tuple[Scope, ...] | None:
    """The scopes that a program asks for, in their usual order; None: none, or one that is not offered."""
    asked = set(raw.split(" ")) - {""}
    return tuple(each for each in OFFERED if each in asked) if asked and asked.issubset(OFFERED) else None


def is_sayable(text: str) -> bool:
    """Whether a parameter has the signs that RFC 6749 lets it have; an empty one is a missing one."""
    return not text or _VISIBLE.fullmatch(text) is not None
