"""Headers that every response carries, so that a browser trusts nothing but this server's own files."""

from flask import Response

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def secure(response: Response, hsts_s: int) -> None:
    """Add them. `hsts_s`: for how long a browser shall come back by TLS only; 0: not said."""
    for name, text in _HEADERS.items():
        response.headers.setdefault(name, text)
    if hsts_s:
        response.headers["Strict-Transport-Security"] = f"max-age={hsts_s}; includeSubDomains"
