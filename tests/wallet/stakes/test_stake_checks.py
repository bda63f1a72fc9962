"""What others ask the wallet, and what it refuses."""

import itertools
from typing import Any, get_args

import pytest

from services.contracts.base import Done
from services.contracts.wallet import shop as economy
from services.contracts.wallet.balances import (
    About,
    CheckStake,
    GetBalance,
    LedgerCheck,
    ListTransfers,
    RakeStep,
    StakeRules,
    Transfer,
)
from services.kernel.refusal import Refusal
from services.wallet.ledger.double_entry import CORRECTION, PATHS
from services.wallet.ledger.use_cases import ABOUT
from services.wallet.settings import WalletSettings
from services.wallet.stakes.rules import Step
from services.wallet.stakes.stake_checks import get_stake_rules
from tests.wallet.wallets import Wallet, asked, finished

NOT_ACCOUNTS = ["zoe", "", "a b", "a\0b", "house:rake", "x" * 129, "Ζωή"]


def test_a_balance_is_what_can_be_used_now(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))

    assert players.ask(GetBalance(account="ana")).chips == 4500


@pytest.mark.parametrize("account", NOT_ACCOUNTS)
def test_an_account_that_does_not_exist_has_no_balance_and_no_transfers(players: Wallet, account: str) -> None:
    unknown = Refusal("account_unknown", {"account": account})
    assert players.ask(GetBalance(account=account)) == unknown
    assert players.ask(ListTransfers(account=account)) == unknown


# --- transfers ---


def test_transfers_are_listed_from_the_player_s_side_with_the_balance_after_each(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))
    players.clock.advance(60_000)
    players.finished(finished("m", "ana", "ben"))

    page = players.ask(ListTransfers(account="ana"))

    now = players.clock.now_ms()
    told = [(each.kind, each.chips, each.balance_chips, each.reference, each.at_ms) for each in page.transfers]
    assert told == [
        ("payout", 825, 5325, "settle:m:0", now),
        ("stake_hold", -500, 4500, "hold:m", now - 60_000),
        ("welcome", 5000, 5000, "welcome:ana", now - 60_000),
    ]
    assert page.next_before is None


def test_pages_follow_one_another_and_leave_nothing_out(players: Wallet) -> None:
    for number in range(7):
        players.asked(asked(f"m{number}", "ana", "ben", stake=200))
    whole = players.ask(ListTransfers(account="ana", limit=100)).transfers

    found: list[Transfer] = []
    before = None
    while True:
        page = players.ask(ListTransfers(account="ana", limit=3, before=before))
        found += page.transfers
        before = page.next_before
        if before is None:
            break

    assert found == whole
    assert len(whole) == 8
    assert [each.id for each in whole] == sorted((each.id for each in whole), reverse=True)
    for newer, older in itertools.pairwise(whole):
        assert newer.balance_chips == older.balance_chips + newer.chips


def test_a_last_page_that_is_just_full_says_that_it_is_the_last(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))

    assert players.ask(ListTransfers(account="ana", limit=2)).next_before is None


@pytest.mark.parametrize(
    ("field", "value"),
    [("limit", 0), ("limit", 101), ("limit", -1), ("before", 0), ("before", -5), ("before", 2**63)],
)
def test_a_page_that_cannot_be_is_refused(players: Wallet, field: str, value: int) -> None:
    asked_for: dict[str, Any] = {"account": "ana", field: value}
    assert players.ask(ListTransfers(**asked_for)) == Refusal("bad_parameters", {"field": field})


# --- stakes ---


def test_transfers_can_be_asked_for_by_what_they_are_about(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))
    players.finished(finished("m", "ana", "ben"))
    players.ask(economy.BuyAvatar(account="ana", id="a", avatar="cup", place="profile"))

    def kinds(about: About | None, **how: Any) -> list[str]:
        page = players.ask(ListTransfers(account="ana", about=about, **how))
        return [transfer.kind for transfer in page.transfers]

    assert kinds(None) == ["avatar", "payout", "stake_hold", "welcome"]
    assert (kinds("matches"), kinds("shop"), kinds("free")) == (["payout", "stake_hold"], ["avatar"], ["welcome"])
    assert kinds("bets") == []
    first = players.ask(ListTransfers(account="ana", about="matches", limit=1))
    assert kinds("matches", limit=1, before=first.next_before) == ["stake_hold"]


def test_every_kind_of_transfer_is_about_one_thing() -> None:
    listed = sorted(kind for kinds in ABOUT.values() for kind in kinds)
    assert listed == sorted([*PATHS, CORRECTION])
    assert set(ABOUT) == set(get_args(About))


def check(wallet: Wallet, stake: Any, *accounts: str, **how: Any) -> Any:
    return wallet.ask(CheckStake(game=how.pop("game", "tictactoe"), stake_chips=stake, accounts=list(accounts), **how))


@pytest.mark.parametrize("stake", [200, 333, 5000])
def test_players_with_the_stake_may_sit_down(players: Wallet, stake: int) -> None:
    assert check(players, stake, "ana", "ben") == Done()


@pytest.mark.parametrize(
    ("stake", "how", "refusal"),
    [
        (199, {}, Refusal("stake_below_minimum", {"min_chips": 200})),
        (0, {"game": "baccarat"}, Refusal("stake_below_minimum", {"min_chips": 200})),
        (-1, {}, Refusal("stake_below_minimum", {"min_chips": 200})),
        (1_000_001, {}, Refusal("stake_above_maximum", {"max_chips": 1_000_000})),
        (199, {"game": "dominoes"}, Refusal("stake_below_minimum", {"min_chips": 200})),
        (500, {"practice": True}, Refusal("stake_invalid")),
        (5001, {}, Refusal("insufficient_chips", {"account": "ana"})),
    ],
)
def test_a_stake_that_may_not_be_is_refused(players: Wallet, stake: int, how: Any, refusal: Refusal) -> None:
    assert check(players, stake, "ana", "ben", **how) == refusal


def test_a_stake_that_is_no_integer_cannot_be_read(players: Wallet) -> None:
    raw = {"game": "tictactoe", "stake_chips": 500.5, "accounts": ["ana"]}
    assert players.service.check_stake(raw)["refused"]["error"] == "bad_request"


@pytest.mark.parametrize("how", [{"game": "dominoes"}, {"game": "tavli"}, {"practice": True}])
def test_friendly_games_and_practice_need_no_chips(players: Wallet, how: dict[str, Any]) -> None:
    assert check(players, 0, "zoe", "", "a b", **how) == Done()


def test_the_first_account_that_lacks_chips_is_named(players: Wallet) -> None:
    players.asked(asked("m", "ben", "gil", stake=4900))

    assert check(players, 200, "ana", "gil", "ben") == Refusal("insufficient_chips", {"account": "gil"})


@pytest.mark.parametrize("account", NOT_ACCOUNTS)
def test_an_account_unknown_to_the_wallet_has_no_chips(players: Wallet, account: str) -> None:
    assert check(players, 200, "ana", account) == Refusal("insufficient_chips", {"account": account})


def test_no_question_names_a_crowd(players: Wallet) -> None:
    assert check(players, 200, *["ana"] * 101) == Refusal("bad_parameters", {"field": "accounts"})


# --- the ledger ---


def test_the_ledger_of_an_empty_wallet_is_sound(wallet: Wallet) -> None:
    assert wallet.check() == LedgerCheck(sum_chips=0, transfers=0, open_escrows=0, negative=[])


def test_the_ledger_check_counts_transfers_and_escrows(players: Wallet) -> None:
    players.asked(asked("one", "ana", "ben"), asked("two", "eva", "gil"))
    players.finished(finished("one", "ana", "ben"))

    assert players.check() == LedgerCheck(sum_chips=0, transfers=4 + 4 + 2, open_escrows=1, negative=[])


# --- the operator's stakes ---


def test_limits_of_stakes_and_steps_of_the_rake_are_the_operators() -> None:
    settings = WalletSettings(min_stake=100, max_stake=900, friendly_games=("tavli",), rake_steps=(Step(100, 1_000),))

    assert get_stake_rules(settings) == StakeRules(
        min_chips=100,
        max_chips=900,
        friendly_games=["tavli"],
        rake_steps=[RakeStep(100, 1_000)],
        helpline="2109237777",
        regulator="Hellenic Gaming Commission",
    )
