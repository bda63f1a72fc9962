"""The wallet's settings, and what its application refuses to start with."""

import pytest

from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database
from services.platform.hosting.host import Base
from services.platform.process.settings import CommonSettings, SettingsError, load
from services.wallet.lotteries.rules import Lottery, Row
from services.wallet.payments.rules import Pack
from services.wallet.service import make_app
from services.wallet.settings import WalletSettings
from services.wallet.stakes.rules import FRIENDLY_GAMES, Step
from tests.support.services.settings_in_rules import assert_as_in_rules


def test_settings_are_read_from_the_environment() -> None:
    settings = load(
        WalletSettings,
        {
            "KAFENEIO_FRIENDLY_GAMES": "dominoes,tavli",
            "KAFENEIO_MIN_STAKE": "100",
            "KAFENEIO_RAKE_STEPS": "[[100, 1000], [1000, 500]]",
            "KAFENEIO_WELCOME_CHIPS": "0",
        },
    )

    assert settings.friendly_games == ("dominoes", "tavli")
    assert (settings.min_stake, settings.max_stake, settings.welcome_chips) == (100, 1_000_000, 0)
    assert settings.rake_steps == (Step(100, 1000), Step(1000, 500))
    assert settings.check() is None


def test_the_defaults_fit_together() -> None:
    assert WalletSettings().check() is None


DEFAULTS = {
    "friendly_games": FRIENDLY_GAMES,
    "min_stake": 200,
    "max_stake": 1_000_000,
    "house_min_main": 200,
    "house_min_side": 20,
    "house_max_round": 100_000,
    "house_max_side": 2_000,
    "welcome_chips": 5_000,
    "welcome_per_device": 3,
    "invite_inviter_chips": 2_000,
    "invite_invitee_chips": 1_000,
    "invite_daily_cap": 5,
    "invite_monthly_cap": 30,
    "items": {"coffee": 50, "loukoumi": 150, "ouzo": 100, "flowers": 300, "komboloi": 500},
    "item_recipients": "company",
    "payment_provider": "none",
    "lottery_daily_tickets": 50,
    "free_ticket_min": 100,
    "free_ticket_interval_s": 14_400,
    "new_account_max_stake": 5_000,
    "pair_net_limit": 50_000,
    "rg_helpline": "2109237777",
    "limit_cooloff_hours": 168,
    "reality_check_minutes": 60,
    "correction_window_days": 30,
}
"""As services/wallet/RULES.md prints them; tables have tests of their own."""


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_setting_has_the_default_of_the_rules(name: str) -> None:
    assert getattr(WalletSettings(), name) == DEFAULTS[name]


@pytest.mark.parametrize(
    ("how", "refusal"),
    [
        ({"rake_steps": (Step(200, 500), Step(1000, 600))}, "rake_steps_invalid"),
        ({"rake_steps": ()}, "rake_steps_invalid"),
        ({"min_stake": 100}, "rake_steps_invalid"),
        ({"min_stake": 0}, "bad_parameters"),
        ({"max_stake": -1}, "bad_parameters"),
        ({"min_stake": 500, "max_stake": 400}, "bad_parameters"),
        ({"welcome_chips": -1}, "bad_parameters"),
        ({"welcome_per_device": -1}, "bad_parameters"),
        ({"ledger_check_s": 0}, "bad_parameters"),
        ({"house_min_side": 0}, "bad_parameters"),
        ({"house_max_side": 19}, "bad_parameters"),
        ({"house_min_main": 300, "house_max_round": 200}, "bad_parameters"),
        ({"new_account_max_stake": 0}, "bad_parameters"),
        ({"limit_cooloff_hours": 0}, "bad_parameters"),
        ({"avatars": {"cup": 499}}, "bad_parameters"),
        ({"avatars": {"cup": 20_001}}, "bad_parameters"),
        ({"items": {"coffee": 0}}, "bad_parameters"),
        ({"packs": {"pack": Pack(0, 199)}}, "bad_parameters"),
        ({"packs": {"pack": Pack(5_000, 0)}}, "bad_parameters"),
        ({"rg_helpline": " "}, "bad_parameters"),
        ({"stripe_timeout_s": 0.0}, "bad_parameters"),
        ({"payment_provider": "stripe"}, "bad_parameters"),
        ({"free_ticket_min": 101}, "lottery_table_invalid"),
        ({"lotteries": {"dear": Lottery(100, (Row(10_000, 101),))}}, "lottery_table_invalid"),
    ],
)
def test_settings_that_do_not_fit_are_refused(how: dict[str, object], refusal: str) -> None:
    found = WalletSettings(**how).check()  # type: ignore[arg-type]
    assert isinstance(found, Refusal)
    assert found.error == refusal


def test_the_wallet_does_not_start_with_settings_that_do_not_fit(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = Base(CommonSettings(), Database(sqlite_url, "wallet"))
    assert make_app(base, None).settings == WalletSettings()  # type: ignore[arg-type]

    monkeypatch.setenv("KAFENEIO_RAKE_STEPS", "[[200, 500], [1000, 600]]")

    with pytest.raises(SettingsError, match="rake_steps_invalid"):
        make_app(base, None)  # type: ignore[arg-type]


@pytest.mark.parametrize("broker_url", ["embedded://localhost/", "amqp://guest:guest@127.0.0.1//"])
def test_simulated_payments_run_only_on_the_embedded_platform(
    database_url: str, broker_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = Base(CommonSettings(broker_url=broker_url), Database(database_url, "wallet"))
    assert make_app(base, None).provider is None  # type: ignore[arg-type]

    monkeypatch.setenv("KAFENEIO_PAYMENT_PROVIDER", "simulated")

    if broker_url.startswith("embedded") and database_url.startswith("sqlite"):
        assert make_app(base, None).provider.name == "simulated"  # type: ignore[arg-type, union-attr]
    else:
        with pytest.raises(SettingsError, match="simulated"):
            make_app(base, None)  # type: ignore[arg-type]


def test_numbers_are_those_of_the_rules() -> None:
    assert_as_in_rules("wallet", WalletSettings(), least=30)


def test_a_pack_or_item_may_cost_as_little_as_one() -> None:
    settings = WalletSettings(packs={"pack": Pack(1, 1)}, items={"coffee": 1})
    assert settings.check() is None
