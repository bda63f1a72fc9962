"""Avatars, items and packs (RULES.md §8)."""

from typing import Any

import pytest

from services.contracts.wallet import payments
from services.contracts.wallet import shop as contract
from services.kernel.refusal import Refusal
from services.wallet.payments.providers.interface import Checkout, Order
from services.wallet.payments.rules import Notice
from services.wallet.service import App
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet

PAIRS = [[0, 2], [1, 3]]
SEATS = ["ana", "ben", "eva", "gil"]


class Till:
    """A provider that the test pays at."""

    name = "till"

    def __init__(self) -> None:
        self.orders: list[Order] = []
        self.heard: Notice | Refusal | None = None

    def begin(self, order: Order) -> Checkout | Refusal:
        self.orders.append(order)
        return Checkout(f"till-{order.payment}", f"pay here: {order.price_cents}")

    def ask(self, payment: str, _reference: str) -> Notice | Refusal:
        return self.heard or Refusal("payment_not_confirmed")

    def read(self, _body: str, signature: str) -> Notice | Refusal | None:
        return self.heard if signature == "signed" else Refusal("notice_invalid")


@pytest.fixture
def till(players: Wallet) -> Till:
    till = Till()
    players.service.app = App(players.base, WalletSettings(), till)
    return till


def begun(wallet: Wallet, pack: str = "pack_5000", id: str = "order") -> Any:
    return wallet.ask(payments.BeginPayment(account="ana", id=id, pack=pack, home="https://h"))


def hear(wallet: Wallet, till: Till, notice: Notice | None) -> Any:
    till.heard = notice
    return wallet.ask(payments.HearProvider(provider="till", body="{}", signature="signed"))


# --- packs ---


def test_chips_come_when_the_provider_says_that_they_are_paid_and_once(players: Wallet, till: Till) -> None:
    payment = begun(players)
    assert (payment.state, payment.url, payment.chips, payment.price_cents) == ("pending", "pay here: 199", 5000, 199)
    assert players.chips("ana") == [5000]

    for _ in range(3):
        hear(players, till, Notice("paid", payment.payment, amount_cents=199))

    assert players.chips("ana") == [10_000]
    assert players.house("house:issuance") == -25_000
    bought = payments.PackBought(account="ana", payment=payment.payment, chips=5000, price_cents=199)
    assert players.told_of(payments.PackBought) == [bought]


def test_the_same_order_is_one_payment(players: Wallet, till: Till) -> None:
    assert begun(players) == begun(players)
    assert len(till.orders) == 1
    assert begun(players, id="another").payment != till.orders[0].payment


def test_a_payment_taken_back_takes_the_available_chips_and_notifies_the_staff(players: Wallet, till: Till) -> None:
    payment = begun(players)
    hear(players, till, Notice("paid", payment.payment))
    players.ask(contract.BuyAvatar(account="ana", id="a", avatar="cat", place="profile"))

    for _ in range(2):
        hear(players, till, Notice("reversed", None, (f"till-{payment.payment}",)))

    assert players.chips("ana") == [0]
    told = payments.PaymentReversed(
        account="ana", payment=payment.payment, chips=5000, taken_chips=2500, debt_chips=2500
    )
    assert players.told_of(payments.PaymentReversed) == [told]
    (listed,) = players.ask(payments.ListPayments(account="ana")).payments
    assert (listed.state, listed.taken_chips) == ("reversed", 2500)
    assert (listed.confirmed_at_ms, listed.reversed_at_ms) == (players.clock.now_ms(), players.clock.now_ms())


@pytest.mark.parametrize("apart_ms", [[1] * 5, [0] * 5, [0, 0, 1, 0, 0], [1, 0, 0, 0, 1]])
def test_purchases_are_listed_in_pages_newest_first_and_none_is_skipped(
    players: Wallet, till: Till, apart_ms: list[int]
) -> None:
    made = []
    for number, ms in enumerate(apart_ms):
        made.insert(0, begun(players, id=f"order-{number}").payment)
        players.clock.advance(ms)

    found, before_ms = [], None
    while before_ms is not None or not found:
        page = players.ask(payments.ListPayments(account="ana", before_ms=before_ms, limit=2))
        found += [each.payment for each in page.payments]
        before_ms = page.next_before_ms
    assert sorted(found) == sorted(made)
    assert 0 in apart_ms or found == made
    assert players.ask(payments.ListPayments(account="ben")).payments == []


def test_a_reversal_that_overtakes_its_payment_leaves_nothing_to_credit(players: Wallet, till: Till) -> None:
    payment = begun(players)
    hear(players, till, Notice("reversed", payment.payment))
    hear(players, till, Notice("paid", payment.payment))

    assert players.chips("ana") == [5000]


def test_a_payment_that_failed_may_still_be_paid(players: Wallet, till: Till) -> None:
    payment = begun(players)
    hear(players, till, Notice("failed", payment.payment))
    hear(players, till, Notice("paid", payment.payment))

    assert players.chips("ana") == [10_000]


def test_what_was_paid_must_be_the_price(players: Wallet, till: Till) -> None:
    payment = begun(players)
    for cents in (198, -1):
        assert hear(players, till, Notice("paid", payment.payment, amount_cents=cents)).error == "notice_invalid"
    assert players.chips("ana") == [5000]


def test_notices_need_the_providers_signature_and_a_payment_of_ours(players: Wallet, till: Till) -> None:
    unsigned = payments.HearProvider(provider="till", body="{}", signature="forged")
    assert players.ask(unsigned) == Refusal("notice_invalid")
    assert players.ask(payments.HearProvider(provider="other", body="{}", signature="signed")).error == "notice_invalid"
    assert hear(players, till, Notice("paid", "nothing")) == Refusal("payment_unknown")
    assert not isinstance(hear(players, till, None), Refusal)


def test_a_buyer_that_returns_before_the_notice_can_query_the_order(players: Wallet, till: Till) -> None:
    payment = begun(players)
    ask = payments.ConfirmPayment(account="ana", payment=payment.payment)
    assert players.ask(ask) == Refusal("payment_not_confirmed")

    till.heard = Notice("paid", payment.payment)

    assert players.ask(ask).state == "confirmed"
    assert players.ask(ask).state == "confirmed"
    assert players.chips("ana") == [10_000]
    assert players.ask(payments.ConfirmPayment(account="ben", payment=payment.payment)) == Refusal("payment_unknown")


def test_an_unknown_pack_is_refused(players: Wallet, till: Till) -> None:
    assert begun(players, "pack_7") == Refusal("pack_unknown")
    assert till.orders == []


def test_without_a_provider_no_pack_is_sold(players: Wallet) -> None:
    players.service.app = App(players.base, WalletSettings())
    assert players.ask(contract.ListShop(account="ana")).provider == "none"
    assert begun(players) == Refusal("purchases_closed")
    assert players.ask(payments.ListPayments(account="ana")).payments == []
    forged = payments.HearProvider(provider="none", body="{}", signature="signed")
    assert players.ask(forged) == Refusal("notice_invalid")


def test_in_development_a_payment_is_confirmed_without_the_provider(players: Wallet) -> None:
    payment = begun(players)
    assert payment.url == f"https://h/shop/pay/{payment.payment}"
    assert players.ask(payments.ConfirmPayment(account="ana", payment=payment.payment)).state == "confirmed"
    forged = payments.HearProvider(provider="simulated", body="{}", signature="")
    assert players.ask(forged) == Refusal("notice_invalid")


def test_a_loop_of_confirmations_is_refused_before_anything_is_looked_up(players: Wallet, till: Till) -> None:
    payment = begun(players)
    ask = payments.ConfirmPayment(account="ana", payment=payment.payment)
    answers = [players.ask(ask).error for _ in range(30)]
    assert answers[:11] == ["payment_not_confirmed"] * 11
    assert set(answers[11:]) == {"rate_limited"}


# --- avatars ---


def test_an_avatar_is_bought_once_in_the_profile_and_worn(players: Wallet) -> None:
    order = contract.BuyAvatar(account="ana", id="one", avatar="owl", place="profile")

    assert players.ask(order) == contract.Wardrobe(owned=["owl"], worn="owl", chips=0)
    assert players.ask(order) == contract.Wardrobe(owned=["owl"], worn="owl", chips=0)
    assert players.told_of(contract.AvatarWorn) == [
        contract.AvatarWorn(account="ana", avatar="owl", at_ms=players.clock.now_ms())
    ]
    assert players.house("house:shop") == 5000
    again = contract.BuyAvatar(account="ana", id="two", avatar="owl", place="profile")
    assert players.ask(again) == Refusal("avatar_owned")


@pytest.mark.parametrize(
    ("avatar", "place", "error"),
    [("owl", "table", "wrong_place"), ("ufo", "profile", "avatar_unknown"), ("sun", "profile", "insufficient_chips")],
)
def test_an_avatar_that_cannot_be_had_costs_nothing(players: Wallet, avatar: str, place: str, error: str) -> None:
    assert players.ask(contract.BuyAvatar(account="ana", id="x", avatar=avatar, place=place)).error == error
    assert players.chips("ana") == [5000]


def test_only_ones_own_avatars_are_worn(players: Wallet) -> None:
    players.ask(contract.BuyAvatar(account="ana", id="x", avatar="cup", place="profile"))

    assert players.ask(contract.WearAvatar(account="ana", avatar=None)).worn is None
    assert players.ask(contract.WearAvatar(account="ana", avatar="cup")).worn == "cup"
    assert players.ask(contract.WearAvatar(account="ben", avatar="cup")) == Refusal("avatar_unknown")


# --- items ---


def give(wallet: Wallet, id: str = "i", **how: Any) -> Any:
    usual: dict[str, Any] = {
        "item": "coffee",
        "table": "t",
        "match": "m",
        "running": True,
        "accounts": SEATS,
        "sides": PAIRS,
    }
    return wallet.ask(contract.BuyItem(account="ana", id=id, **usual | {"to_seat": 2} | how))


def test_a_coffee_goes_to_the_partner_and_is_published_to_the_table(players: Wallet) -> None:
    gift = give(players)

    assert (gift.giver, gift.receiver, gift.from_seat, gift.to_seat, gift.item) == ("ana", "eva", 0, 2, "coffee")
    assert gift.match == "m"
    assert players.chips("ana", "eva") == [4950, 5000]
    assert players.told_of(contract.ItemGiven) == [contract.ItemGiven(gift=gift, accounts=SEATS)]
    assert players.ask(contract.ListGifts(table="t")).gifts == [gift]
    assert players.ask(contract.ListGifts(receiver="eva")).gifts == [gift]
    assert players.ask(contract.ListGifts(table="t", since_ms=gift.at_ms + 1)).gifts == []


def test_the_same_order_gives_once(players: Wallet) -> None:
    assert give(players) == give(players)
    assert players.chips("ana") == [4950]


def test_an_order_of_no_seat_is_answered_if_it_was_carried_out_and_sells_nothing_otherwise(players: Wallet) -> None:
    """So the lobby asks for what was given before, once its player plays no more."""
    nobody: dict[str, Any] = {"running": False, "accounts": [], "sides": []}
    assert give(players, **nobody) == Refusal("not_in_match")
    gift = give(players)
    assert give(players, **nobody) == gift
    assert give(players, "other", **nobody).error == "not_in_match"
    assert players.chips("ana") == [4950]


def test_at_a_table_of_two_one_treats_the_other(players: Wallet) -> None:
    gift = give(players, sides=[[0], [1]], accounts=["ana", "ben"], to_seat=1)
    assert (gift.receiver, players.chips("ana", "ben")) == ("ben", [4950, 5000])


NO_ITEM: list[tuple[dict[str, Any], str]] = [
    ({"item": "ufo"}, "item_unknown"),
    ({"running": False}, "not_in_match"),
    ({"accounts": ["zoe", "ben", "eva", "gil"]}, "not_in_match"),
    ({"to_seat": 9}, "bad_parameters"),
    ({"to_seat": 1}, "not_teammate"),
    ({"accounts": ["ana", "ben", None, "gil"]}, "recipient_not_human"),
    ({"to_seat": 0}, "recipient_self"),
]


@pytest.mark.parametrize(("how", "error"), NO_ITEM)
def test_an_item_that_cannot_be_sent_costs_nothing(players: Wallet, how: dict[str, Any], error: str) -> None:
    assert give(players, **how).error == error
    assert players.chips("ana") == [5000]


def test_one_item_in_ten_seconds(players: Wallet) -> None:
    give(players, "one")
    players.clock.advance(9_999)
    assert give(players, "two") == Refusal("too_fast")
    players.clock.advance(1)
    assert isinstance(give(players, "two"), contract.Gift)
