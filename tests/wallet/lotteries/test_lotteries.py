"""Tickets are promised before they are drawn, paid and drawn in one batch, and proved after (RULES.md §9)."""

import hashlib
from typing import Any

import pytest

from kafeneio import verify
from services.contracts.lobby.accounts.accounts import SessionBegan
from services.contracts.wallet import limits
from services.contracts.wallet import lotteries as contract
from services.contracts.wallet.balances import ChipsChanged
from services.kernel.fair import join_seeds
from services.kernel.refusal import Refusal
from services.wallet.lotteries import rules as tickets
from services.wallet.lotteries.rules import LOTTERIES, prize_chips
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet, asked, finished

SEED = "0123456789abcdef" * 2


def bought(wallet: Wallet, account: str, lottery: str, seed: str | None = SEED) -> contract.Drawn:
    opened = wallet.ask(contract.OpenTicket(account=account, lottery=lottery))
    assert isinstance(opened, contract.Ticket), opened
    drawn = wallet.ask(contract.DrawTicket(account=account, ticket=opened.ticket, seed=seed))
    assert isinstance(drawn, contract.Drawn), drawn
    return drawn


def test_the_rules_own_draw() -> None:
    """The vector of provably fair chance: one stream, whoever sent the seeds."""
    root = bytes(range(32))
    match = "00000000-0000-4000-8000-000000000001"
    seeds = join_seeds([digit * 32 for digit in "1234"])
    key = verify.deal_key(root, match, 1)

    assert verify.below(verify.numbers(root, key, tickets.PURPOSE, seeds), 10_000) == 9839
    alone = verify.below(verify.numbers(root, key, tickets.PURPOSE, SEED), 10_000)
    assert tickets.draw(root, match, SEED) == alone


def test_a_ticket_is_promised_before_and_proved_after(players: Wallet) -> None:
    opened = players.ask(contract.OpenTicket(account="ana", lottery="lot_200"))
    assert (opened.root, opened.draw, opened.prize_chips) == (None, None, None)
    assert players.chips("ana") == [5000]

    drawn = players.ask(contract.DrawTicket(account="ana", ticket=opened.ticket, seed=SEED)).ticket

    assert drawn.commit == opened.commit == hashlib.sha256(bytes.fromhex(drawn.root)).hexdigest()
    assert drawn.draw == tickets.draw(bytes.fromhex(drawn.root), drawn.ticket, SEED)
    assert drawn.prize_chips == prize_chips("lot_200", drawn.draw)
    assert drawn.seed == SEED


def test_price_and_prize_move_in_one_batch(players: Wallet) -> None:
    drawn = bought(players, "ana", "lot_1000")

    prize = drawn.ticket.prize_chips or 0
    assert players.chips("ana") == [5000 - 1000 + prize] == [drawn.chips]
    assert players.house("house:lottery") == 1000 - prize
    assert [told.chips for told in players.told_of(ChipsChanged)] == [{"ana": drawn.chips}]


def test_a_repeated_draw_returns_the_same_prize_and_pays_once(players: Wallet) -> None:
    first = bought(players, "ana", "lot_200")

    again = players.ask(contract.DrawTicket(account="ana", ticket=first.ticket.ticket, seed="f" * 32))

    assert again == first
    assert players.chips("ana") == [first.chips]


def test_a_player_cannot_choose_among_tickets(players: Wallet) -> None:
    first = players.ask(contract.OpenTicket(account="ana", lottery="lot_200"))
    assert players.ask(contract.OpenTicket(account="ana", lottery="lot_200")) == first
    assert players.ask(contract.OpenTicket(account="ben", lottery="lot_200")) != first
    assert players.ask(contract.ListLotteries(account="ana")).opened == [first]


def test_a_missing_seed_counts_as_zeros_and_a_wrong_one_is_refused(players: Wallet) -> None:
    drawn = bought(players, "ana", "lot_200", seed=None).ticket
    assert drawn.draw == tickets.draw(bytes.fromhex(drawn.root or ""), drawn.ticket, "0" * 32)

    opened = players.ask(contract.OpenTicket(account="ana", lottery="lot_200"))
    assert players.ask(contract.DrawTicket(account="ana", ticket=opened.ticket, seed="Z" * 32)) == Refusal(
        "seed_invalid"
    )


def test_a_ticket_is_its_owners_alone(players: Wallet) -> None:
    opened = players.ask(contract.OpenTicket(account="ana", lottery="lot_200"))
    for account, ticket in (("ben", opened.ticket), ("ana", "nothing"), ("ana", "\0")):
        assert players.ask(contract.DrawTicket(account=account, ticket=ticket, seed=SEED)) == Refusal("ticket_unknown")


REFUSED = [("ana", "lot_7", "lottery_unknown"), ("nobody", "lot_200", "account_unknown")]


@pytest.mark.parametrize(("account", "lottery", "error"), [*REFUSED, ("ana", "lot_20000", "insufficient_chips")])
def test_a_ticket_that_cannot_be_had_is_refused(players: Wallet, account: str, lottery: str, error: str) -> None:
    refused = players.ask(contract.OpenTicket(account=account, lottery=lottery))
    assert refused.error == error
    assert players.rows("tickets") == 0


def test_the_free_ticket_comes_back_four_hours_after_the_last_claim(players: Wallet) -> None:
    drawn = bought(players, "ana", "free")
    prize = drawn.ticket.prize_chips or 0
    assert prize >= 100
    assert drawn.chips == 5000 + prize
    ready_at_ms = players.clock.now_ms() + 14_400_000
    refused = Refusal("ticket_not_ready", {"ready_at_ms": ready_at_ms})

    assert players.ask(contract.OpenTicket(account="ana", lottery="free")) == refused
    players.clock.advance(14_399_999)
    assert players.ask(contract.OpenTicket(account="ana", lottery="free")) == refused
    found = players.ask(contract.ListLotteries(account="ana"))
    assert (found.free_ready_at_ms, found.free_every_ms) == (ready_at_ms, tickets.FREE_TICKET_INTERVAL_S * 1000)
    players.clock.advance(1)
    bought(players, "ana", "free")


def offered(wallet: Wallet, account: str) -> int | None:
    return wallet.ask(contract.GetFreeOffer(account=account)).ready_at_ms


def test_the_room_offers_the_free_ticket_until_it_is_taken_and_again_when_the_next_is_ready(players: Wallet) -> None:
    assert offered(players, "ana") == 0
    players.ask(contract.OpenTicket(account="ana", lottery="free"))
    assert offered(players, "ana") == 0, "it was not drawn yet"
    bought(players, "ana", "free")
    assert offered(players, "ana") == players.clock.now_ms() + 14_400_000


def test_the_room_offers_nothing_during_an_exclusion(players: Wallet) -> None:
    players.ask(limits.Exclude(account="ana", period="24h"))
    assert (offered(players, "ana"), offered(players, "ben")) == (None, 0)
    players.clock.advance(24 * 3_600_000)
    assert offered(players, "ana") == 0


def test_the_room_offers_nothing_once_a_loss_limit_is_used_up(players: Wallet) -> None:
    players.ask(limits.SetLimit(account="ana", name="loss_day", value=500))
    assert offered(players, "ana") == 0
    players.asked(asked("m", "ben", "ana", stake=500))
    players.finished(finished("m", "ben", "ana", stake=500))
    assert (offered(players, "ana"), offered(players, "ben")) == (None, 0)


def test_the_room_offers_nothing_while_a_reality_check_waits(players: Wallet) -> None:
    players.hear("on_session_began", SessionBegan(account="ana", at_ms=players.clock.now_ms()))
    assert offered(players, "ana") == 0
    players.clock.advance(3_600_000)
    assert offered(players, "ana") is None


def test_a_free_ticket_opened_in_time_is_drawn_when_it_is_ready_and_not_twice(players: Wallet) -> None:
    opened = players.ask(contract.OpenTicket(account="ana", lottery="free"))
    players.clock.advance(5)
    first = players.ask(contract.DrawTicket(account="ana", ticket=opened.ticket, seed=SEED))

    assert players.ask(contract.DrawTicket(account="ana", ticket=opened.ticket, seed=SEED)) == first
    assert players.ask(contract.OpenTicket(account="ana", lottery="free")).error == "ticket_not_ready"


def test_paid_tickets_of_a_day_are_counted_until_midnight(wallet_url: str) -> None:
    wallet = Wallet(wallet_url, WalletSettings(lottery_daily_tickets=2))
    wallet.registered("ana")
    for _ in range(2):
        bought(wallet, "ana", "lot_200")
    bought(wallet, "ana", "free")

    assert wallet.ask(contract.OpenTicket(account="ana", lottery="lot_200")) == Refusal("lottery_limit")
    assert wallet.ask(contract.ListLotteries(account="ana")).tickets_left_today == 0
    wallet.clock.advance(24 * 3_600_000)
    bought(wallet, "ana", "lot_200")
    wallet.close()


@pytest.mark.parametrize("apart_ms", [[0] * 5, [0, 0, 1, 0, 0], [1, 0, 0, 0, 1]])
def test_no_page_of_tickets_skips_one_of_the_same_millisecond(players: Wallet, apart_ms: list[int]) -> None:
    drawn = []
    for ms in apart_ms:
        drawn.append(bought(players, "ana", "lot_200").ticket.ticket)
        players.clock.advance(ms)

    found: list[str] = []
    before_ms = None
    while before_ms is not None or not found:
        page = players.ask(contract.ListTickets(account="ana", limit=2, before_ms=before_ms))
        found += [each.ticket for each in page.tickets]
        before_ms = page.next_before_ms

    assert sorted(found) == sorted(drawn)


def test_tickets_are_listed_newest_first_a_page_at_a_time(players: Wallet) -> None:
    drawn = []
    for _ in range(3):
        drawn.append(bought(players, "ana", "lot_200").ticket)
        players.clock.advance(1)

    first = players.ask(contract.ListTickets(account="ana", limit=2))
    rest = players.ask(contract.ListTickets(account="ana", limit=2, before_ms=first.next_before_ms))

    assert first.tickets + rest.tickets == drawn[::-1]
    assert rest.next_before_ms is None


def test_published_odds_are_the_tables_that_are_drawn_from(players: Wallet) -> None:
    lines = {line.lottery: line for line in players.ask(contract.ListLotteries(account="ana")).lotteries}

    assert list(lines) == list(LOTTERIES)
    assert [lines[name].worth_chips_10000 // 10_000 for name in lines] == [170, 880, 4500, 18_400, 215]
    for name, line in lines.items():
        assert (line.rows[0].first, line.rows[-1].last) == (0, 9999)
        assert all(prize_chips(name, draw) == row.prize_chips for row in line.rows for draw in (row.first, row.last))


def test_a_drawn_ticket_can_be_checked_without_the_server(players: Wallet) -> None:
    ticket = bought(players, "ana", "lot_200").ticket
    plain: dict[str, Any] = {"ticket": ticket.ticket, "commit": ticket.commit, "root": ticket.root}
    plain |= {"seed": ticket.seed, "draw": ticket.draw, "format": 1}

    assert all(finding.holds for finding in verify.check(plain))
    assert all(finding.holds for finding in verify.check(plain, ticket.commit, SEED))
    assert not all(finding.holds for finding in verify.check(plain | {"draw": (ticket.draw or 0) ^ 1}))
    assert not all(finding.holds for finding in verify.check(plain, "0" * 64))
    assert not all(finding.holds for finding in verify.check(plain, None, "f" * 32))
