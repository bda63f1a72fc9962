"""House-banked games: limits on bets, what a bet brings, and the batches of a round (RULES.md §6)."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from services.kernel.chips import is_amount
from services.kernel.refusal import Refusal
from services.wallet.ledger.accounts import HOUSE_BANK, escrow_match, player
from services.wallet.ledger.double_entry import Batch, Transfer


class Limits(msgspec.Struct, frozen=True):
    """Settings `house_min_main`, `house_min_side`, `house_max_round`, `house_max_side`; a round's total begins at the
    main minimum."""

    main_min_chips: int = 200
    side_min_chips: int = 20
    round_max_chips: int = 100_000
    side_max_chips: int = 2_000


class Bet(msgspec.Struct, frozen=True):
    """One stake at odds `num` : `den`. `kind` None: no minimum of its own."""

    stake_chips: int
    num: int
    den: int
    result: Literal["win", "push", "lose"]
    kind: Literal["main", "side"] | None = None


LIMITS = Limits()


def check_bets(bets: Sequence[Bet], limits: Limits = LIMITS) -> Refusal | None:
    """One player's bets in a round. Refusals: `amount_invalid`, `bet_below_minimum`, `bet_above_maximum`."""
    minima = {"main": limits.main_min_chips, "side": limits.side_min_chips, None: 1}
    if not all(is_amount(bet.stake_chips) for bet in bets):
        return Refusal("amount_invalid")
    total = sum(bet.stake_chips for bet in bets)
    if total < limits.main_min_chips or any(bet.stake_chips < minima[bet.kind] for bet in bets):
        return Refusal("bet_below_minimum")
    is_above = any(bet.kind == "side" and bet.stake_chips > limits.side_max_chips for bet in bets)
    return Refusal("bet_above_maximum") if is_above or total > limits.round_max_chips else None


def bet_batch(round_id: str, account_id: str, chips: int) -> Batch:
    """`bet:{round}:{player}`: all that a player has laid, into the round's escrow."""
    transfer = Transfer(player(account_id), escrow_match(round_id), chips, "bet")
    return Batch(f"bet:{round_id}:{account_id}", (transfer,))


def round_batch(round_id: str, held: Mapping[str, int], credited: Mapping[str, int]) -> Batch | None:
    """`settle:{round}:0`: escrow to the players and the bank, which adds what is missing. None: nothing was held.

    Args:
        round_id: the round.
        held: account id → chips in escrow.
        credited: account id → chips to give back; equal to `held` for a cancelled round.
    """
    escrow = escrow_match(round_id)
    bank_gets = sum(held.values()) - sum(credited.values())
    lost = [Transfer(HOUSE_BANK, escrow, -bank_gets, "bet_result")] if bank_gets < 0 else []
    paid = [Transfer(escrow, player(a), chips, "bet_result") for a, chips in sorted(credited.items()) if chips]
    won = [Transfer(escrow, HOUSE_BANK, bank_gets, "bet_result")] if bank_gets > 0 else []
    transfers = (*lost, *paid, *won)
    return Batch(f"settle:{round_id}:0", transfers) if transfers else None
