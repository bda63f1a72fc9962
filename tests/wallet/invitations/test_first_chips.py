"""Chips for nothing are not for whoever makes up accounts (RULES.md §7, §9)."""

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

from services.contracts.lobby.accounts.access import EmailConfirmed
from services.contracts.lobby.accounts.accounts import Registered, SessionBegan
from services.contracts.lobby.accounts.privacy import ErasureAsked
from services.contracts.wallet import invitations, lotteries
from services.contracts.wallet.balances import ChipsChanged
from services.kernel.refusal import Refusal
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet

DAY_MS = 86_400_000
STRICT = WalletSettings(
    gifts_need_email=True, gifts_per_network_month=2, free_tickets_per_network_day=2, person_keys_secret="pepper"
)


@pytest.fixture
def strict(wallet_url: str) -> Iterator[Wallet]:
    wallet = Wallet(wallet_url, STRICT)
    yield wallet
    wallet.close()


def key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def register(wallet: Wallet, *accounts: str, network: str = "home", email: str = "") -> None:
    now_ms = wallet.clock.now_ms()
    wallet.hear(
        "on_registered",
        *(
            Registered(
                account=account,
                name=account,
                device=f"phone of {account}",
                created_at_ms=now_ms,
                email_key=key(email or account),
                network=network,
            )
            for account in accounts
        ),
    )


def confirm(wallet: Wallet, *accounts: str, email: str = "") -> None:
    events = (
        EmailConfirmed(account=each, email_key=key(email or each), at_ms=wallet.clock.now_ms()) for each in accounts
    )
    wallet.hear("on_email_confirmed", *events)


def draw_free(wallet: Wallet, account: str) -> str | None:
    """Take a free ticket and draw it; the code of the refusal."""
    ticket = wallet.ask(lotteries.OpenTicket(account=account, lottery="free"))
    if isinstance(ticket, Refusal):
        return ticket.error
    drawn = wallet.ask(lotteries.DrawTicket(account=account, ticket=ticket.ticket))
    return drawn.error if isinstance(drawn, Refusal) else None


def test_an_unconfirmed_address_brings_no_chips(strict: Wallet) -> None:
    register(strict, "ana")
    assert strict.chips("ana") == [0]
    assert draw_free(strict, "ana") == "email_unconfirmed"
    assert strict.ask(lotteries.ListLotteries(account="ana")).email_needed

    confirm(strict, "ana")

    assert strict.chips("ana") == [5_000]
    assert draw_free(strict, "ana") is None
    assert not strict.ask(lotteries.ListLotteries(account="ana")).email_needed


@pytest.mark.parametrize("order", ["registered first", "confirmed first"])
def test_registration_and_confirmation_come_in_any_order_and_any_number_of_times(strict: Wallet, order: str) -> None:
    for _ in range(2):
        if order == "registered first":
            register(strict, "ana")
        confirm(strict, "ana")
        confirm(strict, "ana", email="ana's other address")
        register(strict, "ana")
    assert strict.chips("ana") == [5_000]
    assert {"ana": 5_000} in [each.chips for each in strict.told_of(ChipsChanged)]


def test_one_mailbox_is_welcomed_once_even_after_an_erasure(strict: Wallet) -> None:
    register(strict, "ana", email="box")
    confirm(strict, "ana", email="box")
    strict.hear("on_erasure_asked", ErasureAsked(account="ana", receipt="r"))
    register(strict, "ana2", email="box", network="elsewhere")
    confirm(strict, "ana2", email="box")
    assert strict.chips("ana", "ana2") == [5_000, 0]


def test_a_network_has_so_many_first_chips_in_a_month_and_erasing_makes_no_room(strict: Wallet) -> None:
    register(strict, "a", "b", "c")
    confirm(strict, "a", "b", "c")
    strict.hear("on_erasure_asked", ErasureAsked(account="a", receipt="r"))
    register(strict, "d")
    register(strict, "e", network="office")
    confirm(strict, "d", "e")
    assert strict.chips("a", "b", "c", "d", "e") == [5_000, 5_000, 0, 0, 5_000]

    strict.clock.advance(30 * DAY_MS)
    register(strict, "f")
    confirm(strict, "f")
    assert strict.chips("f") == [5_000]


def test_an_inviter_is_paid_when_the_friend_has_read_a_mail(strict: Wallet) -> None:
    register(strict, "ana")
    confirm(strict, "ana")
    assert come(strict, "zoe", network="hers").invite_result == "rewarded"
    assert strict.chips("ana", "zoe") == [5_000, 0]
    confirm(strict, "zoe")
    assert strict.chips("ana", "zoe") == [7_000, 6_000]


def test_friends_beyond_what_a_network_gets_bring_nothing(strict: Wallet) -> None:
    register(strict, "ana")
    confirm(strict, "ana")
    assert come(strict, "b").invite_result == "rewarded"
    assert come(strict, "c").invite_result == "invite_capped"
    confirm(strict, "b", "c")
    assert strict.chips("ana", "b", "c") == [7_000, 6_000, 0]


def test_a_network_draws_so_many_free_tickets_a_day(strict: Wallet) -> None:
    for number, account in enumerate(("a", "b", "c")):
        register(strict, account, network=f"net{number}")
        confirm(strict, account)
        now_ms = strict.clock.now_ms()
        strict.hear("on_session_began", SessionBegan(account=account, at_ms=now_ms, address_key="home"))
    assert [draw_free(strict, each) for each in ("a", "b", "c")] == [None, None, "ticket_network_limit"]
    strict.clock.advance(DAY_MS)
    assert draw_free(strict, "c") is None


def test_without_the_setting_chips_come_with_the_account_and_confirming_brings_no_more(wallet: Wallet) -> None:
    register(wallet, "a", "b", "c", "d")
    confirm(wallet, "a")
    assert wallet.chips("a", "b", "c", "d") == [5_000] * 4
    assert draw_free(wallet, "b") is None


def test_the_stored_trace_of_a_mailbox_does_not_reveal_the_address(strict: Wallet) -> None:
    register(strict, "ana", email="box")
    confirm(strict, "ana", email="box")
    strict.hear("on_erasure_asked", ErasureAsked(account="ana", receipt="r"))
    assert strict.rows("kept_keys") == 1
    assert key("box") not in strict.dump()


def come(wallet: Wallet, account: str, network: str = "home") -> Any:
    code = wallet.ask(invitations.GetInviteCard(account="ana", host="h", text="", subject="")).code
    return wallet.ask(
        invitations.Welcome(
            account=account,
            device=f"phone of {account}",
            created_at_ms=0,
            email_key=key(account),
            code=code,
            network=network,
        )
    )


def test_the_counts_of_networks_that_do_not_come_again_are_deleted_after_a_month(strict: Wallet) -> None:
    register(strict, "ana", network="home")
    strict.clock.advance(DAY_MS)
    register(strict, "ben", network="office")
    strict.clock.advance(DAY_MS - strict.clock.now_ms() % DAY_MS + 28 * DAY_MS - 1)
    strict.service.app.forget()
    assert strict.rows("network_counts") == 2
    strict.clock.advance(1)
    strict.service.app.forget()
    assert strict.rows("network_counts") == 1
    assert "office" in strict.dump() and "home" not in strict.dump()
