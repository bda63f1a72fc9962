"""The settings that operators change: names, kinds and bounds (services/moderation/RULES.md §13)."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from services.kernel.operator_settings import RULES, check, owner_of, used_by
from services.kernel.refusal import Refusal
from services.lobby.settings import LobbySettings
from services.moderation.settings import ModerationSettings
from services.platform.process.settings import CommonSettings
from services.ranking.settings import RankingSettings
from services.tables.settings import TablesSettings
from services.tournaments.settings import TournamentsSettings
from services.wallet.settings import WalletSettings
from tests.architecture.project import ROOT

SETTINGS: dict[str, type[msgspec.Struct]] = {
    "wallet": WalletSettings,
    "lobby": LobbySettings,
    "tables": TablesSettings,
    "ranking": RankingSettings,
    "tournaments": TournamentsSettings,
}
OWN = {"report_contact_h", "report_daily", "watch_days", "reporters_signal", "appeal_days"}
OWN |= {"chat_words", "hand_talk_words"}
"""Moderation's settings that the environment does not have."""
OF_THE_ENVIRONMENT = {"webhooks_max", "webhooks_of_owner_max", "webhook_own_hosts"}
"""Those that only the environment has: how much a machine sends to other systems, and where."""


def test_every_owner_has_the_setting_with_a_usual_value_that_is_within_the_bounds() -> None:
    for service, kind in SETTINGS.items():
        usual = kind()
        for rule in used_by(service):
            if rule.name in OWN:
                continue
            value = msgspec.json.decode(msgspec.json.encode(getattr(usual, rule.name)))
            assert check(rule.name, value) == value, (service, rule.name)


def test_moderation_s_numbers_are_those_of_its_environment() -> None:
    mine = {rule.name for rule in used_by("moderation")} - OWN
    own = {field.name for field in msgspec.structs.fields(ModerationSettings)}
    assert mine == own - OF_THE_ENVIRONMENT


def test_secrets_addresses_and_sizes_of_machines_are_not_offered() -> None:
    assert not set(RULES) & {field.name for field in msgspec.structs.fields(CommonSettings)}
    hidden = ("secret", "key", "password", "host", "health", "folder", "smtp", "mail", "url", "workers", "processes")
    assert [name for name in RULES if any(part in name for part in hidden)] == []


def test_the_owner_of_a_setting_is_the_first_service_that_has_it() -> None:
    assert (owner_of("rake_steps"), owner_of("correction_window_days"), owner_of("min_age")) == (
        *("wallet", "wallet", "lobby"),
    )
    assert owner_of("no_such_setting") is None


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("min_stake", 500, 500),
        ("friendly_games", [" tavli ", "dominoes", "tavli"], ["tavli", "dominoes"]),
        ("chat_words", ["  Thief ", "play  hearts"], ["Thief", "play hearts"]),
        ("rake_steps", [[200, 4_000], [1_000, 0]], [[200, 4_000], [1_000, 0]]),
        ("elo_k", [40, 20, 10], [40, 20, 10]),
        ("on_timeout", "auto_turn", "auto_turn"),
        ("rg_helpline", " 210 923  7777 ", "210 923 7777"),
        ("items", {"ouzo": 1, "coffee": 1_000_000}, {"coffee": 1_000_000, "ouzo": 1}),
        ("items", {}, {}),
        ("packs", {"one": {"chips": 1, "price_cents": 50}}, {"one": {"chips": 1, "price_cents": 50}}),
        (
            *("lotteries", {"l": {"price_chips": 0, "rows": [[10_000, 0]]}}),
            {"l": {"price_chips": 0, "rows": [[10_000, 0]]}},
        ),
    ],
)
def test_a_value_is_kept_without_needless_spaces_and_repetitions(name: str, value: Any, kept: Any) -> None:
    assert check(name, value) == kept


@pytest.mark.parametrize(
    ("name", "value", "detail"),
    [
        ("min_stake", 0, {"min": 1, "max": 1_000_000_000}),
        ("min_stake", True, {"min": 1, "max": 1_000_000_000}),
        ("min_stake", "200", {"min": 1, "max": 1_000_000_000}),
        ("min_age", 17, {"min": 18, "max": 99}),
        ("elo_k", [40, 20], {"min": 0, "max": 200}),
        ("elo_k", [40, 20, 201], {"min": 0, "max": 200}),
        ("elo_k", 40, {"min": 0, "max": 200}),
        ("rake_steps", [], {"min": 1, "max": 20}),
        ("rake_steps", [[200]], {"min": 1, "max": 20}),
        ("rake_steps", [[200, 10_001]], {"rate_max": 10_000}),
        ("on_timeout", "sleep", {"choices": ["wait", "auto_turn"]}),
        ("rg_helpline", " ", {"min": 1, "max": 60}),
        ("rg_helpline", "a\u0007b", {"min": 1, "max": 60}),
        ("rg_helpline", 210, {"min": 1, "max": 60}),
        ("chat_words", ["x" * 61], {"words": 1_000, "length": 60}),
        ("chat_words", [1], {"words": 1_000, "length": 60}),
        ("friendly_games", 3, {"words": 100, "length": 60}),
        ("items", [["coffee", 50]], {"goods": 50}),
        ("items", {f"i{number}": 1 for number in range(51)}, {"goods": 50}),
        ("items", {"Coffee": 50}, {"min": 1, "max": 1_000_000}),
        ("items", {"": 50}, {"min": 1, "max": 1_000_000}),
        ("items", {"coffee": 0}, {"min": 1, "max": 1_000_000}),
        ("items", {"coffee": True}, {"min": 1, "max": 1_000_000}),
        ("avatars", {"cup": 20_001}, {"min": 500, "max": 20_000}),
        ("packs", {"one": 5}, {"min": 1, "max": 1_000_000_000}),
        ("packs", {"one": {"chips": 5}}, {"min": 1, "max": 1_000_000_000}),
        ("packs", {"one": {"chips": 0, "price_cents": 100}}, {"min": 1, "max": 1_000_000_000}),
        ("packs", {"one": {"chips": 5, "price_cents": 49}}, {"cents_min": 50, "cents_max": 100_000}),
        ("packs", {"one": {"chips": 5, "price_cents": 100_001}}, {"cents_min": 50, "cents_max": 100_000}),
        ("lotteries", {"l": {"price_chips": 1, "rows": []}}, {"rows": 30}),
        ("lotteries", {"l": {"price_chips": 1, "rows": [[1, 0]] * 31}}, {"rows": 30}),
        ("lotteries", {"l": {"price_chips": 1, "rows": [[0, 0]]}}, {"min": 0, "max": 1_000_000_000}),
        ("lotteries", {"l": {"price_chips": 1, "rows": [[10_001, 0]]}}, {"min": 0, "max": 1_000_000_000}),
        ("lotteries", {"l": {"price_chips": 1, "rows": [[1]]}}, {"min": 0, "max": 1_000_000_000}),
        ("lotteries", {"l": {"price_chips": -1, "rows": [[1, 0]]}}, {"min": 0, "max": 1_000_000_000}),
        ("lotteries", {"l": {"price_chips": 1, "rows": [[1, -1]]}}, {"min": 0, "max": 1_000_000_000}),
    ],
)
def test_a_value_out_of_its_bounds_is_refused_with_the_bounds(name: str, value: Any, detail: Any) -> None:
    assert check(name, value) == Refusal("setting_invalid", detail)


def test_a_hall_has_places_for_fifty_to_five_hundred_players() -> None:
    assert owner_of("hall_players_max") == "lobby"
    assert [check("hall_players_max", players_max) for players_max in (50, 500)] == [50, 500]
    refused = Refusal("setting_invalid", {"min": 50, "max": 500})
    assert [check("hall_players_max", players_max) for players_max in (49, 501)] == [refused, refused]


def test_a_setting_that_is_not_offered_is_unknown() -> None:
    assert check("payment_provider", "none") == Refusal("setting_unknown")


_RULES_TEXT = (ROOT / "services" / "moderation" / "RULES.md").read_text(encoding="utf-8")
_BOUNDS = {
    name: (int(low.replace(",", "")), int(high.replace(",", "")))
    for name, low, high in re.findall(r"`([a-z_]+)` ([0-9,]+)–([0-9,]+)", _RULES_TEXT)
}


def with_number(name: str, number: int) -> Any:
    """A value of a setting that has this number where the setting's bounds are: alone, in a list, as a price, as a
    length."""
    rule = RULES[name]
    by_kind: dict[str, Callable[[], Any]] = {
        "number": lambda: number,
        "numbers": lambda: [number] * rule.size,
        "steps": lambda: [[200, 100]] * number,
        "words": lambda: [f"word {each}" for each in range(number)],
        "text": lambda: "x" * number,
        "prices": lambda: {"coffee": number},
        "packs": lambda: {"one": {"chips": number, "price_cents": 50}},
        "lotteries": lambda: {"one": {"price_chips": number, "rows": [[1, number]]}},
    }
    return by_kind[rule.kind]()


def test_the_rules_name_the_bounds_of_every_setting() -> None:
    assert _BOUNDS.keys() == {rule.name for rule in RULES.values() if rule.kind != "choice"}


@pytest.mark.parametrize(("name", "bounds"), _BOUNDS.items(), ids=str)
def test_a_setting_may_be_anything_between_the_bounds_of_the_rules_and_nothing_beyond(
    name: str, bounds: tuple[int, int]
) -> None:
    low, high = bounds
    for number in (low, (low + high) // 2, high):
        assert check(name, with_number(name, number)) == with_number(name, number)
    for number in (low - 1, high + 1):
        if number >= 0 or RULES[name].kind not in ("words", "text", "steps"):
            assert isinstance(check(name, with_number(name, number)), Refusal), number


@pytest.mark.parametrize(
    ("name", "fits", "beyond"),
    [
        ("rake_steps", [[0, 0], [1_000_000_000, 10_000]], [[1_000_000_001, 0]]),
        ("rake_steps", [[200, 0]], [[200, -1]]),
        ("rake_steps", [[200, 0]], [[-1, 0]]),
        ("rake_steps", [[200, 0]], [(200, 0)]),
        ("rake_steps", [[200, 0]], [[200, 0, 0]]),
        ("chat_words", ["x" * 60], ["x" * 61]),
        ("items", {"a" * 40: 1}, {"a" * 41: 1}),
        ("items", {"a_1": 1}, {"1a": 1}),
        ("items", {f"i{number}": 1 for number in range(50)}, {f"i{number}": 1 for number in range(51)}),
        ("packs", {"one": {"chips": 1, "price_cents": 100_000}}, {"one": {"chips": 1, "price_cents": 100_001}}),
        ("packs", {"one": {"chips": 1, "price_cents": 50}}, {"one": {"chips": 1, "price_cents": 50, "more": 1}}),
        (
            *("lotteries", {"l": {"price_chips": 1, "rows": [[1, 0]]}}),
            {"l": {"price_chips": 1, "rows": [[1, 0]], "more": 1}},
        ),
        (
            *("lotteries", {"l": {"price_chips": 1, "rows": [[1, 0]] * 30}}),
            {"l": {"price_chips": 1, "rows": [[1, 0]] * 31}},
        ),
        (
            *("lotteries", {"l": {"price_chips": 1, "rows": [[10_000, 0]]}}),
            {"l": {"price_chips": 1, "rows": [[10_001, 0]]}},
        ),
        ("lotteries", {"l": {"price_chips": 1, "rows": [[1, 0]]}}, {"l": {"price_chips": 1, "rows": [[0, 0]]}}),
        ("lotteries", {"l": {"price_chips": 1, "rows": [[1, 0]]}}, {"l": {"price_chips": 1, "rows": [[1, 0], (1, 0)]}}),
    ],
)
def test_what_a_list_holds_has_the_bounds_of_the_rules_too(name: str, fits: Any, beyond: Any) -> None:
    assert check(name, fits) == fits
    assert isinstance(check(name, beyond), Refusal)
