"""Errors: the platform refuses a request, or cannot be reached."""

from typing import Any


class Refused(Exception):
    """The platform refused; nothing has changed. `code` is stable, such as `insufficient_chips`."""

    def __init__(self, code: str, detail: Any = None) -> None:
        super().__init__(code if detail is None else f"{code}: {detail}")
        self.code = code
        self.detail = detail


class Unavailable(Exception):
    """The platform could not be reached for longer than the caller wanted to wait."""
