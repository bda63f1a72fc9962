"""Codes, and what a friend's registration brings its two sides (RULES.md §7)."""

import hashlib
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from services.contracts.lobby.accounts.accounts import SessionBegan
from services.contracts.wallet import invitations, limits
from services.kernel.refusal import Refusal
from services.wallet.invitations.rules import plain_email
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet


def card(wallet: Wallet, account: str = "ana") -> invitations.InviteCard:
    found = wallet.ask(
        invitations.GetInviteCard(account=account, host="kafeneio.example", text="Come & play", subject="Καφενείο")
    )
    assert isinstance(found, invitations.InviteCard)
    return found


def email_key(address: str) -> str:
    return hashlib.sha256(plain_email(address).encode()).hexdigest()


def come(wallet: Wallet, account: str, **how: Any) -> invitations.Welcomed:
    """A friend registers with ana's code."""
    usual = {
        "device": f"phone-of-{account}",
        "created_at_ms": 0,
        "email_key": email_key(f"{account}@mail.example"),
        "code": card(wallet).code,
    }
    found = wallet.ask(invitations.Welcome(account=account, **usual | how))
    assert isinstance(found, invitations.Welcomed), found
    return found


def test_a_code_is_made_once_and_looks_as_the_rules_say(players: Wallet) -> None:
    code = card(players).code
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{8}", code)
    assert card(players).code == code
    assert card(players, "ben").code != code
    assert players.ask(invitations.FindInviter(code=code.lower())) == invitations.Inviter(account="ana")
    assert players.ask(invitations.FindInviter(code="nobody's")) == invitations.Inviter(account=None)


def test_the_six_links_carry_code_and_channel(players: Wallet) -> None:
    found = card(players)
    assert list(found.share) == ["facebook", "email", "whatsapp", "viber", "telegram", "twitter"]
    for channel, url in found.share.items():
        assert f"https%3A%2F%2Fkafeneio.example%2Fr%2F{found.code}%3Fc%3D{channel}" in url
    assert found.share["whatsapp"].startswith("https://wa.me/?text=Come%20%26%20play%20https")
    assert found.link == f"https://kafeneio.example/r/{found.code}"


def test_the_link_for_no_channel_is_one_by_which_a_friend_can_register(players: Wallet) -> None:
    (channel,) = parse_qs(urlsplit(card(players).link).query).get("c", [None])
    assert come(players, "zoe", channel=channel).invite_result == "rewarded"


def test_the_links_of_a_platform_without_tls_can_be_followed(players: Wallet) -> None:
    asked = invitations.GetInviteCard(account="ana", host="127.0.0.1:8000", text="", subject="", scheme="http")
    found = players.ask(asked)
    assert found.link == f"http://127.0.0.1:8000/r/{found.code}"
    assert f"u=http%3A%2F%2F127.0.0.1%3A8000%2Fr%2F{found.code}" in found.share["facebook"]


def test_both_sides_are_rewarded_once(players: Wallet) -> None:
    for _ in range(2):
        assert come(players, "zoe") == invitations.Welcomed(chips=6000, invite_result="rewarded")
    players.registered("zoe", device="phone-of-zoe")

    assert players.chips("ana", "zoe") == [7000, 6000]
    assert [(each.result, each.chips) for each in card(players).invited] == [("rewarded", 2000)]
    assert (card(players).left_today, card(players).left_month) == (4, 29)


def test_an_unknown_code_leaves_the_registration_standing(players: Wallet) -> None:
    assert come(players, "zoe", code="00000000") == invitations.Welcomed(chips=5000, invite_result="invite_unknown")


def test_ones_own_device_or_address_is_oneself(wallet: Wallet) -> None:
    wallet.ask(
        invitations.Welcome(
            account="ana",
            device="phone",
            created_at_ms=0,
            email_key=email_key("Ana+news@mail.example"),
            code="none",
        )
    )
    assert come(wallet, "same-phone", device="phone").invite_result == "invite_self"
    assert come(wallet, "same-mail", email_key=email_key("ana+2@mail.example")).invite_result == "invite_self"
    assert come(wallet, "friend", device="tablet").invite_result == "rewarded"
    assert come(wallet, "friend-again", device="tablet").invite_result == "invite_self"
    assert wallet.chips("ana", "same-phone", "friend") == [7000, 5000, 6000]


def test_a_device_on_which_the_inviter_once_logged_in_is_their_own(players: Wallet) -> None:
    for at_ms, device in ((1, "cafe-computer"), (2, "phone")):
        players.hear("on_session_began", SessionBegan(account="ana", at_ms=at_ms, device=device))
    assert come(players, "zoe", device="cafe-computer").invite_result == "invite_self"
    assert come(players, "yan", device="tablet").invite_result == "rewarded"


def test_after_five_rewards_a_day_only_the_friend_is_rewarded(players: Wallet) -> None:
    results = [come(players, f"friend-{n}").invite_result for n in range(6)]
    assert results == ["rewarded"] * 5 + ["invite_capped"]
    assert players.chips("ana", "friend-5") == [15_000, 6000]

    players.clock.advance(24 * 3_600_000)
    assert come(players, "friend-6").invite_result == "rewarded"


def test_a_month_has_a_cap_too(wallet_url: str) -> None:
    wallet = Wallet(wallet_url, WalletSettings(invite_daily_cap=5, invite_monthly_cap=2))
    wallet.registered("ana")
    assert [come(wallet, f"f{n}").invite_result for n in range(3)] == ["rewarded", "rewarded", "invite_capped"]
    wallet.close()


@pytest.mark.parametrize("state", ["suspended", "blocked", "closed"])
def test_an_excluded_inviter_gets_nothing(players: Wallet, state: str) -> None:
    assert come(players, "zoe", inviter_state=state).invite_result == "inviter_inactive"
    assert players.chips("ana", "zoe") == [5000, 6000]


def test_a_self_excluded_inviter_gets_nothing(players: Wallet) -> None:
    players.ask(limits.Exclude(account="ana", period="24h"))
    assert come(players, "zoe").invite_result == "inviter_inactive"


def test_a_channel_that_does_not_exist_is_refused(players: Wallet) -> None:
    request = invitations.Welcome(account="zoe", device="", created_at_ms=0, email_key="", code="x", channel="pigeon")
    assert players.ask(request) == Refusal("channel_unknown")
    assert players.rows("people") == 4
