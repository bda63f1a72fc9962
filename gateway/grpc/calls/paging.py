"""Pages of lists, the same for all methods that list (AIP-158): a size, and a token that continues."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import TypeVar

import grpc
import msgspec

from gateway.grpc.calls.service_calls import refuse
from services.kernel.refusal import Refusal

P = TypeVar("P", bound=msgspec.Struct)
R = TypeVar("R")

_TOKEN_LENGTH_MAX = 512


def page_size(context: grpc.ServicerContext, asked: int, usual: int, most: int) -> int:
    """The size of a page: `usual` for 0, and never more than `most`. Refusal: `page_size_invalid` (below 0)."""
    if asked < 0:
        refuse(context, Refusal("page_size_invalid"))
    return min(asked or usual, most)


def page_token(position: msgspec.Struct | None) -> str:
    """The token of the page that continues at a position, an `array_like` structure; None: empty, for there is none."""
    if position is None:
        return ""
    return base64.urlsafe_b64encode(msgspec.json.encode(position)).decode().rstrip("=")


def token_behind(rows: Sequence[R], size: int, position: Callable[[R], msgspec.Struct]) -> str:
    """The token of the page behind the last of these rows; empty behind a page that is not full, the last one.
    `position`: where a row is in the list."""
    return page_token(position(rows[-1])) if len(rows) == size else ""


def read_page_token(context: grpc.ServicerContext, token: str, kind: type[P]) -> P | None:
    """The position at which a token continues; None: the token is empty, for the first page. Refusal:
    `page_token_invalid`."""
    if not token:
        return None
    try:
        if len(token) > _TOKEN_LENGTH_MAX:
            raise ValueError(token)
        return msgspec.json.decode(base64.b64decode(token + "=" * (-len(token) % 4), b"-_", validate=True), type=kind)
    except (ValueError, binascii.Error, msgspec.MsgspecError):
        refuse(context, Refusal("page_token_invalid"))
