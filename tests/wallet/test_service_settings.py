"""The wallet's settings, and what its application refuses to start with."""

import pytest

from services.kernel.refusal import Refusal
from services.plumbing.database import Database
from services.plumbing.host import Base
from services.plumbing.settings import CommonSettings, SettingsError, load
from services.wallet.rake import Step
from services.wallet.service import make_app
from services.wallet.settings import WalletSettings


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
