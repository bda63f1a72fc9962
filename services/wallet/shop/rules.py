"""What can be bought for chips: avatars and items (RULES.md §8)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.wallet.ledger.accounts import HOUSE_SHOP, player
from services.wallet.ledger.double_entry import Batch, Transfer

AVATAR_PRICE_CHIPS = range(500, 20_001)
ITEM_INTERVAL_MS = 10_000
ItemRecipients = Literal["partner", "company", "table"]


ITEMS: Mapping[str, int] = {"coffee": 50, "loukoumi": 150, "ouzo": 100, "flowers": 300, "komboloi": 500}
"""Setting `items`: price in chips."""


AVATARS: Mapping[str, int] = {
    "cup": 500,
    "dice": 1_000,
    "olive": 1_500,
    "lemon": 2_000,
    "sail": 3_000,
    "owl": 5_000,
    "cat": 7_500,
    "lantern": 10_000,
    "amphora": 15_000,
    "sun": 20_000,
}
"""Setting `avatars`: price in chips."""


def check_avatar(owned: bool, asked_from: str) -> Refusal | None:
    """Check the purchase of an avatar: in the profile screen, and once. Refusals: `wrong_place`, `avatar_owned`."""
    if asked_from != "profile":
        return Refusal("wrong_place")
    return Refusal("avatar_owned") if owned else None


def find_avatar(name: str, avatars: Mapping[str, int] = AVATARS) -> int | Refusal:
    """An avatar's price. Refusal: `avatar_unknown`."""
    return avatars.get(name) or Refusal("avatar_unknown")


def check_price(seen_chips: int | None, price_chips: int) -> Refusal | None:
    """Nothing is bought for another price than the buyer has seen. Refusal: `price_changed` with the price."""
    differs = seen_chips is not None and seen_chips != price_chips
    return Refusal("price_changed", {"price_chips": price_chips}) if differs else None


def find_item(name: str, items: Mapping[str, int] = ITEMS) -> int | Refusal:
    """An item's price. Refusal: `item_unknown`."""
    return items.get(name) or Refusal("item_unknown")


class Table(msgspec.Struct, frozen=True):
    """What gifts need to know of a running match: its sides, and the seats that the computer plays."""

    sides: Sequence[Sequence[Seat]]
    computer_seats: Collection[Seat] = ()


def check_item(
    table: Table | None,
    buyer: Seat | None,
    recipient: Seat,
    recipients: ItemRecipients = "company",
) -> Refusal | None:
    """May this seat give something to that one?

    Refusals: `not_in_match`, `bad_parameters` (no such seat), `no_teammate`, `not_teammate`, `recipient_not_human`,
    `recipient_self`.

    Args:
        table: of the match in which the buyer sits; None: in no running match.
        buyer: the buyer's seat.
        recipient: the seat that is to get it.
        recipients: setting `item_recipients`. "company": the partner where the game has partners, else any other
            person at the table; "partner": nobody else; "table": any other person at every game.
    """
    if table is None or buyer is None:
        return Refusal("not_in_match")
    if not any(recipient in side for side in table.sides):
        return Refusal("bad_parameters", {"field": "recipient"})
    has_partners = any(len(side) > 1 for side in table.sides)
    narrow = recipients == "partner" or (recipients == "company" and has_partners)
    if narrow and (error := _not_partner(table, buyer, recipient)):
        return Refusal(error)
    if recipient in table.computer_seats:
        return Refusal("recipient_not_human")
    return Refusal("recipient_self") if recipient == buyer else None


def _not_partner(table: Table, buyer: Seat, recipient: Seat) -> str | None:
    own_side = next(side for side in table.sides if buyer in side)
    if len(own_side) == 1:
        return "no_teammate"
    return None if recipient in own_side else "not_teammate"


def check_pace(last_item_at_ms: TimeMs | None, now_ms: TimeMs) -> Refusal | None:
    """One item per buyer in 10 seconds. Refusal: `too_fast`."""
    too_fast = last_item_at_ms is not None and now_ms - last_item_at_ms < ITEM_INTERVAL_MS
    return Refusal("too_fast") if too_fast else None


def item_batch(order_id: str, account_id: str, chips: int) -> Batch:
    """The price of an item."""
    return Batch(f"item:{order_id}", (Transfer(player(account_id), HOUSE_SHOP, chips, "item"),))


def avatar_batch(account_id: str, avatar_id: str, chips: int) -> Batch:
    """The price of an avatar."""
    return Batch(f"avatar:{account_id}:{avatar_id}", (Transfer(player(account_id), HOUSE_SHOP, chips, "avatar"),))
