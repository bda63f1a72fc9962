"""Welcome chips, what an invitation brings its two sides, and the links by which it is shared (RULES.md §7)."""

from typing import Literal
from urllib.parse import quote

import msgspec

from services.kernel.refusal import Refusal
from services.wallet.ledger.double_entry import WELCOME, Batch, issue

WELCOME_CHIPS = 5_000
"""Setting `welcome_chips`."""
WELCOME_PER_DEVICE = 3
"""Setting `welcome_per_device`."""

CODE_LENGTH = 8
CODE_RANGE = 1 << 5 * CODE_LENGTH
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

InviterState = Literal["active", "suspended", "blocked", "self_excluded", "closed"]
Outcome = Literal["rewarded", "invite_unknown", "invite_self", "invite_capped", "inviter_inactive"]


class Settings(msgspec.Struct, frozen=True):
    """Settings `invite_inviter_chips`, `invite_invitee_chips`, `invite_daily_cap`, `invite_monthly_cap`."""

    inviter_chips: int = 2_000
    invitee_chips: int = 1_000
    daily_cap: int = 5
    monthly_cap: int = 30


SETTINGS = Settings()


class Invite(msgspec.Struct, frozen=True):
    """A registration with a code: what is known of it and of its inviter.

    `same_device`: of the inviter or of a friend the inviter was already rewarded for; `same_email`: the inviter's,
    compared as `plain_email`; `rewarded_today` (UTC day) and `rewarded_month` (calendar month) of the inviter.
    """

    code_known: bool
    same_device: bool = False
    same_email: bool = False
    rewarded_today: int = 0
    rewarded_month: int = 0
    inviter_state: InviterState = "active"


class Reward(msgspec.Struct, frozen=True):
    """Chips for both, and the reply's `invite_result`."""

    inviter_chips: int
    invitee_chips: int
    result: Outcome


def reward(invite: Invite, settings: Settings = SETTINGS) -> Reward:
    """What both get; the first check that matches decides."""
    if not invite.code_known:
        return Reward(0, 0, "invite_unknown")
    if invite.same_device or invite.same_email:
        return Reward(0, 0, "invite_self")
    if invite.rewarded_today >= settings.daily_cap or invite.rewarded_month >= settings.monthly_cap:
        return Reward(0, settings.invitee_chips, "invite_capped")
    if invite.inviter_state != "active":
        return Reward(0, settings.invitee_chips, "inviter_inactive")
    return Reward(settings.inviter_chips, settings.invitee_chips, "rewarded")


def welcome_chips(
    earlier_accounts_on_device: int, chips: int = WELCOME_CHIPS, per_device: int = WELCOME_PER_DEVICE
) -> int:
    """What a new account starts with: nothing once the device has had its share of accounts."""
    return chips if earlier_accounts_on_device < per_device else 0


def code_of(number: int) -> str:
    """The invite code of a random number 0 … 2^40 − 1: eight characters of Crockford's base-32."""
    return "".join(_CROCKFORD[number >> shift & 31] for shift in range(5 * (CODE_LENGTH - 1), -1, -5))


def plain_email(email: str) -> str:
    """An address without `+tag`, in lower case: two spellings of one mailbox compare equal."""
    name, _, host = email.strip().lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


SCHEME = "https"
"""The scheme of a site on the internet; a development server may do without encryption."""
CHANNEL_NONE = "link"
"""The channel that counts for an invitation link without `c`."""

_LINKS = {
    "facebook": "https://www.facebook.com/sharer/sharer.php?u={u}",
    "email": "mailto:?subject={s}&body={t}%20{u}",
    "whatsapp": "https://wa.me/?text={t}%20{u}",
    "viber": "viber://forward?text={t}%20{u}",
    "telegram": "https://t.me/share/url?url={u}&text={t}",
    "twitter": "https://twitter.com/intent/tweet?text={t}&url={u}",
}
CHANNELS = frozenset(_LINKS)


def check_channel(channel: str | None) -> str | Refusal:
    """The channel that a registration came by. Refusal: `channel_unknown`."""
    if channel is None:
        return CHANNEL_NONE
    return channel if channel in CHANNELS else Refusal("channel_unknown")


def invite_link(host: str, code: str, channel: str | None, scheme: str = SCHEME) -> str:
    """The link that a friend follows; it does not expire. One for no channel in particular names none: `check_channel`
    takes it for `CHANNEL_NONE`, which is nothing that a link may say."""
    link = f"{scheme}://{host}/r/{code}"
    return link if channel is None else f"{link}?c={channel}"


def share_link(host: str, code: str, channel: str, text: str, subject: str, scheme: str = SCHEME) -> str | Refusal:
    """What opens the channel with text and link filled in. Refusal: `channel_unknown`."""
    if channel not in CHANNELS:
        return Refusal("channel_unknown")
    link = invite_link(host, code, channel, scheme)
    return _LINKS[channel].format(u=_escape(link), t=_escape(text), s=_escape(subject))


def _escape(text: str) -> str:
    """Percent-encoding in which only RFC 3986's unreserved characters stand for themselves; half a character is `?`."""
    return quote(text, safe="", errors="replace")


def share_links(host: str, code: str, text: str, subject: str, scheme: str = SCHEME) -> dict[str, str]:
    """The links of all channels."""
    found = {channel: share_link(host, code, channel, text, subject, scheme) for channel in _LINKS}
    return {channel: url for channel, url in found.items() if isinstance(url, str)}


def welcome_batch(account_id: str, chips: int) -> Batch:
    """A new account's first chips; opens the account."""
    return issue(f"welcome:{account_id}", account_id, chips, WELCOME)


def inviter_batch(inviter_id: str, invitee_id: str, chips: int) -> Batch:
    """What the inviter gets for a friend."""
    return issue(f"invite:{invitee_id}:inviter", inviter_id, chips, "invite_inviter")


def invitee_batch(invitee_id: str, chips: int) -> Batch:
    """What the friend gets."""
    return issue(f"invite:{invitee_id}:invitee", invitee_id, chips, "invite_invitee")
