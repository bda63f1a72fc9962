"""Addresses that others name: only those of the public network are sent to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.public_addresses import may_connect_to, public_host


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


# --- addresses as texts ---------------------------------------------------------------------------------------------

OWN = frozenset({"localhost", "10.0.0.7"})
LABELS = st.from_regex(r"[a-z]([a-z0-9-]{0,61}[a-z0-9])?", fullmatch=True)


@given(st.lists(LABELS, min_size=2, max_size=4), st.sampled_from(["", ":443"]), st.sampled_from(["", "/a?b=c"]))
def test_a_name_of_the_public_kind_is_sent_to_by_its_name(labels: list[str], port: str, rest: str) -> None:
    name = ".".join(labels)
    assert public_host(f"https://{name}{port}{rest}", OWN, 1_000) == name
    assert public_host(f"https://{name}.{port}{rest}", OWN, 1_000) == name, "the dot of the root names the same host"


@pytest.mark.parametrize(
    "url",
    [
        "http://club.example/", "ftp://club.example/", "club.example", "https://", "https:///a", "https://club/",
        "https://club.example:8443/", "https://club.example:80/", "https://club.example:444/", "https://club.example:0/",
        "https://club.example:99999/", "https://user@club.example/", "https://user:word@club.example/",
        "https://club.example/#part", "https://club.example/a b", "https://club.example/\n", "https://club.example/ä",
        "https://clüb.example/", "https://142.250.180.10/", "https://[2a00:1450:4001:80f::200a]/", "https://club.1/",
        "https://127.1/", "https://0x7f.0x1/", "https://club.0x7f/", "https://-club.example/", "https://club-.example/",
        "https://club..example/", "https://.example/", f"https://{'a' * 64}.example/", "https://cl_ub.example/",
        "https://[club.example/", "",
    ],
)  # fmt: skip
def test_no_other_address_is_sent_to(url: str) -> None:
    assert public_host(url, OWN, 1_000) is None
    assert public_host(url, OWN, 1_000, own_may_be_plain=True) is None


def test_a_label_has_one_to_sixty_three_signs() -> None:
    assert public_host(f"https://{'a' * 63}.example/", OWN, 1_000) == f"{'a' * 63}.example"
    assert public_host("https://a.example/", OWN, 1_000) == "a.example"


def test_an_operator_s_own_host_may_have_any_name_and_port_and_where_allowed_be_plain() -> None:
    assert public_host("https://localhost:8443/a", OWN, 1_000) == "localhost"
    assert public_host("https://10.0.0.7/", OWN, 1_000) == "10.0.0.7"
    assert public_host("http://localhost/", OWN, 1_000) is None
    assert public_host("http://localhost:8080/", OWN, 1_000, own_may_be_plain=True) == "localhost"
    for url in ("ftp://localhost/", "https://user@localhost/", "https://localhost/#part", "https://10.0.0.8/"):
        assert public_host(url, OWN, 1_000, own_may_be_plain=True) is None


def test_an_address_may_be_as_long_as_said_and_no_longer() -> None:
    url = "https://club.example/"
    assert public_host(url, OWN, len(url)) == "club.example"
    assert public_host(url, OWN, len(url) - 1) is None
