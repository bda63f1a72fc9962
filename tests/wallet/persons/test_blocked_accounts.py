"""Chips of a blocked account are frozen, not taken: services/moderation/RULES.md §4."""

from typing import Any

import pytest

from services.contracts.moderation.events import StandingChanged
from services.contracts.tables.commands import Held
from services.contracts.tournaments.entries import PayEntry
from services.contracts.wallet import lotteries, payments, shop
from services.contracts.wallet import transfers as outside
from services.contracts.wallet.balances import CheckGuest, CheckStake
from services.kernel.refusal import Refusal
from tests.wallet.wallets import Wallet, asked, finished


def block(wallet: Wallet, account: str = "ana", seq: int = 1, *, blocked: bool = True) -> None:
    wallet.hear("on_standing_changed", StandingChanged(account=account, seq=seq, blocked=blocked, suspensions=[]))


GOING_OUT: list[Any] = [
    CheckStake(game="tictactoe", stake_chips=500, accounts=["ana"]),
    CheckGuest(account="ana"),
    outside.MoveChips(caller="shop", key="k", account="ana", chips=-1),
    PayEntry(competition="cup", account="ana", number=1, price_chips=1000),
    shop.BuyAvatar(account="ana", id="1", avatar="cup", place="lobby"),
    lotteries.OpenTicket(account="ana", lottery="small"),
    payments.BeginPayment(account="ana", id="p", pack="small"),
]


@pytest.mark.parametrize("request_", GOING_OUT, ids=lambda each: type(each).__name__)
def test_nothing_goes_out_of_a_blocked_account(players: Wallet, request_: Any) -> None:
    block(players)
    refused = players.ask(request_)
    if isinstance(request_, CheckGuest | CheckStake | PayEntry | outside.MoveChips):
        assert refused.error == "account_blocked"
    else:
        assert isinstance(refused, Refusal)
    assert players.chips("ana") == [5000]


def test_what_was_won_before_the_block_is_still_paid_and_operators_still_correct(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben"))
    block(players)
    players.finished(finished("m", "ana", "ben"))
    assert players.chips("ana") == [5325]
    assert players.ask(outside.MoveChips(caller="shop", key="k", account="ana", chips=5)).balance_chips == 5330


def test_a_match_with_a_player_blocked_before_the_start_does_not_begin(players: Wallet) -> None:
    block(players, "ben")
    players.told()
    players.asked(asked("m", "ana", "ben"))
    (held,) = players.told_of(Held)
    assert (held.error, held.account) == ("account_blocked", "ben")
    assert players.chips("ana", "ben") == [5000, 5000]


def test_of_two_events_the_newer_holds_and_an_unblocked_account_pays_again(players: Wallet) -> None:
    block(players, seq=2, blocked=False)
    block(players, seq=1)
    assert not isinstance(players.ask(CheckStake(game="tictactoe", stake_chips=500, accounts=["ana"])), Refusal)
    block(players, seq=3)
    block(players, seq=4, blocked=False)
    assert not isinstance(players.ask(CheckStake(game="tictactoe", stake_chips=500, accounts=["ana"])), Refusal)


def test_an_event_of_an_account_without_chips_changes_nothing(players: Wallet) -> None:
    block(players, "nobody")
    assert players.rows("people") >= 0
