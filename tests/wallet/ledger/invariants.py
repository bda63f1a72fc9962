"""Invariants of the ledger after every batch (RULES.md §2). Each function returns the violations."""

from collections.abc import Iterable, Mapping

from services.wallet.ledger.accounts import ESCROW_MATCH, ESCROW_TOURNAMENT, class_of, is_guarded
from services.wallet.ledger.double_entry import Transfer


def sum_chips(balances: Mapping[str, int]) -> int:
    """The sum of all balances: 0."""
    return sum(balances.values())


def overdrawn(balances: Mapping[str, int]) -> tuple[str, ...]:
    """Players' accounts and escrows below zero: none."""
    return tuple(sorted(account for account, chips in balances.items() if chips < 0 and is_guarded(account)))


def from_transfers(transfers: Iterable[Transfer]) -> dict[str, int]:
    """The balances that a history of transfers gives, every account beginning with 0."""
    balances: dict[str, int] = {}
    for transfer in transfers:
        balances[transfer.source] = balances.get(transfer.source, 0) - transfer.amount_chips
        balances[transfer.target] = balances.get(transfer.target, 0) + transfer.amount_chips
    return balances


def misstated(balances: Mapping[str, int], transfers: Iterable[Transfer]) -> tuple[str, ...]:
    """Accounts whose balance is not the sum of their transfers: none."""
    return _differences(balances, from_transfers(transfers))


def escrows_off(balances: Mapping[str, int], held: Mapping[str, int]) -> tuple[str, ...]:
    """Escrows whose balance is not what is held in them and not settled (`held`: escrow → chips): none.

    A settled match or competition is not in `held`, so that its escrow must be 0.
    """
    escrows = {a: chips for a, chips in balances.items() if class_of(a) in (ESCROW_MATCH, ESCROW_TOURNAMENT)}
    return _differences(escrows, held)


def _differences(have: Mapping[str, int], want: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(sorted(a for a in have.keys() | want.keys() if have.get(a, 0) != want.get(a, 0)))
