"""Clients are known by their addresses, however many trusted proxies stand between, and no further."""

from typing import Any

import pytest

from gateway.port.addresses import client_address, rate_key


@pytest.mark.parametrize(
    ("hops", "told", "address"),
    [
        (0, "6.6.6.6", "10.0.0.1"),
        (1, None, "10.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        (2, "6.6.6.6, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (3, "203.0.113.9", "203.0.113.9"),
        (1, " , ", "10.0.0.1"),
    ],
)
def test_the_address_is_what_the_outermost_trusted_proxy_saw(hops: int, told: str | None, address: str) -> None:
    environ: dict[str, Any] = {"REMOTE_ADDR": "10.0.0.1"}
    if told is not None:
        environ["HTTP_X_FORWARDED_FOR"] = told
    assert client_address(environ, hops) == address


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("unix", "unix"),
        ("", ""),
    ],
)
def test_a_rate_is_shared_by_an_address_or_a_household(address: str, key: str) -> None:
    assert rate_key(address) == key
