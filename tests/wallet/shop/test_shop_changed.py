"""What an operator changes of the shop while it is open (RULES.md §8, §9; services/moderation/RULES.md §13)."""

from typing import Any

import pytest

from services.contracts.moderation import orders
from services.contracts.wallet import lotteries, payments, shop
from services.kernel.refusal import Refusal
from tests.wallet.wallets import Wallet

SEED = "0123456789abcdef" * 2
SURE = {"price_chips": 200, "rows": [[10_000, 150]]}
"""A lottery in which every ticket wins the same."""


def change(wallet: Wallet, name: str, value: Any, seq: int = 1) -> Refusal | dict[str, Any]:
    operation = orders.ChangeSetting(name=name, value=value)
    placed = orders.OrderPlaced(order=f"o{seq}", by="olga", reason="because of this", operation=operation, seq=seq)
    wallet.hear("on_setting_ordered", placed)
    (answer,) = wallet.told_of(orders.OrderAnswered)
    return Refusal(answer.error, answer.detail) if answer.error is not None else answer.detail


def shown(wallet: Wallet) -> shop.Shop:
    found = wallet.ask(shop.ListShop(account="ana"))
    assert isinstance(found, shop.Shop)
    return found


def test_new_prices_are_shown_at_once_the_cheapest_first(players: Wallet) -> None:
    done = change(players, "items", {"ouzo": 90, "coffee": 100, "flowers": 300})
    assert isinstance(done, dict) and done["before"]["coffee"] == 50 and done["after"]["coffee"] == 100
    assert [(each.item, each.price_chips) for each in shown(players).items] == [
        ("ouzo", 90), ("coffee", 100), ("flowers", 300),
    ]  # fmt: skip
    change(
        players, "packs", {"big": {"chips": 9_000, "price_cents": 400}, "small": {"chips": 50, "price_cents": 99}}, 2
    )
    assert [(each.pack, each.chips, each.price_cents) for each in shown(players).packs] == [
        ("small", 50, 99), ("big", 9_000, 400),
    ]  # fmt: skip


def test_nothing_is_bought_for_another_price_than_was_seen(players: Wallet) -> None:
    change(players, "avatars", {"cup": 800})
    asked = {"account": "ana", "id": "a", "avatar": "cup"}
    assert players.ask(shop.BuyAvatar(**asked, seen_chips=500)) == Refusal("price_changed", {"price_chips": 800})
    assert players.chips("ana") == [5_000]
    bought = players.ask(shop.BuyAvatar(**asked, seen_chips=800))
    assert isinstance(bought, shop.Wardrobe) and bought.chips == 4_200
    change(players, "avatars", {"owl": 5_000}, 2)
    assert players.ask(shop.WearAvatar(account="ana", avatar="cup")) == shop.Wardrobe(["cup"], "cup", 4_200)
    assert players.ask(shop.BuyAvatar(account="ana", id="b", avatar="cup")) == Refusal("avatar_unknown")


def test_a_gift_costs_what_the_giver_has_seen(players: Wallet) -> None:
    change(players, "items", {"coffee": 60})
    asked: dict[str, Any] = {
        "account": "ana", "id": "g", "item": "coffee", "table": "t", "match": "m", "running": True,
        "accounts": ["ana", "ben"], "sides": [[0], [1]], "to_seat": 1,
    }  # fmt: skip
    assert players.ask(shop.BuyItem(**asked, seen_chips=50)) == Refusal("price_changed", {"price_chips": 60})
    assert isinstance(players.ask(shop.BuyItem(**asked, seen_chips=60)), shop.Gift)
    assert players.chips("ana") == [4_940]


def test_a_payment_that_was_begun_keeps_its_price_and_chips(players: Wallet) -> None:
    first = payments.BeginPayment(account="ana", id="o", pack="pack_5000", home="https://h", seen_cents=199)
    begun = players.ask(first)
    change(players, "packs", {"pack_5000": {"chips": 4_000, "price_cents": 299}})
    assert players.ask(first) == begun
    paid = players.ask(payments.ConfirmPayment(account="ana", payment=begun.payment))
    assert (paid.chips, paid.price_cents) == (5_000, 199)
    assert players.chips("ana") == [10_000]
    again: dict[str, Any] = {"account": "ana", "id": "p", "pack": "pack_5000"}
    refused = Refusal("price_changed", {"chips": 4_000, "price_cents": 299})
    assert players.ask(payments.BeginPayment(**again, seen_cents=199, seen_chips=5_000)) == refused
    assert players.ask(payments.BeginPayment(**again, seen_cents=299, seen_chips=5_000)) == refused
    assert isinstance(players.ask(payments.BeginPayment(**again, seen_cents=299, seen_chips=4_000)), payments.Payment)


def opened(wallet: Wallet, lottery: str = "lot_200") -> Any:
    return wallet.ask(lotteries.OpenTicket(account="ana", lottery=lottery))


def drawn(wallet: Wallet, ticket: str) -> Any:
    return wallet.ask(lotteries.DrawTicket(account="ana", ticket=ticket, seed=SEED))


def test_an_open_ticket_keeps_its_price_and_prizes(players: Wallet) -> None:
    change(players, "lotteries", {"lot_200": SURE})
    ticket = opened(players)
    change(players, "lotteries", {"lot_200": {"price_chips": 1_000, "rows": [[10_000, 0]]}}, 2)
    found = drawn(players, ticket.ticket)
    assert (found.ticket.price_chips, found.ticket.prize_chips, found.chips) == (200, 150, 4_950)


def test_a_ticket_of_a_lottery_that_is_not_sold_any_more_is_drawn_and_no_other_is_opened(players: Wallet) -> None:
    change(players, "lotteries", {"lot_200": SURE})
    ticket = opened(players)
    change(players, "lotteries", {}, 2)
    assert opened(players) == Refusal("lottery_unknown")
    assert drawn(players, ticket.ticket).ticket.prize_chips == 150
    assert players.ask(lotteries.GetFreeOffer(account="ana")) == lotteries.FreeOffer(None)


def test_opened_again_after_a_change_it_is_another_ticket_at_the_new_price(players: Wallet) -> None:
    change(players, "lotteries", {"lot_200": SURE})
    ticket = opened(players)
    assert opened(players) == ticket
    change(players, "lotteries", {"lot_200": SURE | {"price_chips": 300}}, 2)
    other = opened(players)
    assert (other.price_chips, other.ticket == ticket.ticket) == (300, False)
    assert drawn(players, ticket.ticket) == Refusal("ticket_unknown")
    assert drawn(players, other.ticket).chips == 5_000 - 300 + 150


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("lotteries", {"lot_200": {"price_chips": 200, "rows": [[9_999, 0]]}}, "lottery_table_invalid"),
        ("lotteries", {"lot_200": {"price_chips": 200, "rows": [[10_000, 201]]}}, "lottery_table_invalid"),
        ("lotteries", {"free": {"price_chips": 5, "rows": [[10_000, 1]]}}, "lottery_table_invalid"),
        ("lotteries", {"lot_200": {"price_chips": 0, "rows": [[10_000, 100]]}}, "lottery_table_invalid"),
        ("avatars", {"cup": 400}, "setting_invalid"),
        ("packs", {"one": {"chips": 0, "price_cents": 199}}, "setting_invalid"),
        ("items", {"coffee": 0}, "setting_invalid"),
    ],
)
def test_a_shop_that_breaks_a_rule_is_refused_and_stays_as_it_is(
    players: Wallet, name: str, value: Any, error: str
) -> None:
    before = shown(players)
    refused = change(players, name, value)
    assert isinstance(refused, Refusal) and refused.error == error
    assert shown(players) == before
    assert players.rows("changed_settings") == 0
