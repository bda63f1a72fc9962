"""An operator replaces the result of a settled match or competition (RULES.md §5.3).

The new result is settled as if it were the first; what moves is the difference to the last one. A correction leaves no
player in debt: what a player no longer has comes from `house:corrections`.
"""

from collections.abc import Hashable, Mapping
from typing import TypeVar

import msgspec

from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.kernel.text.unicode_text import check_reason
from services.wallet.ledger.accounts import (
    HOUSE_BANK,
    HOUSE_CORRECTIONS,
    HOUSE_ISSUANCE,
    HOUSE_PRIZES,
    HOUSE_RAKE,
    escrow_match,
    escrow_tournament,
    player,
)
from services.wallet.ledger.double_entry import CORRECTION, Batch, Transfer, takeback_idem
from services.wallet.stakes.settlement import Ending, Settlement, Terms, settle

CORRECTION_WINDOW_DAYS = 30
"""Setting `correction_window_days`."""

Key = TypeVar("Key", bound=Hashable)


class Correction(msgspec.Struct, frozen=True):
    """The new settlement, and by seat how far it is from the last one; `shortfalls` only of seats that have one."""

    settlement: Settlement
    deltas: dict[Seat, int]
    rake_delta_chips: int
    shortfalls: dict[Seat, int]


def check(
    first_settled_at_ms: TimeMs,
    now_ms: TimeMs,
    reason: str,
    own_mistake: bool = False,
    window_days: int = CORRECTION_WINDOW_DAYS,
) -> Refusal | None:
    """Whether the operator may correct it. Refusals: `correction_window_closed`, `not_correctable`,
    `reason_required`."""
    if now_ms > first_settled_at_ms + window_days * DAY_MS:
        return Refusal("correction_window_closed")
    if own_mistake:
        return Refusal("not_correctable")
    return check_reason(reason)


def correct(terms: Terms, ending: Ending, last: Settlement, balances: Mapping[Seat, int]) -> Correction | Refusal:
    """Settle a match again. Refusals: those of `settle`, `account_unknown` (a payer's balance is missing).

    Args:
        terms: as frozen at the match.
        ending: the new one.
        last: what counted until now, itself perhaps a correction.
        balances: the chips that each seat has now; needed of those who must give back.
    """
    new = settle(terms, ending)
    if isinstance(new, Refusal):
        return new
    if last.payouts.keys() != new.payouts.keys() or _pot(last) != _pot(new):
        return Refusal("bad_parameters", {"field": "settled"})
    deltas = differences(last.payouts, new.payouts)
    missing = shortfalls(deltas, balances)
    if isinstance(missing, Refusal):
        return missing
    return Correction(new, deltas, new.rake_chips - last.rake_chips, missing)


def _pot(settlement: Settlement) -> int:
    return sum(settlement.payouts.values()) + settlement.rake_chips


def differences(last: Mapping[Key, int], new: Mapping[Key, int]) -> dict[Key, int]:
    """New amount − last amount for everybody in either; a missing one is 0. Prizes are corrected with this too."""
    return {key: new.get(key, 0) - last.get(key, 0) for key in {**last, **new}}


def shortfalls(deltas: Mapping[Key, int], balances: Mapping[Key, int]) -> dict[Key, int] | Refusal:
    """The chips that players must give back and no longer have. Refusal: `account_unknown`."""
    owed = {key: -delta for key, delta in deltas.items() if delta < 0}
    if unknown := [key for key in owed if key not in balances]:
        return Refusal("account_unknown", {"key": unknown[0]})
    return {key: chips - balances[key] for key, chips in owed.items() if chips > balances[key]}


def match_batch(match_id: str, revision: int, correction: Correction, accounts: Mapping[Seat, str]) -> Batch | None:
    """`settle:{match}:{revision}` (1, 2 …), through the match's escrow. None where no chip moves."""
    return _batch(
        settle_idem(match_id, revision),
        escrow_match(match_id),
        {player(accounts[seat]): delta for seat, delta in correction.deltas.items()},
        {player(accounts[seat]): chips for seat, chips in correction.shortfalls.items()},
        HOUSE_RAKE,
    )


def settle_idem(id: str, revision: int) -> str:
    """The name of the batch that settles a match or competition anew."""
    return f"settle:{id}:{revision}"


def prizes_batch(
    tournament_id: str, revision: int, deltas: Mapping[str, int], missing: Mapping[str, int]
) -> Batch | None:
    """`settle:{t}:{revision}`: prize differences and shortfalls by account id. None where no chip moves.

    The difference of all prizes together is for `house:prizes`.
    """
    return _batch(
        settle_idem(tournament_id, revision),
        escrow_tournament(tournament_id),
        {player(account): delta for account, delta in deltas.items()},
        {player(account): chips for account, chips in missing.items()},
        HOUSE_PRIZES,
    )


def round_batch(round_id: str, revision: int, deltas: Mapping[str, int], missing: Mapping[str, int]) -> Batch | None:
    """`settle:{round}:{revision}`: differences and shortfalls by account id; the rest is the bank's."""
    return _batch(
        settle_idem(round_id, revision),
        escrow_match(round_id),
        {player(account): delta for account, delta in deltas.items()},
        {player(account): chips for account, chips in missing.items()},
        HOUSE_BANK,
    )


def _batch(
    idem: str, escrow: str, deltas: Mapping[str, int], missing: Mapping[str, int], balancing: str
) -> Batch | None:
    """First all into escrow, then all out of it, so that it is never below 0 and ends at 0.

    Players give and get `deltas`, `house:corrections` gives what is `missing`, `balancing` makes the sum 0.
    """
    moves = dict(deltas) | {balancing: -sum(deltas.values()), HOUSE_CORRECTIONS: -sum(missing.values())}
    for account, chips in missing.items():
        moves[account] += chips
    given = (Transfer(account, escrow, -chips, CORRECTION) for account, chips in moves.items() if chips < 0)
    got = (Transfer(escrow, account, chips, CORRECTION) for account, chips in moves.items() if chips > 0)
    transfers = (*given, *got)
    return Batch(idem, transfers) if transfers else None


def takeback_batch(taken_idem: str, account_id: str, chips: int, balance_chips: int) -> Batch | None:
    """Take `chips` of an earlier batch back, as far as the balance goes. None: there is nothing to take."""
    taken = min(chips, balance_chips)
    if taken <= 0:
        return None
    return Batch(takeback_idem(taken_idem), (Transfer(player(account_id), HOUSE_ISSUANCE, taken, "takeback"),))
