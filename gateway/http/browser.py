"""Headers of every response, by which a browser trusts only this server's own files, and the device id: 128 random bits
in a long-lived cookie, the only thing by which browsers are distinguished.
"""

import re
import secrets

from flask import Request, Response

NOBODY = "'none'"
_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors {ancestors}",
        "require-trusted-types-for 'script'",
        "trusted-types kafeneio-worker",
    )
)
POLICY = _POLICY.format(ancestors=NOBODY)
"""Of every page but those that other sites may frame."""
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
COOKIE = "kafeneio_device"
_LIFE_S = 400 * 86_400
"""The longest that browsers keep a cookie."""
_DEVICE_ID = re.compile(r"[0-9a-f]{32}")


def is_tls(request: Request, proxy_hops: int) -> bool:
    """Whether the client used TLS, to this server or to the trusted proxy."""
    by_proxy = bool(proxy_hops) and request.headers.get("X-Forwarded-Proto") == "https"
    return request.is_secure or by_proxy


def secure(response: Response, hsts_s: int, ancestors: str = NOBODY) -> None:
    """Add the headers. `hsts_s`: the lifetime of Strict-Transport-Security for clients that used TLS; 0: no such
    header. `ancestors`: which sites may show the response in a frame."""
    response.headers.setdefault("Content-Security-Policy", _POLICY.format(ancestors=ancestors))
    if ancestors == NOBODY:
        response.headers.setdefault("X-Frame-Options", "DENY")
    else:
        response.headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin")
    for name, text in _HEADERS.items():
        response.headers.setdefault(name, text)
    if hsts_s:
        response.headers["Strict-Transport-Security"] = f"max-age={hsts_s}; includeSubDomains"


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
