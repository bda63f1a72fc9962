"""What the wallet's messages have in common."""

from typing import Annotated, TypeVar

import msgspec

A = TypeVar("A")

PAGE_MAX = 100
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Page = Annotated[int, msgspec.Meta(ge=1, le=PAGE_MAX)]
Moment = Annotated[int, msgspec.Meta(ge=1, le=253_402_300_799_999)]
Balance = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
