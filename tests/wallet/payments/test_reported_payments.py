"""A buyer keeps the chips that are paid for in the end, however the provider reports it (RULES.md §8)."""

import random
from typing import Any

import pytest
import sqlalchemy as sa

from services.contracts.wallet import payments
from services.contracts.wallet import shop as contract
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet import schema
from services.wallet.payments.providers.stripe_provider import StripeProvider
from services.wallet.service import App
from services.wallet.settings import WalletSettings
from tests.wallet.payments.stripe_events import body_of
from tests.wallet.payments.test_refunds_and_disputes import (
    CHIPS,
    FAILED_PART,
    FAILED_WHOLE,
    PRICE_CENTS,
    SECOND_DISPUTE,
    Life,
)
from tests.wallet.payments.test_stripe import SECRET, Sessions, session, signed
from tests.wallet.wallets import Wallet

BEFORE = 5_000
"""What the buyer had."""


@pytest.fixture
def shop(players: Wallet) -> Wallet:
    """Packs are sold by Stripe."""

    class Client:
        class v1:
            class checkout:
                sessions = Sessions()

    players.service.app = App(players.base, WalletSettings(), StripeProvider("sk_test", SECRET, 1.0, Client()))
    return players


def hear(wallet: Wallet, kind: str, thing: dict[str, Any], at_s: int = 0) -> None:
    body = body_of(kind, thing, at_s)
    answer = wallet.ask(payments.HearProvider(provider="stripe", body=body, signature=signed(body)))
    assert not isinstance(answer, Refusal), answer


def bought(wallet: Wallet) -> None:
    begun = wallet.ask(payments.BeginPayment(account="ana", id="o", pack="pack_15000", home="https://h"))
    hear(wallet, "checkout.session.completed", session(begun.payment, amount_total=PRICE_CENTS), 1)


def listed(wallet: Wallet) -> payments.Payment:
    (found,) = wallet.ask(payments.ListPayments(account="ana")).payments
    return found  # type: ignore[no-any-return]


def test_chips_of_a_second_dispute_that_is_lost_are_taken_back(shop: Wallet) -> None:
    bought(shop)
    held = []
    for kind, thing in SECOND_DISPUTE:
        hear(shop, kind, thing)
        held.append(shop.chips("ana")[0])
    assert held == [BEFORE, BEFORE + CHIPS, BEFORE, BEFORE]
    assert listed(shop).state == "reversed"


@pytest.mark.parametrize("events", [FAILED_PART, FAILED_WHOLE], ids=["part", "whole"])
def test_chips_of_a_refund_that_fails_come_back(shop: Wallet, events: Any) -> None:
    bought(shop)
    for kind, thing in (*events, events[0]):
        hear(shop, kind, thing)
    assert shop.chips("ana") == [BEFORE + CHIPS]
    assert (listed(shop).state, listed(shop).taken_chips, listed(shop).debt_chips) == ("confirmed", 0, 0)


@pytest.mark.parametrize("seed", range(12))
def test_chips_and_debts_follow_what_really_happened(shop: Wallet, seed: int) -> None:
    """The buyer spends some of them meanwhile, so that not everything can be taken back."""
    bought(shop)
    chance, life, spent = random.Random(seed), Life(seed), 0
    for _ in range(12):
        life.go_on()
    notices = [*life.sent, *chance.choices(life.sent, k=3)]
    chance.shuffle(notices)
    avatars = iter(["cat", "dog", "fox", "owl"])
    for kind, thing, at_s in notices:
        hear(shop, kind, thing, at_s)
        if chance.random() < 0.4 and (avatar := next(avatars, None)):
            before = shop.chips("ana")[0]
            shop.ask(contract.BuyAvatar(account="ana", id=avatar, avatar=avatar, place="profile"))
            spent += before - shop.chips("ana")[0]
        found = listed(shop)
        assert found.taken_chips + found.debt_chips <= CHIPS and min(found.taken_chips, found.debt_chips) >= 0
        assert shop.chips("ana")[0] == BEFORE + CHIPS - spent - found.taken_chips
    found = listed(shop)
    assert found.taken_chips + found.debt_chips == CHIPS * life.lost_cents() // PRICE_CENTS
    assert shop.ask(contract.ListShop(account="ana")).debt_chips == found.debt_chips
    assert shop.check().sum_chips == 0  # type: ignore[union-attr]


def as_before(wallet: Wallet, **columns: Any) -> None:
    """The row as it was written before refunds and disputes had their names."""

    def change(work: Work) -> None:
        work.execute(schema.payments.update().values(provider_facts=None, **columns))

    wallet.database.run(change)


def test_a_payment_that_was_refunded_before_facts_were_kept_stands_again_when_the_refund_fails(shop: Wallet) -> None:
    bought(shop)
    hear(shop, *FAILED_WHOLE[0])
    as_before(shop, state="reversed", refunded_cents=0)
    assert shop.chips("ana") == [BEFORE] and listed(shop).state == "reversed"
    hear(shop, *FAILED_WHOLE[1], 2_000_000_000)
    assert shop.chips("ana") == [BEFORE + CHIPS] and listed(shop).state == "confirmed"


@pytest.mark.parametrize(
    ("before", "after"), [("open", BEFORE + CHIPS), ("lost", BEFORE + CHIPS), ("won", BEFORE + CHIPS)]
)
def test_a_dispute_from_before_facts_were_kept_is_decided(shop: Wallet, before: str, after: int) -> None:
    bought(shop)
    hear(shop, *SECOND_DISPUTE[0])
    if before == "won":
        hear(shop, *SECOND_DISPUTE[1])
    as_before(shop, dispute=before)
    hear(shop, *SECOND_DISPUTE[1], 2_000_000_000)
    assert shop.chips("ana") == [after]
    facts = shop.database.run(lambda work: work.execute(sa.select(schema.payments.c.provider_facts)).scalar_one())
    assert "dp_1" in facts
