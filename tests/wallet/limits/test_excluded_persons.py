"""Who has shut the money games to themselves does not get in by another door (RULES.md §11)."""

import hashlib
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from services.contracts.lobby.accounts.access import EmailConfirmed
from services.contracts.lobby.accounts.accounts import Registered
from services.contracts.lobby.accounts.privacy import ErasureAsked
from services.contracts.wallet import limits as outside
from services.contracts.wallet import lotteries, payments
from services.contracts.wallet.balances import CheckStake
from services.kernel.refusal import Refusal
from services.wallet.limits import self_exclusion as exclusion
from services.wallet.limits.self_exclusion import Exclusion
from services.wallet.payments import purchases
from services.wallet.payments.providers.interface import Checkout, Order
from services.wallet.payments.rules import Notice
from services.wallet.service import App
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet

DAY_MS = 86_400_000


def register(wallet: Wallet, account: str, email: str = "", person: str = "") -> None:
    wallet.hear(
        "on_registered",
        Registered(
            account=account,
            name=account,
            device="",
            created_at_ms=wallet.clock.now_ms(),
            email_key=email and hashlib.sha256(email.encode()).hexdigest(),
            person_key=person,
        ),
    )


def exclude(wallet: Wallet, account: str, period: str = "7d") -> None:
    assert not isinstance(wallet.ask(outside.Exclude(account=account, period=period)), Refusal)


def sit_down(wallet: Wallet, account: str) -> str | None:
    answer = wallet.ask(CheckStake(game="tavli", stake_chips=500, accounts=[account]))
    return answer.error if isinstance(answer, Refusal) else None


def draw(wallet: Wallet, account: str) -> str | None:
    """A free ticket, which needs no chips: a person gets first chips once."""
    answer = wallet.ask(lotteries.OpenTicket(account=account, lottery="free"))
    return answer.error if isinstance(answer, Refusal) else None


@pytest.mark.parametrize("same", [{"email": "box"}, {"person": "ana 1990"}])
def test_a_new_account_of_the_same_mailbox_or_name_and_birth_date_is_excluded_too(
    wallet: Wallet, same: dict[str, str]
) -> None:
    register(wallet, "ana", **same)
    exclude(wallet, "ana")
    wallet.hear("on_erasure_asked", ErasureAsked(account="ana", receipt="r"))
    wallet.dump()  # forgets what was told

    register(wallet, "ana2", **same)
    register(wallet, "ben", email="another", person="ben 1990")

    assert (draw(wallet, "ana2"), draw(wallet, "ben")) == ("self_excluded", None)
    (told,) = wallet.told_of(outside.SelfExcluded)
    assert (told.account, told.until_ms) == ("ana2", wallet.clock.now_ms() + 7 * DAY_MS)
    wallet.clock.advance(7 * DAY_MS)
    assert draw(wallet, "ana2") is None


def test_another_account_of_the_mailbox_that_is_there_already_is_excluded_at_once(wallet: Wallet) -> None:
    register(wallet, "ana", email="box")
    register(wallet, "ana2", email="box")
    exclude(wallet, "ana2", "indefinite")
    assert sit_down(wallet, "ana") == "self_excluded"


def test_a_change_to_the_address_of_an_excluded_person_excludes_the_account(wallet: Wallet) -> None:
    register(wallet, "ana", email="box")
    exclude(wallet, "ana")
    register(wallet, "ana2", email="other")
    assert sit_down(wallet, "ana2") is None
    box = hashlib.sha256(b"box").hexdigest()
    wallet.hear("on_email_confirmed", EmailConfirmed(account="ana2", email_key=box, at_ms=1))
    assert sit_down(wallet, "ana2") == "self_excluded"


def test_accounts_without_an_address_are_not_matched_to_each_other(wallet: Wallet) -> None:
    register(wallet, "ana")
    exclude(wallet, "ana")
    register(wallet, "ben")
    assert sit_down(wallet, "ben") is None
    assert wallet.rows("kept_keys") == 0


def test_of_several_exclusions_the_longest_that_stands_holds() -> None:
    over, week, year, ever = (Exclusion(0, until_ms) for until_ms in (5, 700, 36_500, None))
    assert exclusion.longest([over], 5) is None
    assert exclusion.longest([over, week, year], 5) == year
    assert exclusion.longest([year, ever, week], 5) == ever


# --- checkouts ---


class Provider:
    """A provider of which the test says what it does."""

    name = "stripe"

    def __init__(self) -> None:
        self.ended: list[str] = []
        self.answer: Any = None
        self.during_begin: Any = lambda: None

    def begin(self, order: Order) -> Checkout | Refusal:
        self.during_begin()
        return Checkout(f"cs_{order.payment}", "https://checkout.example")

    def ask(self, payment: str, _reference: str) -> Notice | Refusal:
        return Refusal("payment_not_confirmed")

    def end(self, payment: str, reference: str) -> Notice | Refusal:
        self.ended.append(reference)
        return self.answer or Notice("failed", payment)

    def read(self, _body: str, _signature: str) -> Notice | Refusal | None:
        return None


@pytest.fixture
def selling(players: Wallet) -> Iterator[SimpleNamespace]:
    """The players' wallet with a provider that the test plays."""
    provider = Provider()
    players.service.app = App(players.base, WalletSettings(), provider)
    yield SimpleNamespace(wallet=players, provider=provider)


def buy(wallet: Wallet, account: str, order: str = "o") -> Any:
    return wallet.ask(payments.BeginPayment(account=account, id=order, pack="pack_5000", home="https://h"))


def states(wallet: Wallet, account: str) -> list[str]:
    return [each.state for each in wallet.ask(payments.ListPayments(account=account)).payments]


def test_an_open_checkout_ends_with_the_exclusion(selling: SimpleNamespace) -> None:
    mine, bens = buy(selling.wallet, "ana"), buy(selling.wallet, "ben")
    exclude(selling.wallet, "ana")
    assert selling.provider.ended == [f"cs_{mine.payment}"]
    assert (states(selling.wallet, "ana"), states(selling.wallet, "ben")) == (["failed"], ["pending"])
    assert bens.url


def test_a_provider_that_is_away_is_asked_again(selling: SimpleNamespace) -> None:
    buy(selling.wallet, "ana")
    selling.provider.answer = Refusal("provider_unavailable")
    exclude(selling.wallet, "ana")
    assert states(selling.wallet, "ana") == ["pending"]

    selling.provider.answer = None
    selling.wallet.service.app.end_checkouts()
    selling.wallet.service.app.end_checkouts()

    assert states(selling.wallet, "ana") == ["failed"]
    assert len(selling.provider.ended) == 2, "what has ended is not asked again"


def test_an_exclusion_while_the_provider_opens_the_checkout_prevents_it(selling: SimpleNamespace) -> None:
    selling.provider.during_begin = lambda: exclude(selling.wallet, "ana")
    assert buy(selling.wallet, "ana").error == "self_excluded"
    selling.wallet.service.app.end_checkouts()
    assert states(selling.wallet, "ana") == ["failed"]


def test_a_payment_that_was_faster_is_credited_as_paid(selling: SimpleNamespace) -> None:
    mine = buy(selling.wallet, "ana")
    selling.provider.answer = Notice("paid", mine.payment, (), 199)
    exclude(selling.wallet, "ana")
    assert states(selling.wallet, "ana") == ["confirmed"]
    assert sit_down(selling.wallet, "ana") == "self_excluded", "but not staked"


def test_without_a_provider_there_is_nothing_to_end(players: Wallet) -> None:
    assert purchases.end_barred_checkouts(players.database, None) == 0
