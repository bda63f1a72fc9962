"""Addresses that others name: only those of the public network are sent to."""

import pytest

from services.kernel.public_addresses import may_connect_to


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1",
        "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "2001:0:a00:1::", "nothing",
    ],
)  # fmt: skip
def test_private_and_special_addresses_are_not_connected_to(address: str) -> None:
    assert not may_connect_to(address)


def test_public_addresses_are_connected_to() -> None:
    assert all(map(may_connect_to, ("142.250.180.10", "2a00:1450:4001:80f::200a", "::ffff:142.250.180.10")))
