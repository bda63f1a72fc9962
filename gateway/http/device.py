"""The device id: 128 random bits in a long-lived cookie, the only thing by which browsers are distinguished."""

import re
import secrets

from flask import Request, Response

COOKIE = "kafeneio_device"
_LIFE_S = 400 * 86_400
"""The longest that browsers keep a cookie."""
_DEVICE_ID = re.compile(r"[0-9a-f]{32}")


def device_of(request: Request) -> str | None:
    """The device id in a request; None if it has none, or an invalid one."""
    found = request.cookies.get(COOKIE, "")
    return found if _DEVICE_ID.fullmatch(found) else None


def new_device() -> str:
    """A new device id."""
    return secrets.token_hex(16)


def set_device(response: Response, device: str, *, secure: bool) -> None:
    """Set the cookie, which scripts cannot read."""
    response.set_cookie(COOKIE, device, max_age=_LIFE_S, secure=secure, httponly=True, samesite="Lax")
