"""Welcome chips, invitations and share links (services/wallet/RULES.md §7)."""

from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from services.kernel.refusal import Refusal
from services.wallet.invitations import rules as invites
from services.wallet.invitations.rules import Invite, Reward


@pytest.mark.parametrize(
    ("invite", "reward"),
    [
        (Invite(True), Reward(2_000, 1_000, "rewarded")),
        (Invite(False), Reward(0, 0, "invite_unknown")),
        (Invite(True, same_device=True), Reward(0, 0, "invite_self")),
        (Invite(True, same_email=True), Reward(0, 0, "invite_self")),
        (Invite(True, rewarded_today=4, rewarded_month=29), Reward(2_000, 1_000, "rewarded")),
        (Invite(True, rewarded_today=5), Reward(0, 1_000, "invite_capped")),
        (Invite(True, rewarded_month=30), Reward(0, 1_000, "invite_capped")),
        (Invite(True, inviter_state="suspended"), Reward(0, 1_000, "inviter_inactive")),
        (Invite(True, inviter_state="blocked"), Reward(0, 1_000, "inviter_inactive")),
        (Invite(True, inviter_state="self_excluded"), Reward(0, 1_000, "inviter_inactive")),
        (Invite(True, inviter_state="closed"), Reward(0, 1_000, "inviter_inactive")),
    ],
)
def test_what_an_invitation_brings(invite: Invite, reward: Reward) -> None:
    assert invites.reward(invite) == reward


def test_the_first_check_that_matches_decides() -> None:
    everything = {"same_device": True, "same_email": True, "rewarded_today": 5, "inviter_state": "closed"}
    assert invites.reward(Invite(False, **everything)).result == "invite_unknown"
    assert invites.reward(Invite(True, **everything)).result == "invite_self"
    assert invites.reward(Invite(True, rewarded_today=5, inviter_state="closed")).result == "invite_capped"


@pytest.mark.parametrize(("earlier", "chips"), [(0, 5_000), (2, 5_000), (3, 0), (9, 0)])
def test_three_accounts_of_a_device_are_welcomed(earlier: int, chips: int) -> None:
    assert invites.welcome_chips(earlier) == chips


def test_a_code_is_eight_characters_of_crockfords_alphabet() -> None:
    assert invites.code_of(0) == "00000000"
    assert invites.code_of(invites.CODE_RANGE - 1) == "ZZZZZZZZ"
    assert invites.code_of(32) == "00000010"
    letters = {invites.code_of(number)[-1] for number in range(32)}
    assert len(letters) == 32
    assert letters.isdisjoint("ILOU")


@pytest.mark.parametrize(
    ("email", "plain"),
    [
        ("Ana+friend@Example.org", "ana@example.org"),
        ("ana@example.org", "ana@example.org"),
        ("a+b+c@x.gr", "a@x.gr"),
        ("a.b@x.gr", "a.b@x.gr"),
    ],
)
def test_addresses_are_compared_without_tag_and_case(email: str, plain: str) -> None:
    assert invites.plain_email(email) == plain


# --- share links -------------------------------------------------------------------------------------------------

HOST, CODE = "kafeneio.example", "7K3M9QXZ"


def linked(channel: str) -> str:
    """The invitation link, encoded by hand."""
    return f"https%3A%2F%2Fkafeneio.example%2Fr%2F7K3M9QXZ%3Fc%3D{channel}"


@pytest.mark.parametrize(
    ("channel", "url"),
    [
        ("facebook", f"https://www.facebook.com/sharer/sharer.php?u={linked('facebook')}"),
        ("email", f"mailto:?subject=A%20game%3F&body=Come%20%26%20play%20{linked('email')}"),
        ("whatsapp", f"https://wa.me/?text=Come%20%26%20play%20{linked('whatsapp')}"),
        ("viber", f"viber://forward?text=Come%20%26%20play%20{linked('viber')}"),
        ("telegram", f"https://t.me/share/url?url={linked('telegram')}&text=Come%20%26%20play"),
        ("twitter", f"https://twitter.com/intent/tweet?text=Come%20%26%20play&url={linked('twitter')}"),
    ],
)
def test_a_share_link_carries_text_and_invitation(channel: str, url: str) -> None:
    assert invites.share_link(HOST, CODE, channel, "Come & play", "A game?") == url


def test_every_text_survives_its_link() -> None:
    text = "Έλα για τάβλι! 100% + {u} ~-._"
    url = invites.share_link(HOST, CODE, "telegram", text, "")
    assert parse_qs(urlsplit(url).query) == {"url": [invites.invite_link(HOST, CODE, "telegram")], "text": [text]}
    assert "+" not in url
    assert unquote(url).endswith(text)


def test_only_six_channels_are_known_and_none_is_the_plain_link() -> None:
    assert invites.share_link(HOST, CODE, "pigeon", "t", "s") == Refusal("channel_unknown")
    assert invites.check_channel("pigeon") == Refusal("channel_unknown")
    assert invites.check_channel(None) == "link"
    assert {invites.check_channel(channel) for channel in invites.CHANNELS} == invites.CHANNELS
    assert len(invites.CHANNELS) == 6
