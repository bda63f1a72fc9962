"""Addresses that come from outside and to which the platform sends something: only those of the public network."""

import ipaddress
from urllib.parse import urlsplit


def public_host(url: str, own_hosts: frozenset[str], length_max: int, *, own_may_be_plain: bool = False) -> str | None:
    """The name in an `https` address to which something may be sent; None: it is no such address. Only names of the
    public kind and port 443, without a user and a fragment; the operator's `own_hosts` may be any name at any port, and
    `http` with `own_may_be_plain`."""
    if len(url) > length_max or not (url.isascii() and url.isprintable() and " " not in url):
        return None
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return None
    is_own = host in own_hosts
    schemes = ("https", "http") if is_own and own_may_be_plain else ("https",)
    if parts.scheme not in schemes or not host or "@" in parts.netloc or parts.fragment:
        return None
    if port not in (None, 443) and not is_own:
        return None
    return host if is_own or _is_name(host) else None


def _is_name(host: str) -> bool:
    """Whether it is a name of the public kind: with a dot, and no address in any of its spellings."""
    labels = host.split(".")
    if len(labels) < 2 or not all(_is_label(each) for each in labels):
        return False
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return not labels[-1].isdigit() and not labels[-1].startswith("0x")
    return False


def _is_label(label: str) -> bool:
    return 0 < len(label) <= 63 and label.replace("-", "").isalnum() and label[0] != "-" and label[-1] != "-"


def may_connect_to(address: str) -> bool:
    """Whether an address that a name has resolved to is one of the public network: neither private nor of this machine,
    of no special use, and none in which another one is wrapped."""
    try:
        found = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return may_connect_to(str(found.ipv4_mapped))
        if found.sixtofour is not None or found.teredo is not None or found in _TRANSLATED:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
