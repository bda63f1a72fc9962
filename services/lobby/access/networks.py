"""Network addresses as they are kept: the part that one household or provider shares, never the whole (RULES.md §1)."""

import hashlib
import ipaddress

_V4_PREFIX = 24
_V6_PREFIX = 48
_V6_HOUSEHOLD = 64


def network_of(address: str) -> str:
    """The part of an address that its player is shown: `192.0.2.0/24`, `2001:db8::/48`."""
    return _prefix(address, _V4_PREFIX, _V6_PREFIX)


def household_of(address: str) -> str:
    """The addresses that are counted together: an IPv4 address, or an IPv6 network of /64, which belongs to one
    household."""
    return _prefix(address, 32, _V6_HOUSEHOLD)


def household_key(address: str) -> str:
    """An identifier of an address's household that does not reveal the address; empty without an address."""
    household = household_of(address)
    return hashlib.sha256(household.encode(errors="surrogatepass")).hexdigest() if household else ""


def _prefix(address: str, v4: int, v6: int) -> str:
    """The network of an address; an IPv4-mapped IPv6 address counts as IPv4, and text that is no address stays as it
    is."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    network = ipaddress.ip_network((parsed, v4 if parsed.version == 4 else v6), strict=False)
    return str(network.network_address) if network.prefixlen == network.max_prefixlen else str(network)
