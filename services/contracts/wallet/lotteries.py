"""Lotteries and their tickets (services/wallet/RULES.md §9)."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import Message, Request
from services.contracts.wallet.vocabulary import Moment, Name, Page


class PrizeRow(Message, frozen=True):
    """Draws `first` … `last` of 0 … 9999 win this prize."""

    first: int
    last: int
    prize_chips: int


class LotteryLine(Message, frozen=True):
    """A lottery with its published odds; `worth_chips_10000` is what all 10 000 draws together pay."""

    lottery: str
    price_chips: int
    rows: list[PrizeRow]
    worth_chips_10000: int


class Ticket(Message, frozen=True):
    """A ticket. `commit` is published when it is opened, all below only with its prize: anybody can draw it again."""

    ticket: str
    lottery: str
    price_chips: int
    commit: str
    opened_at_ms: int
    seed: str | None = None
    root: str | None = None
    draw: int | None = None
    prize_chips: int | None = None
    drawn_at_ms: int | None = None


class Lotteries(Message, frozen=True):
    """All lotteries, and how the asker stands: when a free ticket is ready, paid tickets left today, tickets opened
    and not drawn."""

    lotteries: list[LotteryLine]
    free_ready_at_ms: int
    tickets_left_today: int
    opened: list[Ticket]
    helpline: str
    email_needed: bool = False
    """The account's first chips and free tickets wait until its e-mail address is confirmed."""
    free_every_ms: int = 0
    """How long after a free ticket the next one is ready."""


class ListLotteries(Request[Lotteries], frozen=True, kw_only=True):
    """The lotteries."""

    answer: ClassVar[type] = Lotteries
    at_home = ("account",)
    account: str


class FreeOffer(Message, frozen=True):
    """From when on the free ticket may be taken, 0: at once; null: none is offered to this account."""

    ready_at_ms: int | None


class GetFreeOffer(Request[FreeOffer], frozen=True, kw_only=True):
    """Whether the room offers the free ticket."""

    answer: ClassVar[type] = FreeOffer
    at_home = ("account",)
    account: str


class OpenTicket(Request[Ticket], frozen=True, kw_only=True):
    """Promise a ticket's chance: nothing is paid yet. A player has one open ticket a lottery; asked again, that one."""

    answer: ClassVar[type] = Ticket
    at_home = ("account",)
    refusals = (
        "lottery_unknown", "account_unknown", "ticket_not_ready", "lottery_limit", "insufficient_chips",
        "email_unconfirmed", "ticket_network_limit", "self_excluded", "session_limit", "loss_limit", "debt_open",
    )  # fmt: skip
    account: str
    lottery: Name


class Drawn(Message, frozen=True):
    """A ticket with its prize, and the chips that its owner has now."""

    ticket: Ticket
    chips: int


class DrawTicket(Request[Drawn], frozen=True, kw_only=True):
    """Pay an open ticket and draw it; `seed` is the buyer's share of chance (null: zeros). Asked again, as before."""

    answer: ClassVar[type] = Drawn
    at_home = ("account",)
    refusals = ("ticket_unknown", "seed_invalid", *OpenTicket.refusals)
    account: str
    ticket: Name
    seed: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class Tickets(Message, frozen=True):
    """Drawn tickets, newest first; `next_before_ms` asks for older ones. A page ends with a whole millisecond: it may
    have a few more than `limit`."""

    tickets: list[Ticket]
    next_before_ms: int | None


class ListTickets(Request[Tickets], frozen=True, kw_only=True):
    """One's drawn tickets."""

    answer: ClassVar[type] = Tickets
    at_home = ("account",)
    account: str
    before_ms: Moment | None = None
    limit: Page = 20
