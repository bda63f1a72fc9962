"""Mails about what web push notifies of, for accounts that want them (services/lobby/RULES.md §25)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Done, Message, Name, Request

MailKind = Literal["call", "evening", "soon", "game", "prize"]
"""The kinds of `push.PushKind` that are worth a mail."""
LINK_LENGTH_MAX = 256
MailLink = Annotated[str, msgspec.Meta(min_length=1, max_length=LINK_LENGTH_MAX)]


class MailChoices(Message, frozen=True):
    """What an account gets mails about. `offered`: the platform sends mails, and the account can get them; `confirmed`:
    whether its address is, without which there are none."""

    offered: bool
    confirmed: bool
    kinds: list[MailKind]


class GetMailChoices(Request[MailChoices], frozen=True, kw_only=True):
    """One's choices; without one there are no kinds."""

    answer: ClassVar[type] = MailChoices
    account: str


class SetMailChoices(Request[MailChoices], frozen=True, kw_only=True):
    """Choose the kinds. `zone`: of the clock of the page, for the quiet hours of an account that has chosen none."""

    answer: ClassVar[type] = MailChoices
    at_home = ("account",)
    refusals = ("guest_forbidden", "mail_off", "email_unconfirmed", "zone_unknown")
    account: str
    kinds: list[MailKind]
    zone: Name


class EndMails(Request[Done], frozen=True, kw_only=True):
    """The link of a mail was followed: its account gets no more of them. It holds for good, and needs no session."""

    answer: ClassVar[type] = Done
    refusals = ("link_invalid",)
    link: MailLink
