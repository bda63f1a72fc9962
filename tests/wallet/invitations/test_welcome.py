"""Welcome chips through the wallet's events (RULES.md §7)."""

from collections.abc import Iterator

import pytest

from services.contracts.wallet.balances import ChipsChanged, LedgerCheck
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet, registered


def test_a_new_account_gets_5000_chips_from_issuance_and_a_notice(wallet: Wallet) -> None:
    wallet.registered("ana", device="phone")

    assert [each.chips for each in wallet.told_of(ChipsChanged)] == [{"ana": 5000}]
    assert wallet.chips("ana") == [5000]
    assert wallet.house("house:issuance") == -5000


def test_the_fourth_account_of_a_device_starts_with_nothing(wallet: Wallet) -> None:
    wallet.registered("ana", "ben", device="phone")
    wallet.registered("eva", "gil", device="phone")
    wallet.registered("zoe", device="tablet")

    assert wallet.chips("ana", "ben", "eva", "gil", "zoe") == [5000, 5000, 5000, 0, 5000]
    told = {account: chips for each in wallet.told_of(ChipsChanged) for account, chips in each.chips.items()}
    assert told == {"ana": 5000, "ben": 5000, "eva": 5000, "gil": 0, "zoe": 5000}
    assert wallet.check() == LedgerCheck(sum_chips=0, transfers=4, open_escrows=0, negative=[])


def test_devices_of_one_message_are_counted_apart_in_the_order_of_registration(wallet: Wallet) -> None:
    accounts = [f"{device}{number}" for number in range(4) for device in "ba"]

    wallet.hear("on_registered", *(registered(account, account[0]) for account in accounts))

    assert wallet.chips(*accounts) == [5000] * 6 + [0, 0]


def test_accounts_without_a_device_are_not_counted_together(wallet: Wallet) -> None:
    wallet.registered("ana", "ben", "eva", "gil")

    assert wallet.chips("gil") == [5000]


@pytest.mark.parametrize("device", ["a\0b", "Ζωή", "x" * 10_000, " "])
def test_any_text_may_name_a_device(wallet: Wallet, device: str) -> None:
    wallet.registered("ana", "ben", "eva", "gil", device=device)

    assert wallet.chips("ana", "ben", "eva", "gil") == [5000, 5000, 5000, 0]


@pytest.mark.parametrize("ids", [["one"], None])
def test_no_account_is_welcomed_or_counted_twice(wallet: Wallet, ids: list[str] | None) -> None:
    for _ in range(3):
        wallet.registered("ana", device="phone", ids=ids)
    wallet.registered("ana", "ben", "eva", "gil", device="phone")

    assert wallet.chips("ana", "ben", "eva", "gil") == [5000, 5000, 5000, 0]
    assert wallet.house("house:issuance") == -15000


@pytest.fixture
def stingy(wallet_url: str) -> Iterator[Wallet]:
    wallet = Wallet(wallet_url, WalletSettings(welcome_chips=0))
    yield wallet
    wallet.close()


def test_where_the_operator_gives_nothing_the_account_is_opened_all_the_same(stingy: Wallet) -> None:
    stingy.registered("ana", device="phone")
    stingy.registered("ana", device="phone")

    assert stingy.chips("ana") == [0]
    assert stingy.check() == LedgerCheck(sum_chips=0, transfers=0, open_escrows=0, negative=[])


def test_an_account_that_cannot_be_named_in_the_ledger_waits_for_an_operator(
    wallet: Wallet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.platform.database.inbox._RETRY_S", (0.0,))

    wallet.registered("ana", "no spaces", device="phone")

    assert wallet.chips("ana") == [5000]
    assert len(wallet.parked.bodies) == 1
    assert wallet.rows("accounts") == 1
