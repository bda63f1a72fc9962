"""A refusal: the documented answer to something that may not be done. A value, never an exception."""

from typing import Any

import msgspec


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a request that changes nothing.

    `error` is a code from the rules (stable, documented); `detail` is plain data that helps a person or a client (never
    anything hidden from the one who asked).
    """

    error: str
    detail: Any = None
