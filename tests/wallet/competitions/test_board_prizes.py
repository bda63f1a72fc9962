"""Prizes of leaderboards through the wallet's entrypoints (services/wallet/RULES.md §2)."""

import sqlalchemy as sa

from services.contracts.ranking.boards import BoardClosed, BoardPrizesPaid, Prize
from services.contracts.wallet.balances import ListTransfers
from services.contracts.wallet.events import MatchSettled
from services.wallet.ledger.accounts import HOUSE_PRIZES
from tests.wallet.wallets import Wallet, asked, finished

WON = [Prize(account="ana", place=1, chips=50_000), Prize(account="ben", place=3, chips=25_000)]
CLOSED = BoardClosed(board="weekly:tavli", period="2027-W10", prizes=WON)


def test_prizes_are_paid_by_the_platform_and_published(players: Wallet) -> None:
    players.hear("on_board_closed", CLOSED)

    assert players.chips("ana", "ben", "eva") == [55_000, 30_000, 5_000]
    assert players.house(HOUSE_PRIZES) == -75_000
    assert players.told_of(BoardPrizesPaid) == [
        BoardPrizesPaid(board="weekly:tavli", period="2027-W10", prizes=WON, refused={})
    ]
    (transfer, *_) = players.ask(ListTransfers(account="ana")).transfers
    assert (transfer.kind, transfer.reference) == ("board_prize", "lb:weekly:tavli:2027-W10:ana")


def test_a_repeated_period_is_paid_once_and_acknowledged_again(players: Wallet) -> None:
    players.hear("on_board_closed", CLOSED)
    players.hear("on_board_closed", CLOSED, CLOSED)

    assert players.chips("ana", "ben") == [55_000, 30_000]
    assert [each.prizes for each in players.told_of(BoardPrizesPaid)] == [WON] * 3


def test_a_prize_for_an_unknown_account_is_refused_and_delays_no_other(players: Wallet) -> None:
    prizes = [Prize(account="zoe", place=1, chips=9), *WON]
    players.hear("on_board_closed", BoardClosed(board="weekly:tavli", period="2027-W10", prizes=prizes))

    (told,) = players.told_of(BoardPrizesPaid)
    assert (told.prizes, told.refused) == (WON, {"zoe": "account_unknown"})
    assert players.parked.bodies == []
    with players.database.work() as work:
        assert work.execute(sa.text("SELECT COUNT(*) FROM batches WHERE idem LIKE 'lb:%'")).scalar_one() == 2


def test_the_payout_of_a_match_is_published_once(players: Wallet) -> None:
    players.asked(asked("m", "ana", "ben", stake=500))
    players.finished(finished("m", "ana", "ben", stake=500))
    players.finished(finished("m", "ana", "ben", stake=500))

    (told,) = players.told_of(MatchSettled)
    assert told.match == "m"
    assert told.payouts == {"ana": players.chips("ana")[0] - 4_500, "ben": 0}
