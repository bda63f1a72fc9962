"""What the wallet's service tests share."""

from collections.abc import Iterator

import pytest

from tests.support.databases.migrated import Migrated
from tests.wallet.wallets import Wallet


@pytest.fixture
def wallet_url(migrated: Migrated, no_pauses: None) -> str:
    """The address of a wallet's database, on each kind of database."""
    return migrated("wallet")


@pytest.fixture
def wallet(wallet_url: str) -> Iterator[Wallet]:
    """A wallet in which nobody has registered yet."""
    wallet = Wallet(wallet_url)
    yield wallet
    wallet.close()


@pytest.fixture
def players(wallet: Wallet) -> Wallet:
    """The wallet with ana, ben, eva and gil, who have 5,000 chips each; its events of that are forgotten."""
    wallet.registered("ana", "ben", "eva", "gil")
    wallet.told()
    return wallet
