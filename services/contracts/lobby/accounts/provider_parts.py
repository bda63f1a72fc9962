"""The parts of signing in by OpenID providers that other messages have too (services/lobby/RULES.md §27)."""

from typing import Annotated

import msgspec

from services.contracts.base import Message

ProviderId = Annotated[str, msgspec.Meta(min_length=1, max_length=32, pattern="^[a-z0-9-]+$")]
"""What the operator calls a provider: `google`, `apple`, `facebook`, or a name of their own."""
Ticket = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
"""The secret of somebody whom a provider has recognised: 256 random bits, base64url."""


class ProviderLine(Message, frozen=True):
    """A provider by which an account is entered, as its owner sees it. `name`: as the operator has it; `open`: whether
    the provider is still named here, so that it lets its owner in."""

    provider: str
    name: str
    added_at_ms: int
    used_at_ms: int | None
    open: bool
