"""Whoever reads the wallet's database, or a backup of it, cannot draw an open ticket: RULES.md §9."""

import base64
from typing import Any

import pytest
import sqlalchemy as sa

from services.contracts.wallet import lotteries as contract
from services.kernel.fair import commitment
from services.platform.operations.encryption import NotOpened
from services.wallet import schema
from services.wallet.lotteries import rules as lottery
from services.wallet.lotteries import ticket_rows as stored
from services.wallet.service import App
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet

ONE, TWO = (f"k{number}:{base64.b64encode(bytes([number]) * 32).decode()}" for number in (1, 2))


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", ONE)


def opened(wallet: Wallet, name: str = "lot_200") -> contract.Ticket:
    return wallet.ask(contract.OpenTicket(account="ana", lottery=name))  # type: ignore[no-any-return]


def roots(wallet: Wallet) -> list[str]:
    return wallet.database.run(lambda work: list(work.execute(sa.select(schema.tickets.c.root)).scalars()))


def lucky_seed(root: str, ticket: str) -> str | None:
    """What a thief does with a root: try seeds until one draws the first prize."""
    for number in range(20_000):
        seed = f"{number:032x}"
        if lottery.prize_chips("lot_200", lottery.draw(bytes.fromhex(root), ticket, seed)) == 20_000:
            return seed
    return None


def test_a_root_read_from_the_database_draws_nothing(players: Wallet, key: None) -> None:
    ticket = opened(players)
    (kept,) = roots(players)
    stolen = kept if len(kept) == 64 else None
    seed = lucky_seed(stolen, ticket.ticket) if stolen else None
    drawn = players.ask(contract.DrawTicket(account="ana", ticket=ticket.ticket, seed=seed))
    assert stolen is None, f"{drawn.ticket.prize_chips} chips for a ticket of 200"
    assert kept.startswith("sealed:k1:")


def test_a_sealed_ticket_is_drawn_and_proves_its_commitment(players: Wallet, key: None) -> None:
    ticket = opened(players)
    assert opened(players) == ticket
    drawn = players.ask(contract.DrawTicket(account="ana", ticket=ticket.ticket, seed="ab" * 16)).ticket
    assert commitment(bytes.fromhex(drawn.root)) == ticket.commit
    assert drawn.draw == lottery.draw(bytes.fromhex(drawn.root), ticket.ticket, "ab" * 16)
    assert roots(players) == [drawn.root], "it is public now, and needs no key"


def test_tickets_from_before_there_was_a_key_are_sealed_at_the_next_start(
    players: Wallet, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticket = opened(players)
    (plain,) = roots(players)
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", ONE)
    assert opened(players) == ticket, "read as it was"
    App(players.base, WalletSettings()).seal_roots()
    assert roots(players)[0].startswith("sealed:k1:") and plain not in roots(players)
    assert opened(players) == ticket


def test_a_key_is_changed_and_the_old_one_is_needed_no_more(players: Wallet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", ONE)
    ticket = opened(players)
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", f"{TWO},{ONE}")
    assert players.database.run(stored.count_by_key) == {"k1": 1}
    App(players.base, WalletSettings()).seal_roots()
    assert players.database.run(stored.count_by_key) == {"k2": 1}
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", TWO)
    assert opened(players) == ticket


@pytest.mark.parametrize(("keys", "error"), [(TWO, "no key 'k1'"), ("", "no key 'k1'"), (TWO.replace("k2", "k1"), "")])
def test_a_lost_key_is_named_and_leads_to_no_second_ticket(
    players: Wallet, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], keys: str, error: str
) -> None:
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", ONE)
    ticket = opened(players)
    kept, before = roots(players), players.chips("ana")
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", keys)
    App(players.base, WalletSettings()).seal_roots()
    for request in (
        contract.OpenTicket(account="ana", lottery="lot_200"),
        contract.DrawTicket(account="ana", ticket=ticket.ticket),
    ):
        with pytest.raises(NotOpened, match=error or "lottery_ticket"):
            players.ask(request)
    assert (roots(players), players.chips("ana")) == (kept, before)
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", ONE)
    assert opened(players) == ticket


def test_a_root_moved_to_another_ticket_is_not_opened(players: Wallet, key: None) -> None:
    """Whoever may write into the database gives no ticket the root of another one."""
    one, other = opened(players), opened(players, "lot_1000")
    (sealed,) = players.database.run(
        lambda work: work.execute(
            sa.select(schema.tickets.c.root).where(schema.tickets.c.ticket == one.ticket)
        ).scalars()
    )

    def move(work: Any) -> None:
        work.execute(schema.tickets.update().where(schema.tickets.c.ticket == other.ticket).values(root=sealed))

    players.database.run(move)
    with pytest.raises(NotOpened):
        players.ask(contract.DrawTicket(account="ana", ticket=other.ticket))
    assert players.chips("ana") == [5_000]
