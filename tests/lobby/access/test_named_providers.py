"""Which OpenID providers an operator may name (services/lobby/RULES.md §27)."""

import pytest

from services.lobby.access.providers import rules
from services.lobby.access.providers.rules import ProviderEntry


def test_three_providers_need_no_more_than_a_client() -> None:
    entries = {
        "google": ProviderEntry("g"),
        "apple": ProviderEntry("a", apple_team="T", apple_key="K"),
        "facebook": ProviderEntry("f"),
    }
    found = rules.read(entries, {"google": "s", "apple": "pem", "facebook": "s"})
    assert [(each.name, each.confirms_email, each.response_mode) for each in found.values()] == [
        ("Google", True, ""), ("Apple", True, "form_post"), ("Facebook", False, ""),
    ]  # fmt: skip
    assert found["facebook"].token_endpoint.startswith("https://graph.facebook.com/")


@pytest.mark.parametrize(
    ("name", "entry", "secrets"),
    [
        ("Google", ProviderEntry("c", "N", "https://a.example"), {}),
        ("own", ProviderEntry("c", "", "https://a.example"), {}),
        ("own", ProviderEntry("c", "N" * 41, "https://a.example"), {}),
        ("own", ProviderEntry("", "N", "https://a.example"), {}),
        ("own", ProviderEntry("c", "N"), {}),
        ("own", ProviderEntry("c", "N", "http://a.example"), {}),
        ("own", ProviderEntry("c", "N", "https://a.example", token_endpoint="ftp://a.example"), {}),
        ("own", ProviderEntry("c", "N", "https://a.example"), {"other": "s"}),
        ("apple", ProviderEntry("c", apple_team="T"), {"apple": "s"}),
        ("apple", ProviderEntry("c", apple_team="T", apple_key="K"), {}),
    ],
)
def test_what_is_no_provider_is_refused_at_the_start(name: str, entry: ProviderEntry, secrets: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        rules.read({name: entry}, secrets)
