"""The wallet beside the matches: lotteries, shop, invitations, responsible gaming (services/wallet/RULES.md §7–§11)."""

from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec

from services.contracts.base import Event, Message, Request, SafeInt

A = TypeVar("A")

PAGE_MAX = 100
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Page = Annotated[int, msgspec.Meta(ge=1, le=PAGE_MAX)]
Moment = Annotated[int, msgspec.Meta(ge=1, le=253_402_300_799_999)]
Balance = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]


class OfWallet(Request[A], frozen=True, kw_only=True):
    """A request to the wallet."""

    answered_by: ClassVar[str] = "wallet"


class ByWallet(Event, frozen=True, kw_only=True):
    """An event of the wallet."""

    answered_by: ClassVar[str] = "wallet"


# --- lotteries ---------------------------------------------------------------------------------------------------


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


class ListLotteries(OfWallet[Lotteries], frozen=True, kw_only=True):
    """The lotteries."""

    answer: ClassVar[type] = Lotteries
    at_home = ("account",)
    account: str


class OpenTicket(OfWallet[Ticket], frozen=True, kw_only=True):
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


class DrawTicket(OfWallet[Drawn], frozen=True, kw_only=True):
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


class ListTickets(OfWallet[Tickets], frozen=True, kw_only=True):
    """One's drawn tickets."""

    answer: ClassVar[type] = Tickets
    at_home = ("account",)
    account: str
    before_ms: Moment | None = None
    limit: Page = 20


# --- shop --------------------------------------------------------------------------------------------------------


class PackLine(Message, frozen=True):
    """Chips for euro cents."""

    pack: str
    chips: int
    price_cents: int


class AvatarLine(Message, frozen=True):
    """A picture for chips; owned for ever."""

    avatar: str
    price_chips: int
    owned: bool


class ItemLine(Message, frozen=True):
    """Something to give at the table."""

    item: str
    price_chips: int


class Shop(Message, frozen=True):
    """What can be bought. `provider` takes the money: `simulated` in development, `none`: packs are not
    sold, else its name."""

    packs: list[PackLine]
    avatars: list[AvatarLine]
    items: list[ItemLine]
    worn: str | None
    provider: str
    helpline: str
    item_recipients: Literal["partner", "table"]
    """The allowed recipients of items: people on the giver's side, or everybody at the table."""
    debt_chips: int = 0
    """The account's debt for payments that were taken back; nothing is sold before it is paid."""


class ListShop(OfWallet[Shop], frozen=True, kw_only=True):
    """The shop as an account sees it."""

    answer: ClassVar[type] = Shop
    at_home = ("account",)
    account: str


class Wardrobe(Message, frozen=True):
    """The avatars that an account owns and the one it wears."""

    owned: list[str]
    worn: str | None
    chips: int


class BuyAvatar(OfWallet[Wardrobe], frozen=True, kw_only=True):
    """Buy an avatar and wear it."""

    answer: ClassVar[type] = Wardrobe
    at_home = ("account",)
    refusals = ("avatar_unknown", "wrong_place", "avatar_owned", "account_unknown", "insufficient_chips")
    account: str
    id: Name
    avatar: Name
    place: Annotated[str, msgspec.Meta(max_length=64)] = "profile"
    """Where it is asked for: avatars are sold in the profile alone."""


class WearAvatar(OfWallet[Wardrobe], frozen=True, kw_only=True):
    """Wear an avatar that one owns, or none."""

    answer: ClassVar[type] = Wardrobe
    at_home = ("account",)
    refusals = ("avatar_unknown", "account_unknown")
    account: str
    avatar: Name | None


class Gift(Message, frozen=True):
    """An item that was given at a table."""

    gift: str
    table: str
    item: str
    from_seat: int
    to_seat: int
    giver: str
    receiver: str
    at_ms: int
    match: str = ""
    """In which it was given; it stands at the seat until that match ends."""


class BuyItem(OfWallet[Gift], frozen=True, kw_only=True):
    """Buy an item for another seat. Asked by the lobby, which knows who sits at the table (`accounts` by seat, null:
    the computer or nobody; `running`: a match is on) and who plays with whom (`sides`)."""

    answer: ClassVar[type] = Gift
    at_home = ("account",)
    refusals = (
        "item_unknown", "not_in_match", "bad_parameters", "no_teammate", "not_teammate", "recipient_not_human",
        "recipient_self", "too_fast", "insufficient_chips", "account_unknown",
    )  # fmt: skip
    account: str
    id: Name
    item: Name
    table: str
    match: str
    running: bool
    accounts: list[str | None]
    sides: list[list[SafeInt]]
    to_seat: SafeInt


class GiveItem(Request[Gift], frozen=True, kw_only=True):
    """Buy something for another seat of the table where one plays."""

    answered_by: ClassVar[str] = "lobby"
    answer: ClassVar[type] = Gift
    at_home = ("account",)
    refusals = ("not_in_match", *BuyItem.refusals)
    account: str
    id: Name
    table: str
    match: Name
    item: Name
    seat: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Gifts(Message, frozen=True):
    """Oldest first."""

    gifts: list[Gift]


class ListGifts(OfWallet[Gifts], frozen=True, kw_only=True):
    """The gifts at a table since a moment, or to an account (its gallery, the last hundred)."""

    answer: ClassVar[type] = Gifts
    table: str | None = None
    receiver: str | None = None
    since_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] = 0


class ItemGiven(ByWallet, frozen=True, kw_only=True):
    """Somebody was given something; `accounts`: everybody who sits there. Spectators are notified too."""

    gift: Gift
    accounts: list[str]


class AvatarWorn(ByWallet, frozen=True, kw_only=True):
    """An account wears an avatar now, or none. Of two the one with the later `at_ms` counts."""

    account: str
    avatar: str | None
    at_ms: int = 0


# --- invitations -------------------------------------------------------------------------------------------------


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


class GetInviteCard(OfWallet[InviteCard], frozen=True, kw_only=True):
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


class FindInviter(OfWallet[Inviter], frozen=True, kw_only=True):
    """The account with this invitation code."""

    answer: ClassVar[type] = Inviter
    code: str


class Welcomed(Message, frozen=True):
    """A new account is open; `invite_result` as in the rules, null without a code."""

    chips: int
    invite_result: str | None


class Welcome(OfWallet[Welcomed], frozen=True, kw_only=True):
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


# --- responsible gaming ------------------------------------------------------------------------------------------

LimitName = Literal[
    "deposit_day", "deposit_week", "deposit_month", "loss_day", "loss_week", "loss_month", "stake", "session"
]


class LimitLine(Message, frozen=True):
    """A limit that the player has set: cents, chips or minutes. `pending` counts from `pending_at_ms` on (null value:
    none).

    `used`: how much of it is used in its window.
    """

    name: LimitName
    value: int | None
    pending: int | None
    pending_at_ms: int | None
    used: int


class CareCard(Message, frozen=True):
    """The state of an account: its limits, its exclusion, the length of its session, and what it must acknowledge."""

    limits: list[LimitLine]
    excluded_from_ms: int | None
    excluded_until_ms: int | None
    """Null while `excluded_from_ms` is set: until a revocation counts."""
    login_at_ms: int | None
    check_due: bool
    """Whether a reality check waits to be acknowledged."""
    played_ms: int
    net_chips: int
    """Won (above 0) or lost since the session began."""
    notice_seen: bool
    reality_check_minutes: int
    helpline: str
    limits_asked: bool = True
    """Whether the player has been asked for limits of purchases, as before the first one."""


class GetCare(OfWallet[CareCard], frozen=True, kw_only=True):
    """An account's limits, exclusion and session."""

    answer: ClassVar[type] = CareCard
    at_home = ("account",)
    refusals = ("account_unknown",)
    account: str


class SetLimit(OfWallet[CareCard], frozen=True, kw_only=True):
    """Set, change or (null) remove a limit; a looser one counts after a while."""

    answer: ClassVar[type] = CareCard
    at_home = ("account",)
    refusals = ("account_unknown",)
    account: str
    name: LimitName
    value: Balance | None


class Exclude(OfWallet[CareCard], frozen=True, kw_only=True):
    """Shut the money games to oneself, or lengthen that."""

    answer: ClassVar[type] = CareCard
    at_home = ("account",)
    refusals = ("account_unknown", "period_unknown", "exclusion_active")
    account: str
    period: Name


class RevokeExclusion(OfWallet[CareCard], frozen=True, kw_only=True):
    """Ask to end an indefinite exclusion."""

    answer: ClassVar[type] = CareCard
    at_home = ("account",)
    refusals = ("account_unknown", "not_excluded", "exclusion_active", "exclusion_minimum")
    account: str


class Acknowledge(OfWallet[CareCard], frozen=True, kw_only=True):
    """The player has seen the reality check, the notice on risks, or the question for limits of purchases."""

    answer: ClassVar[type] = CareCard
    at_home = ("account",)
    refusals = ("account_unknown",)
    account: str
    what: Literal["check", "notice", "limits"]
