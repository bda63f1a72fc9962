"""What moderation's messages have in common."""

from typing import Annotated, TypeVar

import msgspec

from services.contracts.base import Request

A = TypeVar("A")
Name = Annotated[str, msgspec.Meta(max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SenderId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
"""An id that the sender makes: sent twice, it is done once."""
Alone = bool
"""Of what somebody else is to decide than who has decided before: it is urgent and nobody else is there. The next one
looks at it (services/moderation/RULES.md §15)."""
PAGE_MAX = 100
Page = Annotated[int, msgspec.Meta(ge=1, le=PAGE_MAX)]


class OfModeration(Request[A], frozen=True, kw_only=True):
    """A request to moderation; `account` is who asks."""

    account: str
