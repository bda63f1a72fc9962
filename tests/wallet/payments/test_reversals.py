"""Payments taken back in part, disputed, and owed (RULES.md §8)."""

from typing import Any

import pytest

from services.contracts.tables.commands import Held
from services.contracts.wallet import lotteries, payments, shop
from services.contracts.wallet.balances import CheckGuest, CheckStake
from services.kernel.refusal import Refusal
from services.wallet.payments.rules import Notice, NoticeKind
from services.wallet.service import App
from services.wallet.settings import WalletSettings
from tests.wallet.shop.test_shop import Till
from tests.wallet.wallets import Wallet, asked, finished


@pytest.fixture
def till(players: Wallet) -> Till:
    till = Till()
    players.service.app = App(players.base, WalletSettings(), till)
    return till


def bought(wallet: Wallet, till: Till, id: str = "order") -> str:
    """Ana has paid for 5,000 chips: 1.99 euro."""
    begun = wallet.ask(payments.BeginPayment(account="ana", id=id, pack="pack_5000"))
    hear(wallet, till, "paid", begun.payment, 199)
    return str(begun.payment)


def hear(wallet: Wallet, till: Till, kind: NoticeKind, payment: str, cents: int | None = None) -> Any:
    till.heard = Notice(kind, payment, amount_cents=cents)
    return wallet.ask(payments.HearProvider(provider="till", body="{}", signature="signed"))


def spend(wallet: Wallet, *avatars: str) -> None:
    for avatar in avatars:
        assert not isinstance(
            wallet.ask(shop.BuyAvatar(account="ana", id=avatar, avatar=avatar, place="profile")), Refusal
        )


def listed(wallet: Wallet) -> payments.Payment:
    (found,) = wallet.ask(payments.ListPayments(account="ana")).payments
    return found  # type: ignore[no-any-return]


def owed(wallet: Wallet) -> int:
    return int(wallet.ask(shop.ListShop(account="ana")).debt_chips)


def test_a_refund_of_a_part_takes_that_part_and_once(players: Wallet, till: Till) -> None:
    payment = bought(players, till)
    for _ in range(2):
        hear(players, till, "refunded", payment, 50)
    assert players.chips("ana") == [10_000 - 1256]
    assert (listed(players).state, listed(players).taken_chips) == ("confirmed", 1256)

    hear(players, till, "refunded", payment, 199)
    assert players.chips("ana") == [5_000]
    assert (listed(players).state, listed(players).taken_chips) == ("reversed", 5_000)
    assert [each.chips for each in players.told_of(payments.PaymentReversed)] == [1256, 3744]


def test_a_dispute_takes_the_chips_and_gives_them_back_when_it_is_won(players: Wallet, till: Till) -> None:
    payment = bought(players, till)
    for _ in range(2):
        hear(players, till, "disputed", payment)
    assert players.chips("ana") == [5_000]
    assert listed(players).state == "disputed"

    for _ in range(2):
        hear(players, till, "dispute_won", payment)
    assert players.chips("ana") == [10_000]
    assert (listed(players).state, listed(players).reversed_at_ms) == ("confirmed", None)
    (restored,) = players.told_of(payments.PaymentRestored)
    assert (restored.account, restored.chips) == ("ana", 5_000)


def test_a_lost_dispute_is_a_payment_taken_back(players: Wallet, till: Till) -> None:
    payment = bought(players, till)
    hear(players, till, "disputed", payment)
    hear(players, till, "dispute_lost", payment)
    assert players.chips("ana") == [5_000]
    assert listed(players).state == "reversed"


def test_a_dispute_that_overtakes_its_payment_leaves_no_chips(players: Wallet, till: Till) -> None:
    begun = players.ask(payments.BeginPayment(account="ana", id="o", pack="pack_5000"))
    hear(players, till, "disputed", begun.payment)
    hear(players, till, "paid", begun.payment, 199)
    assert players.chips("ana") == [5_000]


def test_chips_that_are_gone_are_a_debt_that_closes_stakes_tickets_and_purchases(players: Wallet, till: Till) -> None:
    payment = bought(players, till)
    spend(players, "cat")
    hear(players, till, "reversed", payment)
    assert players.chips("ana") == [0]
    assert owed(players) == 2_500
    refusal = Refusal("debt_open", {"chips": 2_500})

    assert players.ask(payments.BeginPayment(account="ana", id="p", pack="pack_5000")) == refusal
    assert players.ask(lotteries.OpenTicket(account="ana", lottery="lot_200")) == refusal
    assert players.ask(CheckGuest(account="ana")).error == "debt_open"
    players.ask(lotteries.DrawTicket(account="ana", ticket=players.ask(free_ticket()).ticket))
    stake = CheckStake(game="tavli", stake_chips=200, accounts=["ben", "ana"], seats=2)
    (chips,) = players.chips("ana")
    assert players.ask(stake).error == ("debt_open" if chips >= 200 else "insufficient_chips")


def free_ticket() -> lotteries.OpenTicket:
    return lotteries.OpenTicket(account="ana", lottery="free")


def test_a_hold_for_a_player_in_debt_is_refused(players: Wallet, till: Till) -> None:
    payment = bought(players, till)
    spend(players, "cat")
    players.asked(asked("before", "ana", "ben"))
    hear(players, till, "reversed", payment)
    assert owed(players) == 3_000
    players.finished(finished("before", "ana", "ben"))
    assert players.chips("ana") == [825]

    players.asked(asked("after", "ana", "ben"))
    held = {answer.match: (answer.error, answer.account) for answer in players.told_of(Held)}
    assert held == {"before": (None, None), "after": ("debt_open", "ana")}


def test_a_debt_is_paid_from_the_balance_and_then_everything_is_open_again(players: Wallet, till: Till) -> None:
    payment = bought(players, till)
    spend(players, "cat")
    players.asked(asked("m", "ana", "ben", stake=1_000))
    hear(players, till, "reversed", payment)
    assert owed(players) == 3_500
    assert players.ask(payments.PayDebt(account="ana")) == payments.Debt(debt_chips=3_500, chips=0)

    players.finished(finished("m", "ana", "ben"))
    (won,) = players.chips("ana")
    for _ in range(2):
        assert players.ask(payments.PayDebt(account="ana")) == payments.Debt(debt_chips=3_500 - won, chips=0)
    assert (listed(players).taken_chips, listed(players).debt_chips) == (1_500 + won, 3_500 - won)
    assert players.check().sum_chips == 0  # type: ignore[union-attr]


def test_a_dispute_that_is_won_cancels_the_debt_first(players: Wallet, till: Till) -> None:
    payment = bought(players, till)
    spend(players, "cat")
    hear(players, till, "disputed", payment)
    assert (owed(players), players.chips("ana")) == (2_500, [0])
    hear(players, till, "dispute_won", payment)
    assert (owed(players), players.chips("ana")) == (0, [2_500])
    assert players.ask(payments.BeginPayment(account="ana", id="p", pack="pack_5000")).state == "pending"
