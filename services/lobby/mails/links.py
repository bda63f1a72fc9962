"""Links that are sent by mail and can be used once (RULES.md §8)."""

from typing import Literal

import msgspec

from services.kernel.clock import HOUR_MS, TimeMs
from services.kernel.refusal import Refusal

LinkKind = Literal["confirm", "change", "password"]
LIFE_MS: dict[LinkKind, int] = {"confirm": 168 * HOUR_MS, "change": 24 * HOUR_MS, "password": HOUR_MS}
"""How long a link of a kind is valid: confirming an address, changing it, setting a forgotten password."""
SENT_MAX = 3
SENT_WINDOW_MS = HOUR_MS
"""The most links of one kind that are sent to an account within this time."""
INVALID = Refusal("link_invalid")


class Link(msgspec.Struct, frozen=True):
    """A link as stored: by the hash of its secret. `email`: the address it was sent to."""

    token_hash: str
    account: str
    kind: LinkKind
    email: str
    sent_at_ms: TimeMs
    used_at_ms: TimeMs | None = None


def check(link: Link | None, kinds: tuple[LinkKind, ...], now_ms: TimeMs) -> Link | Refusal:
    """The link if it is valid. Refusal: `link_invalid`, the same for one that is unknown, of another kind, used or
    old."""
    if link is None or link.kind not in kinds or link.used_at_ms is not None:
        return INVALID
    return link if now_ms < link.sent_at_ms + LIFE_MS[link.kind] else INVALID
