"""The shop: packs, avatars, gifts (services/wallet/RULES.md §8)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Event, Message, Request, SafeInt
from services.contracts.wallet.vocabulary import Balance, Name


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
    item_recipients: Literal["partner", "company", "table"]
    """The allowed recipients of items: people on the giver's side; the same, and where nobody has a partner everybody
    at the table; or everybody at every table."""
    debt_chips: int = 0
    """The account's debt for payments that were taken back; nothing is sold before it is paid."""


class ListShop(Request[Shop], frozen=True, kw_only=True):
    """The shop as an account sees it."""

    answer: ClassVar[type] = Shop
    at_home = ("account",)
    account: str


class Wardrobe(Message, frozen=True):
    """The avatars that an account owns and the one it wears."""

    owned: list[str]
    worn: str | None
    chips: int


class BuyAvatar(Request[Wardrobe], frozen=True, kw_only=True):
    """Buy an avatar and wear it."""

    answer: ClassVar[type] = Wardrobe
    at_home = ("account",)
    refusals = (
        "avatar_unknown", "wrong_place", "avatar_owned", "account_unknown", "insufficient_chips", "price_changed",
    )  # fmt: skip
    account: str
    id: Name
    avatar: Name
    place: Annotated[str, msgspec.Meta(max_length=64)] = "profile"
    """Where it is asked for: avatars are sold in the profile alone."""
    seen_chips: Balance | None = None
    """The price that the buyer has seen; null: none in particular."""


class WearAvatar(Request[Wardrobe], frozen=True, kw_only=True):
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


class BuyItem(Request[Gift], frozen=True, kw_only=True):
    """Buy an item for another seat. Asked by the lobby, which knows who sits at the table (`accounts` by seat, null:
    the computer or nobody; `running`: a match is on) and who plays with whom (`sides`)."""

    answer: ClassVar[type] = Gift
    at_home = ("account",)
    refusals = (
        "item_unknown", "not_in_match", "bad_parameters", "no_teammate", "not_teammate", "recipient_not_human",
        "recipient_self", "too_fast", "insufficient_chips", "account_unknown", "price_changed",
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
    seen_chips: Balance | None = None
    """The price that the buyer has seen; null: none in particular."""


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
    seen_chips: Balance | None = None
    """The price that the buyer has seen; null: none in particular."""


class Gifts(Message, frozen=True):
    """Oldest first."""

    gifts: list[Gift]


class ListGifts(Request[Gifts], frozen=True, kw_only=True):
    """The gifts at a table since a moment, or to an account (its gallery, the last hundred)."""

    answer: ClassVar[type] = Gifts
    table: str | None = None
    receiver: str | None = None
    since_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] = 0


class ItemGiven(Event, frozen=True, kw_only=True):
    """Somebody was given something; `accounts`: everybody who sits there. Spectators are notified too."""

    gift: Gift
    accounts: list[str]


class AvatarWorn(Event, frozen=True, kw_only=True):
    """An account wears an avatar now, or none. Of two the one with the later `at_ms` counts."""

    account: str
    avatar: str | None
    at_ms: int = 0
