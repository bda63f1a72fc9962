"""Welcome chips and invited friends (services/wallet/RULES.md §7)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Message, Request, SafeInt


class Invited(Message, frozen=True):
    """A friend who came."""

    at_ms: int
    result: str
    chips: int


class InviteCard(Message, frozen=True):
    """One's code, the link with it, links by channel, who came, and how many rewards are left today and this month."""

    code: str
    link: str
    share: dict[str, str]
    invited: list[Invited]
    inviter_chips: int
    invitee_chips: int
    left_today: int
    left_month: int


class GetInviteCard(Request[InviteCard], frozen=True, kw_only=True):
    """What a player shares; `text` and `subject` are in the player's language."""

    answer: ClassVar[type] = InviteCard
    at_home = ("account",)
    refusals = ("account_unknown",)
    account: str
    host: str
    text: Annotated[str, msgspec.Meta(max_length=280)] = ""
    subject: Annotated[str, msgspec.Meta(max_length=140)] = ""
    scheme: Literal["https", "http"] = "https"


class Inviter(Message, frozen=True):
    """The account with the code; null: there is none."""

    account: str | None


class FindInviter(Request[Inviter], frozen=True, kw_only=True):
    """The account with this invitation code."""

    answer: ClassVar[type] = Inviter
    code: str


class Welcomed(Message, frozen=True):
    """A new account is open; `invite_result` as in the rules, null without a code."""

    chips: int
    invite_result: str | None


class Welcome(Request[Welcomed], frozen=True, kw_only=True):
    """Open a new account now, with what its invitation brings. The event `Registered` does the same without a code.

    `email_key`: SHA-256 of the address without `+tag`, lower-cased. `inviter_state`: `active`, `suspended`, `blocked`
    or `closed`, as the asker knows it. `network`, `person_key`, `device_identity` as in `Registered`. Asked again, the
    same answer.
    """

    answer: ClassVar[type] = Welcomed
    account: str
    device: str
    created_at_ms: SafeInt
    email_key: str
    code: str
    channel: str | None = None
    inviter_state: str = "active"
    network: str = ""
    person_key: str = ""
    device_identity: str = ""
