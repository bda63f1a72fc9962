"""The client of a request: its network address behind trusted proxies, and the origin of its page."""

import ipaddress
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
_IPV6_PREFIX = 64


def client_address(environ: Mapping[str, Any], proxy_hops: int) -> str:
    """The client's address: of the TCP connection, or as reported by the outermost of `proxy_hops` trusted proxies."""
    direct = str(environ.get("REMOTE_ADDR", ""))
    if not proxy_hops:
        return direct
    forwarded = [part.strip() for part in str(environ.get("HTTP_X_FORWARDED_FOR", "")).split(",") if part.strip()]
    return forwarded[-min(proxy_hops, len(forwarded))] if forwarded else direct


def rate_key(address: str) -> str:
    """The key under which addresses share one rate: an IPv4 address, or an IPv6 network of /64, which is one
    household."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, _IPV6_PREFIX), strict=False))


def may_read_public(environ: Mapping[str, Any], public: Sequence[str]) -> bool:
    """Whether a page of this origin may read what is public: one that is listed; with `*` any."""
    return "*" in public or environ.get("HTTP_ORIGIN") in public


def origin_allowed(environ: Mapping[str, Any], allowed: Sequence[str]) -> bool:
    """Whether a page of this origin may use the gateway: same host, or listed. Clients that are no browser send no
    origin."""
    origin = environ.get("HTTP_ORIGIN")
    if origin is None or origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
        port = parts.port or _PORTS.get(parts.scheme)
        host = urlsplit(f"//{environ.get('HTTP_HOST', '')}")
        own_port = host.port or _PORTS.get(parts.scheme)
    except ValueError:
        return False
    return bool(parts.hostname) and (parts.hostname, port) == (host.hostname, own_port)
