"""Settings that operators change while a service runs (services/moderation/RULES.md §13), by the wallet's example."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.contracts.moderation import orders
from services.contracts.moderation.operator_settings import SettingNow, SettingsAnnounced, SettingsAsked
from services.contracts.wallet import events as outside
from services.contracts.wallet.balances import GetStakeRules
from services.kernel.operator_settings import used_by
from services.kernel.refusal import Refusal
from services.platform.operations.live_settings import announce, read, read_settings
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet, asked, finished

USUAL = WalletSettings(payment_provider="simulated")


@pytest.fixture
def replica(wallet_url: str) -> Iterator[Wallet]:
    """Another process on the same database."""
    other = Wallet(wallet_url)
    yield other
    other.close()


def change(wallet: Wallet, name: str, value: Any, seq: int = 1) -> Refusal | dict[str, Any]:
    """An operator's order, and what the wallet answers."""
    operation = orders.ChangeSetting(name=name, value=value)
    placed = orders.OrderPlaced(order=f"o{seq}", by="olga", reason="because of this", operation=operation, seq=seq)
    wallet.hear("on_setting_ordered", placed)
    (answer,) = wallet.told_of(orders.OrderAnswered)
    assert answer.order == f"o{seq}"
    return Refusal(answer.error, answer.detail) if answer.error is not None else answer.detail


def test_a_change_holds_at_once_and_the_reply_has_the_values_before_and_after(wallet: Wallet) -> None:
    done = change(wallet, "min_stake", 300)
    assert done == {"name": "min_stake", "seq": 1, "before": 200, "after": 300}
    assert wallet.ask(GetStakeRules()).min_chips == 300
    assert change(wallet, "min_stake", 400, seq=2) == {"name": "min_stake", "seq": 2, "before": 300, "after": 400}


def test_other_processes_learn_of_it_and_so_does_one_that_starts_later(wallet: Wallet, replica: Wallet) -> None:
    change(wallet, "welcome_chips", 7_000)
    assert replica.service.app.settings.welcome_chips == 5_000
    replica.service.app.live.refresh(replica.database)
    assert replica.service.app.settings.welcome_chips == 7_000
    later = Wallet(wallet.database.url)
    later.service.app.live.refresh(later.database)
    assert later.service.app.settings.welcome_chips == 7_000
    later.close()
    with wallet.database.work() as work:
        assert read_settings(work, "wallet", USUAL).welcome_chips == 7_000


def test_a_match_keeps_the_rake_that_it_began_with(players: Wallet) -> None:
    players.asked(asked("m1", "ana", "ben"))
    assert not isinstance(change(players, "rake_steps", [[200, 10_000]]), Refusal)
    players.asked(asked("m2", "eva", "gil"))
    players.finished(finished("m1", "ana", "ben"), finished("m2", "eva", "gil"))
    settled = {each.match: each for each in players.told_of(outside.MatchSettled)}
    assert settled["m1"].payouts == {"ana": 825, "ben": 0}
    assert settled["m2"].payouts == {"eva": 500, "gil": 0}


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("min_stake", 2_000_000, "setting_invalid"),
        ("max_stake", 100, "setting_invalid"),
        ("rake_steps", [[500, 4_000]], "rake_steps_invalid"),
        ("rake_steps", [[200, 1_000], [300, 2_000]], "rake_steps_invalid"),
    ],
)
def test_what_does_not_fit_the_other_settings_is_refused_and_changes_nothing(
    wallet: Wallet, name: str, value: Any, error: str
) -> None:
    refused = change(wallet, name, value)
    assert isinstance(refused, Refusal) and refused.error == error
    assert wallet.service.app.settings == USUAL
    assert wallet.rows("changed_settings") == 0


def test_an_order_that_a_newer_one_has_overtaken_is_refused(wallet: Wallet) -> None:
    change(wallet, "min_stake", 300, seq=9)
    assert change(wallet, "min_stake", 250, seq=8) == Refusal("setting_outdated")
    assert wallet.ask(GetStakeRules()).min_chips == 300


def test_what_was_read_before_a_change_does_not_take_it_back(wallet: Wallet) -> None:
    change(wallet, "min_stake", 300)
    with wallet.database.work() as work:
        older = read(work)
    change(wallet, "min_stake", 400, seq=2)
    wallet.service.app.live.take(older)
    assert wallet.service.app.settings.min_stake == 400


def test_orders_about_settings_of_others_are_left_to_them(wallet: Wallet) -> None:
    operation = orders.ChangeSetting(name="chat_rate", value=9)
    wallet.hear("on_setting_ordered", orders.OrderPlaced(order="o", by="olga", reason="r", operation=operation, seq=1))
    assert wallet.told() == []


def test_all_settings_of_the_wallet_are_announced_and_again_when_asked(wallet: Wallet) -> None:
    with wallet.database.work() as work:
        announce(work, wallet.service.app.live)
    (first,) = wallet.told_of(SettingsAnnounced)
    assert (first.service, first.seq) == ("wallet", 0)
    assert {each.name for each in first.settings} == {
        rule.name for rule in used_by("wallet") if rule.owners[0] == "wallet"
    }
    change(wallet, "min_stake", 300, seq=5)
    wallet.hear("on_settings_asked", SettingsAsked())
    (again,) = wallet.told_of(SettingsAnnounced)
    assert again.seq == 5
    assert SettingNow(name="min_stake", value=300, usual=200) in again.settings


def test_a_value_that_the_new_environment_does_not_allow_is_not_used(wallet: Wallet) -> None:
    change(wallet, "max_stake", 500)
    richer = Wallet(wallet.database.url, WalletSettings(payment_provider="simulated", min_stake=1_000))
    richer.service.app.live.refresh(richer.database)
    assert richer.service.app.settings.max_stake == 1_000_000
    richer.close()
