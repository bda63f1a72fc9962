"""Debts that operators write off (RULES.md §8)."""

from typing import Any

import pytest

from services.contracts.wallet import payments
from services.kernel.refusal import Refusal
from services.wallet.payments.purchases import apply_notice
from services.wallet.payments.reversals import WriteOff, WrittenOff, write_off
from services.wallet.payments.rules import Notice
from tests.wallet.wallets import Wallet, asked, finished

REASON = "the card was stolen, the police report is with us"


@pytest.fixture
def owing(players: Wallet) -> Wallet:
    """Ana, who has lost what she had bought, and whose payment was taken back: she owes 2,000."""
    begun = players.ask(payments.BeginPayment(account="ana", id="o", pack="pack_5000", home="h"))
    players.ask(payments.ConfirmPayment(account="ana", payment=begun.payment))
    players.asked(asked("m", "ben", "ana", stake=5_000))
    players.finished(finished("m", "ben", "ana", stake=5_000))
    players.asked(asked("n", "ben", "ana", stake=2_000))
    players.finished(finished("n", "ben", "ana", stake=2_000))
    notice(players, "disputed")
    players.told()
    return players


def notice(wallet: Wallet, what: Any) -> None:
    (payment,) = wallet.ask(payments.ListPayments(account="ana")).payments
    wallet.database.run(apply_notice, "simulated", Notice(what, payment.payment))


def order(wallet: Wallet, account: str = "ana", reason: str = REASON) -> WrittenOff | Refusal:
    found: WrittenOff | Refusal = wallet.database.run(write_off, WriteOff(account, reason, "root"))
    return found


def test_a_debt_is_written_off_with_a_reason_and_stakes_are_open_again(owing: Wallet) -> None:
    refused = owing.ask(payments.BeginPayment(account="ana", id="more", pack="pack_5000", home="h"))
    assert refused.error == "debt_open"
    assert order(owing) == WrittenOff("ana", 2_000)
    (told,) = owing.told_of(payments.DebtWrittenOff)
    assert (told.account, told.chips, told.by, told.reason) == ("ana", 2_000, "root", REASON)
    begun = owing.ask(payments.BeginPayment(account="ana", id="again", pack="pack_5000", home="h"))
    assert not isinstance(begun, Refusal), "purchases are open again"
    assert order(owing).error == "no_debt"


@pytest.mark.parametrize(
    ("account", "reason", "code"),
    [("ana", "short", "reason_required"), ("ben", REASON, "no_debt"), ("x", REASON, "account_unknown")],
)
def test_what_cannot_be_written_off_changes_nothing(owing: Wallet, account: str, reason: str, code: str) -> None:
    assert order(owing, account, reason).error == code
    assert owing.told() == []


def test_a_written_off_debt_is_neither_collected_by_the_next_event_nor_refunded(owing: Wallet) -> None:
    order(owing)
    before = owing.chips("ana")
    notice(owing, "dispute_lost")
    notice(owing, "disputed")
    assert owing.chips("ana") == before
    assert order(owing).error == "no_debt"


def test_of_a_dispute_that_is_won_only_what_was_taken_comes_back(owing: Wallet) -> None:
    (payment,) = owing.ask(payments.ListPayments(account="ana")).payments
    taken_chips, before = payment.taken_chips, owing.chips("ana")[0]
    order(owing)
    notice(owing, "dispute_won")
    assert owing.chips("ana") == [before + taken_chips]
