"""Headers of every response, by which a browser trusts only this server's own files."""

from flask import Request, Response

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types kafeneio-worker",
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


def is_tls(request: Request, proxy_hops: int) -> bool:
    """Whether the client used TLS, to this server or to the trusted proxy."""
    by_proxy = bool(proxy_hops) and request.headers.get("X-Forwarded-Proto") == "https"
    return request.is_secure or by_proxy


def secure(response: Response, hsts_s: int) -> None:
    """Add the headers. `hsts_s`: the lifetime of Strict-Transport-Security for clients that used TLS; 0: no such
    header."""
    for name, text in _HEADERS.items():
        response.headers.setdefault(name, text)
    if hsts_s:
        response.headers["Strict-Transport-Security"] = f"max-age={hsts_s}; includeSubDomains"
