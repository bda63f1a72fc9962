"""Personal tokens without input and output: their form, names, scopes and life (RULES.md §12)."""

from collections.abc import Sequence

import msgspec

from services.contracts.client.token_scopes import PREFIX, SCOPES, Scope
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text import unicode_text as text

NAME_MAX = 40
USED_MS = 60_000
"""How exactly it is noted when a token was used."""
INVALID = Refusal("token_invalid")
UNKNOWN = Refusal("token_unknown")

FOR_PEOPLE: frozenset[Scope] = frozenset({"read", "chat", "company"})
"""The scopes of a token of a person's own account: nothing plays for a person."""


FOR_BOTS: frozenset[Scope] = frozenset({"read", "chat", "play"})
"""Those of a bot account's token."""


class TokenSettings(msgspec.Struct, frozen=True):
    """The operator's limits."""

    tokens_max: int = 20
    days_max: int = 366


class PersonalToken(msgspec.Struct, frozen=True):
    """A token as stored. `owner`: who has made it; `account`: in whose name it acts; `program`, `grant_id`: it is the
    access token of a program of another's, by this consent (§29)."""

    id: str
    token_hash: str
    owner: str
    account: str
    name: str
    scopes: tuple[Scope, ...]
    made_at_ms: TimeMs
    expires_at_ms: TimeMs
    used_at_ms: TimeMs | None = None
    revoked_at_ms: TimeMs | None = None
    program: str | None = None
    grant_id: str | None = None

    def holds(self, now_ms: TimeMs) -> bool:
        """Whether it is neither revoked nor expired; its last millisecond counts."""
        return self.revoked_at_ms is None and now_ms <= self.expires_at_ms

    def is_use_new(self, now_ms: TimeMs) -> bool:
        """Whether its use now is to be noted."""
        return self.used_at_ms is None or now_ms - self.used_at_ms >= USED_MS


def is_personal(token: str) -> bool:
    """Whether a text is meant as a personal token, and not as that of a session."""
    return token.startswith(PREFIX)


def read_name(raw: str) -> str | Refusal:
    """A token's name, cleaned. Refusal: `token_name_invalid`."""
    name = text.clean_line(raw)
    return Refusal("token_name_invalid") if not name or text.is_longer(name, NAME_MAX) else name


def read_scopes(raw: Sequence[str], allowed: frozenset[Scope]) -> tuple[Scope, ...] | Refusal:
    """The scopes in their usual order. Refusal: `token_scopes_invalid`, with those that the account may have."""
    chosen = tuple(each for each in SCOPES if each in raw)
    if not chosen or len(chosen) != len(raw) or not allowed.issuperset(chosen):
        return Refusal("token_scopes_invalid", {"allowed": [each for each in SCOPES if each in allowed]})
    return chosen


def expiry_ms(now_ms: TimeMs, days: int, settings: TokenSettings) -> TimeMs | Refusal:
    """Until when a token holds that is made now. Refusal: `token_days_invalid`."""
    if not 1 <= days <= settings.days_max:
        return Refusal("token_days_invalid", {"max": settings.days_max})
    return now_ms + days * DAY_MS
